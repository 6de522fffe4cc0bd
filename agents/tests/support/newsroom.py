"""A small newsroom: two honest pages on loopback, and agents who do as they are told.

Every role is a script that acts through the same hands as a model would; a test swaps
one of them, or one page, and looks at what becomes of the whole session.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from urllib.parse import urlsplit

import pytest
from django.test import override_settings

from agents.brains.local.critic import criticise
from agents.brains.scripted import ScriptedBrain, calls, emits
from agents.brains.table import BRAINS
from agents.engine import leases, log, sessions
from agents.models import Session
from agents.tests.support import steps as stepping
from agents.tests.support.paper import newer_steps
from agents.tools import workbench
from agents.workers import steps
from agents.workflows.weekly_brief import BRIEF
from newsletter.drafts.citation import CitedClaim
from newsletter.research.outlets.answers import Reply
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher
from subscribers.models import Subscriber

READER = "reader@example.com"
LAUNCH, PAPER = "https://lab.example/parser", "https://journal.example/decoding"
OPENS = "Example Lab released Parser 2.0 on 5 August 2025 under the MIT licence."
SPEED = (
    "Parser 2.0 reads 1,200 documents a minute on one CPU, twice as many as Parser 1.0, "
    "and installs with pip on Linux, macOS and Windows."
)
METHOD = (
    "The method halves the number of decoding steps for language models of up to "
    "13 billion parameters, and loses no accuracy on the four benchmarks that were tried."
)
CODE = (
    "Code for all of the experiments is published under a free licence, with logs of every "
    "run and a short guide."
)
SCORES = {"relevance": 8, "depth": 8, "novelty": 8}


def page(title, *paragraphs, head=""):
    """An ordinary page with an article."""
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = (
        f"<!doctype html><html><head><title>{title}</title>{head}</head>"
        f"<body><article><h1>{title}</h1>{body}</article></body></html>"
    )
    return Reply(body=html.encode())


def honest_pages():
    return {
        LAUNCH: page("Parser 2.0 reads documents", OPENS, SPEED),
        PAPER: page("Faster decoding", METHOD, CODE),
    }


class Asked(Catalogue):
    """A catalogue that remembers what it was asked for."""

    def __init__(self, answers):
        super().__init__(answers, frozenset())
        object.__setattr__(self, "addresses", [])

    def answer(self, host, target, body=b""):
        self.addresses.append(f"{host}{target}")
        return super().answer(host, target)


@contextmanager
def serving(pages: Mapping[str, Reply], monkeypatch) -> Iterator[list[str]]:
    """Let every session read these pages, and nothing else that is not refused.

    Gives the addresses that were asked for.
    """
    answers = {}
    for url, reply in pages.items():
        parts = urlsplit(url)
        answers[parts.netloc, parts.path.rstrip("/") or "/"] = lambda _, kept=reply: (
            kept
        )
    asked = Asked(answers)
    with server.run(asked) as at:
        routes = SampleRoutes(at, frozenset())
        monkeypatch.setattr(workbench, "routes", lambda _: routes)
        yield asked.addresses


def as_live(monkeypatch) -> None:
    """Let agents read what is served as they read the web, with the shared shelf."""
    served = workbench.routes(None)
    monkeypatch.setattr(workbench, "routes", lambda _: None)
    monkeypatch.setattr(
        workbench,
        "Fetcher",
        lambda **options: Fetcher(**(options | {"routes": served})),
    )


def read(hands, *urls):
    """What fetch_page tells of these pages."""
    return hands.use("fetch_page", {"urls": urls}).content["pages"]


def story_of(found, kind, url):
    return Story(
        id=url,
        kind=kind,
        title=found["title"],
        url=url,
        publisher=urlsplit(url).netloc,
        summary=found["text"],
        source_sha256=found["sha256"],
    )


def researches(kind, url):
    """Reads one page and proposes it as a story."""
    name = "launches" if kind is Kind.LAUNCH else "papers"

    def script(_, hands, __):
        [page] = read(hands, url)
        found = story_of(page, kind, url).model_dump(mode="json")
        event = {"event_type": f"{name}_researched", "data": {name: [found]}}
        hands.use("emit_event", event)

    return script


def choice(url):
    return {"story_id": url, "scores": SCORES, "why": "It matches the profile."}


def sections(launches, papers):
    return (
        f"## What shipped\n\n{launches}\n\n## Research worth knowing\n\n{papers}\n\n"
        "## How this issue was made\n\nThis issue asked two pages.\n"
    )


def item(number, title, sentences, url):
    where = urlsplit(url).netloc
    return f"### {number}. {title}\n\n{' '.join(sentences)} ([{where}]({url}))"


def draft(hands, **changes):
    """A draft of what the pages are read to say; parts of it may be changed."""
    hashes = {page["url"]: page["sha256"] for page in read(hands, LAUNCH, PAPER)}
    return {**draft_of(hashes), **changes}


def draft_of(hashes):
    """A draft that keeps every rule, and its citations of texts under these hashes."""
    quotes = {LAUNCH: (OPENS, SPEED), PAPER: (METHOD, CODE)}
    claims_of = {
        url: [f"“{text}”" for text in texts] if url == LAUNCH else list(texts)
        for url, texts in quotes.items()
    }
    cited = [
        CitedClaim(claim=claim, quote=quote, url=url, source_sha256=hashes[url])
        for url, texts in quotes.items()
        for claim, quote in zip(claims_of[url], texts, strict=True)
    ]
    launch = item(1, "Parser 2.0 reads documents", claims_of[LAUNCH], LAUNCH)
    paper = item(1, "Faster decoding", claims_of[PAPER], PAPER)
    only = "This issue has only one: nothing else passed.\n\n"
    lead = "This issue has one launch and one paper."
    markdown = f"# The week\n\n{lead}\n\n{sections(only + launch, only + paper)}"
    return {
        "subject": "Parser 2.0 reads documents",
        "preheader": "Faster decoding",
        "markdown": markdown,
        "citations": [claim.model_dump() for claim in cited],
    }


def writes(change=lambda made: made):
    """Emits the honest draft as `change` leaves it, whatever is held against it."""

    def script(_, hands, __):
        insist(hands, change(draft(hands)))

    return script


def insist(hands, made):
    """Hand in the same draft until it is taken, at the third time at the latest."""
    for _ in range(3):
        event = {"event_type": "draft_written", "data": made}
        if not hands.use("emit_event", event).is_error:
            return


def honest_scripts():
    newer = (BRIEF.by_name[name] for name in newer_steps(BRIEF))
    return {
        **{one.name: emits(one.happy, **stepping.DATA[one.happy]) for one in newer},
        "memory": emits("covered_topics"),
        "research_launches": researches(Kind.LAUNCH, LAUNCH),
        "research_papers": researches(Kind.PAPER, PAPER),
        "evaluator": emits(
            "items_evaluated",
            selected_launches=[choice(LAUNCH)],
            selected_papers=[choice(PAPER)],
        ),
        "writer": writes(),
        "critic": lambda brief, hands, _: criticise(brief, hands),
        "verifier": calls("verify_links"),
        "delivery": calls("send_issue"),
    }


def begin(newsletter, **plan):
    """A session of a newsletter with one reader."""
    Subscriber.objects.get_or_create(
        newsletter=newsletter,
        address=READER,
        defaults={"status": Subscriber.Status.ACTIVE},
    )
    plan = {"sources": Session.Sources.SAMPLE, "brains": ("scripted",), **plan}
    return sessions.start(newsletter, sessions.Plan(**plan))


def played(newsletter, directory, *, until=""):
    """A session over honest pages, to its end or to the turn of the step `until`.

    Its letters lie in `directory`.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(VAR_DIR=directory),
        serving(honest_pages(), patch),
    ):
        session = run(begin(newsletter), honest_scripts(), patch, until=until)
    assert until or session.status == Session.Status.FINISHED, session.reason
    return session


def run(session, scripts, monkeypatch, *, until="", brain=ScriptedBrain):
    """Every step, one after another in this thread, until nothing may run any more.

    Or until it is the turn of the step named by `until`.
    """
    monkeypatch.setitem(BRAINS, "scripted", brain(scripts))
    # No other thread may look at what this test has not committed.
    monkeypatch.setattr(leases, "kept_alive", lambda _: nullcontext())
    while until not in log.state(session).open:
        taken = leases.take_all(session.pk)
        if not taken:
            break
        for one in taken:
            steps.perform(one)
    session.refresh_from_db()
    return session
