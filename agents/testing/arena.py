"""Throwaway newsletters whose sessions think on the loopback platform, and a look at them.

What must hold however a session went: one kick-off for each remote session, each call
run once and answered once, each token counted once, no remote session left behind, and
an issue or the reason why there is none.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from datetime import time as time_of_day
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management import call_command

from agents.brains.anthropic.cleanup import LEFTOVERS_AT_ONCE
from agents.brains.anthropic.managed import ManagedBrain, Pace
from agents.brains.anthropic.messages import MessagesBrain
from agents.brains.anthropic.retries import Patience
from agents.brains.base import Brain
from agents.brains.code import BY_CODE
from agents.brains.table import BRAINS
from agents.engine import sessions
from agents.events.schema import Kind
from agents.models import AgentRun, Journal, RetryPolicy, Session, ToolCall
from agents.prompts.loader import roster
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.anthropic.sessions import FakeSession
from agents.testing.anthropic.shapes import Row
from agents.testing.minds import Mind, local_mind
from agents.workers import threads
from newsletter.models import Newsletter
from newsletter.research.ranking.profile import default_profile
from newsletter.research.sample import week
from subscribers.models import Delivery, Subscriber

# What agents end their steps with.
AGENTS_SAY = (
    Kind.COVERED_TOPICS, Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED,
    Kind.ITEMS_EVALUATED, Kind.ARTICLES_RATED, Kind.TOPICS_CLUSTERED,
    Kind.SECTIONS_SELECTED, Kind.SECTIONS_DRAFTED, Kind.DRAFT_WRITTEN,
    Kind.DRAFT_APPROVED, Kind.VERIFICATION_PASSED, Kind.EMAIL_SENT,
)  # fmt: skip
READERS = ("ann@example.com", "bob@example.com")
# What is waited for minutes elsewhere is waited for moments here.
HASTE = Patience(first_wait_seconds=0.02, longest_wait_seconds=0.1)
PACE = Pace(quiet=0.5, doubt=0.05, farewell=2.0, longest_rest=0.1, leaving=10.0)


@dataclass(slots=True)
class SessionReport:
    """What became of a session."""

    ending: str
    brains: str
    kick_offs: int
    calls: int
    tokens: int
    retries: int
    seconds: float
    problems: list[str] = field(default_factory=list)


class Arena:
    """Newsletters with readers, and the platform; brains are in haste."""

    def __init__(self, server: AnthropicServer) -> None:
        self.server = server

    def prepare(self) -> None:
        """Make the agents on the platform."""
        for slug in roster():
            RetryPolicy.objects.update_or_create(
                step=slug, defaults={"first_wait_seconds": 0}
            )
        settings.ANTHROPIC_BASE_URL = self.server.url
        call_command("syncagents", verbosity=0, stdout=_Nowhere())

    def begin(self, brains: Sequence[str], workflow: str = "") -> Session:
        """A session of the sample's week, of a newsletter that never told it."""
        as_of = datetime.combine(week.SAMPLE_DATE, time_of_day(9), tzinfo=UTC)
        plan = sessions.Plan(
            sources=Session.Sources.SAMPLE,
            as_of=as_of,
            brains=tuple(brains),
            workflow=workflow,
        )
        return sessions.start(_newsletter(), plan)

    def play(
        self, brains: Sequence[str], mind: Mind = local_mind, workflow: str = ""
    ) -> SessionReport:
        """One session from its beginning to its end, here; the brief if none is named."""
        self.server.platform.mind = mind
        self.server.lost.clear()
        session, began = self.begin(brains, workflow), time.monotonic()
        with hasty_brains():
            threads.drive(session)
        self.server.faults.clear()
        return self.look(session, time.monotonic() - began)

    def look(self, session: Session, seconds: float) -> SessionReport:
        """What the log, the ledger and the platform say of a session that is over."""
        session.refresh_from_db()
        talks = [
            talk
            for talk in self.server.platform.talks.values()
            if talk.row["metadata"].get("session") == session.name
        ]
        runs = AgentRun.objects.filter(session=session)
        spoke = session.events.filter(event_type__in=AGENTS_SAY).exclude(
            brain__in=["", BY_CODE.name]
        )
        finding = SessionReport(
            ending=_ending(session),
            brains=", ".join(sorted(set(spoke.values_list("brain", flat=True)))),
            kick_offs=sum(_kick_offs(talk) for talk in talks),
            calls=ToolCall.objects.filter(journal__session=session).count(),
            tokens=sum(run.input_tokens + run.output_tokens for run in runs),
            retries=sum(run.retries for run in runs),
            seconds=seconds,
        )
        finding.problems += _problems(session, talks, self.server.lost)
        return finding


def _newsletter() -> Newsletter:
    """A new one, with its readers."""
    slug = f"arena-{Newsletter.objects.count() + 1}"
    newsletter = Newsletter.objects.create(
        slug=slug, title="Arena", profile=default_profile(), shared_outlets=True
    )
    for address in READERS:
        newsletter.subscribers.create(address=address, status=Subscriber.Status.ACTIVE)
    return newsletter


