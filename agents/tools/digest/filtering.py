"""filter_urls: which of the gathered stories are for this issue, and why the rest not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agents.events.digest import MOST_READ, LeftOut, UrlsFiltered, UrlsGathered
from agents.events.schema import Kind
from agents.tools.certification import remembering
from agents.tools.desired import is_told_before
from agents.tools.workbench import Workbench
from newsletter.research.ranking import profile, select
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story
from newsletter.standards.rubric import Rubric

TOLD = "told before"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an issue takes: stories of these days, of these kinds, and none of `avoid`."""

    since: date
    until: date
    kinds: frozenset[StoryKind]
    avoid: profile.Profile


def filter_out(bench: Workbench) -> UrlsFiltered:
    """The stories to read, the most wanted first."""
    gathered = UrlsGathered.model_validate(bench.last(Kind.URLS_GATHERED) or {})
    stories = by_turns(remembering.looked_up(bench, gathered.stories))
    until = bench.now.date()
    wanted = Wanted(
        since=until - timedelta(days=gathered.window_days),
        until=until + timedelta(days=1),  # somewhere it is tomorrow already
        kinds=_kinds(bench.editorial.rules),
        avoid=profile.read(bench.editorial.profile),
    )
    why = dict(refusals(stories, wanted))
    told = [one.told for one in stories if one.told and why.get(one.id) == TOLD]
    lately = remembering.told_lately(bench)
    return UrlsFiltered(
        story_ids=tuple(one.id for one in stories if one.id not in why),
        dropped=tuple(
            LeftOut(story_id=name, reason=reason) for name, reason in why.items()
        ),
        told_before=len(told),
        last_told_in=max((one.issue for one in told), default=0),
        corrections=remembering.to_correct(bench),
        issues_read=lately.issues_read,
        uncounted=lately.uncounted,
    )


def _kinds(rubric: Rubric) -> frozenset[StoryKind]:
    """A newsletter that publishes none of a kind wants none of it."""
    most = {
        StoryKind.LAUNCH: rubric.published_launches,
        StoryKind.PAPER: rubric.published_papers,
    }
    return frozenset(kind for kind, number in most.items() if number)


def by_turns(stories: Sequence[Story]) -> list[Story]:
    """What must be had; then launches and papers by turns, in the readers' order."""
    kinds = [[one for one in stories if one.kind is kind] for kind in StoryKind]
    longest = max(map(len, kinds))
    turns = (
        kind[place] for place in range(longest) for kind in kinds if place < len(kind)
    )
    return sorted(turns, key=lambda one: not one.must_have)


def refusals(stories: Sequence[Story], wanted: Wanted) -> Iterator[tuple[str, str]]:
    """The id of each story that goes no further, and why; the rest go on."""
    kept: list[Story] = []
    for story in stories:
        if reason := _against(story, wanted) or _double(story, kept):
            yield story.id, reason
        elif len(kept) >= MOST_READ:
            yield story.id, "one too many"
        else:
            kept.append(story)


def _against(story: Story, wanted: Wanted) -> str:
    """Why it is not for this issue; what must be had is, whatever its day and subject."""
    is_repeat = ruling(story) is Ruling.REPEAT
    if is_repeat and (is_told_before(story) or not story.must_have):
        return TOLD
    if story.kind not in wanted.kinds:
        return "of a kind not published"
    if story.must_have:
        return ""
    if story.published and story.published < wanted.since:
        return "too old"
    if story.published and story.published > wanted.until:
        return "not out yet"
    return "to be avoided" if wanted.avoid.refuses(story.title) else ""


def _double(story: Story, kept: Sequence[Story]) -> str:
    is_double = any(select.is_same_story(story, other) for other in kept)
    return "told twice" if is_double else ""
