"""What an operator may do with a session, by name: offered on the desk, done once asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from agents.engine import sample_or_live, sessions, steering, timetable
from agents.engine.again import copying
from agents.engine.steering import NotPossible
from agents.models import Session
from agents.workflows.state import State
from newsletter.models import Newsletter

ACTS = ("publish", "retry", "unpause", "pause", "again", "cancel")


def retries(session: Session, state: State) -> str:
    """The round of a step that a retry would give a new budget; empty if none."""
    try:
        return steering.key_to_retry(session, state)
    except NotPossible:
        return ""


def offered(session: Session, retries: str) -> tuple[str, ...]:
    """Those of ACTS that would not be refused; `steering` has the last word."""
    is_paused = session.status == Session.Status.PAUSED
    is_done = session.status == Session.Status.FINISHED
    may = {
        "publish": session.is_dry_run and is_done,
        "retry": bool(retries),
        "unpause": is_paused,
        "pause": not is_paused and not session.is_over,
        "again": session.is_over and session.workflow != Session.REQUEST,
        "cancel": not session.is_over,
    }
    return tuple(act for act in ACTS if may[act])


def beginnings(session: Session, state: State) -> tuple[str, ...]:
    """The steps from which a session that is over could be run again."""
    if not session.is_over:
        return ()
    is_sent = session.status == Session.Status.FINISHED
    steps = (one for one in state.workflow.steps if state.has_come_to(one.name))
    return tuple(step.name for step in steps if not (is_sent and step.ends_session))


def begin(
    newsletter: Newsletter,
    *,
    is_dry_run: bool,
    workflow: str = "",
    by_steps: bool = False,
    sources: Session.Sources | None = None,
    seen: int | None = None,
) -> tuple[Session, str]:
    """A session outside the timetable, and what comes next. Raises NotPossible.

    Without `workflow` it is the newsletter's; raises UnknownWorkflow. Without `sources`
    (see `sources_for`) the web is asked whether it is there, which may take seconds.
    `seen` is the newest session that the operator saw, if there is one to be heeded.
    """
    if obstacle := timetable.obstacle(newsletter):
        raise NotPossible(f"{newsletter.title} cannot begin: {obstacle}")
    sources = sources or sources_for(newsletter)
    plan = sessions.Plan(
        sources=sources, is_dry_run=is_dry_run, workflow=workflow, by_steps=by_steps
    )
    with none_begun(newsletter, seen):
        session = sessions.start(newsletter, plan)
    ends = "Nothing will be published or sent. " if is_dry_run else ""
    held = "It is held after each step. " if by_steps else ""
    return (
        session,
        f"It has begun. {ends}{held}A worker takes it up as it looks around.",
    )


def seen_in(given: str) -> int | None:
    """The newest session that was seen, as a form says it; None where it says none."""
    return int(given) if given.isdecimal() and len(given) < 19 else None


@contextmanager
def none_begun(newsletter: Newsletter, seen: int | None) -> Iterator[None]:
    """Hold the newsletter; raises NotPossible where a later session than `seen` is there.

    So a button that is pressed twice, or by two, begins one.
    """
    with transaction.atomic():
        Newsletter.objects.select_for_update().get(pk=newsletter.pk)
        later = newsletter.sessions.filter(pk__gt=seen or 0).order_by("-pk")
        if seen is not None and (begun := later.first()):
            raise NotPossible(
                f"Session {begun.name!r} has begun since you looked, and no other began"
                " now. Press it again if you want one more."
            )
        yield


def sources_for(newsletter: Newsletter) -> Session.Sources:
    """Which web a new session would read; raises NotPossible where that is silent."""
    try:
        return sample_or_live.choose([newsletter])
    except sample_or_live.WebSilent as silence:
        raise NotPossible(f"{newsletter.title} cannot begin. {silence}") from silence


@dataclass(frozen=True, slots=True)
class Wish:
    """What an operator wants done, who it is, and how far the log was that they saw."""

    act: str
    by: str
    at_seq: int
    reason: str = ""
    step: str = ""
    seen: int | None = None  # the newest session, for what begins one


def fulfil(session: Session, wish: Wish) -> tuple[Session, str]:
    """The session to look at now, and what came of the wish. Raises NotPossible.

    To hold or end a session is meant whatever has happened since it was looked at; a
    new budget is for the failure that was seen.
    """
    by, at = wish.by, wish.at_seq
    match wish.act:
        case "retry":
            key = steering.retry(session, by=by, at_seq=at)
            spoken = key.replace("_", " ")
            return (
                session,
                f"A new attempt at {spoken} begins with the next look around.",
            )
        case "pause":
            steering.pause(session, by=by, reason=wish.reason)
            return session, "Paused: what runs now is finished and kept."
        case "unpause":
            steering.unpause(session, by=by, reason=wish.reason)
            return session, "It goes on with the next look around of a worker."
        case "cancel":
            steering.cancel(session, by=by, reason=wish.reason)
            return session, "Cancelled: no issue will come of it."
        case "publish":
            with none_begun(session.newsletter, wish.seen):
                published = copying.publish_rehearsal(session, by=by)
            told = (
                "It is published as it stands, with the next look around of a worker."
            )
            return published, told
        case "again":
            with none_begun(session.newsletter, wish.seen):
                again = copying.run_again(session, wish.step)
            return (
                again,
                f"It begins at {wish.step}, with a copy of the log up to there.",
            )
    raise NotPossible(f"No act {wish.act!r}; known: {', '.join(ACTS)}.")
