"""Stories that an issue told: their rows say so from the moment of publication on.

A withdrawn issue changes none of them: readers had it, and the memory keeps what it told
from running again.
"""

from collections.abc import Iterable, Mapping

from newsletter.issues.memory import Told
from newsletter.models import Coverage, CoverageKey, Issue, Story
from newsletter.research.lifecycle import MOVES, State

BY = "publication"


def mark_told(issue: Issue, before: Mapping[str, Told]) -> None:
    """Move what `issue` tells to published, and what it goes on with to updated.

    `before` has what earlier issues told of its stories. Done again it moves nothing.
    """
    if issue.is_sample:
        return
    rows = list(issue.coverage.all())
    earlier = [
        found.row
        for row in rows
        if row.what_is_new and (found := before.get(row.story_id))
    ]
    where = f"Issue {issue.number}: {issue.subject}"
    _move(issue, earlier, State.UPDATED, f"{where} (what is new)")
    _move(issue, rows, State.PUBLISHED, where)


def _move(issue: Issue, rows: Iterable[Coverage], after: State, because: str) -> None:
    names = CoverageKey.objects.filter(
        coverage__in=list(rows), sort=CoverageKey.Sort.WORK
    )
    origins = [state for state, targets in MOVES.items() if after in targets]
    known = Story.objects.filter(
        newsletter=issue.newsletter_id,
        keys__key__in=names.values("key"),
        state__in=origins,
    )
    # Again by their ids: a join cannot be updated, and states may change meanwhile.
    Story.objects.filter(
        pk__in=set(known.values_list("pk", flat=True)), state__in=origins
    ).update(state=after, moved_by=BY, moved_because=because[:300], retry_after=None)
