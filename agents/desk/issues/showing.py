"""An issue on the desk: as its readers will see it, and what may be done with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.desk import approval
from agents.desk.approval import Approval
from agents.desk.drafts import Round, rounds
from agents.engine.steering import NotPossible
from agents.models import Session
from newsletter.issues import withdrawal
from newsletter.issues.letter import MOST_LETTER_BYTES
from newsletter.models import Correction, Issue
from newsletter.pages.paths import address_of
from subscribers.delivery import clearance, control, trial
from subscribers.delivery.transports.base import Result, Unreachable
from subscribers.letters.compose import compose
from subscribers.models import Dispatch

TAKEN_DOWN = "the issue was taken down"


@dataclass(frozen=True, slots=True)
class SeenIssue:
    """What the desk shows beside page and letter."""

    issue: Issue
    session: Session | None
    state: str
    address: str
    headers: tuple[tuple[str, str], ...]
    text: str
    size: int  # bytes of the letter as it leaves
    obstacles: tuple[str, ...]
    operators: Sequence[str]
    rounds: tuple[Round, ...]
    approval: Approval | None
    corrections: tuple[Correction, ...]

    @property
    def share(self) -> float:
        """How much of what Gmail shows whole, in hundredths."""
        return min(100.0, 100 * self.size / MOST_LETTER_BYTES)

    @property
    def is_shown(self) -> bool:
        return bool(self.address)


def see(issue: Issue, now: datetime) -> SeenIssue:
    """Look at an issue as if it went out now; nothing is sent by it."""
    letters = compose(issue, at=now)
    letter = letters.letter(clearance.NOBODY)
    parts = letter.parts()
    session = Session.objects.filter(name=issue.session_name).first()
    is_shown = issue.status == Issue.Status.PUBLISHED and not issue.withdrawn_at
    found = clearance.found(issue, letters)
    return SeenIssue(
        issue=issue,
        session=session,
        state=_state(issue, session),
        approval=approval.look(session) if session else None,
        address=address_of(issue) if is_shown else "",
        headers=(
            ("From", parts.sender),
            ("Subject", parts.subject),
            *parts.headers.items(),
        ),
        text=parts.text,
        size=len(letter.content(eight_bit=True)),
        obstacles=tuple(obstacle.message for obstacle in found),
        operators=trial.operators(),
        rounds=tuple(rounds(session)) if session else (),
        corrections=tuple(issue.corrections.standing()),
    )


def _state(issue: Issue, session: Session | None) -> str:
    if issue.withdrawn_at:
        why = issue.withdrawn_because.rstrip(".")
        return f"Taken down on {issue.withdrawn_at:%-d %B %Y}: {why}"
    if issue.status == Issue.Status.PUBLISHED:
        return f"Published on {issue.published_at:%-d %B %Y, %H:%M} UTC"
    if session is None or session.is_dry_run:
        return "A rehearsal: on no public page, and sent to nobody"
    if session.is_over:
        return "It did not go out: on no public page, and sent to nobody"
    return "It has not gone out yet: on no public page, and sent to nobody"


def html_letter(issue: Issue, now: datetime) -> str:
    """The letter's HTML part."""
    return compose(issue, at=now).letter(clearance.NOBODY).parts().html


def send_test(issue: Issue, address: str, now: datetime) -> str:
    """Send it to an operator; what came of it, in words. Raises NotPossible."""
    if address not in trial.operators():
        raise NotPossible(
            f"{address!r} is no operator's: a test goes to OPERATOR_EMAILS, or to the "
            "address of a person who may log in here."
        )
    try:
        outcome = trial.send(issue, address, now)
    except Unreachable as error:
        raise NotPossible(f"The test letter did not leave: {error}") from error
    if outcome.result is not Result.ACCEPTED:
        raise NotPossible(f"The mail server {outcome.result} it: {outcome.reply}")
    return f"A test letter went to {address}: {outcome.reply or 'accepted'}."


def take_down(issue: Issue, because: str, now: datetime) -> str:
    """Show it no more, and send what has not left to nobody. Raises NotPossible."""
    if not because.strip():
        raise NotPossible("Say why: readers are told it in the issue's place.")
    if not withdrawal.withdraw(issue, because.strip(), now):
        raise NotPossible("It is on no public page.")
    dispatch, _ = Dispatch.objects.get_or_create(issue=issue)
    control.pause(dispatch, TAKEN_DOWN, now)
    return (
        "It is taken down; its page tells why, and letters that had not left are held."
    )


def put_back(issue: Issue) -> str:
    """Show it again. Letters stay held until someone lets them go on."""
    if not withdrawal.put_back(issue):
        raise NotPossible("It was not taken down.")
    return "It is on its page again. Letters that had not left wait under Dispatches."
