"""Rules about the words of a draft. What stands in quotation marks is not ours. Pure."""

import re
from collections.abc import Iterator
from itertools import pairwise

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Violation, is_ours
from newsletter.drafts.prose import DraftSentence
from newsletter.drafts.rules.case import Case, outside_quotes, quotes_in
from newsletter.standards.banned import found_in
from newsletter.text import truncate
from newsletter.text.words import TIMES

_LATEX = re.compile(
    r"(?<![\w:\\])\\(?:[a-zA-Z]{2,}|[a-zA-Z]\{)"  # \alpha, \textbf, \v{c}
    r"|\$[^$\s]*(?:[\\^_{}][^$]*)\$"  # $x_1$, $10^{-3}$
    r"|\$[A-Za-z]\$"
    r"|[\^_]\{"
    r"|``|(?<=\w)~\\"
)
_DANGLING = re.compile(
    r"(?:This|These|Those|That|Such|It|They|He|She|Its|Their|Here|However|Moreover|"
    r"Furthermore|Additionally|Therefore|Thus|Hence|But|And|Also|Instead)\b"
    rf"(?!\s(?:{TIMES}|issue)\b)"
)
_DANGLING_QUOTE = re.compile(rf"(?:This|These|Those|Such|They|It)\b(?!\s{TIMES}\b)")
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\U00002600-\U000027bf\U00002b50\U00002b55\U0000fe0f]"
)
_SHOUTING = re.compile(r"\b[A-Z]{2,}(?:[\s,]+[A-Z]{2,}){2,}\b")
_FEWEST_SHOUTED = 12
_ACRONYM = re.compile(r"[A-Z]{2,}")


def banned(case: Case) -> Iterator[Violation]:
    """No word of the newsletter's banned list, except in the words of a source."""
    for where, text in _own_words(case):
        for word in found_in(text, case.rubric.banned):
            message = (
                f"{word!r} is banned; say what is meant, or quote it. It stands in "
                f"“{truncate.at_word(text.strip(), 200)}”"
            )
            yield Violation("banned", where, message)


def _own_words(case: Case) -> Iterator[tuple[str, str]]:
    """What the draft says in its own words: without quotations and titles of works."""
    titles = sorted((item.title for item in case.draft.items), key=len, reverse=True)
    yield "title", _without(titles, case.title)
    yield "subject", _without(titles, case.subject)
    for section in case.draft.of_kind(SectionKind.TOPIC):
        yield section.heading, section.heading
    for sentence in case.sentences:
        if not case.is_quotation(sentence):
            yield sentence.where, _without(titles, outside_quotes(sentence.text))


def _without(titles: list[str], text: str) -> str:
    """The text less any title in it, also where a title was cut short with `…`."""
    for title in filter(None, titles):
        text = text.replace(title, " ")
    cut, mark, after = text.rpartition("…")
    if mark and any(title.startswith(cut.strip()) for title in titles):
        return after
    return text


def latex(case: Case) -> Iterator[Violation]:
    """No command of LaTeX is left over, in headings neither."""
    headings = [("title", case.title), ("subject", case.subject)]
    headings += [(item.name, item.title) for item in case.draft.items]
    topics = case.draft.of_kind(SectionKind.TOPIC)
    headings += [(one.heading, one.heading) for one in topics]
    for where, text in (*headings, *((s.where, s.text) for s in case.sentences)):
        if left := _LATEX.search(text):
            message = (
                f"{truncate.at_word(left.group(), 30)!r} is LaTeX; write it as words."
            )
            yield Violation("latex", where, message)


def dangling(case: Case) -> Iterator[Violation]:
    """No item, and no quotation, begins with a word that points at nothing.

    Behind another sentence from the same source it points at that.
    """
    for _, item in case.draft.told:
        sentences = [one for one in case.said_in(item) if not is_ours(one.text)]
        first = sentences[0].text.lstrip("“\"'( ") if sentences else ""
        openings = [
            quote
            for before, one in pairwise([None, *sentences])
            if one and (quote := _opening_quote(one.text))
            if not (before and _goes_on(before, one, case))
        ]
        if _DANGLING.match(first) or any(map(_DANGLING_QUOTE.match, openings)):
            start = first if _DANGLING.match(first) else _first_match(openings)
            message = f"“{truncate.at_word(start, 50)}” points back at nothing; name the thing."
            yield Violation("dangling", item.name, message)


def _goes_on(before: DraftSentence, one: DraftSentence, case: Case) -> bool:
    """Is it quoted behind another sentence from the same source?"""
    sources = [{cited.url for cited in case.citations_of(s)} for s in (before, one)]
    return not sources[0].isdisjoint(sources[1])


def _opening_quote(text: str) -> str:
    """The quotation that a sentence begins with, if it does."""
    return quotes_in(text)[0] if text[:1] in '“"«' and quotes_in(text) else ""


def _first_match(openings: list[str]) -> str:
    return next(text for text in openings if _DANGLING_QUOTE.match(text))


def hype(case: Case) -> Iterator[Violation]:
    """No exclamation marks and no emoji in our own words."""
    for where, text in _own_words(case):
        if "!" in text:
            yield Violation("hype", where, "Leave the exclamation mark out.")
        if found := emoji_in(text):
            yield Violation("hype", where, f"Leave {found!r} out.")


def shouting(case: Case) -> Iterator[Violation]:
    """No row of words in capitals; an acronym or two is none, nor a list of a source's."""
    quoted = " ".join(citation.quote for citation in case.citations)
    for where, text in _own_words(case):
        for found in _shouted(text):
            if "," in found and all(one in quoted for one in _ACRONYM.findall(found)):
                continue
            message = f"{truncate.at_word(found, 40)!r} shouts; use small letters."
            yield Violation("shouting", where, message)


def _shouted(text: str) -> Iterator[str]:
    for found in _SHOUTING.finditer(text):
        if sum(map(str.isupper, found.group())) >= _FEWEST_SHOUTED:
            yield found.group()


def emoji_in(text: str) -> str:
    """The first emoji of a text."""
    found = _EMOJI.search(text)
    return found.group() if found else ""


def is_loud(text: str) -> bool:
    """An exclamation mark, an emoji or a row of capitals: a title may be so, we are not."""
    return "!" in text or bool(_EMOJI.search(text)) or any(_shouted(text))
