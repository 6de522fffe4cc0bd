"""A reader's list: twenty-six defects that code counts over any issue, with their sentences. Pure.

The critic's rules refuse a draft; these count what a strict reader would still hold
against an issue. Each is a function of its own, silent where it is in doubt: a count
with false alarms is worth less than none. Those that know the words of some languages
are not counted in others, which is told apart from a count of none.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Draft,
    Item,
    is_ours,
    is_view,
    sentences,
)
from newsletter.drafts.prose import DraftSentence
from newsletter.text import blemishes, boilerplate
from newsletter.text.identifiers import canonical
from newsletter.text.language import (
    IN_LATIN_LETTERS,
    KNOWN,
    UNSPACED,
    language_of,
    primary,
)
from newsletter.text.plain import clean
from newsletter.text.sentences import Sentence, numbers, refers_to, split
from newsletter.text.similarity import terms
from newsletter.text.words import folded


@dataclass(frozen=True, slots=True)
class Reading:
    """An issue before its reader, and what is known of where it comes from.

    `reasons` tell why stories were picked, and `texts` what was read of them, both by
    canonical address. Either may be missing; what needs it is not counted then. The
    `language` (BCP 47) is asked of the draft itself where it is not given.
    """

    draft: Draft
    subject: str
    preheader: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    language: str = ""

    @property
    def spoken(self) -> str:
        """The language that the issue is in, without its country; "" if none can tell."""
        said = " ".join(one.text for one in sentences(self.draft))
        return primary(self.language) or language_of(said)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Subject, preheader and headlines, with their places."""
        return (
            ("subject", self.subject),
            ("preheader", self.preheader),
            *((item.name, item.title) for item in self.draft.items),
        )


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect: its name, where it is, and the sentence that shows it."""

    name: str
    where: str
    sentence: str


Found = Iterator[tuple[str, str]]
Reader = Callable[[Reading], Found]

_QUOTE = re.compile(r"“([^”]*)”")
_REFERENCE = re.compile(r"\s*\([^()]*\)\W*\Z")


def _said(item: Item) -> tuple[DraftSentence, ...]:
    """The sentences of an item that are not our own."""
    found = (one for block in item.paragraphs for one in block.sentences(item.name))
    return tuple(one for one in found if not is_ours(one.text))


def _words(sentence: DraftSentence) -> str:
    """A sentence without the reference behind it, which carries its link."""
    text = sentence.text
    return _REFERENCE.sub("", text) if sentence.links else text


def _of_sentences(question: Callable[[str], object]) -> Reader:
    """Whether the answer is yes for any sentence of the issue."""

    def found(reading: Reading) -> Found:
        for one in sentences(reading.draft):
            if question(_words(one)):
                yield one.where, one.text

    return found


def _of_all_text(question: Callable[[str], object]) -> Reader:
    """The same, and for subject, preheader and headlines."""
    of_sentences = _of_sentences(question)

    def found(reading: Reading) -> Found:
        yield from of_sentences(reading)
        for where, line in reading.lines:
            if question(line):
                yield where, line

    return found


def background(reading: Reading) -> Found:
    """A story that begins with what everybody knows."""
    for _, item in reading.draft.told:
        for one in _said(item)[:1]:
            if blemishes.is_background(one.text):
                yield item.name, one.text


def dangling(reading: Reading) -> Found:
    """A sentence, or the opening of a story or quotation, that points at nothing.

    What is quoted behind another quotation, in one paragraph, points at that.
    """
    for one in sentences(reading.draft):
        if blemishes.points_at_nothing(_words(one)):
            yield one.where, one.text
    for _, item in reading.draft.told:
        is_first = True
        for block in item.paragraphs:
            before = ""
            for one in block.sentences(item.name):
                if is_ours(one.text):
                    continue
                goes_on = before.endswith("”") or not one.text.startswith("“")
                stands_alone = is_first or not goes_on
                if stands_alone and blemishes.opens_on_pointer(one.text):
                    yield item.name, one.text
                before, is_first = one.text, False


def _quotations(item: Item) -> Iterator[tuple[str, DraftSentence]]:
    """What stands in quotation marks in a story, without them, and its sentence."""
    for one in _said(item):
        for found in _QUOTE.finditer(one.text):
            yield found[1], one


def _of_quotations(
    question: Callable[[str], object], *, of_papers: bool = False
) -> Reader:
    """Whether the answer is yes for what a story quotes."""

    def found(reading: Reading) -> Found:
        for kind, item in reading.draft.told:
            for quote, one in _quotations(item):
                is_asked = of_papers or kind is not SectionKind.PAPERS
                if is_asked and question(quote):
                    yield item.name, one.text

    return found


def _is_page_line(quote: str) -> bool:
    """A line of a page about itself, quoted as if it were of the story."""
    return boilerplate.is_boilerplate(quote) or boilerplate.is_of_picture(quote)


def glued(reading: Reading) -> Found:
    """A quotation that begins with its headline, a date or a byline."""
    for _, item in reading.draft.told:
        for quote, one in _quotations(item):
            if boilerplate.lead_in(quote, item.title):
                yield item.name, one.text


def headline_again(reading: Reading) -> Found:
    """A quotation that is the headline with a few words about it."""
    for _, item in reading.draft.told:
        for quote, one in _quotations(item):
            if boilerplate.adds_nothing(quote, item.title):
                yield item.name, one.text


def taken_for_known(reading: Reading) -> Found:
    """A story that begins with “The report …” under a headline that names none."""
    for kind, item in reading.draft.told:
        if kind is SectionKind.PAPERS:
            continue
        for one in _said(item)[:1]:
            meant = refers_to(one.text.lstrip("“"))
            if meant and not meant & frozenset(terms(item.title)):
                yield item.name, one.text


def unnamed_list(reading: Reading) -> Found:
    """A sentence that promises a list which does not stand there."""
    for _, item in reading.draft.told:
        for block, after in zip(
            item.paragraphs, (*item.paragraphs[1:], None), strict=True
        ):
            said = block.sentences(item.name)
            is_list = (
                after is not None
                and after.tokens[:1]
                and (after.tokens[0].type.endswith("list_open"))
            )
            for place, one in enumerate(said, 1):
                is_last = place == len(said)
                if blemishes.ends_before_its_list(_words(one)) and not (
                    is_last and is_list
                ):
                    yield item.name, one.text


_LIST_MARK = re.compile(r"\(?\b\d{1,2}\)|\b\d{1,2}\.\s")
_TELLING = re.compile(
    r"\d\s?(?:%|×|x\b|percent|points?|times)|\d+\.\d|[$€£]\s?\d|\d{1,3}(?:,\d{3})+"
)


def no_figure(reading: Reading) -> Found:
    """A paper told without a figure, though its abstract gives a telling one."""
    for kind, item in reading.draft.told:
        if kind is not SectionKind.PAPERS:
            continue
        said = _said(item)
        text = _of_first(said, reading.texts)
        shown = " ".join(_words(one) for one in said)
        if numbers(_LIST_MARK.sub(" ", shown)):
            continue
        for sentence in split(text):
            plain = clean(sentence.text)
            if _is_result(sentence, plain):
                yield item.name, plain
                break


# A size or a version, such as "0.5B" or "Claude 3.7", is no result.
_SIZE = re.compile(r"\d+(?:\.\d+)?[BMKT]\b|\b[A-Z][\w-]*[ -]?\d+(?:\.\d+)+\b")


def _is_result(sentence: Sentence, plain: str) -> bool:
    """A sentence that could have been told for its figure."""
    told = _SIZE.sub(" ", _LIST_MARK.sub(" ", plain))
    return (
        sentence.has_end
        and bool(_TELLING.search(told))
        and bool(numbers(told))
        and len(plain.split()) <= 60
    )


def wrong_speaker(reading: Reading) -> Found:
    """Authors who say what mankind should, or "we" in a paper that is retold."""
    for kind, item in reading.draft.told:
        for one in _said(item):
            unquoted = _QUOTE.sub("“”", _words(one))
            is_retold = kind is SectionKind.PAPERS and unquoted == _words(one)
            if blemishes.has_wrong_speaker(unquoted, is_retold=is_retold):
                yield item.name, one.text


def fragment(reading: Reading) -> Found:
    """A sentence of a story that begins or stops in the middle."""
    for _, item in reading.draft.told:
        for block in item.paragraphs:
            if not block.tokens or block.tokens[0].type != "paragraph_open":
                continue
            for one in block.sentences(item.name):
                text = _words(one)
                if text.strip() and blemishes.is_fragment(text):
                    yield item.name, one.text


_MOST_QUOTED_WORDS = 20


def talkative_note(reading: Reading) -> Found:
    """A line about the issue that repeats a passage, such as one that was refused."""
    for one in sentences(reading.draft):
        if not is_ours(one.text) or is_view(one.text):
            continue
        quoted = _QUOTE.findall(one.text)
        is_long = any(len(text.split()) > _MOST_QUOTED_WORDS for text in quoted)
        if is_long or re.search(r"the evidence (?:has no|tells)", one.text):
            yield one.where, one.text


def grammar(reading: Reading) -> Found:
    """A word twice, or "a" for "an"."""
    for one in sentences(reading.draft):
        if blemishes.grammar(_words(one)):
            yield one.where, one.text


def same_reason(reading: Reading) -> Found:
    """Stories that were picked for the same reason, word for word."""
    counts = Counter(folded(why) for why in reading.reasons.values() if why)
    for address, why in reading.reasons.items():
        if counts[folded(why)] > 1:
            yield address, why


def unfounded_reason(reading: Reading) -> Found:
    """A reason that speaks of figures where the story shows none."""
    for _, item in reading.draft.told:
        said = _said(item)
        why = _of_first(said, reading.reasons)
        shown = " ".join(_words(one) for one in said)
        if re.search(r"\bfigures?\b", why) and not numbers(shown):
            yield item.name, why


def _of_first(said: Sequence[DraftSentence], known: Mapping[str, str]) -> str:
    """What is known of the first address that the sentences link to."""
    links = (canonical(url) for one in said for url in one.links)
    return next((known[url] for url in links if url in known), "")


_CUT = re.compile(
    r"(?:…|\.\.\.)(?=[,;\s”]|\Z)|(?:[,;:–—-]|\b(?:and|or|of|the|a|to|with|for))\Z"
)


def cut_line(reading: Reading) -> Found:
    """A subject, preheader or headline that stops in the middle."""
    for where, line in reading.lines:
        if _CUT.search(line.strip()):
            yield where, line


def same_line(reading: Reading) -> Found:
    """A preheader that says again what the subject or the lead says."""
    preheader = folded(reading.preheader)
    lead = " ".join(block.text for block in reading.draft.lead)
    if preheader and (
        preheader in folded(reading.subject)
        or folded(reading.subject) in preheader
        or folded(lead).startswith(preheader)
    ):
        yield "preheader", reading.preheader


def other_title(reading: Reading) -> Found:
    """A title that is not the subject under which the letter came."""
    if folded(reading.draft.title) != folded(reading.subject):
        yield "title", reading.draft.title


def announcement(reading: Reading) -> Found:
    """A headline that only says that there is something: "Introducing X"."""
    for _, item in reading.draft.told:
        if blemishes.only_announces(item.title):
            yield item.name, item.title


_MOST_LISTED = 3


def lead_without_news(reading: Reading) -> Found:
    """A lead that only counts, or lists titles, and tells nothing that happened.

    Of one story the issue's own title tells it.
    """
    said = [one for block in reading.draft.lead for one in block.sentences("lead")]
    if not said or len(reading.draft.told) < 2:
        return
    lead = " ".join(one.text for one in said)
    words = set(folded(lead).split())
    is_list = lead.count("; ") >= _MOST_LISTED
    is_about = any(
        len(words & {word for word in folded(item.title).split() if len(word) > 3}) >= 1
        for _, item in reading.draft.told
    )
    is_news = any(not is_ours(one.text) for one in said) or is_about
    if is_list or not is_news:
        yield "lead", said[0].text


READERS: Mapping[str, Reader] = {
    "background": background,
    "caption": _of_sentences(blemishes.is_caption),
    "dangling": dangling,
    "page line": _of_quotations(_is_page_line, of_papers=True),
    "glued": glued,
    "headline again": headline_again,
    "taken for known": taken_for_known,
    "praise": _of_quotations(blemishes.praise),
    "order": _of_quotations(blemishes.orders_its_reader),
    "unnamed list": unnamed_list,
    "no figure": no_figure,
    "wrong speaker": wrong_speaker,
    "fragment": fragment,
    "footnote": _of_sentences(blemishes.footnotes),
    "typing": _of_all_text(blemishes.typing),
    "markup": _of_all_text(
        lambda text: blemishes.markup(text) or blemishes.is_garbled(text)
    ),
    "tex": _of_all_text(blemishes.tex),
    "talkative note": talkative_note,
    "grammar": grammar,
    "same reason": same_reason,
    "unfounded reason": unfounded_reason,
    "cut line": cut_line,
    "same line": same_line,
    "other title": other_title,
    "announcement": announcement,
    "lead without news": lead_without_news,
}


_ENGLISH = frozenset({"en"})
_WITH_SPACES = frozenset(KNOWN) - UNSPACED
# The languages of a kind that cannot be counted in all: whose words it knows, or whose
# writing. Thai ends no sentence with a stop.
LANGUAGES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("background", "caption", "dangling", "taken for known"), _ENGLISH),
    **dict.fromkeys(("wrong speaker", "grammar", "unfounded reason"), _ENGLISH),
    **dict.fromkeys(("announcement", "order"), _ENGLISH),
    "page line": frozenset({"en", "de", "fr", "es", "it", "nl", "pt"}),
    "praise": frozenset({"en", "de", "fr", "it", "nl"}),
    "glued": _WITH_SPACES,
    "headline again": _WITH_SPACES,
    "lead without news": _WITH_SPACES,
    "fragment": frozenset(KNOWN) - {"th"},
    "footnote": IN_LATIN_LETTERS,
}


def uncounted(reading: Reading) -> tuple[str, ...]:
    """The kinds that cannot be counted in the language of an issue."""
    spoken = reading.spoken
    return tuple(
        name for name in READERS if spoken not in LANGUAGES.get(name, {spoken})
    )


def count(reading: Reading) -> tuple[Defect, ...]:
    """Every defect of an issue, by the list, each once per place."""
    left_out = uncounted(reading)
    found = (
        Defect(name, where, sentence)
        for name, read in READERS.items()
        if name not in left_out
        for where, sentence in read(reading)
    )
    return tuple(dict.fromkeys(found))
