"""Two newsletters at the same time, each with outlets of its own, on one stub of a web."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from urllib.parse import urlsplit

import pytest

from agents.engine import leases, log, sessions
from agents.models import Session
from agents.tests.support.newsroom import page, serving
from agents.workers import steps
from newsletter.models import Issue, Newsletter, Outlet
from newsletter.pages.paths import place_of
from newsletter.research.outlets.answers import rss
from subscribers.models import Delivery, Subscriber

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 8, 7, 9, tzinfo=UTC)
# Around a name with its figure, on pages.
_WHOLE = '<span class="whole">'
MODELS = {
    "https://lab.example/parser-2": (
        "Parser 2.0 reads documents for language models",
        "Parser 2.0 of Example Lab turns documents into clean text for language models, "
        "and its code and weights are free under the MIT licence from today.",
        "Parser 2.0 reads 1,200 documents a minute on one CPU, twice as many as "
        "Parser 1.0, and installs with pip on Linux, macOS and Windows.",
    ),
    "https://lab.example/agents-kit": (
        "Agents Kit 1.4 calls tools of language models in parallel",
        "Agents Kit 1.4 lets an agent call up to eight tools in parallel and retries "
        "each of them alone, so that one slow API no longer holds up the others.",
        "On the 300 tasks of our evaluation agents finished in 41 seconds on average, "
        "and in 78 seconds with Agents Kit 1.3 on the same models and machines.",
    ),
}
GARDEN = {
    "https://rosen.example/mehltau": (
        "Neue Rosensorte Alba 12 hält Mehltau im Garten stand",
        "Die neue Rosensorte Alba 12 blieb im Garten der Lehranstalt drei Jahre lang "
        "ohne Spritzmittel frei von Mehltau, während Nachbarsorten jeden Sommer befallen "
        "waren.",
        "Gärtner pflanzen die Rosensorte Alba 12 ab Oktober in lockeren Boden und "
        "schneiden sie im März auf 20 Zentimeter zurück, damit sie kräftig austreibt.",
    ),
    "https://rosen.example/kompost": (
        "Kompost aus Laub düngt Tomaten im Garten so gut wie Torf",
        "Tomaten im Garten wuchsen auf Kompost aus Laub ebenso schnell wie auf Torf und "
        "trugen im Versuch der Lehranstalt im Schnitt 4 Kilogramm Früchte je Pflanze.",
        "Der Kompost braucht im Garten 14 Monate, bis er reif ist, und wird im Frühjahr "
        "drei Zentimeter hoch auf das Beet gegeben, bevor die Tomaten gepflanzt werden.",
    ),
}


def feed_of(told, as_of=NOW):
    """A feed of what was told two days before."""
    on = format_datetime(as_of - timedelta(days=2))
    items = [
        f"<item><title>{title}</title><link>{url}</link><pubDate>{on}</pubDate>"
        f"<description>{' '.join(texts)}</description></item>"
        for url, (title, *texts) in told.items()
    ]
    return rss("News", items)


def make(slug, told, **fields):
    newsletter = Newsletter.objects.create(slug=slug, title=slug.title(), **fields)
    host = urlsplit(next(iter(told))).netloc
    newsletter.outlets.create(
        name=host, how="feed", url=f"https://{host}/rss", prior=0.9
    )
    Subscriber.objects.create(
        newsletter=newsletter,
        address=f"{slug}@example.com",
        status=Subscriber.Status.ACTIVE,
    )
    return newsletter


def play_week(newsletter, told, monkeypatch, workflow="brief", as_of=NOW):
    """The issue of a whole session by rules, of what the newsletter's own outlets told."""
    feeds = {
        outlet.url: feed_of(
            {url: told[url] for url in told if outlet.name in url}, as_of
        )
        for outlet in newsletter.outlets.all()
    }
    plan = sessions.Plan(
        sources=Session.Sources.LIVE, as_of=as_of, brains=("local",), workflow=workflow
    )
    with serving({url: page(*said) for url, said in told.items()} | feeds, monkeypatch):
        session = sessions.start(newsletter, plan)
        run_by_turns(monkeypatch, session)
    assert session.status == Session.Status.FINISHED, session.reason
    assert not log.breach(session)
    return Issue.objects.get(session_name=session.name)


