"""Passages for a judge: windows of a stored text, two sentences around what is quoted. Pure.

Windows that overlap are one passage: nothing is shown twice. A sentence without a quote
is shown what of its page is nearest to it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from newsletter.drafts.prose import bounds_of
from newsletter.text.similarity import STOP_WORDS, words
from newsletter.verification.claims.findings import (
    QuoteCheck,
    SentenceCheck,
    SourceText,
    names_of_page,
)
from newsletter.verification.claims.quotes import paragraphs
from newsletter.verification.judging.addressing import speaks_to_reader

AROUND = 2  # sentences
# No window is wider than this on either side of its words.
_FARTHEST = 700
_WIDEST = 3_000
_MOST_CHARACTERS = 400_000
_MOST_SEARCHED = 60_000
_NEAREST = 2
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a stored text, with the title and the day of its source."""

    title: str
    day: date | None
    text: str


class Window(NamedTuple):
    """Where in the text of a page a passage stands."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Page:
    """A stored text with one kind of space, a line for each paragraph."""

    source: SourceText
    text: str


class Reader:
    """Opens windows on stored texts, and makes passages of them."""

    def __init__(self) -> None:
        self._pages: list[_Page] = []
        self._places: dict[str, int] = {}

    def around(self, source: SourceText, quoted: str) -> Window | None:
        """The quoted words with the sentences around; None where they are not there.

        Where these speak to a reader, the quoted words alone.
        """
        number = self._number(source)
        text = self._pages[number].text
        found = _find(text, quoted)
        if found is None:
            return None
        window = self._open(number, *found)
        is_addressed = speaks_to_reader(text[window.start : window.end])
        return Window(number, *found) if is_addressed else window

    def nearest(self, source: SourceText, said: str) -> list[Window]:
        """Those sentences of a text that have most words of one that quotes nothing."""
        number = self._number(source)
        text = self._pages[number].text[:_MOST_SEARCHED]
        wanted = set(words(said)) - STOP_WORDS
        scored = [
            (len(wanted.intersection(words(text[start:end]))), -start, end)
            for start, end in _sentences(text)
        ]
        best = sorted(scored, reverse=True)[:_NEAREST]
        opened = (
            self._open(number, -start, end) for shared, start, end in best if shared
        )
        return list(dict.fromkeys(opened))

    def behind(
        self, check: SentenceCheck, documents: Sequence[SourceText]
    ) -> tuple[Window, ...]:
        """Where the quotes of a sentence stand; of one without, what is nearest to it."""
        if check.quotes:
            found = self.of_quotes(check.quotes, documents)
        else:
            said = check.sentence
            found = self.of_pages(said.links, said.text, documents)
        return tuple(dict.fromkeys(found))

    def of_quotes(
        self, quotes: Iterable[QuoteCheck], documents: Sequence[SourceText]
    ) -> list[Window]:
        """Where these quotes stand."""
        found = []
        for quote in quotes:
            cited = quote.citation
            source = source_of(documents, cited.url, cited.source_sha256)
            if source and (window := self.around(source, quote.found.passage)):
                found.append(window)
        return found

    def of_pages(
        self, urls: Iterable[str], said: str, documents: Sequence[SourceText]
    ) -> list[Window]:
        """What is nearest to a sentence on the pages at these addresses."""
        sources = (source_of(documents, url) for url in urls)
        return [
            one for source in sources if source for one in self.nearest(source, said)
        ]

    def passages(self, windows: Iterable[Window]) -> dict[Window, Passage]:
        """The passage of each of these windows; those that overlap share one."""
        found: dict[Window, Passage] = {}
        for group in _merged(windows):
            end = max(one.end for one in group)
            found |= dict.fromkeys(group, self._passage(group[0]._replace(end=end)))
        return found

    def _passage(self, window: Window) -> Passage:
        page = self._pages[window.page]
        title = page.source.title[:_LONGEST_TITLE]
        text = page.text[window.start : window.end]
        before = "… " if window.start else ""
        after = " …" if window.end < len(page.text) else ""
        return Passage(title, page.source.published, f"{before}{text}{after}")

    def _number(self, source: SourceText) -> int:
        name = f"{source.sha256} {source.url}"
        if name not in self._places:
            self._places[name] = len(self._pages)
            text = "\n".join(paragraphs(source.text[:_MOST_CHARACTERS]))
            self._pages.append(_Page(source, text))
        return self._places[name]

    def _open(self, number: int, start: int, end: int) -> Window:
        return Window(number, *_widened(self._pages[number].text, start, end))


def source_of(
    documents: Sequence[SourceText], url: str, sha256: str = ""
) -> SourceText | None:
    """The stored text of an address; the newest where no hash is given."""
    names = names_of_page(url)
    here = (one for one in documents if one.names & names)
    return next((one for one in here if sha256 in ("", one.sha256)), None)


def _find(text: str, quoted: str) -> tuple[int, int] | None:
    """Where words stand, whatever parts their lines."""
    flat = text.replace("\n", " ")
    start = flat.find(quoted)
    if start >= 0 and quoted:
        return start, start + len(quoted)
    # Words divided at the ends of lines: their beginning is enough to find them by.
    for size in (80, 40):
        start = flat.find(quoted[:size])
        if len(quoted) > size and start >= 0:
            return start, min(len(text), start + len(quoted))
    return None


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Two sentences more on either side, as far as they are of usual length."""
    left = max(0, start - _FARTHEST)
    before = _sentences(text[left:start])
    if left and before:
        before = before[1:]  # cut off at its beginning
    right = min(len(text), end + _FARTHEST)
    ends_in_sentence = not text[start:end].rstrip("\"')").endswith((".", "!", "?"))
    after = _sentences(text[end:right])
    if right < len(text) and after:
        after = after[:-1]
    kept = after[: AROUND + ends_in_sentence]
    begins_in_sentence = start > 0 and not text[max(0, start - 2) : start].endswith(
        (". ", "\n", "! ", "? ")
    )
    first = before[-(AROUND + begins_in_sentence) :]
    return (
        left + first[0][0] if first else start,
        end + kept[-1][1] if kept else end,
    )


def _sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence of each line begins and ends."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        found += [
            (line.start() + one.start, line.start() + one.stop)
            for one in bounds_of(line.group(), ())
        ]
    return found


def _merged(windows: Iterable[Window]) -> list[list[Window]]:
    """Windows in groups that overlap on a page, none of them too wide."""
    groups: list[list[Window]] = []
    for window in sorted(set(windows)):
        group = groups[-1] if groups else [window]
        end = max(one.end for one in group)
        is_near = window.page == group[0].page and window.start <= end + 1
        if groups and is_near and max(end, window.end) - group[0].start <= _WIDEST:
            group.append(window)
        else:
            groups.append([window])
    return groups
