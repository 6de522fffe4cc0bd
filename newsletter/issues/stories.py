"""Stories that an issue told: their rows say so from the moment of publication on.

A withdrawn issue changes none of them: readers had it, and the memory keeps what it told
from running again.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from newsletter.drafts.links import links_of
from newsletter.issues.memory import Told
from newsletter.models import Coverage, CoverageKey, Issue, Story
from newsletter.research.lifecycle import MOVES, State
from newsletter.text.identifiers import canonical, story_id

BY = "publication"


def mark_told(issue: Issue, before: Mapping[str, Told]) -> None:
    """Move what `issue` tells to published, and what it goes on with to updated.

    Who tells the same and is not so much as linked ends as a duplicate: no reader met it.
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
    _move(issue, _works(earlier), State.UPDATED, f"{where} (what is new)")
    urls = {row.url for row in rows} | {
        link.url for link in links_of(issue.draft.tokens)
    }
    told = {name for url in urls for name in (canonical(url), story_id(url))}
    told |= {row.story_id for row in rows}
    works = _works(rows)
    _move(issue, works & told, State.PUBLISHED, where)
    beside = f"Issue {issue.number} tells it as another outlet does"
    _move(issue, works - told, State.DUPLICATE, beside)


def _works(rows: Iterable[Coverage]) -> set[str]:
    """The ids and addresses of these stories, and of who tells the same."""
    kept = CoverageKey.objects.filter(
        coverage__in=list(rows), sort=CoverageKey.Sort.WORK
    )
    return set(kept.values_list("key", flat=True))


def _move(issue: Issue, names: AbstractSet[str], after: State, because: str) -> None:
    origins = [state for state, targets in MOVES.items() if after in targets]
    known = Story.objects.filter(
        newsletter=issue.newsletter_id, keys__key__in=names, state__in=origins
    )
    # Again by their ids: a join cannot be updated, and states may change meanwhile.
    Story.objects.filter(
        pk__in=set(known.values_list("pk", flat=True)), state__in=origins
    ).update(state=after, moved_by=BY, moved_because=because[:300], retry_after=None)
