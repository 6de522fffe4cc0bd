"""The desk's first page: what comes next, what runs, what needs a person, how it went.

However many newsletters, issues and sessions there are, the database is asked equally
often.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, Sum
from django.utils.safestring import SafeString

from agents.desk import approval, charts
from agents.desk.growth import NONE, Growth, growth
from agents.desk.session import UNSETTLED, dollars, duration, issues_of
from agents.desk.waiting import Concern, waiting
from agents.engine import log, timetable
from agents.engine.sessions import of_issues
from agents.events import wording
from agents.models import AgentEvent, AgentRun, Session, StepRun
from agents.workflows.table import WORKFLOWS
from newsletter.models import BadTimezone, Issue, Newsletter
from newsletter.verification.scorecard import wording as scoring
from newsletter.verification.scorecard.card import Scorecard
from subscribers.models import Delivery

SHOWN = 6
# Of the last lines of a running session so many are looked at for one in words.
LAST_LINES = 8


class Share(NamedTuple):
    """So many of so many."""

    name: str
    part: int
    whole: int

    @property
    def percent(self) -> float:
        """How long a bar of it is, in hundredths."""
        return 100 * self.part / self.whole if self.whole else 0.0


class Measured(NamedTuple):
    """An issue, and what its scorecard has of the one before and after it."""

    issue: Issue
    shares: tuple[Share, ...]
    per_story: Decimal | None


class Ahead(NamedTuple):
    """A newsletter's next issue, in its own time zone, and its readers."""

    newsletter: Newsletter
    number: int
    at: datetime | None  # None where no session could begin
    growth: Growth

    @property
    def when(self) -> str:
        """`Thursday 7 August, 09:00 (Europe/Berlin)`."""
        if self.at is None:
            return "no date: it cannot begin"
        local = self.at.astimezone(self.newsletter.zone)
        return f"{local:%A %-d %B, %H:%M} ({self.newsletter.timezone})"

    @property
    def chart(self) -> SafeString | str:
        """Its readers, week by week."""
        counted = [float(number) for _, number in self.growth.weeks]
        if not any(counted):
            return ""
        told = f"From {counted[0]:.0f} to {counted[-1]:.0f} in {len(counted)} weeks."
        title = f"Readers of {self.newsletter}"
        return charts.line(charts.Chart(title, told, counted))


class Running(NamedTuple):
    """A session under way: what is done at this moment."""

    session: Session
    doing: str
    done: int
    steps: int
    took: str
    cost: str
    last: str  # the newest line of its log in words


class Past(NamedTuple):
    """One of the last sessions, what came of it, what it cost, whom it reached."""

    session: Session
    issue: Issue | None
    cost: str
    reached: int | None
    readers: int


class Sending(NamedTuple):
    """An issue whose letters have not all left."""

    issue: Issue
    left: int
    next_at: datetime | None
    is_held: bool


@dataclass(frozen=True, slots=True)
class Live:
    """What changes by itself while the operator looks."""

    concerns: tuple[Concern, ...]
    running: tuple[Running, ...]
    sending: tuple[Sending, ...]
    past: tuple[Past, ...]

    @property
    def every_seconds(self) -> int:
        """How soon it is worth looking again."""
        return 3 if self.running or self.sending else 20


@dataclass(frozen=True, slots=True)
class Overview:
    """What the operator sees first."""

    live: Live
    ahead: tuple[Ahead, ...]
    # Those of which a session could begin now.
    newsletters: tuple[Newsletter, ...]
    issues: tuple[Measured, ...]

    @property
    def weeks(self) -> Iterator[tuple[object, tuple[int, ...]]]:
        """The table behind the lines: each week's day, and readers by newsletter."""
        known = [ahead.growth.weeks for ahead in self.ahead]
        longest: Sequence[tuple[object, int]] = max(known, key=len, default=())
        for place, (day, _) in enumerate(longest):
            yield day, tuple(weeks[place][1] if weeks else 0 for weeks in known)


def look() -> Overview:
    """Ask the database; nothing is changed by it."""
    ahead = tuple(_ahead())
    return Overview(
        live=look_live(),
        ahead=ahead,
        newsletters=tuple(
            one.newsletter for one in ahead if not timetable.obstacle(one.newsletter)
        ),
        issues=tuple(_measured()),
    )


def look_live() -> Live:
    """The part that is asked for again and again."""
    return Live(
        concerns=waiting(),
        running=tuple(_running()),
        sending=tuple(_sending()),
        past=tuple(_past()),
    )


# --- What comes next ----------------------------------------------------------------


def _ahead() -> Iterator[Ahead]:
    now = log.database_now()
    active = Newsletter.objects.filter(is_active=True)
    grown = growth(now)
    # A rehearsal has a number too, and makes room for the next issue that comes out.
    is_out = Q(issues__status=Issue.Status.PUBLISHED)
    for newsletter in active.annotate(last=Max("issues__number", filter=is_out)):
        try:
            at = timetable.next_slot(newsletter, now)
        except BadTimezone:
            at = None
        number = (newsletter.last or 0) + 1
        yield Ahead(newsletter, number, at, grown.get(newsletter.pk, NONE))


