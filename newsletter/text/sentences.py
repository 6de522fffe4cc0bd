"""Sentences as they stand in a text, and what can be told of one alone. Pure.

A sentence keeps its exact span, so that a quote can be found again in its source.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from newsletter.text.similarity import terms, words
from newsletter.text.words import MONTHS, TIMES


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: `text` is exactly `source[start:end]`, line ends and all.

    `paragraph` counts from 0; headings and list entries are paragraphs of their own.
    """

    text: str
    start: int
    end: int
    paragraph: int

    @property
    def has_end(self) -> bool:
        """Does it end as a sentence does? A heading or a broken line does not.

        Nor does what was cut behind a title, "by Gov.", or within a list, "reasons: 1."
        """
        bare = self.text.rstrip("\"'”’)]*_ ")
        return bare.endswith((".", "!", "?", *_WIDE)) and not _CUT.search(bare)


_BLANK = re.compile(r"\n[ \t\r\f\v\u00a0]*\n\s*")
_LIST_OR_HEADING = re.compile(r"[ \t]*(?:[-*+•‣▪]\s|\d{1,3}[.)]\s|#{1,6}\s|>\s?|\|)")
_WIDEST_WRAPPED = 100
_NARROWEST_WRAPPED = 45

# A run of stops with what closes behind it, and the space before what follows.
# Chinese and Japanese stops need no space.
_WIDE = "\u3002\uff01\uff1f"
STOP = re.compile(
    rf"(?<![.!?…])[.!?…]++[\"'”’»)\]*_]*+\s++(?=\S)|(?<![{_WIDE}])[{_WIDE}]++[”’」』\uff09]*+\s*+(?=\S)"
)
# What ends in a full stop without ending a sentence; one capital letter does neither.
_ABBREVIATION = re.compile(
    r"\b(?:e\.?g|i\.?e|et al|al|cf|vs?|viz|resp|approx|ca|dr|mr|mrs|ms|prof|st|jr|sr|"
    r"dept|univ|w\.?r\.?t|s\.?t|a\.?k\.?a|co|e\.u|(?-i:[A-HJ-Z]))\.\Z",
    re.IGNORECASE,
)
# A title before a name, of streets too; written small, "rep" is another word.
_TITLE = (
    r"(?:(?:Gov|Sen|Rep|Lt|Gen|Capt|Sgt|Rev|Col|Cmdr|Cpl|Det|Supt|Maj|Adm|Hon|Mt|Sra|Dra)s?|"
    r"Av(?:da)?|Srta|Gral|Pdte|Pte)"
)
# "gen." is one in Polish, and behind "im." stands whose name a place has: in 21,208 real texts
# no English sentence ends so. "(Ed. Vale)" is a publisher, "— Ed." a note's end.
_BEFORE_NAME = re.compile(rf"\b{_TITLE}\.\Z|\s(?:gen|im)\.\Z|[(,]\s?[EÉ]d\.\Z")
# What stops so was cut: nobody ends in "Gov.", nor a list with its first number.
_CUT = re.compile(rf"\b(?:{_TITLE}|Dr|Mr|Mrs|Ms|Prof)\.\Z|:\s\d{{1,2}}\.\Z")
_BEFORE_NUMBER = re.compile(
    r"\b(?:figs?|eqs?|secs?|sect|tab|nos?|vol|pp?|ch|app|ca|(?-i:ok)|jan|feb|mar|apr|jun|jul|aug|"
    r"sept?|oct|nov|dec)\.\Z",
    re.IGNORECASE,
)
# These may well end a sentence: they do before a word that begins most of them.
_MAY_END = re.compile(r"\b(?:etc|inc|corp|ltd|u\.?s|u\.?k)\.\Z", re.IGNORECASE)
_BEGINS = re.compile(
    r"(?:A|An|The|This|That|These|Those|It|Its|They|Their|We|Our|You|He|She|His|Her|There|"
    r"In|On|At|By|For|From|With|As|After|And|But|If|When|While|Both|All)\b"
)
# "8 p.m. PT", "at 9 a.m. Monday": the sentence goes on with zone, day or place.
_TIME_OF_DAY = re.compile(r"\b[ap]\.m\.\Z", re.IGNORECASE)
_OF_TIME = re.compile(
    r"(?:[ECMP][SD]?T|GMT|UTC|BST|CES?T|I?ST|AEST|Eastern|Central|Mountain|Pacific|Local|"
    r"(?:Mon|Tues?|Wed(?:nes)?|Thurs?|Fri|Sat(?:ur)?|Sun)(?:day)?|"
    rf"{'|'.join(month.title() for month in MONTHS)}|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)\b|"
    r"[A-Z][\w'’-]+ [A-Z]"  # "a 6 p.m. Harbour Choir rehearsal"
)
# "am 5. August": in German a stop makes a number an ordinal.
_ORDINAL = re.compile(r"(?<![\w.])\d{1,2}\.\Z")
# "ab dem 1. Spieltag", "die 2. Liga", "im 3. Quartal".
_GERMAN_ORDINAL = re.compile(
    r"\b(?:der|die|das|dem|den|des|am|im|zum|zur|vom|beim|ab|seit|jede[rsnm]?) \d{1,2}\.\Z",
    re.IGNORECASE,
)
_GERMAN_MONTH = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|"
    r"Dezember)\b"
)
# "W 2025 r. Google …": in Polish no sentence is as short as this and a year.
_POLISH_YEAR = re.compile(
    r"(?:\A|[.!?:]\s+|\n)(?:Do|W|Od|Po|Pod|Przed|Na|Z)(?:\s[^\W\d_]+){0,2}\s(?:19|20)\d\d r\.\Z"
)
_LONGEST_YEAR = 44  # characters of it
_OPENING = re.compile(r"[\"'“‘«(\[*_`—–-]*+")
_NAME = re.compile(r"[a-z]+[A-Z]")  # iPhone


