"""An edition: a reader's choice and order of an issue's certified blocks. Pure.

Nothing is written but one line, which says how much was left out and leads to all of it:
every other block is the very one that was verified.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from markdown_it.token import Token

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Block, Draft, Item, OneLiners, Section, is_ours
from newsletter.drafts.parsing import blocks_of, to_markdown


class Length(StrEnum):
    """How much of an issue its reader wants."""

    WHOLE = "whole"
    SHORT = "short"
    SHORTEST = "shortest"


# So many items, and no story in a line.
MOST_ITEMS: Mapping[Length, int] = {Length.SHORT: 5, Length.SHORTEST: 3}


@dataclass(frozen=True, slots=True)
class Interests:
    """What a reader wants: subjects by name, and how much of all. By default the issue."""

    first: frozenset[str] = frozenset()
    less: frozenset[str] = frozenset()
    length: Length = Length.WHOLE


# Which subjects an item, or a story in a line, is about. Where it stands and what it
# says decide, not its number: an edition of an edition is the same again.
About = Callable[[Section, Item | Block], frozenset[str]]
# The line in an edition, as Markdown: how many items it has, of how many.
Line = Callable[[int, int], str]


@dataclass(frozen=True, slots=True)
class Part:
    """What is kept of a section, by places in the draft; each in its new order."""

    section: int
    prose: tuple[int, ...]
    items: tuple[int, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A choice and order of a draft's blocks: places alone, and no word."""

    parts: tuple[Part, ...]
    # The lead speaks of all that the issue tells: it goes where some of that does.
    has_lead: bool

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        parts = [[one.section, one.prose, one.items, one.lines] for one in self.parts]
        return {"parts": parts, "lead": self.has_lead}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "Plan":
        """What `as_data` gave."""
        parts = (
            Part(section, tuple(prose), tuple(items), tuple(lines))
            for section, prose, items, lines in data["parts"]
        )
        return cls(tuple(parts), bool(data["lead"]))


def section_subject(kind: SectionKind) -> str:
    """The subject that all items of such a section have in common."""
    return f"section:{kind}"


def plan(draft: Draft, interests: Interests, about: About) -> Plan | None:
    """What of the draft a reader gets, in which order; None for all as it is.

    Something is always kept, whatever they want less of.
    """
    ranked = _Ranking(draft, interests, about)
    kept = ranked.kept()
    parts = sorted(
        (ranked.part(place, kept) for place in ranked.sections_of(kept)),
        key=lambda part: ranked.place_of(part.section),
    )
    made = Plan(tuple(parts), has_lead=True)
    if made == _all_of(draft):
        return None
    return replace(made, has_lead=_count(made, draft) == total(draft))


def carried_out(draft: Draft, plan: Plan, line: Line) -> Draft:
    """The draft as planned, with the line that says so among its notes."""
    sections = tuple(
        _section(draft.sections[part.section], part) for part in plan.parts
    )
    said = line(_count(plan, draft), total(draft))
    made = replace(
        draft,
        lead=draft.lead if plan.has_lead else (),
        notes=(*draft.notes, *blocks_of(f"> {said}")),
        sections=sections,
    )
    return replace(made, markdown=to_markdown(made), tokens=tuple(_tokens(made)))


def total(draft: Draft) -> int:
    """How many items a reader may be spared: all stories, and what to build."""
    return sum(
        len(section.items) + len(section.lines)
        for section in draft.sections
        if _may_be_chosen(section)
    )


def _count(plan: Plan, draft: Draft) -> int:
    return sum(
        len(part.items) + len(part.lines)
        for part in plan.parts
        if _may_be_chosen(draft.sections[part.section])
    )


def _may_be_chosen(section: Section) -> bool:
    """What an issue says of itself is in every edition."""
    return section.kind is not SectionKind.OTHER


def _all_of(draft: Draft) -> Plan:
    parts = (
        Part(
            place,
            tuple(range(len(section.prose))),
            tuple(range(len(section.items))),
            tuple(range(len(section.lines))),
        )
        for place, section in enumerate(draft.sections)
    )
    return Plan(tuple(parts), has_lead=True)


