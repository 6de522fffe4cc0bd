"""Is this the work that the draft speaks of? Titles compared, normalised. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

# Measured on titles of real papers and on ones slightly changed: unrelated titles never
# reach 55 of 100; four in five invented ones that resemble a real title exceed 90.
_NEAR = 90.0
_UNRELATED = 60.0
# Under a line that sums a work up, 0.34 called 11.6 % of right links another work, and
# this 2.4 %; under one sentence alone see `crux.bench.claims.titles`.
_RELATED_SHARE = 0.20
_FEWEST_WORDS = 4
_STEM = 5
_COMMON = frozenset(
    [
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for",
        "from", "how", "in", "into", "is", "it", "its", "of", "on", "or", "than",
        "that", "the", "their", "this", "to", "toward", "towards", "using", "via",
        "what", "when", "why", "with", "without", "large", "language", "model",
        "models", "learning", "new",
    ]
)  # fmt: skip
_LATEX = re.compile(r"\\[a-zA-Z]+\s*|[${}]")
_ADDRESS = re.compile(r"\S+://\S+")
_WORD = re.compile(r"[^\W_]+")
_GENERIC = re.compile(
    r"(?:the |this |full |original |research |see |read |in |on |a |an |new )*"
    r"(?:paper|preprint|abstract|arxiv|pdf|report|study|article|post|blog|announcement|"
    r"release|notes|link|source|here|code|repo|repository|github|details|more|doi)"
    r"(?: (?:paper|preprint|abstract|here|page|post|pdf|arxiv|notes|more|details))*",
)


class TitleMatch(StrEnum):
    """How a title that the draft gives stands to the title on record."""

    SAME = "same"  # equal but for case, accents, punctuation, or a subtitle
    NEAR = "near"  # almost equal: a slip, or an invention that resembles a real title
    RELATED = "related"  # other words about the same matter
    DIFFERENT = "different"  # nothing in common
    UNKNOWN = "unknown"  # one of the two is not given


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict on two titles."""

    match: TitleMatch
    is_claimed: bool = True  # whether the draft gives the work a title at all


def normalise(title: str) -> str:
    """A title's words alone: no case, accents, LaTeX or punctuation."""
    plain = unicodedata.normalize("NFKD", _LATEX.sub(" ", title)).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(_WORD.findall(plain))


def compare(
    claimed: Iterable[str], headline: str, passage: str, actual: str
) -> Comparison:
    """Compare what a draft calls a work, and says of it, with its title on record.

    `claimed` are the words of its links; generic ones ("paper", "arXiv:2508.01234", an
    address) claim nothing. `headline` stands above them: it may be the title, and claims
    none. `passage` is the text about it: all may paraphrase, but the matter shows in the
    words.
    """
    titles = _titles(claimed)
    names = [*titles, *_titles([headline])]
    passage = _ADDRESS.sub(" ", passage)
    if not names and not passage.strip():
        return Comparison(TitleMatch.UNKNOWN)
    on_record = normalise(actual)
    if not on_record:
        return Comparison(TitleMatch.UNKNOWN)
    if any(_is_same(name, on_record, actual) for name in names):
        return Comparison(TitleMatch.SAME)
    if on_record in normalise(passage):
        return Comparison(TitleMatch.SAME)
    best = max((fuzz.ratio(name, on_record) for name in names), default=0.0)
    if best >= _NEAR:
        return Comparison(TitleMatch.NEAR)
    if best >= _UNRELATED or _share(on_record, names, passage) >= _RELATED_SHARE:
        return Comparison(TitleMatch.RELATED)
    return Comparison(TitleMatch.DIFFERENT, is_claimed=bool(titles))


def _titles(spoken: Iterable[str]) -> list[str]:
    """Those of some words that may name a work, normalised."""
    names = (normalise(words) for words in spoken if "://" not in words)
    return [name for name in names if _is_title(name)]


def _is_title(name: str) -> bool:
    """Whether words name a work, and are no address, number or "the paper"."""
    if not name or re.fullmatch(r"[\d\sv]*", name) or name.startswith("http"):
        return False
    if re.match(r"(?:arxiv|doi|www)\b", name):
        return False
    return len(name.split()) >= 2 and not _GENERIC.fullmatch(name)


def _is_same(name: str, on_record: str, actual: str) -> bool:
    """Equal, or equal to what stands before the subtitle."""
    if name == on_record:
        return True
    head = normalise(re.split(r"[:?!]\s|\s[-–—]\s", actual, maxsplit=1)[0])
    return name == head and len(name.split()) >= _FEWEST_WORDS


def _share(on_record: str, names: list[str], passage: str) -> float:
    """How many of the words that carry a title occur in what the draft says."""
    said = {word[:_STEM] for word in normalise(passage).split()}
    said |= {word[:_STEM] for name in names for word in name.split()}
    words = [word for word in on_record.split() if word not in _COMMON]
    words = words or on_record.split()
    return sum(word[:_STEM] in said for word in words) / len(words)
