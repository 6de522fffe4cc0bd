"""A story from discovery to being ready, and all that may befall it on the way."""

from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from itertools import count
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from PIL import Image

from newsletter import database_outage
from newsletter.intake.enrichment import ledger, score, summary
from newsletter.intake.enrichment.working import work_off
from newsletter.models import Source, Story, StoryPicture
from newsletter.research.enrichment import Outcome, Step
from newsletter.research.lifecycle import State
from newsletter.research.outlets.answers import Reply
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.tests.support.makers import make_newsletter
from newsletter.tests.support.offline import OfflineFetcher
from newsletter.tests.support.serving import QUICK
from newsletter.web.fetch import Fetcher

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
NOW = datetime(2026, 11, 5, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PAGE, PICTURE = "https://maker.example/kettle", "https://cdn.example/kettle.png"
TEXT = (
    "Maker releases Kettle 2 today, a cache that keeps the context of agents small. "
    "Kettle 2 lowers the token cost of language models by 12% on 40 long tasks. "
    "It is open source, and its weights can be downloaded from the maker's site. "
)


def page(picture=PICTURE):
    return (
        f'<html><head><title>Kettle 2 is here</title><meta property="og:image" '
        f'content="{picture}"></head><body><article><h1>Kettle 2 is here</h1>'
        f"<p>{TEXT}</p><p>{TEXT}</p></article></body></html>"
    ).encode()


def png(width=1200, height=630):
    file = BytesIO()
    Image.new("RGB", (width, height), "navy").save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def newsletter():
    return make_newsletter(
        topics=["AI agents", "open source", "gardens"],
        profile="- open weights\n- language models\n- token cost",
    )


def make_story(newsletter, **values):
    usual = {
        "title": "Kettle 2 is here",
        "kind": "launch",
        "url": PAGE,
        "summary": "A cache for agents.",
        "published": NOW.date(),
    }
    return Story.objects.create(
        newsletter=newsletter,
        story_id=PAGE,
        moved_by="intake",
        wake_at=NOW,
        **usual | values,
    )


def work(answers, now=NOW):
    fetcher = OfflineFetcher(answers)
    work_off(web=lambda: fetcher, clock=lambda: now)
    return fetcher


def way(story):
    return list(story.moves.values_list("after", flat=True))


def outcomes(story, step):
    return list(story.steps.filter(step=step).values_list("outcome", flat=True))


def test_a_story_is_read_scored_summed_up_tagged_and_shown(newsletter):
    story = make_story(newsletter)

    work({PAGE: page(), PICTURE: png()})

    story.refresh_from_db()
    assert way(story) == ["discovered", "enriching", "enriched", "ready"]
    assert TEXT.strip() in story.source.text
    assert [quote["quote"] in story.source.text for quote in story.quotes] == [True] * 2
    assert story.tags[0] == "open source"
    assert set(story.tags[1:]) == {"token cost", "open weights", "language models"}
    assert story.score >= 3
    assert (story.picture.width, story.picture.height) == (1200, 630)
    assert (story.wake_at, story.retry_after) == (None, None)
    assert sorted(one.key for one in story.steps.all()) == sorted(
        f"{story.pk}:{step}:1" for step in Step
    )


@pytest.mark.parametrize(("told", "kept"), [("", "Ann Bell"), ("Bo Carr", "Bo Carr")])
def test_who_wrote_it_is_told_by_its_page_where_its_outlet_did_not(
    newsletter, told, kept
):
    story = make_story(newsletter, author=told)
    named = page().replace(b"<head>", b'<head><meta name="author" content="Ann Bell">')

    work({PAGE: named, PICTURE: png()})

    story.refresh_from_db()
    assert story.author == kept


def test_a_story_whose_page_says_it_is_far_older_is_of_that_day(newsletter):
    story = make_story(newsletter)
    meta = b'<meta property="article:published_time" content="2020-02-17T10:00:00Z">'

    work({PAGE: page().replace(b"<head>", b"<head>" + meta), PICTURE: png()})

    story.refresh_from_db()
    assert story.published == date(2020, 2, 17)


def test_a_picture_that_is_named_in_the_body_is_found(newsletter):
    story = make_story(newsletter)
    meta = f'<meta property="og:image" content="{PICTURE}">'.encode()
    moved = page().replace(meta, b"").replace(b"<body>", b"<body>" + meta)

    work({PAGE: moved, PICTURE: png()})

    story.refresh_from_db()
    assert story.picture is not None


def test_what_has_a_result_is_not_done_again(newsletter):
    story = make_story(newsletter)
    fetcher = work({PAGE: page(), PICTURE: png()})
    Story.objects.update(wake_at=NOW)

    again = work({PAGE: page()})

    assert (fetcher.asked[PAGE], again.asked[PAGE]) == (1, 0)
    assert story.steps.count() == len(Step)


def test_a_newsletter_may_want_each_story_looked_at(newsletter):
    newsletter.reviews_stories = True
    newsletter.save()
    story = make_story(newsletter)

    work({PAGE: page(), PICTURE: png()})

    assert way(story)[-1] == State.REVIEW


def test_a_page_that_is_away_for_a_while_is_asked_for_again(newsletter):
    story = make_story(newsletter)
    work({PAGE: 503})
    story.refresh_from_db()
    assert (story.state, story.retry_after) == (State.FAILED, NOW + MINUTE)
    assert story.moved_because == "status 503, no text"

    work({PAGE: page(), PICTURE: png()}, NOW + MINUTE)

    story.refresh_from_db()
    assert (story.state, story.retry_after) == (State.READY, None)
    assert outcomes(story, "text") == ["failed", "done"]


@pytest.mark.parametrize(
    "answer",
    [
        404,
        b"<title>Making sure you're not a bot!</title><p>"
        + b"Loading this page. " * 70,
        b"<title>Page not found</title><p>"
        + b"It may have been moved or removed. " * 40,
    ],
)
@pytest.mark.parametrize(
    ("told", "last"), [("Short.", State.UNREACHABLE), (TEXT, State.READY)]
)
def test_a_page_that_is_not_shown_leaves_what_the_outlet_told(
    newsletter, told, last, answer
):
    story = make_story(newsletter, summary=told)

    work({PAGE: answer})

    story.refresh_from_db()
    assert story.state == last
    assert (story.source.text if story.source else None) == (
        TEXT if last == State.READY else None
    )


def test_a_page_that_stays_away_is_waited_for_three_times(newsletter):
    story = make_story(newsletter)
    for minutes in (0, 1, 3):
        work({PAGE: 503}, NOW + minutes * MINUTE)

    story.refresh_from_db()
    assert outcomes(story, "text") == ["failed"] * 3
    assert (story.state, story.wake_at) == (State.UNREACHABLE, None)


def test_the_abstract_of_a_paper_is_its_text(newsletter):
    url = "https://arxiv.org/abs/2508.01234"
    story = make_story(newsletter, url=url, kind="paper", summary=TEXT)

    fetcher = work({})

    story.refresh_from_db()
    assert not fetcher.asked
    assert (story.state, story.source.text) == (State.READY, TEXT)


def test_a_picture_that_fails_costs_nothing_but_the_picture(newsletter):
    story = make_story(newsletter)
    work({PAGE: page(), PICTURE: 503})
    story.refresh_from_db()
    assert (story.state, story.retry_after) == (State.READY, NOW + MINUTE)

    work({PICTURE: png()}, NOW + MINUTE)

    story.refresh_from_db()
    assert (story.state, story.wake_at) == (State.READY, None)
    assert StoryPicture.objects.get() == story.picture
    assert way(story) == ["discovered", "enriching", "enriched", "ready"]


def test_one_picture_of_many_stories_is_kept_once(newsletter):
    for number in range(3):
        make_story(newsletter, title=f"Kettle 2.{number} is here")

    work({PAGE: page(), PICTURE: png()})

    assert StoryPicture.objects.count() == 1
    assert Source.objects.filter(url=PAGE).count() == 1
    assert Story.objects.filter(picture=None).count() == 0


CHAIRS = "The history of chairs and tables is told in the hall of the old town. " * 6
WEBINAR = {
    "title": "Webinar: a customer's success story",
    "summary": "Join us for the summit on the history of chairs and tables.",
}


def telling(text):
    return (
        f'<html><head><meta property="og:image" content="{PICTURE}"></head><body>'
        f"<article><h1>Today</h1><p>{text}</p></article></body></html>"
    ).encode()


def test_what_is_far_from_what_readers_want_ends_with_its_text(newsletter):
    story = make_story(newsletter, **WEBINAR)

    fetcher = work({PAGE: telling(CHAIRS), PICTURE: png()})

    story.refresh_from_db()
    assert PICTURE not in fetcher.asked
    assert story.state == State.IRRELEVANT
    assert "profile asks for" in story.moved_because


@pytest.mark.parametrize(
    ("language", "profile", "title", "summary", "text"),
    [
        (
            "en",
            "What is new in the gardens of our town, and on its hedges and trees.",
            "A robot that may not work at night",
            "The court in Cologne has upheld a ban from half an hour before sunset.",
            "Hedges and gardens are where hedgehogs live, says the ruling. " * 6,
        ),
        (
            "de",
            "Wir lesen, was Gerichte über Gärten, Hecken und Bäume entscheiden.",
            "Mähroboter dürfen nachts nicht laufen",
            "Das gilt von einer halben Stunde vor Sonnenuntergang an in ganz Köln.",
            "Die Gerichte schützen damit die Igel in Gärten und unter Hecken. " * 6,
        ),
        (
            "es",
            "Leemos sobre la presión y la defensa, y cómo se entrenan los equipos.",
            "El Sevilla vuelve a la línea de tres",
            "Los carrileros recorren 11,8 kilómetros en cada partido de noviembre.",
            "La defensa de tres y la presión de los equipos se entrenan en marzo. " * 6,
        ),
        (
            "ja",
            "半導体の工場と量産、装置についてのニュースを読みたい。",
            "ラピダスの歩留まりが5割に",
            "4カ月で目標を1カ月前倒しした。次は70%である。",
            "この工場では量産に向けて装置を増やし、半導体の生産を始める。" * 12,
        ),
    ],
)
def test_a_few_words_of_an_outlet_end_no_story(language, profile, title, summary, text):
    theirs = make_newsletter(language=language, topics=[], profile=profile)
    story = make_story(theirs, title=title, summary=summary)

    work({PAGE: telling(text), PICTURE: png()})

    story.refresh_from_db()
    assert story.state == State.READY


@pytest.mark.parametrize(
    ("profile", "is_far"),
    [
        ("- Gärten\n- Rosen", False),  # of what language, nobody can tell
        ("Wir lesen von Gärten, und was die Rosen im Herbst brauchen.", False),
        ("What is new in the gardens and on the roses of our town.", True),
    ],
)
def test_nothing_is_far_from_a_profile_in_another_language(profile, is_far):
    gardens = make_newsletter(language="de", topics=[], profile=profile)
    story = make_story(
        gardens, title="Agents on small machines", summary="They are of the small kind."
    )

    work({PAGE: telling("They are of the small kind, says the maker of them. " * 6)})

    story.refresh_from_db()
    assert (story.state == State.IRRELEVANT) is is_far


def test_a_step_that_errs_costs_no_other_story(newsletter, monkeypatch):
    bad = make_story(newsletter, title="Bad Kettle is here")
    good = make_story(newsletter)

    def find(story, rubric, find=summary.find):
        if story.pk == bad.pk:
            raise ValueError("no such sentence")
        return find(story, rubric)

    monkeypatch.setattr(summary, "find", find)
    work({PAGE: page(), PICTURE: png()})

    assert way(good)[-1] == State.READY
    assert way(bad)[-1] == State.FAILED
    assert bad.steps.get(step="summary").error == "ValueError: no such sentence"
    assert outcomes(bad, "tags") == ["done"]


def test_a_newsletter_that_cannot_be_scored_for_costs_no_other(newsletter, monkeypatch):
    bad, good = make_story(make_newsletter()), make_story(newsletter)

    def readers(whose, *given, readers=score.readers):
        if whose.pk == bad.newsletter_id:
            raise ValueError("no such profile")
        return readers(whose, *given)

    monkeypatch.setattr(score, "readers", readers)
    work({PAGE: page(), PICTURE: png()})

    assert (way(good)[-1], way(bad)[-1]) == (State.READY, State.FAILED)


def test_what_was_found_waits_for_a_database_that_is_away(newsletter, monkeypatch):
    story = make_story(newsletter)
    gone = SimpleNamespace(in_atomic_block=False, close=lambda: None)
    monkeypatch.setattr(database_outage, "connection", gone)
    monkeypatch.setattr(database_outage, "PAUSE_SECONDS", 0.0)
    for name in ("hand_in", "renew"):
        monkeypatch.setattr(ledger, name, away_every_other_time(getattr(ledger, name)))

    fetcher = work({PAGE: page(), PICTURE: png()})

    assert way(story)[-1] == State.READY
    assert fetcher.asked[PAGE] == fetcher.asked[PICTURE] == 1
    assert [outcomes(story, step) for step in Step] == [["done"]] * len(Step)


def away_every_other_time(act):
    calls = count()

    def acts(*given):
        if next(calls) % 2 == 0:
            raise OperationalError("the connection was closed")
        return act(*given)

    return acts


def test_what_was_taken_before_the_clock_was_set_back_is_lost_after_a_lease(newsletter):
    story = make_story(newsletter)
    ledger.claim("gone", NOW + timedelta(days=1), most=10)

    for minutes in (0, 2, 4):
        work({PAGE: page(), PICTURE: png()}, NOW + timedelta(minutes=minutes))

    story.refresh_from_db()
    assert story.state == "ready"
    assert outcomes(story, "score") == ["lost", "done"]


def test_what_a_dead_worker_held_is_booked_as_lost_and_done_by_another(newsletter):
    story = make_story(newsletter)
    held, _ = ledger.claim("dead", NOW, most=10)
    assert ledger.claim("other", NOW, most=10) == []

    later = NOW + timedelta(hours=1)
    work({PAGE: page(), PICTURE: png()}, later)

    assert outcomes(story, "score") == ["lost", "done"]
    assert way(story)[-1] == State.READY
    late = ledger.Ended(held, ledger.Found({"strength": 1}))
    assert ledger.hand_in([late], "dead", later) == []
    assert story.steps.get(key=held.key).outcome == "lost"


def test_the_real_way_out_reads_pages_and_pictures_while_others_are_done(newsletter):
    urls = [f"https://maker.example/kettle-{number}" for number in range(3)]
    for url in urls:
        make_story(newsletter, url=url)
    answers = {
        ("maker.example", f"/kettle-{number}"): lambda _: Reply(body=page())
        for number in range(3)
    }
    answers["cdn.example", "/kettle.png"] = lambda _: Reply(
        body=png(), content_type="image/png"
    )

    with server.run(Catalogue(answers, frozenset())) as serving:
        routes = SampleRoutes(serving, frozenset())
        counted = work_off(
            web=lambda: Fetcher(routes=routes, limits=QUICK), clock=lambda: NOW
        )

    assert counted == {Outcome.DONE: 15}
    assert set(Story.objects.values_list("state", flat=True)) == {State.READY}
    assert Story.objects.filter(picture=None).count() == 0
