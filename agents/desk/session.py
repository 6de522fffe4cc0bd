"""What an operator is told of a session at a glance, and what may be done about it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.utils.text import capfirst

from agents.desk import acts
from agents.desk.approval import Approval
from agents.desk.approval import look as approval_of
from agents.desk.graph.layout import Picture, picture
from agents.desk.record import lines, timeline
from agents.desk.record.lines import LINES_PER_PAGE, Stretch
from agents.desk.record.timeline import Bar, Sums, Wait
from agents.engine import log
from agents.engine.retries import patience
from agents.events import wording
from agents.events.approval import ApprovalMode, WhenLapsed
from agents.events.schema import Kind
from agents.models import AgentEvent, AgentRun, Budget, Session, Sweep
from agents.runs.budgets import UNLIMITED, session_ceiling
from agents.watching.stand_ins import refused, told_of
from agents.workflows.approval import Outcome
from agents.workflows.declaration import Data, Key
from agents.workflows.state import State
from newsletter.models import Issue
from newsletter.pages.paths import address_of
from newsletter.verification.scorecard.wording import CardRow, rows
from subscribers.models import Delivery

# Who was here within this time is still here.
LATELY = timedelta(minutes=2)
UNSETTLED = (
    Delivery.State.QUEUED,
    Delivery.State.CLAIMED,
    Delivery.State.STARTED,
    Delivery.State.DEFERRED,
)

# How much of what went wrong stands above the log.
MOST_TROUBLE = 50
MOST_IN_HEADLINE = 120  # characters of a reason
NOTHING = "Nothing to do."

Letters: TypeAlias = Mapping[str, int]


class LogRow(NamedTuple):
    """One event in words."""

    event: AgentEvent
    words: str
    is_bad: bool

    @property
    def who(self) -> str:
        """The step or agent it is about."""
        name = self.event.data.get("step") or self.event.agent_name or "session"
        return str(name).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Told:
    """A session as the desk shows it; `advice` says what to do, if anything."""

    session: Session
    headline: str
    # What of the reason is too long for it.
    why: str
    advice: str
    # What may be done now: see `agents.desk.acts`.
    acts: tuple[str, ...]
    # Whether its draft may be edited, or opened for it.
    may_edit: bool
    # Where a new session could begin with a copy of this one's log.
    steps: tuple[str, ...]
    # That among them which would ask a person anew; empty where nobody was asked.
    asks_anew: str
    # What a retry would give a new budget, as people read it.
    retries: str
    facts: tuple[tuple[str, str], ...]  # name and value
    stretches: tuple[Stretch, ...]
    # That of the log whose lines these are; first the last, for there it goes on.
    page: "Page[AgentEvent]"
    trouble: tuple[LogRow, ...]
    bars: tuple[Bar, ...]
    waits: tuple[Wait, ...]
    sums: Sums
    drafts: int
    issue: Issue | None
    approval: Approval
    graph: Picture
    # What was changed by hand, if this is a fork.
    fork: Data | None

    @property
    def command(self) -> str:
        """What goes on with it in a terminal; empty if nothing is left to do."""
        if self.session.is_over:
            return ""
        if waits := self.approval.waits:
            act = "stop" if waits.is_veto else "approve"
            return f"manage.py steersession {self.session.name} {act}"
        return f"manage.py runnewsletter --resume {self.session.name}"

    @property
    def asks_somebody(self) -> bool:
        """Whether `advice` is to do something, for who may steer sessions."""
        is_open = not self.session.is_over
        is_held = self.session.status in (
            Session.Status.ABORTED,
            Session.Status.CANCELLED,
            Session.Status.PAUSED,
        )
        return is_held or (is_open and not self.advice.startswith("Nothing to do"))

    @property
    def figures(self) -> tuple[CardRow, ...]:
        """The issue in numbers."""
        return rows(self.issue.scorecard) if self.issue else ()

    @property
    def address(self) -> str:
        """Where readers find the issue; empty if they do not."""
        is_public = self.issue and self.issue.status == Issue.Status.PUBLISHED
        return address_of(self.issue) if self.issue and is_public else ""


def tell(session: Session, page: str | None = None) -> Told:
    """Look at a session and judge it, as an operator would who has a minute.

    `page` is that of the log which is wanted; None is the last.
    """
    state, status = log.look(session)
    runs = tuple(session.agent_runs.select_related("agent"))
    issue = Issue.objects.filter(session_name=session.name).first()
    shown = lines.page(session, page, LINES_PER_PAGE)
    letters, retries = _letters(issue), acts.retries(session, state)
    bars, waits = timeline.timeline(session, runs, log.database_now())
    return Told(
        session=session,
        headline=_headline(session, state, letters),
        why=capfirst(_reason(session)[1]),
        advice=_advice(session, state, retries, letters),
        acts=acts.offered(session, retries),
        may_edit=_may_edit(session, state),
        steps=acts.beginnings(session, state),
        asks_anew=_asks_anew(state),
        retries=spoken(retries),
        facts=tuple(_facts(session, runs, letters)),
        stretches=tuple(lines.stretches(shown)),
        page=shown,
        trouble=_trouble(session),
        bars=tuple(bars),
        waits=tuple(waits),
        sums=timeline.sums(runs),
        drafts=state.counts[Kind.DRAFT_WRITTEN],
        issue=issue,
        approval=approval_of(session),
        graph=picture(state, status),
        fork=state.fork,
    )


def _asks_anew(state: State) -> str:
    if state.asking is None or state.asking.outcome is Outcome.GIVEN:
        return ""
    return next(step.name for step in state.workflow.steps if step.delivers)


def _may_edit(session: Session, state: State) -> bool:
    is_rehearsal = session.is_dry_run and session.status == Session.Status.FINISHED
    return state.may_be_edited or (is_rehearsal and state.workflow.takes_edits)


# --- What happened, and what to do --------------------------------------------------


def _headline(session: Session, state: State, letters: Letters) -> str:
    match session.status:
        case Session.Status.FINISHED if not state.workflow.makes_issue:
            answered = state.last[Kind.REQUEST_ANSWERED]
            return f"Finished: {wording.describe(Kind.REQUEST_ANSWERED, answered)}."
        case Session.Status.FINISHED:
            return _sent(state.last.get(Kind.EMAIL_SENT), letters)
        case Session.Status.ABORTED:
            whole = session.ending.removesuffix(session.reason)
            return capfirst(f"{whole}{_reason(session)[0]}")
        case Session.Status.CANCELLED:
            return f"Cancelled: {session.reason or 'no reason was given'}"
        case Session.Status.PAUSED:
            return f"Paused before {_listed(state.open)}."
    if asked := state.still_asked(log.database_now()):
        if asked.mode == ApprovalMode.VETO:
            return "It goes out by itself unless somebody stops it."
        return "Delivery waits for a person."
    if state.edit_failed and state.edit:
        return f"What {state.edit['by']} edited failed verification."
    if state.running:
        return f"At work: {_listed(state.running)}."
    return f"Waiting to begin {_listed(state.open)}."


def _then(state: State) -> str:
    """What becomes of a draft that nobody decided on."""
    is_sent = state.asked and state.asked.then == WhenLapsed.SEND
    return "goes out" if is_sent else "is skipped"


def _sent(sent: Data | None, letters: Letters) -> str:
    """What became of the issue; its letters as they stand now, not as on the log."""
    if sent is None:
        return "Finished: an issue of before is on record."
    if waiting := sum(letters.get(state, 0) for state in UNSETTLED):
        has_begun = not letters.get(Delivery.State.QUEUED)
        kept = "" if has_begun else sent.get("problem", "")
        left = f"{waiting:,} of {sum(letters.values()):,} letters wait"
        why = f": {kept.removesuffix('.')}" if kept else ""
        return f"Issue {sent['issue_number']} is out; {left}{why}."
    now = {"accepted": letters.get(Delivery.State.ACCEPTED, 0), "problem": ""}
    told = wording.describe(Kind.EMAIL_SENT, {**sent, **(now if letters else {})})
    return f"Finished: {told}."


def _reason(session: Session) -> tuple[str, str]:
    """Why it was aborted, and what of that is too long for a headline."""
    if session.status != Session.Status.ABORTED:
        return "", ""
    if len(session.reason) <= MOST_IN_HEADLINE:
        return session.reason, ""
    short, _, exactly = session.reason.partition(": ")
    return f"{short.rstrip('.')}.", exactly


def _about_refusal(state: State) -> str:
    """What to do where trying again would come to the same."""
    problems = state.last.get(Kind.CRITIC_REJECTION, {}).get("problems", ())
    if any(one["code"] == "told_before" for one in problems):
        return (
            "Another issue told some of its stories meanwhile. Run it again from "
            f"{spoken(state.workflow.steps[0].name)}: it chooses others."
        )
    return (
        "Trying again would come to the same. Change what led to it, then run again "
        "from the step where it matters."
    )


def _advice(session: Session, state: State, retries: str, letters: Letters) -> str:
    match session.status:
        case Session.Status.FINISHED if session.is_dry_run:
            return "It was a dry run: the issue is a preview, on no public page."
        case Session.Status.FINISHED if not state.workflow.makes_issue:
            return "The answer stands in its conversation."
        case Session.Status.FINISHED:
            return _about_outcome(session, letters)
        case Session.Status.ABORTED if retries:
            return (
                f"Mend what made {spoken(retries)} fail, then retry it: all that was done "
                "before it is kept."
            )
        case Session.Status.ABORTED if (
            state.asked and state.asked.outcome is Outcome.LAPSED
        ):
            return (
                "Its draft is as good as it was: run it again from delivery, and a person "
                "is asked anew."
            )
        case Session.Status.ABORTED:
            return _about_refusal(state)
        case Session.Status.PAUSED if (
            state.waits_for_approval and not state.still_asked(log.database_now())
        ):
            return (
                "The time to decide went by meanwhile. Edit the draft, and a person is "
                f"asked anew; let go on as it is, it {_then(state)}."
            )
        case Session.Status.CANCELLED:
            return "Nothing is owed. Run again from a step if that was a mistake."
        case Session.Status.PAUSED:
            return "No further step begins until you let it go on."
    return _about_waiting(session, state, retries)


def _about_outcome(session: Session, letters: Letters) -> str:
    """What is left to do about letters, and about models that answer no more."""
    about = _about_letters(letters)
    if not (told := told_of(session.pk)):
        return about
    if refused(session.pk) is None:
        return f"{about} {told}"
    return told if about == NOTHING else f"{told} {about}"


# With fewer stories on its subject a newsletter lacks outlets that tell of it.
_FEW_ON_SUBJECT = 5


def off_subject(sessions: Sequence[int]) -> Mapping[int, str]:
    """Of those whose outlets told hardly anything on the readers' subject: how little."""
    researched = AgentEvent.objects.of_kind(Kind.LAUNCHES_RESEARCHED).filter(
        session__in=sessions, data__on_subject__lt=_FEW_ON_SUBJECT
    )
    found = researched.order_by("seq").values_list(
        "session", "data__considered", "data__on_subject"
    )
    return {
        session: f"of {considered:,} stories that its outlets told last time {number} "
        f"{'was' if number == 1 else 'were'} on its readers' subject: give it outlets on it, "
        "or tick “General interest” if it is on all of them."
        for session, considered, number in found
    }


