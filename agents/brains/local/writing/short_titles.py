"""Headlines within a line: in the subject, the preheader, the lead. Pure."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence

from agents.brains.local.writing.headlines import is_bare
from newsletter.drafts.prose import split
from newsletter.drafts.rules import style
from newsletter.research.summary import announcing, sentence_quality
from newsletter.research.summary.rewording import capitalised
from newsletter.standards.rubric import Words
from newsletter.text import truncate
from newsletter.text.words import folded, length_in_words

# What a long title says besides: "… — but will it make a difference?", "…, sparking outrage".
_ASIDE = re.compile(
    r"(?<!:)\s[–—|-]\s|[:;]\s|,\s(?:but|yet|so|while|says?|here(?:'|’)s|as|with|including|"
    r"because|(?!according)[a-z]{3,}ing(?!,? (?:and|or)\b))\b"
)
# "Lumen: an index that keeps a billion rows": what it is stands alone.
_DEFINED = re.compile(r"\A[^:]{1,60}: an? .{8,80}?(?= (?:that|which) )")
_FEWEST_OF_CLAUSE = 4  # words
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("‘", "’"), ("«", "»"), ("„", "“"))
_SAID = re.compile("""["“„«‘'].+["”»’'][.!?…]?""")
_SAID_BEFORE = re.compile("""["“«‘][^"“”«»‘’]{8,}["”»’]:\\s+(?=\\S)""")
_FEWEST_TOLD = 3  # words
_MOST_PREHEADER = 110
# A sentence instead of headlines; mail programs show of it what they have room for.
_MOST_SAID = 200
# A.I., U.S.: where each word has a capital, none says that a sentence ends here.
_INITIALS = re.compile(r"\b(?:\w\.){2,}\Z")
_KANA, _HAN = re.compile("[\u3040-\u30ff]"), re.compile("[\u3400-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")


def in_one(title: str) -> str:
    """A title within a sentence: what would begin another one is left out.

    What somebody said before it tells nothing alone: "“We are lost”. Ferry firm closes".
    """
    first, *others = split(title)
    behind = title.partition(first.text)[2].lstrip()
    if _SAID.fullmatch(first.text) and behind[:1] not in ("", *"-–—"):
        return in_one(behind)
    is_told = (
        others
        and len(first.text.split()) >= _FEWEST_TOLD
        and not _INITIALS.search(first.text)
        and _is_closed(first.text)
    )
    return _without_stop(first.text if is_told else title)


def _without_stop(title: str) -> str:
    """A title without what ends it as a sentence: "U.S." keeps its stop."""
    return title.rstrip() if _INITIALS.search(title.rstrip()) else title.rstrip(".! ")


def to_open_with(titles: Iterable[str]) -> list[str]:
    """Titles as a lead may tell them: none that is loud."""
    names = map(in_one, titles)
    return [name for name in names if not style.is_loud(name)]


def first_clause(title: str) -> str:
    """What a title says first, where that stands alone; else all of it.

    Behind somebody's words it is what follows them: "“We are lost”: ferry firm closes".
    """
    if said := _SAID_BEFORE.match(title):
        rest = title[said.end() :]
        is_whole = length_in_words(rest) >= _FEWEST_OF_CLAUSE and _is_closed(rest)
        return capitalised(rest) if is_whole else title
    if defined := _DEFINED.match(title):
        return defined.group()
    head, *aside = _ASIDE.split(title, maxsplit=1)
    is_whole = length_in_words(head) >= _FEWEST_OF_CLAUSE and _is_closed(head)
    return head if aside and is_whole and head[:1] not in "'‘\"“„«" else title


def _is_closed(text: str) -> bool:
    """Does every quotation and bracket end that begins in it? An apostrophe begins none."""
    opened = [
        (one, end)
        for one, end in _PAIRS
        if text.count(one) > text.count(end) and not (one == "“" and "„" in text)
    ]
    return not opened and text.count('"') % 2 == 0


def subject(
    headlines: Sequence[str],
    limits: Words,
    banned: Collection[str] = (),
    otherwise: str = "",
    *,
    in_english: bool = True,
    between: str = "; ",
) -> str:
    """The first headline that tells something and fits, and a second one where both do.

    Where all of them are names, the first and how many more; else `otherwise`. Between
    names of another language stands no English word, and `between` headlines what the
    newsletter's language sets there.
    """
    lines = [one for title in headlines for one in _lines(title, limits, banned)]
    telling = sorted(filter(_tells, lines), key=announcing.teases)
    for first in telling[:1]:
        # Between two headlines of one sentence each a reader sees where one ends.
        both = (
            _joined(first, one, between)
            for one in telling[1:]
            if (in_one(first), in_one(one)) == (first, one)
        )
        return next((one for one in both if _columns(one) <= limits.most), first)
    more = len(headlines) - 1
    for name in lines[:1]:
        counted = f"{name}, and {more} more" if in_english else f"{name} (+ {more})"
        return counted if more and len(counted) <= limits.most else name
    return truncate.at_word(otherwise or headlines[0], limits.most)


def _columns(line: str) -> int:
    """How wide a line is shown: a sign of Chinese or Japanese as two letters."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in line)


def leading(
    headlines: Sequence[str], limits: Words, banned: Collection[str] = ()
) -> str:
    """The headline that the subject tells first; "" where none tells something and fits."""
    telling = [
        (announcing.teases(line), place, title)
        for place, title in enumerate(headlines)
        for line in _lines(title, limits, banned)
        if _tells(line)
    ]
    return min(telling, default=(False, 0, ""))[-1]


def preheader(
    headlines: Sequence[str],
    subject: str,
    banned: Collection[str] = (),
    between: str = "; ",
    said: Iterable[str] = (),
) -> str:
    """The headlines that the subject leaves out, as many as fit, each whole.

    Where it leaves none out, the first sentence of what is `said`.
    """
    limits = Words(least=1, most=_MOST_PREHEADER)
    line = ""
    for title in telling_first(untold(headlines, subject)):
        for told in _lines(title, limits, banned):
            longer = _joined(line, told, between) if line else told
            line = longer if len(longer) <= _MOST_PREHEADER else line
    return line or _said_of_it(said, subject)


def _said_of_it(said: Iterable[str], subject: str) -> str:
    """The first sentence that goes on where the subject ends, whole; "" where none fits."""
    known = folded(subject)
    return next(
        (
            one
            for one in said
            if len(one) <= _MOST_SAID
            and folded(one) not in known
            and known not in folded(one)
        ),
        "",
    )


def untold(headlines: Iterable[str], subject: str) -> list[str]:
    """The headlines that the subject does not tell."""
    return [
        title
        for title in headlines
        if in_one(title) not in subject and first_clause(in_one(title)) not in subject
    ]


def telling_first(headlines: Iterable[str]) -> list[str]:
    """Those that tell what happened before names, questions and the like."""
    return sorted(headlines, key=lambda one: (not _tells(one), announcing.teases(one)))


def within(headline: str) -> str:
    """A headline within a sentence: of a long one what it says first, where that stands."""
    return headline if len(headline) <= _MOST_PREHEADER else first_clause(headline)


def _tells(line: str) -> bool:
    """More than a name: "Kettle 2", "Airbrush Studio" tell nothing."""
    is_short = length_in_words(line) < _FEWEST_OF_CLAUSE
    return not is_bare(line) and not (is_short and sentence_quality.is_proper(line))


def _lines(title: str, limits: Words, banned: Collection[str]) -> Iterator[str]:
    """A headline as a line of its own: whole, else what it says first; none that is loud.

    A question whose answer was cut off tells nothing. A title may say a banned word; what
    is cut of it speaks with our own voice.
    """
    is_short = bool(_INITIALS.search(title.rstrip()))
    whole, first = title.rstrip(" " if is_short else ". "), in_one(title)
    if style.is_loud(title) or title.endswith("…"):
        return
    for line in (whole, first, first_clause(first)):
        is_cut = line != whole
        is_ours = is_cut and (
            line.endswith("?") or sentence_quality.has_any(line, banned)
        )
        if limits.least <= len(line) <= limits.most and not is_ours:
            yield line
            return


def _joined(first: str, second: str, between: str) -> str:
    """Two headlines in one line, with what stands between them in their script.

    Korean has no semicolon: https://korean.go.kr/kornorms, 문장 부호.
    """
    if first.endswith("?"):
        return f"{first} {second}"
    if first.endswith("\N{FULLWIDTH QUESTION MARK}"):
        return f"{first}{second}"
    if _KANA.search(first):
        between = "\N{FULLWIDTH SOLIDUS}"
    elif _HANGUL.search(first):
        between = " / "
    elif _HAN.search(first):
        between = "\N{FULLWIDTH SEMICOLON}"
    return f"{first}{between}{second}"