def begin(newsletter, **plan):
    return sessions.start(
        newsletter,
        sessions.Plan(
            sources=Session.Sources.LIVE, as_of=NOW, brains=("local",), **plan
        ),
    )


def run_by_turns(monkeypatch, *begun):
    """One step of each in turn, until none of them may go on."""
    monkeypatch.setattr(leases, "kept_alive", lambda _: nullcontext())
    while taken := [one for session in begun for one in leases.take_all(session.pk)]:
        for lease in taken:
            steps.perform(lease)
    for session in begun:
        session.refresh_from_db()


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()
    Outlet.objects.create(
        name="Everyone", how="feed", url="https://everyone.example/rss"
    )


@pytest.fixture
def models():
    profile = "Engineers who build with language models: agents, parsers, tools, code."
    return make("models", MODELS, profile=profile, topics=["agents", "parsers"])


@pytest.fixture
def garden():
    profile = (
        "Gärtner, die Rosen und Tomaten pflanzen: Sorten, Kompost, Mehltau, Boden."
    )
    topics = ["Rosen", "Tomaten", "Kompost"]
    return make("garten", GARDEN, profile=profile, topics=topics, language="de")


def web():
    pages = {url: page(*told) for url, told in (MODELS | GARDEN).items()}
    feeds = {
        "https://lab.example/rss": feed_of(MODELS),
        "https://rosen.example/rss": feed_of(GARDEN),
        "https://everyone.example/rss": feed_of(MODELS),
    }
    return pages | feeds


def test_each_issue_is_made_of_its_own_outlets_alone(
    models, garden, monkeypatch, client
):
    with serving(web(), monkeypatch) as asked:
        begun = [begin(models), begin(garden)]
        run_by_turns(monkeypatch, *begun)

    assert [one.status for one in begun] == [Session.Status.FINISHED] * 2, begun
    assert not any(address.startswith("everyone.example") for address in asked)
    written = Issue.objects.get(newsletter=garden).markdown
    assert "Diese Ausgabe fragte 1 Quelle." in written
    for newsletter, told, others in (
        (models, MODELS, GARDEN),
        (garden, GARDEN, MODELS),
    ):
        issue = Issue.objects.get(newsletter=newsletter)
        covered = set(issue.coverage.values_list("url", flat=True))
        assert covered
        assert covered <= set(told)
        place = place_of(newsletter)
        pages = (place.home, place.archive, place.atom, place.rss, place.json)
        texts = [issue.markdown]
        texts += [client.get(path).content.decode() for path in pages]
        shown = [text.replace(_WHOLE, "").replace("</span>", "") for text in texts[2:]]
        assert all(issue.subject in text for text in shown)
        assert not any(url in text for url in others for text in texts)
        [reader] = Delivery.objects.filter(issue=issue)
        assert reader.subscriber.newsletter == newsletter


def test_a_newsletter_without_outlets_ends_and_says_why(garden, monkeypatch):
    garden.outlets.all().delete()

    with serving(web(), monkeypatch) as asked:
        session = begin(garden)
        run_by_turns(monkeypatch, session)

    assert not asked
    assert session.status == Session.Status.ABORTED
    assert "no outlets: Garten has no active outlet" in session.reason
    assert log.state(session).is_over


def test_a_newsletter_of_its_own_gets_nothing_from_the_sample(garden, monkeypatch):
    session = sessions.start(
        garden, sessions.Plan(sources=Session.Sources.SAMPLE, brains=("local",))
    )
    run_by_turns(monkeypatch, session)

    assert session.status == Session.Status.ABORTED
    assert "the sample answers for shared outlets alone" in session.reason
    assert not Issue.objects.filter(newsletter=garden).exists()
