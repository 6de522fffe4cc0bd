"""The drafts of a session side by side (diff), with what was held against each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from agents.events.schema import Kind
from agents.models import Session
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse
from newsletter.text.words import matches

_TOLD = (Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED)


class Objection(NamedTuple):
    """Something held against a draft: by whom, what kind of fault, where, and why."""

    by: str
    code: str
    where: str
    why: str


class Line(NamedTuple):
    """A sentence of a draft; `was` is same, added or removed since the draft before."""

    text: str
    was: str
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One draft as it was handed in, and what came of it."""

    number: int
    subject: str
    note: str
    lines: tuple[Line, ...]
    # What is said of the draft as a whole, or of no sentence that stands in it.
    objections: tuple[Objection, ...]

    @property
    def is_refused(self) -> bool:
        return bool(self.objections) or any(line.objections for line in self.lines)

    @property
    def is_unchanged(self) -> bool:
        """Whether it is the draft before, handed in again."""
        return self.number > 1 and all(line.was == "same" for line in self.lines)


def rounds(session: Session) -> list[Round]:
    """Every draft of the session, in the order of its log."""
    drafts: list[Mapping[str, Any]] = []
    held: list[list[Objection]] = []
    for event in session.events.filter(event_type__in=_TOLD).order_by("seq"):
        if event.event_type == Kind.DRAFT_WRITTEN:
            drafts.append(event.data)
            held.append([])
        elif held:
            held[-1] += _objections(event.event_type, event.data)
    found, before = [], list[str]()
    for number, (draft, objections) in enumerate(zip(drafts, held, strict=True), 1):
        now = _sentences(draft["markdown"])
        found.append(_round(number, draft, _changes(before, now), objections))
        before = now
    return found


def _sentences(markdown: str) -> list[str]:
    return [one.text for one in sentences(parse(markdown)) if one.text]


def _changes(before: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Sentences with what became of them: all are the same in a first draft."""
    if not before:
        yield from ((text, "same") for text in now)
        return
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            yield from ((text, "same") for text in now[new_start:new_end])
            continue
        yield from ((text, "removed") for text in before[start:end])
        yield from ((text, "added") for text in now[new_start:new_end])


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


def _round(
    number: int,
    draft: Mapping[str, Any],
    changes: Iterator[tuple[str, str]],
    objections: Sequence[Objection],
) -> Round:
    placed: set[Objection] = set()
    lines = []
    for text, was in changes:
        mine = tuple(
            one
            for one in objections
            if was != "removed" and one.where and matches(one.where, text)
        )
        placed.update(mine)
        lines.append(Line(text, was, mine))
    return Round(
        number=number,
        subject=draft["subject"],
        note=draft.get("note", ""),
        lines=tuple(lines),
        objections=tuple(one for one in objections if one not in placed),
    )