def _about_letters(letters: Letters) -> str:
    if letters.get(Delivery.State.UNCERTAIN):
        return (
            "A crash left letters uncertain: they may have been accepted, so they are "
            "not sent again before the mail server's record was looked at."
        )
    if any(letters.get(state) for state in UNSETTLED):
        return "Nothing to do: letters that have not left yet are sent by themselves."
    return NOTHING


def _about_waiting(session: Session, state: State, retries: str) -> str:
    now = log.database_now()
    if asked := state.still_asked(now):
        if asked.mode == ApprovalMode.VETO:
            return "Read page and letter, and stop it if it shall not go out."
        return "Read page and letter, then approve it or stop it."
    if state.edit_failed and session.wake_at:
        return (
            "Mend the draft, or go back to the certified one, until "
            f"{session.wake_at:%-d %B, %H:%M} UTC; after that no issue comes of it."
        )
    if state.running:
        return "Nothing to do: it goes on by itself."
    if retries and session.wake_at and session.wake_at > now:
        tally = state.tally(Key.of(retries).turn)
        again = f"{session.wake_at:%H:%M:%S} UTC by itself"
        if tally.waits and not tally.failures:
            left = patience(state, state.waits_until or now)
            return (
                f"{spoken(retries)} waits ({tally.reason}) and asks again at {again}. The "
                f"session bears {duration(left)} more of that; then who is next among its "
                "brains takes the role, or the step has failed once."
            )
        return (
            f"{spoken(retries)} failed ({tally.reason}) and is tried again at {again}. Retry it "
            "now if the cause is mended."
        )
    swept_at = Sweep.objects.values_list("swept_at", flat=True).first()
    if swept_at and abs(now - swept_at) < LATELY:
        return "Nothing to do: the next free worker takes it."
    since = f"since {swept_at:%-d %B, %H:%M} UTC" if swept_at else "yet"
    if swept_at and swept_at > now:
        since = "since the clock was set back"
    return (
        f"No worker has looked around {since}. Start one (make dev, or manage.py "
        "worker), or go on in a terminal."
    )


