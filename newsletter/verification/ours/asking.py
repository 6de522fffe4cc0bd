"""Which of our own lines a judge is asked about, each with the quotes of its story. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from newsletter.drafts.draft import Draft, sentences, update_in
from newsletter.verification.claims.findings import QuoteCheck
from newsletter.verification.claims.quotes import fold
from newsletter.verification.ours.ground import Ground
from newsletter.verification.ours.lines import Kind, OwnLine


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of our own for a judge; `quotes` are those of the story it stands in."""

    line: OwnLine
    quotes: tuple[QuoteCheck, ...] = ()


def open_lines(
    lines: Iterable[OwnLine], draft: Draft, ground: Ground
) -> Iterator[OpenLine]:
    """Every line of our own and heading once, and what is new in a story told before.

    A heading of topics states nothing, and one that is its page's own title is borne.
    """
    quotes = {story.name: story.quotes for story in ground.stories}
    named = {
        story.name: [fold(page.title).casefold() for page in ground.pages_of(story)]
        for story in ground.stories
    }
    updates = (
        OwnLine(said.text, said.where, Kind.VIEW, said.links)
        for said in sentences(draft)
        if update_in(said.text)
    )
    known: set[str] = set()
    headings = (OwnLine(item.title, item.name, Kind.HEADING) for item in draft.stories)
    for line in (*lines, *updates, *headings):
        is_borne = fold(line.text).casefold() in named.get(line.where, ())
        if line.kind is Kind.TOPIC or line.text in known or is_borne:
            continue
        known.add(line.text)
        yield OpenLine(line, quotes.get(line.where, ()))