def ends_sentence(text: str, stop: re.Match[str]) -> bool:
    """Whether a `STOP` ends a sentence: not after "e.g.", nor before a small letter."""
    if stop.group()[0] in _WIDE:
        return True
    opening = _OPENING.match(text, stop.end())
    position = opening.end() if opening else stop.end()
    follows = text[position : position + 1]
    if follows.islower() and not _NAME.match(text, position):
        return text[stop.end()] in "(["
    if stop.group()[0] != "." or stop.group()[1:2] in (".", "…"):
        return True
    before = text[max(0, stop.start() - 12) : stop.start() + 1]
    if follows.isdigit() and _BEFORE_NUMBER.search(before):
        return False
    if _ORDINAL.search(before) and _GERMAN_MONTH.match(text, position):
        return False
    if _GERMAN_ORDINAL.search(before) or _is_of_a_year(text, stop):
        return False
    if _MAY_END.search(before):
        return bool(_BEGINS.match(text, position))
    if _TIME_OF_DAY.search(before):
        begins = _BEGINS.match(text, position)
        return bool(begins or not _OF_TIME.match(text, position))
    if _BEFORE_NAME.search(before):
        return False
    return not _ABBREVIATION.search(before)


def _is_of_a_year(text: str, stop: re.Match[str]) -> bool:
    """Whether it stands behind the year that opens a Polish sentence."""
    around = text[max(0, stop.start() - _LONGEST_YEAR) : stop.start() + 1]
    return around.endswith(" r.") and bool(_POLISH_YEAR.search(around))


def split(text: str) -> tuple[Sentence, ...]:
    """Every sentence of a text, in order; headings and list entries count as one."""
    return tuple(
        sentence
        for number, (start, end) in enumerate(_paragraphs(text))
        for sentence in _in_paragraph(text, start, end, number)
    )


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Where each paragraph starts and ends; hard-wrapped lines are one paragraph."""
    start = 0
    for blank in _BLANK.finditer(text):
        yield from _lines(text, start, blank.start())
        start = blank.end()
    yield from _lines(text, start, len(text))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The paragraphs of a block without blank lines."""
    block = text[start:end]
    lines = block.split("\n")
    is_wrapped = max(map(len, lines)) <= _WIDEST_WRAPPED
    first = position = start
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        position += len(line) + 1
        goes_on = (
            is_wrapped
            and len(line) >= _NARROWEST_WRAPPED
            and not _LIST_OR_HEADING.match(after)
            and not line.lstrip().startswith("#")
        )
        if not goes_on:
            yield first, position - 1
            first = position
    if first < end:
        yield first, end


