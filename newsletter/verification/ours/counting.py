"""What a line counts of the issue itself, held to the log: "five launches". Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from newsletter.text.words import NUMBER_WORDS
from newsletter.verification.claims.numbers.amounts import Amount, hedge_before
from newsletter.verification.claims.numbers.figures import figures
from newsletter.verification.claims.numbers.tolerance import is_near
from newsletter.verification.ours.record import Counts

_NOUNS = {
    "launch": r"launch(?:es)?",
    "paper": r"papers?",
    "story": r"stor(?:y|ies)|items?|candidates?",
    "source": r"sources?|outlets?|feeds?",
    "link": r"links?|addresses",
    "quote": r"quotes?|quotations?|citations?|passages?",
    "sentence": r"sentences?",
    "day": r"days?",
    "issue": r"(?:earlier |past |previous )?issues",
}
_WORDS = {"no": 0, "one": 1} | NUMBER_WORDS
# "What is no feed" counts nothing.
_IS = r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )"
_TELLS = frozenset({"launch", "paper", "story"})
_COUNT = re.compile(
    rf"(?<![\w.,'-]){_IS}(?P<number>\d{{1,3}}(?:,\d{{3}})+|\d+|{'|'.join(_WORDS)})"
    r"(?:[\s-](?!(?:of|and|or|to|in|by|from|for)\b)[^\W\d]{2,15}){0,2}?[\s-]"
    rf"(?:{'|'.join(f'(?P<{noun}>{words})' for noun, words in _NOUNS.items())})\b",
    re.IGNORECASE,
)
_ISSUE = r"\b(?:issue|edition|newsletter|letter|brief)\b"
# What stands before a number that is meant of all there is.
_OF_ALL = re.compile(
    rf"(?:{_ISSUE}[^.;:]{{0,20}}\b(?:has|have|holds?|brings?|tells?|covers?|carries|"
    r"contains?|includes?|lists?)|\bonly|\bjust|\bin all,?|\ball)"
    r"(?: (?:also|only|just|you|of|the))*\s*\Z",
    re.IGNORECASE,
)
_LOOKED = re.compile(
    r"\b(?:asked|read|searched|considered|checked|looked|chose|chosen|picked|drawn|selected|"
    r"examined|weighed|sifted|reviewed|"
    r"answered?|verified|opened|went|dropped|rejected|left out)\b",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"\b(?:tells?|told|brings?|covers?|carries|contains?|holds?|has|have|lists?|includes?)\b",
    re.IGNORECASE,
)
# What stands behind a number that is meant of some.
_OF_SOME = re.compile(
    r"\s+(?:that|which|who|whose|you|for|about|on|in|with|by|worth|to|without|are|is|"
    r"agree|run|cut|need|come|share)\b",
    re.IGNORECASE,
)
# "Only one of the five"; what they are of is read with the noun behind it.
_OF_THEM = re.compile(
    rf"(?<![\w.,'-])(\d{{1,3}}|{'|'.join(_WORDS)}) of (?:the|these|our|its|them,? all) "
    rf"(\d{{1,3}}|{'|'.join(_WORDS)})\b(?![.,]\d)",
    re.IGNORECASE,
)
# "Five stories out of 13": how many are told, and of how many that were looked at.
_OUT_OF = re.compile(
    rf"(?<![\w.,'-])(\d{{1,3}}|{'|'.join(_WORDS)}) "
    rf"(?:(?P<story>stories|items)|(?P<launch>launches)|(?P<paper>papers)),? "
    rf"(?:(?:chosen|picked|selected|drawn) )?(?:out of|from|of) (\d{{1,4}}|{'|'.join(_WORDS)})"
    r"(?=[,.;:)]?\s*\Z|[,.;:)]\s|\s(?:that|which|considered|in all)\b)",
    re.IGNORECASE,
)
# What sources did: "two of these 33 did not answer", "four more had nothing".
_DID = re.compile(
    rf"(?<![\w.,'-])(?P<number>\d{{1,3}}|{'|'.join(_WORDS)})"
    rf"(?P<between>(?: (?:of|the|these|those|them|our|its|sources?|outlets?|feeds?|more|others?|another|"
    rf"\d{{1,3}}|{'|'.join(_WORDS)})){{0,5}}) (?:(?P<silent>(?:did|could|would) not "
    r"(?:answer|reply|respond|be (?:reached|read|opened))|didn['’]t (?:answer|reply|respond)|"
    r"failed to answer|gave no answer|timed out|(?:was|were|stayed) (?:silent|unreachable|down))|"
    r"(?P<empty>(?:answered,? (?:and|but) )?(?:gave|had|found|brought|told|yielded|offered|"
    r"returned|held) (?:nothing|no (?:news|story|stories|launch|launches|papers?))|"
    r"(?:was|were|came back|stayed) empty)|(?P<answered>(?:answered|replied|responded)(?! with)))\b",
    re.IGNORECASE,
)
_SOURCES = re.compile(r"\b(?:sources?|outlets?|feeds?)\b", re.IGNORECASE)
# "…, and 3 more"; between names of another language, "(+ 3)"
_AND_MORE = re.compile(
    rf"\b(?:and|plus|\+|&) (\d{{1,3}}|{'|'.join(_WORDS)}) (?:more|others)\b"
    r"|\(\+ (\d{1,3})\)\Z",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\s*(?:,|;|&|\+|\band\b|\bplus\b|, and)\s*\Z")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of things of the issue, where it stands, and what is wrong with it."""

    start: int
    end: int
    written: str
    fault: str = ""