# An item, or a story in a line, by its section and its place there.
_Place = tuple[int, int]
_FIRST, _AS_IT_COMES, _RATHER_NOT, _OUT = range(4)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What stays, as a reader comes to it."""

    items: tuple[_Place, ...]
    lines: tuple[_Place, ...]


class _Ranking:
    """How near each item of a draft is to what a reader wants: the least comes first."""

    def __init__(self, draft: Draft, interests: Interests, about: About) -> None:
        self._draft = draft
        self._wanted = interests
        self._about = about
        self._items = self._ranked(lambda section: section.items)
        self._lines = self._ranked(lambda section: section.lines)
        self._order: dict[int, int] = {}

    def _ranked(
        self, parts_of: Callable[[Section], Sequence[Item | Block]]
    ) -> dict[_Place, int]:
        return {
            (place, number): self._rank(section, part)
            for place, section in enumerate(self._draft.sections)
            for number, part in enumerate(parts_of(section))
        }

    def _rank(self, section: Section, part: Item | Block) -> int:
        first, less = self._wanted.first, self._wanted.less
        if not _may_be_chosen(section) or not (first or less):
            return _AS_IT_COMES
        subjects, own = self._about(section, part), section_subject(section.kind)
        if subjects & first:
            return _FIRST
        if own in less or (subjects and subjects <= less):
            return _OUT
        if own in first:
            return _FIRST
        return _RATHER_NOT if subjects & less else _AS_IT_COMES

    def kept(self) -> _Kept:
        """What stays of items and lines, sorted within each section."""
        items = self._in_order(self._items)
        lines = self._in_order(self._lines)
        if not any(map(self._tells, items)):
            items += self._least_unwanted(items)
        if most := MOST_ITEMS.get(self._wanted.length):
            choosable = sorted(filter(self._is_choosable, items), key=self._worth)
            best = choosable[:most]
            if not any(map(self._tells, best)):
                best[-1:] = [*filter(self._tells, choosable)][:1] or best[-1:]
            items = [one for one in items if one in best or not self._is_choosable(one)]
            lines = []
        kept = _Kept(tuple(items), tuple(lines))
        self._order = self._sections_in_order(kept)
        return kept

    def _in_order(self, ranks: Mapping[_Place, int]) -> list[_Place]:
        stay = (one for one, rank in ranks.items() if rank < _OUT)
        return sorted(stay, key=lambda one: (one[0], ranks[one], one[1]))

    def _is_choosable(self, place: _Place) -> bool:
        return _may_be_chosen(self._draft.sections[place[0]])

    def _tells(self, place: _Place) -> bool:
        return self._draft.sections[place[0]].kind.tells

    def _least_unwanted(self, kept: Sequence[_Place]) -> list[_Place]:
        """The story that an issue begins with; where it tells none, what else it has."""
        found = [one for one in self._items if self._is_choosable(one)]
        tells = [one for one in found if self._tells(one)]
        return tells[:1] or ([] if any(map(self._is_choosable, kept)) else found[:1])

    def _worth(self, place: _Place) -> tuple[int, bool, int, int]:
        """What is wanted first; of each section something; what tells before the rest."""
        section, number = place
        return self._items[place], not self._tells(place), number, section

    def _sections_in_order(self, kept: _Kept) -> dict[int, int]:
        """Where each section stands: those that tell stories, the wanted ones first."""
        ranks: dict[int, int] = {}
        for places, known in ((kept.items, self._items), (kept.lines, self._lines)):
            for one in places:
                # What comes in lines alone moves no section.
                rank = known[one] if known is self._items else _AS_IT_COMES
                ranks[one[0]] = min(rank, ranks.get(one[0], _OUT))
        sections = self._draft.sections
        telling = [place for place, one in enumerate(sections) if one.kind.tells]
        moved = sorted(telling, key=lambda one: (ranks.get(one, _AS_IT_COMES), one))
        order = {place: place for place in range(len(sections))}
        return order | dict(zip(moved, telling, strict=True))

    def sections_of(self, kept: _Kept) -> Iterable[int]:
        """The sections of which something stays."""
        has_some = {section for section, _ in (*kept.items, *kept.lines)}
        for place, section in enumerate(self._draft.sections):
            had_some = bool(section.items or section.lines)
            if place in has_some or not had_some or not _may_be_chosen(section):
                yield place

    def place_of(self, section: int) -> int:
        return self._order[section]

    def part(self, place: int, kept: _Kept) -> Part:
        """What stays of a section; where it loses items, its prose counts none of them."""
        section = self._draft.sections[place]
        items = tuple(number for at, number in kept.items if at == place)
        lines = tuple(number for at, number in kept.lines if at == place)
        lost = len(section.items) + len(section.lines) - len(items) - len(lines)
        prose = (
            number
            for number, block in enumerate(section.prose)
            if not (lost and any(is_ours(one.text) for one in block.sentences()))
        )
        return Part(place, tuple(prose), items, lines)


def _section(section: Section, part: Part) -> Section:
    items = tuple(section.items[place] for place in part.items)
    if items != section.items:
        items = tuple(
            replace(item, number=number if item.number else 0)
            for number, item in enumerate(items, 1)
        )
    further = section.one_liners
    lines = tuple(section.lines[place] for place in part.lines)
    return replace(
        section,
        prose=tuple(section.prose[place] for place in part.prose),
        items=items,
        one_liners=OneLiners(further.headline, lines) if further and lines else None,
    )


def _tokens(draft: Draft) -> Iterable[Token]:
    """The tokens of all that is kept, in order."""
    yield from draft.headline.tokens
    for block in (*draft.notes, *draft.lead):
        yield from block.tokens
    for section in draft.sections:
        yield from section.headline.tokens
        for block in section.prose:
            yield from block.tokens
        for item in section.items:
            yield from item.headline.tokens
            for block in item.paragraphs:
                yield from block.tokens
        for block in section.lines:
            yield from block.tokens
