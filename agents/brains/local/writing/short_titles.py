"""A story's short name for subject line and list: "gpt-oss", "CoAct-1". Pure."""

import re
from collections.abc import Collection, Iterable, Sequence

from newsletter.drafts.prose import split
from newsletter.drafts.rules import style
from newsletter.research.summary import sentence_quality
from newsletter.research.summary.rewording import capitalised
from newsletter.text import truncate
from newsletter.text.words import listed

_SUBTITLE = re.compile(r":\s+|\s[–—]\s")
# What a long title says besides: "… — but will it make a difference?"
_ASIDE = re.compile(r"\s[–—|-]\s|;\s|,\s(?:but|yet|so|while|says?|here(?:'|’)s)\b")
_FEWEST_OF_CLAUSE = 4  # words
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("‘", "’"), ("«", "»"), ("„", "“"))
_FEWEST_TOLD = 3  # words
_MOST_WORDS = 4  # of what stands before a subtitle, to be a name
_MOST_NAMED = 3
_MOST_PREHEADER = 110


def in_one(title: str) -> str:
    """A title within a sentence: what would begin another one is left out."""
    first, *others = split(title)
    is_told = others and len(first.text.split()) >= _FEWEST_TOLD
    return (first.text if is_told else title).rstrip(".! ")


def to_open_with(titles: Iterable[str]) -> list[str]:
    """Titles as a lead may tell them: none that is loud."""
    names = map(in_one, titles)
    return [name for name in names if not style.is_loud(name)]


def short(title: str, banned: Collection[str] = ()) -> str:
    """The title without what only announces it, and without its subtitle.

    A name that would say a banned word in our own voice stays a whole title.
    """
    whole = in_one(title)
    name = capitalised(sentence_quality.ANNOUNCES.sub("", whole, count=1))
    head, *subtitle = _SUBTITLE.split(name, maxsplit=1)
    if (
        subtitle
        and len(head.split()) <= _MOST_WORDS
        and (sentence_quality.names_a_thing(head) or sentence_quality.is_proper(head))
    ):
        name = head
    return whole if sentence_quality.has_any(name, banned) else name


def first_clause(title: str) -> str:
    """What a title says first, where that stands alone; else all of it."""
    head, *aside = _ASIDE.split(title, maxsplit=1)
    is_whole = len(head.split()) >= _FEWEST_OF_CLAUSE and all(
        head.count(opens) == head.count(closes) for opens, closes in _PAIRS
    )
    is_quoted = head.count('"') % 2 or head[:1] in "'‘\"“„«"
    return head if aside and is_whole and not is_quoted else title


def subject(
    titles: Sequence[str],
    most: int,
    banned: Collection[str] = (),
    otherwise: str = "",
    *,
    in_english: bool = True,
) -> str:
    """As many of the first names as fit into so many characters, and how many more.

    Behind what is no name a number would be read with it: "Parser 2.0 reads 40 tables, and
    3 more". Each stands whole, or the line is `otherwise`. Between names of another language
    stands no English word.
    """
    names = [short(title, banned) for title in titles]
    for number in range(min(_MOST_NAMED, len(names)), 1, -1):
        left = len(names) - number
        shown = (
            _listed(names[:number], left) if in_english else "; ".join(names[:number])
        )
        if len(shown) <= most and not _is_unclear(names[:number], banned):
            return shown
    others = len(titles) - 1
    more = (
        (f", and {others} more" if in_english else f" (+ {others})") if others else ""
    )
    for name, title in zip(names, titles, strict=True):
        one = title if sentence_quality.has_any(name, banned) else name
        is_name = sentence_quality.names_a_thing(one)
        counted = f"{one}{more}" if is_name and len(one.split()) <= _MOST_WORDS else one
        for line in (counted, one, first_clause(one)):
            is_fit = len(line) <= most and not one.endswith("…")
            if is_fit and not style.is_loud(line):
                return line
    return truncate.at_word(otherwise or titles[0], most)


def preheader(titles: Sequence[str], subject: str, banned: Collection[str] = ()) -> str:
    """The names that the subject leaves out, as many as fit, each whole."""
    line = ""
    for name in (short(title, banned) for title in titles):
        if name in subject or first_clause(name) in subject:
            continue
        for told in (name, first_clause(name)):
            longer = f"{line}; {told}" if line else told
            if len(longer) <= _MOST_PREHEADER:
                line = longer
                break
    return line


def _is_unclear(names: Sequence[str], banned: Collection[str]) -> bool:
    """Would a list of these names not show where one ends, or say a banned word?

    What is no name but tells what happened stands alone.
    """
    return any(
        "," in name
        or ": " in name
        or name.endswith(("…", "?"))
        or style.is_loud(name)
        or len(name.split()) > _MOST_WORDS + 1
        or sentence_quality.has_any(name, banned)
        for name in names
    )


def _listed(names: Sequence[str], more: int) -> str:
    if more:
        return f"{', '.join(names)}, and {more} more"
    return listed(names)