def _listed(steps: Sequence[str]) -> str:
    return " and ".join(map(spoken, steps)) or "nothing"


def spoken(name: str) -> str:
    """A step, or its key, as people read it: `research launches.1`."""
    return name.replace("_", " ")


# --- What it took -------------------------------------------------------------------


def dollars(amount: Decimal) -> str:
    """`$1.42`; less than a cent is not nothing."""
    is_tiny = Decimal(0) < amount < Decimal("0.005")
    return f"${amount:.4f}" if is_tiny else f"${amount:.2f}"


def took(session: Session) -> str:
    """How long the session has lasted, or did."""
    ended = session.ended_at or log.database_now()
    return duration(ended - session.created_at)


def duration(took: timedelta) -> str:
    """`8 s`, `2 min 5 s`, `3 h 20 min`."""
    seconds = max(0, round(took.total_seconds()))
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


def _facts(
    session: Session, runs: Sequence[AgentRun], letters: Letters
) -> Iterator[tuple[str, str]]:
    called = session.executions.values_list("dollars", flat=True)
    spent = sum((*(run.dollars for run in runs), *called), Decimal(0))
    most = session_ceiling(Budget.objects.filter(newsletter=session.newsletter).first())
    sums = timeline.sums(runs)
    rounds = len({run.key for run in runs})
    more = len({(run.key, run.attempt) for run in runs}) - rounds
    yield "Took", took(session)
    yield (
        "Cost",
        dollars(spent) + ("" if most == UNLIMITED else f" of {dollars(most)}"),
    )
    tokens = f"{sums.given:,} in, {sums.got:,} out"
    yield "Tokens", tokens if sums.got else "none"
    if sums.share:
        yield "From the cache", f"{sums.share} of all input"
    yield "Steps", f"{rounds}" + (f", {more} tried again" if more else "")
    yield "Brains", ", ".join(sorted({run.brain for run in runs})) or "none yet"
    told = [f"{number:,} {state}" for state, number in letters.items() if number]
    yield "Letters", ", ".join(told) or "none"
    yield "Sources", f"{session.sources}, {session.as_of:%-d %b %Y}"


