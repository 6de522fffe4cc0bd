"""The memory: which told story a story tells again, and how certain that is. Pure.

Told stories are passed in, and looked up by their traits.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from newsletter.research.coverage.likeness import (
    Likeness,
    Match,
    compared,
    may_be_one,
    needs_texts,
    shared_of,
)
from newsletter.research.coverage.traits import (
    CoveredStory,
    Traits,
    looked_up,
    traits_of,
    traits_of_covered,
)
from newsletter.research.rarity import Rarity
from newsletter.research.same_event import LIKELY, Reports, has_texts
from newsletter.research.story import Story

# A term of more told titles than these is a subject, and finds no story.
_FEW_TITLES = 8
# A word of more told stories leads to none.
_FEW_STORIES = 8
# From here on a reader is led to what was told.
RELATED = 0.75


class Memory:
    """Told stories by all that they could be known by: one look for each trait."""

    def __init__(
        self, covered: Iterable[CoveredStory], found: Iterable[Story] = ()
    ) -> None:
        """`found` are the stories of the week, among which one is looked for."""
        covered = list(covered)
        known = (*map(traits_of_covered, covered), *map(traits_of, found))
        self._rarities = Rarity(
            one.terms | {thing.name for thing in one.names.things} for one in known
        )
        self._reports = Reports(one.report for one in known)
        self._traits: list[tuple[CoveredStory, Traits]] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(covered):
            traits = traits_of_covered(one)
            self._traits.append((one, traits))
            for key in looked_up(traits):
                self._places[key].append(place)
            for word in traits.report.said:
                self._having[word].append(place)

    def find(self, story: Story, on: date | None = None) -> Match | None:
        """The told story that this one most certainly is; the newest of equal ones.

        `on` is the day on which it would be told.
        """
        mine = traits_of(story, on)
        shared = {place for key in self._keys(mine) for place in self._places[key]}
        shared |= self._with_rare_words(mine)
        best: Match | None = None
        for place in sorted(shared):
            covered, theirs = self._traits[place]
            match = compared(mine, covered, theirs, self._rarities)
            if match and needs_texts(match, mine, theirs):
                match = None if self._are_apart(mine, theirs) else match
            if match is None and self._how_alike(mine, theirs) >= LIKELY:
                match = Match(covered, Likeness.SUBJECT, is_certain=False)
            if match is None:
                continue
            match = replace(match, shared=shared_of(mine, theirs, self._rarities))
            if best is None or _sureness(match) >= _sureness(best):
                best = match
        return best

    def earlier(self, story: Story, on: date | None = None) -> CoveredStory | None:
        """What was told lately of the same event, perhaps; of several the one that names most
        of the same, then the likeliest, then the newest.

        Not that the story tells the same: a reader may want to know of both.
        """
        mine = traits_of(story, on)
        best, most = None, (0.0, 0.0)
        for place in sorted(self._with_rare_words(mine)):
            covered, theirs = self._traits[place]
            alike = self._how_alike(mine, theirs)
            if alike < RELATED:
                continue
            named = self._reports.names_shared(mine.report, theirs.report)
            if (named, alike) >= most:
                best, most = covered, (named, alike)
        return best

    def _with_rare_words(self, mine: Traits) -> set[int]:
        """Where something is said that only few stories say."""
        return {
            place
            for word in mine.report.said & self._having.keys()
            if len(self._having[word]) <= _FEW_STORIES
            for place in self._having[word]
        }

    def _how_alike(self, mine: Traits, theirs: Traits) -> float:
        """How likely both tell one event of a fortnight, or what came of it."""
        if not may_be_one(mine, theirs):
            return 0.0
        return self._reports.likelihood(mine.report, theirs.report)

    def _are_apart(self, mine: Traits, theirs: Traits) -> bool:
        """Do both have a text, and hardly tell one event, or what came of it?"""
        said = mine.report, theirs.report
        return has_texts(*said) and self._reports.likelihood(*said) < RELATED

    def _keys(self, mine: Traits) -> frozenset[str]:
        """Where to look: a term of the text only if few titles have it."""
        of_text = {
            term
            for term in mine.terms
            if len(self._places.get(term, ())) <= _FEW_TITLES
        }
        return (looked_up(mine) | of_text) & self._places.keys()


def _sureness(match: Match) -> tuple[bool, float]:
    return match.is_certain, match.shared