def _sending() -> Iterator[Sending]:
    unsettled = Delivery.objects.filter(issue=OuterRef("pk"), state__in=UNSETTLED)
    is_left = Q(deliveries__state__in=UNSETTLED)
    issues = Issue.objects.filter(Exists(unsettled)).annotate(
        left=Count("deliveries", filter=is_left),
        next_at=Min("deliveries__next_at", filter=is_left),
    )
    for one in issues.select_related("newsletter", "dispatch"):
        issue: Any = one  # with what was counted
        dispatch = getattr(issue, "dispatch", None)
        is_held = bool(dispatch and dispatch.paused_at)
        yield Sending(issue, issue.left, issue.next_at, is_held)


# --- What runs ----------------------------------------------------------------------


def _running() -> Iterator[Running]:
    sessions = list(
        Session.objects.filter(status=Session.Status.OPEN).select_related("newsletter")
    )
    if not sessions:
        return
    now = log.database_now()
    asked = {waits.session.pk for waits in approval.waiting()}
    spent, last = _spent(sessions), _last_words(sessions)
    steps: dict[int, list[StepRun]] = defaultdict(list)
    for step in StepRun.objects.filter(session__in=sessions).order_by("pk"):
        steps[step.session_id].append(step)
    for session in sessions:
        mine = steps[session.pk]
        workflow = WORKFLOWS.get((session.workflow, session.version))
        yield Running(
            session=session,
            doing="waits for a person"
            if session.pk in asked
            else _doing(session, mine, now),
            done=len({one.step for one in mine if one.status == StepRun.Status.DONE}),
            steps=len(workflow.steps) if workflow else 0,
            took=duration(now - session.created_at),
            cost=dollars(spent.get(session.pk, Decimal(0))),
            last=last.get(session.pk, ""),
        )


def _doing(session: Session, steps: Sequence[StepRun], now: datetime) -> str:
    """The steps under way and for how long, or what is waited for."""
    at_work = [
        f"{one.step.replace('_', ' ')} for {duration(now - one.claimed_at)}"
        + (f", attempt {one.attempt}" if one.attempt > 1 else "")
        for one in steps
        if one.status == StepRun.Status.RUNNING
    ]
    if at_work:
        return " and ".join(at_work)
    if session.wake_at and session.wake_at > now:
        return f"goes on at {session.wake_at:%H:%M:%S} UTC by itself"
    return "waits for a worker" if session.wants else "waits"


def _last_words(sessions: Sequence[Session]) -> Mapping[int, str]:
    lines = AgentEvent.objects.filter(
        session__in=sessions,
        seq__gt=F("session__last_seq") - LAST_LINES,
        event_type__in=wording.TOLD,
    ).order_by("seq")
    return {
        line.session_id: f"{line.agent_name or 'session'}: {words}"
        for line in lines
        if (words := wording.describe(line.event_type, line.data))
    }


def _spent(sessions: Sequence[Session]) -> Mapping[int, Decimal]:
    """What each of these sessions has cost so far."""
    runs = AgentRun.objects.filter(session__in=sessions).order_by()
    return dict(runs.values_list("session").annotate(Sum("dollars")))


# --- How it went --------------------------------------------------------------------


def _past() -> Iterator[Past]:
    sessions = list(
        of_issues()
        .exclude(status=Session.Status.OPEN)
        .select_related("newsletter")[:SHOWN]
    )
    issues, spent = issues_of(sessions), _spent(sessions)
    letters = {
        issue: (accepted, frozen)
        for issue, accepted, frozen in Delivery.objects.filter(
            issue__in=list(issues.values())
        )
        .order_by()
        .values_list("issue")
        .annotate(
            accepted=Count("pk", filter=Q(state=Delivery.State.ACCEPTED)),
            frozen=Count("pk"),
        )
    }
    for session in sessions:
        issue = issues.get(session.name)
        reached, readers = letters.get(issue.pk if issue else 0, (None, 0))
        cost = dollars(spent.get(session.pk, Decimal(0)))
        yield Past(session, issue, cost, reached, readers)


def _measured() -> Iterator[Measured]:
    published = Issue.objects.filter(status=Issue.Status.PUBLISHED)
    newest = published.select_related("newsletter").order_by("-published_at", "-pk")
    for issue in newest[:SHOWN]:
        if card := scoring.read(issue.scorecard):
            yield Measured(issue, tuple(_shares(card)), card.cost.per_story)


def _shares(card: Scorecard) -> Iterator[Share]:
    quotes, details, recall = card.evidence, card.details, card.recall
    yield Share("Quotes found", quotes.exact + quotes.fuzzy, quotes.citations)
    yield Share("Details borne", details.checked - details.unsupported, details.checked)
    yield Share("Sentences cited", recall.factual_cited, recall.factual)
    yield Share("Stories of the week", card.freshness.in_window, card.freshness.dated)
