"""What became of a waiting draft's stories elsewhere, for whoever decides on it.

Research leaves what a draft that waits tells to that draft. Two that were written side by
side may tell the same all the same: the first to go out is then the only one.
"""

from collections.abc import Collection, Iterator

from agents.approval.previewing import bench_of
from agents.engine import log, steering
from agents.engine.steering import Decision, NotPossible
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.tools import desired
from agents.tools.certification import publish as publishing
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft, verified_draft
from newsletter.issues import memory
from newsletter.issues.publish import ToldAlready, told_before
from newsletter.models import Coverage, Issue


class ToldSince(NotPossible):
    """An issue told since what the draft tells. It still waits, for another draft or a no."""


def decide(session: Session, decision: Decision) -> None:
    """Let the draft go out, or stop it. Raises NotPossible.

    No yes to what an issue told since: it would only end the session.
    """
    if decision.is_yes and (told := told_since(session)):
        raise ToldSince(told)
    steering.decide(session, decision)


def told_since(session: Session) -> str:
    """That an issue which is out told the waiting draft's stories; "" if none did."""
    if found := _waiting(session):
        return _told_since(*found)
    return ""


def notes(session: Session) -> tuple[str, ...]:
    """All that became of its stories elsewhere, a sentence each."""
    found = _waiting(session)
    if found is None:
        return ()
    bench, known = found
    stories = {one.id for one in publishing.told(bench, known.draft)}
    told = (
        _told_since(bench, known),
        *_elsewhere(bench, known),
        _stopped(bench, stories),
    )
    return tuple(filter(None, told))


def _waiting(session: Session) -> tuple[Workbench, KnownDraft] | None:
    """The draft that a person is asked about, on its table; None where nobody is."""
    state = log.state(session)
    verified = verified_draft(state)
    if verified is None or not state.still_asked(log.database_now()):
        return None
    return bench_of(session, state), verified


def _told_since(bench: Workbench, known: KnownDraft) -> str:
    issue = Issue(
        newsletter=bench.newsletter,
        session_name=bench.session.name,
        covers_until=bench.now.date(),
    )
    try:
        told_before(issue, publishing.covered(bench, known.draft))
    except ToldAlready as found:
        if found.is_whole:
            return f"{found.what} Stop this draft."
        return f"{found.what} Take it out by “Edit the draft…”, or stop this draft."
    return ""


def _elsewhere(bench: Workbench, known: KnownDraft) -> Iterator[str]:
    """Which other drafts that wait tell the same."""
    found = memory.recall(
        bench.newsletter,
        publishing.told(bench, known.draft),
        on=bench.now.date(),
        among=desired.in_drafts(bench),
    )
    told: dict[Issue, int] = {}
    for one in found.values():
        if one.match.is_certain:
            told[one.row.issue] = told.get(one.row.issue, 0) + 1
    for issue, number in told.items():
        yield (
            f"{_of_its_stories(number, 'stands', 'stand')} in another draft that waits, “{issue.subject}”: "
            "once one of the two is out, the other may not tell it again."
        )


def _stopped(bench: Workbench, stories: Collection[str]) -> str:
    """Who stopped a draft before that told the same, and why."""
    previews = Coverage.objects.of(bench.newsletter, status=Issue.Status.PREVIEW)
    before = previews.filter(story_id__in=stories).exclude(
        issue__session_name=bench.session.name
    )
    refusals = AgentEvent.objects.of_kind(Kind.APPROVAL_REFUSED)
    names = before.values("issue__session_name")
    last = refusals.filter(session__name__in=names).order_by("-pk").first()
    if last is None:
        return ""
    number = before.filter(issue__session_name=last.session.name).count()
    why = f": “{last.data['why']}”" if last.data.get("why") else ""
    return (
        f"{_of_its_stories(number, 'stood', 'stood')} in a draft that {last.data['by']} stopped on "
        f"{last.created_at:%-d %B}{why}."
    )


def _of_its_stories(number: int, one: str, many: str) -> str:
    if number == 1:
        return f"One of its stories {one}"
    return f"{number} of its stories {many}"
