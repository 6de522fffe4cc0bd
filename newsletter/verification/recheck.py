"""What became of a page that an issue rests on: gone, changed, withdrawn, retracted.

Pure. Only what is certain is told: a wall, a slow server and a page that shows its text
to no program leave things as they were.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from newsletter.drafts.prose import split as sentences_of
from newsletter.standards.correction_words import CorrectionWords, correction_words_of
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.outcomes import LinkCheck, Outcome, Reason
from newsletter.text import truncate
from newsletter.text.sentences import split
from newsletter.verification.claims.quotes import Match, find_quote, fold
from newsletter.web.metadata import tidy

_DEAD = frozenset(
    {Outcome.GONE, Outcome.SOFT_404, Outcome.NEVER_EXISTED, Outcome.ARCHIVED}
)
_HERE = frozenset({Outcome.OK, Outcome.REDIRECTED, Outcome.MISMATCH})
# Of a text that still is the one we read, at least so much stands as it was.
_SAME_SHARE = 0.5
_FEWEST_WORDS = 5
_TITLE_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Passage:
    """A quote of an issue, and the stored text that it was found in."""

    quote: str
    stored: str


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What is wrong with a page now, each with a sentence for readers.

    `settled` are the reasons that a look at it could confirm or deny.
    """

    wrong: dict[Reason, str]
    settled: frozenset[Reason]


def judge(
    check: LinkCheck,
    title: str,
    quoted: Sequence[Passage],
    text: str | None,
    language: str = ENGLISH,
) -> Aftermath:
    """What became of one page; `text` is what it says now, None where it says nothing.

    Readers are told in `language`.
    """
    words = correction_words_of(language)
    name = _name(title or check.title, check, words)
    wrong = dict(_of_page(check, name, words))
    settled: set[Reason] = set()
    if check.outcome in _DEAD | _HERE:
        settled.add(Reason.DEAD)
    is_lost = None if check.outcome not in _HERE else _has_lost(quoted, text)
    if is_lost is not None:
        settled.add(Reason.CHANGED)
    if is_lost:
        wrong[Reason.CHANGED] = words.of_page(words.changed, name)
    return Aftermath(wrong, frozenset(settled))


def _of_page(
    check: LinkCheck, name: str, words: CorrectionWords
) -> Iterator[tuple[Reason, str]]:
    if check.outcome in _DEAD:
        yield Reason.DEAD, words.of_page(words.gone, name, check.reason)
    if check.is_withdrawn:
        yield Reason.WITHDRAWN, words.of_page(words.withdrawn, name)
    if check.is_retracted:
        yield Reason.RETRACTED, words.of_page(words.retracted, name)


def _name(title: str, check: LinkCheck, words: CorrectionWords) -> str:
    """How readers are told of a page: by its title, where that makes no two sentences."""
    named = truncate.at_word(tidy(title), _TITLE_LENGTH)
    quoted = f"“{named.rstrip('.')}”"
    is_one = len(sentences_of(words.of_page(words.retracted, quoted))) == 1
    return quoted if named and is_one else words.page.format(address=check.canonical)


def _has_lost(quoted: Sequence[Passage], text: str | None) -> bool | None:
    """Whether a quote is gone from a text that else is the one we read.

    None where that cannot be told: nothing was quoted, the page shows no text, or so
    little of what we read stands there that it was read from somewhere else.
    """
    known = [one for one in quoted if _holds(one.quote, one.stored)]
    if not known or not text:
        return None
    lost = [one for one in known if not _holds(one.quote, text)]
    if not lost:
        return False
    return True if any(_is_same(one, text) for one in lost) else None


def _holds(quote: str, text: str) -> bool:
    return find_quote(quote, text).match is not Match.NONE


def _is_same(quoted: Passage, text: str) -> bool:
    """Whether enough else of the stored text stands in the text of now."""
    here, quote = fold(text), fold(quoted.quote)
    others = [
        said
        for said in (fold(sentence.text) for sentence in split(quoted.stored))
        if len(said.split()) >= _FEWEST_WORDS and said not in quote
    ]
    kept = sum(said in here for said in others)
    return bool(others) and kept >= _SAME_SHARE * len(others)