def _in_paragraph(text: str, start: int, end: int, number: int) -> Iterator[Sentence]:
    marker = _LIST_OR_HEADING.match(text, start, end)
    first = marker.end() if marker else start
    for stop in STOP.finditer(text, first, end):
        if ends_sentence(text, stop):
            yield from _sentence(text, first, stop.end(), number)
            first = stop.end()
    yield from _sentence(text, first, end, number)


def _sentence(text: str, start: int, end: int, number: int) -> Iterator[Sentence]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield Sentence(text[start:end], start, end, number)


_NUMBER = re.compile(
    r"(?<![\w.\-/])[~≈+\-±]?[$€£]?\d+(?:,\d{3})*(?:\.\d+)?"
    r"(?:\s?(?:%|×|(?:percent|points?|times|x|[kKMBT])\b|(?:million|billion)\b))?"
)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_MONTH = rf"(?:{'|'.join(MONTHS).title()})"
_DATE = re.compile(
    rf"\b(?:\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}}(?!\d|,\d))\b(?:,? \d{{4}}\b)?"
)


def numbers(text: str) -> tuple[str, ...]:
    """The figures that a passage gives, with their unit; dates do not count."""
    if not _DIGIT.search(text):
        return ()
    undated = _DATE.sub("", text)
    found = (match.group().strip() for match in _NUMBER.finditer(undated))
    return tuple(number for number in found if not _YEAR.match(number))


_POINTS_BACK = re.compile(
    rf"(?:This(?! {TIMES}\b)|These|Those|That|Such|It|Its|They|Their|Them|He|She|His|Her|Both|Neither|"
    r"Each|Either|Another|Others|The (?:former|latter|same|above|other|resulting|"
    r"proposed|two|three|latest|key|second|third)|Doing so|In doing so|Here|Which|"
    # "There is a bridge" tells of its own, "There it stands" does not.
    r"There(?! (?:is|are|was|were|has been|have been|had been|will be|may be|could be|"
    r"(?:was|were|is|are)n['’]t) (?!also |another |other |no other |such |therefore |"
    r"(?:just |only |but )?one |an? (?:\w+ )?(?:catch|caveat|twist|reason|exception)\b))|"
    r"Then|(?:It|That|This|Here|There|They|These)['’](?:s|re|ll|d|ve)|That kind|"
    r"(?:One|Some|Many|Most|All|Both|Each|None|Two|Three|Several|Few|Much|"
    r"Half|Part) of (?:them|these|those|each|either|both)|"
    r"(?:After|Before|Since|Because of|In addition to|Beyond|Despite|Besides|Due to|"
    r"With|From|For|To) (?:that|then|there)|That said|What['’]s more|Even so|"
    r"Same|And|But|So|Or|Yet|Also|Otherwise|Likewise|"
    r"Similarly|Conversely|By contrast|In contrast|On the other hand|Unlike (?:this|"
    r"these)|For (?:example|instance)|As such|With (?:this|these)|From (?:this|these)|"
    r"(?:On|In|For|With|At|By|Of) (?:all |the )?others?|Under this|At the same time|Instead|Rather|Not only)\b(?!['’-])"
)
# Asked of a text in lower case.
_BACK_INSIDE = re.compile(
    r"\b(?:this|these|those)\s*[,;.)]|"
    r"\b(?:reason|cause|example|exception)s? (?:for|of|to|behind) (?:this|that)\b|"
    r"\b(?:the (?:former|latter)|aforementioned|the above|as (?:shown|described|noted) "
    r"(?:above|below|earlier|in)|above-mentioned|(?:does|do|did|doing) so)\b|"
    r",\s(?:though|too|either|however|as well)[.!][\"”]?\Z"
)
_POINTER = re.compile(r"\b(?:this|these|those|such)\s+(?=[a-z])", re.IGNORECASE)
# After "this" no noun follows, or one that is before the reader.
_NOTHING_WORDS = """
    is are was were can that as who which a an in paper work study article report survey
    review post week release version update month year thesis tutorial position technical
    section issue"""
_NOTHING_MEANT = frozenset(_NOTHING_WORDS.split())


# "as much as $1.": a text that somebody cut at the point of $1.4 billion.
_SUM = re.compile(r"[$€£¥]\s?\d{1,3}\.[\"”’)]*\Z")
_SMALL_SUM = re.compile(r"[$€£¥]\s?\d\.[\"”’)]*\Z")
_PRICED = re.compile(
    r"\b(?:costs?|pric|fees?\b|per\b|month|sell|sold|buy|pay|paid|ticket|charg)"
)
_LARGE_SUM = re.compile(
    r"[$€£¥]\s?\d[\d.,]*\s?(?:(?:m|b|tr)illion|[mb]n?\b|tn\b)", re.IGNORECASE
)


