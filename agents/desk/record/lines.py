"""The log of a session by pages, each line in words.

Lines are numbered without a gap, so that a page is found without counting any.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.core.paginator import Page, Paginator

from agents.events import wording
from agents.events.reading import words_of
from agents.models import AgentEvent, Session

LINES_PER_PAGE = 200


class LogLine(NamedTuple):
    """One event in words; a quiet one is left out where a session is told as it goes."""

    event: AgentEvent
    words: str
    is_bad: bool
    is_quiet: bool

    @property
    def who(self) -> str:
        """The step or agent it is about."""
        name = self.event.data.get("step") or self.event.agent_name or "session"
        return str(name).replace("_", " ")


class Stretch(NamedTuple):
    """Lines that follow each other, all quiet or none."""

    is_quiet: bool
    lines: list[LogLine]


class _BySeq:
    """A session's lines as a list that knows its length."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def count(self) -> int:
        return self._session.last_seq

    def __len__(self) -> int:
        return self._session.last_seq

    def __getitem__(self, part: slice) -> list[AgentEvent]:
        events = self._session.events.filter(seq__gt=part.start, seq__lte=part.stop)
        return list(events.order_by("seq"))


def page(session: Session, number: str | None, per_page: int) -> "Page[AgentEvent]":
    """One page of the whole log, oldest first; None is the last."""
    pages: Paginator[AgentEvent] = Paginator(_BySeq(session), per_page)  # type: ignore[arg-type]
    return pages.get_page(number or pages.num_pages)


def page_with(seq: int) -> int:
    """The number of the page on which a line stands."""
    return (seq - 1) // LINES_PER_PAGE + 1


def line_of(event: AgentEvent) -> LogLine:
    """An event in words."""
    kind = event.event_type
    is_quiet = not wording.describe(kind, event.data)
    is_bad = kind in wording.BAD or event.data.get("ok") is False
    return LogLine(event, words_of(kind, event.data), is_bad, is_quiet and not is_bad)


def stretches(events: Iterable[AgentEvent]) -> Iterator[Stretch]:
    """The lines, those that follow each other quietly together."""
    for is_quiet, lines in groupby(map(line_of, events), lambda one: one.is_quiet):
        yield Stretch(is_quiet, list(lines))