def _letters(issue: Issue | None) -> Letters:
    """Where the letters stand now, which is later than what the log says."""
    found = Delivery.objects.filter(issue=issue).values_list("state")
    return dict(found.annotate(Count("id")).order_by("state"))


def log_page(session: Session, page: str | None) -> "Page[AgentEvent]":
    """One page of what a person is told of the log, oldest first; None is the last."""
    told = session.events.of_kind(*wording.TOLD).order_by("seq")
    pages = Paginator(told, LINES_PER_PAGE)
    return pages.get_page(page or pages.num_pages)


def _trouble(session: Session) -> tuple[LogRow, ...]:
    """What went wrong on the way, the last of it, oldest first."""
    bad = session.events.of_kind(*wording.BAD).order_by("-seq")[:MOST_TROUBLE]
    return tuple(in_words(reversed(bad)))


def in_words(events: Iterable[AgentEvent]) -> list[LogRow]:
    """The events of which a person is told something."""
    return [
        LogRow(event, words, event.event_type in wording.BAD)
        for event in events
        if (words := wording.describe(event.event_type, event.data))
    ]


def issues_of(sessions: Iterable[Session]) -> dict[str, Issue]:
    """The issues that came of these sessions, by the session's name."""
    names = [session.name for session in sessions]
    found = Issue.objects.filter(session_name__in=names).select_related("newsletter")
    return {issue.session_name: issue for issue in found}