def stops_in_a_sum(text: str, around: str) -> bool:
    """Does the last sentence of a text most likely stop within a large sum of money?

    `around` is what else is told there: a price stands beside no millions.
    """
    if not _SUM.search(text):
        return False
    is_small = bool(_SMALL_SUM.search(text)) and not _PRICED.search(text.lower())
    return is_small or bool(_LARGE_SUM.search(around))


def points_back(text: str) -> bool:
    """Does the passage need the one before it, by its first word or a word like "latter"?"""
    start = text.lstrip("\"'“‘([*_ ")
    return bool(_POINTS_BACK.match(start) or _BACK_INSIDE.search(text.lower()))


def loose_ends(text: str) -> tuple[frozenset[str], ...]:
    """What a passage points at without having named it: the terms after each "these".

    "We close this gap with a cache" has one, {"gap"}; it is tied where a reader has met
    one of its terms before. "A cache helps when this cache is warm" has none.
    """
    found = []
    for pointer in _POINTER.finditer(text):
        following = words(text[pointer.end() : pointer.end() + 60])[:2]
        if following[0] in _NOTHING_MEANT:
            continue
        meant = frozenset(
            term for term in terms(" ".join(following)) if " " not in term
        )
        if meant and not meant & frozenset(terms(text[: pointer.start()])):
            found.append(meant)
    return tuple(found)


# "The report points …", "If confirmed, the discovery …": which one, another sentence said.
_REFERS = re.compile(
    r"(?:[^,]{0,60},\s+)?[Tt]he (?:[a-z]+ )?(?P<noun>reports?|stud(?:y|ies)|findings?|"
    r"discover(?:y|ies)|breakthroughs?|surveys?|polls?|analys[ie]s|research(?:ers)?|results?|"
    r"scientists|team|moves?|decisions?|rulings?|announcements?|incidents?|attacks?|measures?|"
    r"proposals?|initiatives?|collaborations?|partnerships?|approach(?:es)?|techniques?|"
    r"methods?|technolog(?:y|ies)|figures|numbers|changes?|experiments?|trials?|projects?|"
    r"papers?|investigations?|deals?|agreements?|updates?|devices?|designs?|systems?)\b"
    # What follows may tell which.
    r"(?! (?:of|that|by|from|between|to|for|which|who|into|behind|against|over|on|with)\b)"
)


def refers_to(shown: str) -> frozenset[str]:
    """What a sentence begins with as known, "the report", by its terms; often nothing."""
    found = _REFERS.match(shown)
    return frozenset(terms(found["noun"])) if found else frozenset()


def dangles(text: str) -> bool:
    """Does anything in the passage need a sentence that is not there?"""
    return points_back(text) or bool(loose_ends(text))


_DEFINED = re.compile(r"\(([A-Z][A-Za-z0-9-]*[A-Z0-9][a-z]{0,2})\)")


def acronyms(text: str) -> Mapping[str, str]:
    """The acronyms that a text spells out, with the words they stand for.

    `{"CSTS": "Collective Skill Tree Search"}` for "Collective Skill Tree Search (CSTS)".
    """
    found: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        meaning = _meaning(match[1], text[: match.start()].rstrip())
        if meaning:
            found.setdefault(match[1], meaning)
    return found


def _meaning(acronym: str, before: str) -> str:
    """The last words whose initials, in order, are the acronym's letters."""
    single = acronym[:-1] if acronym.endswith("s") else acronym
    letters = [letter.lower() for letter in single if letter.isalnum()]
    if len(letters) < 2:
        return ""
    sentence = re.split(r"[.;:!?(),]\s", before[-160:])[-1]
    pieces = list(re.finditer(r"[A-Za-z0-9]+", sentence))
    position = len(pieces)
    for letter in reversed(letters):
        position -= 1
        skipped = 0
        while position >= 0 and not pieces[position].group().lower().startswith(letter):
            position, skipped = position - 1, skipped + 1
            if skipped > 2:
                return ""
        if position < 0:
            return ""
    return " ".join(sentence[pieces[position].start() :].split())