@contextmanager
def hasty_brains() -> Iterator[None]:
    """The two brains of the platform with short waits."""
    usual = dict(BRAINS)
    hasty: tuple[Brain, ...] = (ManagedBrain(HASTE, PACE), MessagesBrain(HASTE))
    BRAINS.update({brain.name: brain for brain in hasty})
    try:
        yield
    finally:
        BRAINS.update(usual)


def short_of_time(slug: str, seconds: int) -> AbstractContextManager[None]:
    """An agent with less time than its prompt gives it."""
    return with_front(slug, timeout_seconds=seconds)


@contextmanager
def with_front(slug: str, **changes: Any) -> Iterator[None]:
    """An agent whose file says something else."""
    specs = roster()
    usual = specs[slug]
    front = usual.front.model_copy(update=changes)
    specs[slug] = replace(usual, front=front)  # type: ignore[index]  # a dict, cached
    try:
        yield
    finally:
        specs[slug] = usual  # type: ignore[index]  # a dict, cached


def _ending(session: Session) -> str:
    if session.status == Session.Status.FINISHED:
        return "issue"
    return session.reason or f"not over: {session.status}"


def _problems(
    session: Session, talks: Sequence[FakeSession], lost: Sequence[Row]
) -> Iterator[str]:
    """Everything about a session that must not be."""
    if not session.is_over:
        yield "it is not over"
    elif session.status != Session.Status.FINISHED and not session.reason:
        yield "it ended without an issue or a reason"
    journals = list(Journal.objects.filter(session=session))
    known = {journal.remote_id for journal in journals if journal.remote_id}
    for talk in talks:
        name = talk.row["id"]
        if (begun := _kick_offs(talk)) > 1:
            yield f"{name} was begun {begun} times"
        if name not in known:
            yield f"{name} is on no record"
        answers = Counter(
            answer["custom_tool_use_id"]
            for answer in talk.of("user.custom_tool_result")
        )
        if doubled := [call for call, count in answers.items() if count > 1]:
            yield f"{', '.join(doubled)} answered twice"
    yield from _left_behind(talks)
    yield from _done_twice(session)
    yield from _miscounted(session, talks, journals, lost)


def _kick_offs(talk: FakeSession) -> int:
    """How often the session was told the same beginning, of whichever round."""
    told = [message["content"][0]["text"] for message in talk.of("user.message")]
    begun = [text for text in told if text.startswith("Session ")]
    return max(Counter(begun).values(), default=0)


def _left_behind(talks: Sequence[FakeSession]) -> Iterator[str]:
    """Sessions still open; a few may wait to be put away."""
    left = [talk.row["id"] for talk in talks if not talk.row["archived_at"]]
    if len(left) > LEFTOVERS_AT_ONCE:
        yield f"{len(left)} remote sessions are left open"


def _done_twice(session: Session) -> Iterator[str]:
    """A call whose tool ran more or less than once, a letter sent twice."""
    answered = ToolCall.objects.filter(
        journal__session=session, answered_at__isnull=False
    ).count()
    logged = session.events.filter(event_type=Kind.TOOL_CALLED).count()
    if logged != answered:
        yield f"{logged} calls are in the log, {answered} in the ledger"
    sent = session.events.filter(event_type=Kind.EMAIL_SENT).count()
    if sent > 1:
        yield f"it was sent {sent} times"
    delivered = Delivery.objects.filter(
        issue__session_name=session.name, state=Delivery.State.ACCEPTED
    ).count()
    if session.status == Session.Status.FINISHED and delivered != len(READERS):
        yield f"{delivered} letters for {len(READERS)} readers"


def _miscounted(
    session: Session,
    talks: Sequence[FakeSession],
    journals: Sequence[Journal],
    lost: Sequence[Row],
) -> Iterator[str]:
    """Tokens on the runs that are not those of the conversations, and of lost replies."""
    used = sum(
        talk.row["usage"][name]
        for talk in talks
        for name in ("input_tokens", "output_tokens", "cache_read_input_tokens")
    )
    replies = (turn["usage"] for journal in journals for turn in journal.turns)
    used += sum(
        usage[name]
        for usage in (*replies, *lost)
        for name in ("input_tokens", "output_tokens", "cache_read_input_tokens")
    )
    runs = list(AgentRun.objects.filter(session=session))
    counted = sum(
        run.input_tokens + run.output_tokens + run.cache_read_tokens for run in runs
    )
    if counted != used:
        yield f"{counted} tokens are counted, {used} were used"
    cents = sum((run.dollars for run in runs), Decimal(0)) * 100
    listed = sum(
        int(talk.row["usage"].get("list_cost", {}).get("amount", 0)) for talk in talks
    )
    if talks and abs(cents - listed) > len(talks) + _of_messages(runs):
        yield f"{cents:.2f} cents are counted, the platform lists {listed}"


def _of_messages(runs: Sequence[AgentRun]) -> Decimal:
    """What the platform does not list: conversations without a session."""
    mine = (run.dollars for run in runs if run.brain == "messages")
    return sum(mine, Decimal(0)) * 100


class _Nowhere:
    """Where a command's output goes that nobody reads."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None: ...
