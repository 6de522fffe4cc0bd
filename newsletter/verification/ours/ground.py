"""What our own lines stand on: every item, with its sentences, passages and pages. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from newsletter.drafts.draft import Draft, Item, sentences
from newsletter.drafts.prose import DraftSentence
from newsletter.text.plain import clean
from newsletter.text.words import Matching
from newsletter.verification.claims.findings import (
    QuoteCheck,
    SourceText,
    names_of_page,
)
from newsletter.verification.claims.own import is_own, places_to_build

_APART = "\n.\n"
# What is told per million is told of a million.
_PER = re.compile(r"\bper (?=(?:hundred|thousand|million|billion)\b)")


@dataclass(frozen=True, slots=True)
class Story:
    """An item and what bears it. `text` is what it says and the passages it cites.

    `pages` are the whole texts of what it links to, `days` when these came out.
    """

    name: str
    title: str
    text: str
    pages: str
    days: tuple[date, ...]
    quotes: tuple[QuoteCheck, ...]
    urls: tuple[str, ...] = ()


class Ground:
    """A draft, its quotes as they were found, and the stored texts."""

    def __init__(
        self,
        draft: Draft,
        quotes: Sequence[QuoteCheck],
        documents: Sequence[SourceText],
    ) -> None:
        self.quotes = quotes
        self._cited = Matching(quote.citation.claim for quote in quotes)
        self._documents = documents
        self.builds = places_to_build(draft)
        said: dict[str, list[DraftSentence]] = {}
        for one in sentences(draft):
            said.setdefault(one.where, []).append(one)
        self.stories = tuple(
            self._story(item, said.get(item.name, ())) for item in draft.items
        )

    def is_cited(self, said: DraftSentence) -> bool:
        """Whether a citation is given for it, holding or not."""
        return bool(self._cited.places(said.text))

    def pages_at(self, urls: Iterable[str]) -> list[SourceText]:
        """The stored texts of these addresses."""
        names = {name for url in urls for name in names_of_page(url)}
        return [one for one in self._documents if one.names & names]

    def pages_of(self, story: Story) -> list[SourceText]:
        """The stored texts that a story links or cites."""
        return self.pages_at(story.urls)

    def _story(self, item: Item, said: Sequence[DraftSentence]) -> Story:
        told = [one for one in said if not is_own(one, self.builds, self.is_cited)]
        places = {place for one in told for place in self._cited.places(one.text)}
        quotes = [self.quotes[place] for place in sorted(places)]
        urls = {url for one in said for url in one.links}
        urls |= {quote.citation.url for quote in quotes}
        pages = self.pages_at(urls)
        return Story(
            item.name,
            item.title,
            joined(_texts(item, told, quotes, urls, pages, self.builds)),
            joined(page.text for page in pages),
            tuple(page.published for page in pages if page.published),
            tuple(quotes),
            tuple(sorted(urls)),
        )


def _texts(
    item: Item,
    told: Iterable[DraftSentence],
    quotes: Iterable[QuoteCheck],
    urls: Iterable[str],
    pages: Iterable[SourceText],
    builds: frozenset[str],
) -> Iterator[str]:
    """All that bears an item; the heading of what to build is advice itself."""
    if item.name not in builds:
        yield item.title
    yield from (one.text for one in told)
    yield from (quote.found.passage for quote in quotes if quote.holds)
    yield from sorted(urls)
    yield from (f"{page.title}\n{page.publisher}" for page in pages)


def joined(texts: Iterable[str]) -> str:
    """The texts as they stand and without their LaTeX and Markdown."""
    both = (part for text in texts for part in (text, clean(text)))
    return _PER.sub("per one ", once(both))


def once(texts: Iterable[str]) -> str:
    """The texts apart from each other, and each but once."""
    return _APART.join(dict.fromkeys(texts))


def parts_of(text: str) -> list[str]:
    """The texts that were joined to this one."""
    return text.split(_APART)
