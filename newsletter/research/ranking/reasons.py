"""Why a story was picked, for readers: one line of their profile, or one fact. Pure.

What the item itself shows, such as its figures, is no reason here: nobody knows yet
which of its sentences will be told.
"""

from collections.abc import Iterable, Iterator, Sequence

from newsletter.research.ranking.profile import Nearness
from newsletter.research.ranking.strength import HACKER_NEWS, HUGGING_FACE, LEARNED
from newsletter.research.story import Kind, Story
from newsletter.text.words import listed

# Below this the words that match are there by chance.
_TELLING_NEARNESS = 2.0
# Below this what was learned moved a story too little to be a reason.
_TELLING_LESSON = 1.0
# A vote or two says nothing.
_SOME_VOTES = 10
_TRUSTED = 0.6
_MOST_LINES, _MOST_NAMED = 5, 3
_CODE = "https://github.com/"


def reasons_for(story: Story, near: Nearness) -> tuple[str, ...]:
    """Every reason there is, each a clause, in the order in which they convince."""
    return tuple(_reasons(story, near)) or ("it is what the sources had",)


def _reasons(story: Story, near: Nearness) -> Iterator[str]:
    if story.learned and story.signals.get(LEARNED, 0) >= _TELLING_LESSON:
        yield f"this newsletter learned to want {listed(story.learned)}"
    if near.value >= _TELLING_NEARNESS:
        for line in near.lines[:_MOST_LINES]:
            yield f"the readers' profile asks for “{line}”"
    if (points := story.signals.get(HACKER_NEWS, 0)) >= _SOME_VOTES:
        yield f"it had {points:,.0f} points on Hacker News when read"
    if (upvotes := story.signals.get(HUGGING_FACE, 0)) >= _SOME_VOTES:
        yield f"it had {upvotes:,.0f} upvotes on Hugging Face when read"
    if tellers := _tellers(story):
        yield f"{listed(tellers[:_MOST_NAMED])} told it too"
    addresses = (story.url, *(telling.url for telling in story.also))
    if code := next((url for url in addresses if url.startswith(_CODE)), ""):
        owner, name, *_ = [*code.removeprefix(_CODE).split("/"), ""]
        yield f"its code is public, at {owner}/{name} on GitHub"
    if story.kind is Kind.LAUNCH and story.prior >= _TRUSTED and not near.is_far:
        yield f"{story.publisher} ranks high among the sources"
    if story.published:
        yield f"{story.publisher} published it on {story.published:%-d %B}"


def _tellers(story: Story) -> list[str]:
    """Who else told it, each once."""
    others = (one.publisher for one in story.also if not one.url.startswith(_CODE))
    return [one for one in dict.fromkeys(others) if one and one != story.publisher]


def distinct(reasons: Iterable[Sequence[str]]) -> list[str]:
    """For each story its best reason that no story before it was picked for."""
    taken: list[str] = []
    for mine in reasons:
        taken.append(next((one for one in mine if one not in taken), mine[0]))
    return taken
