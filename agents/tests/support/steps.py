"""Steps done by hand: what each one's agent would say, and a worker that says it."""

from itertools import count

from agents.engine import leases
from agents.engine.leases import Staged
from agents.engine.log import HARNESS, Envelope
from agents.events import schema as events
from agents.events.schema import Kind
from agents.runs.outcome import Outcome
from agents.tests.support.paper import newer_steps
from agents.workflows.digest import DIGEST
from agents.workflows.scouts import SCOUTS
from agents.workflows.table import workflow_of
from agents.workflows.weekly_brief import BRIEF, BRIEF_4
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story


def story(kind, number):
    return Story(
        id=f"{kind}-{number}",
        kind=kind,
        title=f"A {kind}",
        url=f"https://example.org/{kind}/{number}",
        publisher="Example",
        signals={"points": 412.0},
    )


SHA = "0" * 64
NOBODY = "00000000-0000-4000-8000-000000000000"
DATA = {
    Kind.COVERED_TOPICS: {},
    Kind.LAUNCHES_RESEARCHED: {"launches": [story(StoryKind.LAUNCH, 1)]},
    Kind.PAPERS_RESEARCHED: {"papers": [story(StoryKind.PAPER, 1)]},
    Kind.ITEMS_EVALUATED: {
        "selected_launches": [
            {
                "story_id": "launch-1",
                "scores": {"relevance": 8, "depth": 8, "novelty": 8},
                "why": "It ships.",
            }
        ]
    },
    Kind.REQUEST_PLANNED: {
        "conversation": NOBODY,
        "calls": [
            {"place": place, "agent": "ask", "execution": NOBODY, "why": "it asks"}
            for place in (1, 2)
        ],
        "later": [{"place": 3, "agent": "nova", "execution": NOBODY, "after": 1}],
    },
    Kind.AGENT_CALLED: {"agent": "ask", "execution": NOBODY, "status": "done"},
    Kind.CALLS_FOLLOWED: {
        "calls": [{"place": 3, "agent": "nova", "execution": NOBODY, "after": 1}]
    },
    Kind.REQUEST_ANSWERED: {"calls": 3, "failed": 1},
    Kind.URLS_GATHERED: {"stories": [story(StoryKind.LAUNCH, 1)]},
    Kind.URLS_FILTERED: {"story_ids": ["launch-1"]},
    Kind.ARTICLES_DOWNLOADED: {"stories": [story(StoryKind.LAUNCH, 1)]},
    Kind.SUMMARIES_EXTRACTED: {
        "summaries": [
            {
                "story_id": "launch-1",
                "source_sha256": SHA,
                "sentences": [{"display": "It is out.", "quote": "It is out."}],
            }
        ]
    },
    Kind.ARTICLES_RATED: {
        "rated": [
            {
                "story_id": "launch-1",
                "scores": {"relevance": 8, "depth": 8, "novelty": 8},
                "why": "It ships.",
            }
        ]
    },
    Kind.TOPICS_CLUSTERED: {"topics": [{"name": "Agents", "story_ids": ["launch-1"]}]},
    Kind.SECTIONS_SELECTED: {
        "sections": [{"topic": "Agents", "story_ids": ["launch-1"]}]
    },
    Kind.SECTIONS_DRAFTED: {
        "sections": [{"topic": "Agents", "heading": "Agents", "markdown": "It is out."}]
    },
    Kind.TASKS_PLANNED: {"tasks": [{"topic": name} for name in ("a", "b", "c")]},
    Kind.STORIES_SCOUTED: {"stories": [story(StoryKind.LAUNCH, 1)]},
    Kind.FOLLOW_UP_ASKED: {"tasks": [{"topic": "d"}, {"topic": "e"}]},
    Kind.DRAFT_WRITTEN: {"subject": "An issue", "markdown": "# An issue"},
    Kind.CRITIC_REJECTION: {"problems": [{"code": "thin", "message": "Too thin."}]},
    Kind.DRAFT_APPROVED: {"draft_sha256": SHA},
    Kind.VERIFICATION_PASSED: {"draft_sha256": SHA, "checked": 3},
    Kind.VERIFICATION_FAILED: {
        "checked": 3,
        "invalid_urls": [{"url": "https://example.org/x", "outcome": "gone"}],
    },
    Kind.SENTENCES_DISPUTED: {"draft_sha256": SHA, "sentences": ["It is fast."]},
    Kind.EMAIL_SENT: {
        "issue_number": 1,
        "slug": "an-issue",
        "subject": "An issue",
        "transport": "file",
        "recipients": 2,
        "accepted": 2,
    },
}
_NUMBERS = count(1)
# The brief as tests play it: what a newer version does besides is done in passing.
HAPPY = tuple(step.happy for step in BRIEF_4.steps)
_OWNERS = {**SCOUTS.by_end, **DIGEST.by_end, **BRIEF.by_end}


def line(kind, **data):
    """What an agent says; each draft is another one, for none is handed in twice."""
    own = {"preheader": f"{next(_NUMBERS)}"} if kind == Kind.DRAFT_WRITTEN else {}
    parsed = events.parse(kind, {**DATA[kind], **own, **data})
    return Staged(kind, parsed, Envelope(_OWNERS[kind].name, "scripted"))


def happily(taken):
    """The work of an agent with whom all goes well."""
    return saying(taken, Kind(taken.happy))


def saying(taken, kind):
    """The work of an agent that ends with this kind."""
    return Outcome((_of(taken, kind),), HARNESS, is_silent=False)


def _of(taken, kind):
    return line(kind, **({"part": taken.part} if taken.part else {}))


def silently(_):
    """The work of an agent that ends without a word."""
    return Outcome((), HARNESS, is_silent=True)


def do(session, *kinds):
    """Lease and finish the steps that end with these kinds, one after another."""
    workflow = workflow_of(session.workflow, session.version)
    _pass_by(session, workflow)
    for kind in kinds:
        [taken, *_] = leases.take_all(session.pk, only=workflow.by_end[kind].name)
        leases.finish(taken, [_of(taken, kind)])
        _pass_by(session, workflow)


def _pass_by(session, workflow):
    for name in newer_steps(workflow):
        for taken in leases.take_all(session.pk, only=name):
            leases.finish(taken, [_of(taken, Kind(taken.happy))])


def kinds(session):
    return list(session.events.order_by("seq").values_list("event_type", flat=True))
