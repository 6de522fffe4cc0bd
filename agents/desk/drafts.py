"""The drafts of a session side by side (diff), with what was held against each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, NamedTuple

from agents.events.schema import Kind
from agents.models import Session
from agents.workflows.table import UnknownWorkflow, workflow_of
from newsletter.drafts.contract import BRIEF, Contract
from newsletter.drafts.draft import Block, Draft
from newsletter.drafts.parsing import parse
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded, matches

_WRITTEN = (Kind.DRAFT_WRITTEN, Kind.DRAFT_TRIMMED, Kind.DRAFT_EDITED)
_TOLD = (*_WRITTEN, Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED)
# A rule's message may begin with the sentence that it is about.
_QUOTED = re.compile(r"“(.{8,}?)…?”: ", re.DOTALL)


class Objection(NamedTuple):
    """Something held against a draft: by whom, what kind of fault, where, and why."""

    by: str
    code: str
    where: str
    why: str


class Said(NamedTuple):
    """A heading (`level` 1 to 3) or a sentence (0), its place and its links."""

    text: str
    level: int = 0
    where: str = ""
    links: tuple[str, ...] = ()


class Line(NamedTuple):
    """A line of a draft; `was` is same, added or removed since the draft before."""

    text: str
    was: str
    objections: tuple[Objection, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """One draft as it was handed in, and what came of it."""

    number: int
    subject: str
    note: str
    lines: tuple[Line, ...]
    # What is said of the draft as a whole, or of nothing that stands in it.
    objections: tuple[Objection, ...]
    by: str = "the writer"

    @property
    def is_refused(self) -> bool:
        return bool(self.objections) or any(line.objections for line in self.lines)

    @property
    def is_unchanged(self) -> bool:
        """Whether it is the draft before, handed in again."""
        return self.number > 1 and all(line.was == "same" for line in self.lines)

    @property
    def rows(self) -> Iterator[tuple[Line | None, Line | None]]:
        """The draft before and this one, beside each other; None where one has nothing."""
        removed, added = list[Line](), list[Line]()
        for line in self.lines:
            if line.was == "same":
                yield from zip_longest(removed, added)
                removed, added = [], []
                yield line, line
            else:
                (removed if line.was == "removed" else added).append(line)
        yield from zip_longest(removed, added)


def shape_of(session: Session) -> Contract:
    """The contract of the session's drafts; of a newer version's, the brief's is shown."""
    try:
        return workflow_of(session.workflow, session.version).contract
    except UnknownWorkflow:
        return BRIEF


def rounds(session: Session) -> list[Round]:
    """Every draft of the session, in the order of its log."""
    drafts: list[tuple[str, Mapping[str, Any]]] = []
    held: list[list[Objection]] = []
    for event in session.events.filter(event_type__in=_TOLD).order_by("seq"):
        if event.event_type in _WRITTEN:
            drafts.append((event.event_type, event.data))
            held.append([])
        elif held:
            held[-1] += _objections(event.event_type, event.data)
    found, before = [], list[Said]()
    for number, ((kind, draft), objections) in enumerate(
        zip(drafts, held, strict=True), 1
    ):
        now = list(said_in(parse(draft["markdown"], shape_of(session))))
        lines, left = placed(_changes(before, now), objections)
        found.append(
            Round(
                number=number,
                subject=draft["subject"],
                note=draft.get("why") or draft.get("note", ""),
                lines=lines,
                objections=left,
                by=_author(kind, draft),
            )
        )
        before = now
    return found


def _author(kind: str, draft: Mapping[str, Any]) -> str:
    if kind == Kind.DRAFT_EDITED:
        return str(draft["by"])
    return (
        "code, which left out what failed"
        if kind == Kind.DRAFT_TRIMMED
        else "the writer"
    )


def said_in(draft: Draft) -> Iterator[Said]:
    """Every heading and every sentence, in order."""
    if draft.title:
        yield Said(draft.title, 1, "title")
    yield from _sentences("note", draft.notes)
    yield from _sentences("lead", draft.lead)
    for section in draft.sections:
        yield Said(section.heading, 2, section.heading)
        yield from _sentences(section.heading, section.prose)
        for item in section.items:
            yield Said(item.name, 3, item.name)
            yield from _sentences(item.name, item.paragraphs)
        if section.one_liners:
            heading = section.one_liners.headline.text
            yield Said(heading, 3, f"{section.heading}: {heading}")
            yield from _sentences(section.heading, section.lines)


def _sentences(where: str, blocks: Iterable[Block]) -> Iterator[Said]:
    for block in blocks:
        for one in block.sentences(where):
            if one.text:
                yield Said(one.text, 0, where, one.links)


def _changes(before: Sequence[Said], now: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    """Lines with what became of them: all are the same in a first draft."""
    if not before:
        yield from ((one, "same") for one in now)
        return
    texts = [one.text for one in before], [one.text for one in now]
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, *texts, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            yield from ((one, "same") for one in now[new_start:new_end])
            continue
        yield from ((one, "removed") for one in before[start:end])
        yield from ((one, "added") for one in now[new_start:new_end])


def _objections(kind: str, data: Mapping[str, Any]) -> Iterator[Objection]:
    if kind == Kind.CRITIC_REJECTION:
        for problem in data["problems"]:
            where = problem.get("where", "")
            yield Objection("critic", problem["code"], where, problem["message"])
        return
    for failed in data["invalid_urls"]:
        where = failed.get("sentence") or failed["url"]
        why = failed.get("reason") or failed["outcome"]
        yield Objection("verifier", failed["outcome"], where, why)


def placed(
    changes: Iterable[tuple[Said, str]], objections: Sequence[Objection]
) -> tuple[tuple[Line, ...], tuple[Objection, ...]]:
    """The lines with what is held against each, and what is said of none of them.

    An objection stands at its sentence, else at the heading of its place.
    """
    found = list(changes)
    here = [place for place, (_, was) in enumerate(found) if was != "removed"]
    at: dict[int, list[Objection]] = {}
    left = []
    for one in objections:
        places = _places(one, [(place, found[place][0]) for place in here])
        for place in places:
            at.setdefault(place, []).append(one)
        if not places:
            left.append(one)
    lines = (
        Line(said.text, was, tuple(at.get(place, ())), said.level)
        for place, (said, was) in enumerate(found)
    )
    return tuple(lines), tuple(left)


def _places(one: Objection, lines: Sequence[tuple[int, Said]]) -> list[int]:
    quoted = _QUOTED.match(one.why)
    for text in filter(None, (quoted[1] if quoted else "", one.where)):
        if found := [
            place
            for place, said in lines
            if not said.level and matches(text, said.text)
        ]:
            return found
    wanted = folded(one.where)
    if not wanted:
        return []
    heading = [
        place
        for place, said in lines
        if said.level and wanted in (folded(said.where), folded(said.text))
    ]
    first = [place for place, said in lines if folded(said.where) == wanted]
    linked = [
        place
        for place, said in lines
        if canonical(one.where) in map(canonical, said.links)
    ]
    return heading[:1] or first[:1] or linked
