"""Extractive summary: the sentences that tell a text best, each an exact quote.

Pure. Nothing is written anew: each chosen sentence is an exact quote of the text, with
the words to show beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from newsletter.research.summary import papers, reports
from newsletter.research.summary.candidates import Wanted
from newsletter.text.plain import clean


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence of a source: `quote` stands there exactly so, `display` is to be read.

    Both are plain text; whoever puts them into Markdown escapes them.
    """

    display: str
    quote: str


def summarise(
    text: str,
    *,
    title: str,
    most_words: int,
    most_sentences: int,
    least_words: int = 0,
    is_paper: bool = True,
    told: Sequence[str] = (),
    avoid: Iterable[str] = (),
    banned: Iterable[str] = (),
) -> tuple[Quoted, ...]:
    """The sentences that tell what the text contributes and what shows it.

    Within `most_words` as displayed, a paper's in the order of the source, any other's
    with what happened before what adds to it; empty where no sentence stands on its
    own. Below `least_words` a sentence of little worth is better than none. In a paper's
    display "we" is "the authors"; any other display keeps the publisher's words, for it
    is shown in quotation marks. Sentences whose quote is in `avoid` are passed over;
    those with `banned` words come later. After what was `told` of the same story, only
    what is evidence and new is chosen.
    """
    wanted = Wanted(
        clean(title),
        most_words,
        most_sentences,
        least_words,
        told,
        frozenset(avoid),
        tuple(banned),
    )
    best_of = papers.best_of if is_paper else reports.best_of
    return tuple(Quoted(one.display, one.quote) for one in best_of(text, wanted))