def counted(text: str, counts: Counts) -> Iterator[Counted]:
    """Every number that a text gives of the issue's stories, sources and links."""
    for match in _OF_THEM.finditer(text):
        some, all_ = map(_number, match.groups())
        if all_ in counts.told.values() and some <= all_:
            yield Counted(match.start(), match.end(), match.group())
    for match in _OUT_OF.finditer(text):
        yield _out_of(match, counts)
    yield from counted_anywhere(text, counts)
    yield from _done(text, counts)
    found = list(_COUNT.finditer(text))
    for place, match in enumerate(found):
        noun = str(match.lastgroup)
        beside = found[max(0, place - 1) : place + 2]
        is_pair = any(
            _is_beside(one, match, text) for one in beside if one is not match
        )
        fault = _fault(match, noun, text, counts, is_pair=is_pair)
        yield Counted(match.start(), match.end("number"), match.group(), fault)


def _out_of(match: re.Match[str], counts: Counts) -> Counted:
    noun = next(name for name, found in match.groupdict().items() if found)
    some, all_ = _number(match[1]), _number(match[5])
    told, known = counts.told[noun], counts.known[noun]
    is_right = some == told and all_ in known
    fault = "" if is_right else f"the issue tells {told}, and the log {_listed(known)}"
    return Counted(match.start(), match.end(), match.group(), fault)


def counted_anywhere(text: str, counts: Counts) -> Iterator[Counted]:
    """How many more stories there are, which is told alike in each language: "(+ 3)"."""
    for match in _AND_MORE.finditer(text):
        if _number(match[1] or match[2]) < counts.told["story"]:
            yield Counted(match.start(), match.end(), match.group())


def _done(text: str, counts: Counts) -> Iterator[Counted]:
    """How many sources answered, were silent, or had nothing, where it speaks of sources."""
    for match in _DID.finditer(text):
        among = map(int, re.findall(r"\d+", match["between"]))
        is_of_all = any(number in counts.known["source"] for number in among)
        if not (is_of_all or _SOURCES.search(text)):
            continue
        what = str(match.lastgroup)
        known = counts.known[what]
        right = _number(match["number"]) in known
        fault = "" if right else f"the log tells {_listed(known)}"
        yield Counted(match.start(), match.end(), match.group(), fault)


def _number(written: str) -> int:
    word = _WORDS.get(written.lower())
    return int(written) if word is None else word


def _fault(
    match: re.Match[str], noun: str, text: str, counts: Counts, *, is_pair: bool
) -> str:
    claimed = _amount(match, text)
    is_of_some = bool(_OF_SOME.match(text, match.end()))
    is_of_all = bool(_OF_ALL.search(text[: match.start()])) or is_pair
    is_of_all &= not _is_of_looking(text[: match.start()])
    if noun in _TELLS and is_of_all and not is_of_some:
        right = counts.told[noun]
        return "" if is_near(right, claimed) else f"the issue tells {right}"
    known = counts.known[noun]
    looks = noun not in _TELLS or bool(_LOOKED.search(text))
    if looks and any(is_near(number, claimed) for number in known):
        return ""
    if not _LOOKED.search(text):
        most = counts.told.get(noun, max(known, default=0))
        return "" if claimed.value <= most else f"the issue tells {most}"
    return f"the log tells {_listed(known)}"


def _is_of_looking(before: str) -> bool:
    """Whether the last verb looks and does not tell: "considered 42 launches"."""
    looked = [found.start() for found in _LOOKED.finditer(before)]
    told = [found.start() for found in _TELLING.finditer(before)]
    return bool(looked) and looked[-1] > max(told, default=-1)


def _amount(match: re.Match[str], text: str) -> Amount:
    written = match["number"]
    value = float(_number(written.replace(",", "")))
    return Amount(written, value, hedge=hedge_before(text, match.start()))


def _is_beside(one: re.Match[str], other: re.Match[str], text: str) -> bool:
    """Whether two kinds of story are counted side by side: "five launches, two papers"."""
    first, second = sorted((one, other), key=lambda match: match.start())
    kinds = {first.lastgroup, second.lastgroup}
    between = text[first.end() : second.start()]
    return kinds == {"launch", "paper"} and bool(_BESIDE.fullmatch(between))


def _listed(numbers: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(numbers))) or "none"


def is_a_time(written: str, text: str) -> bool:
    """Whether it is "a month" or "every day", which many stories speak of in passing."""
    amounts = [one for one in figures(text).amounts if one.written == written]
    return bool(amounts) and all(
        one.unit in ("second", "month") and not one.has_digits and one.value == one.size
        for one in amounts
    )
