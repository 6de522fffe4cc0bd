"""Words in quotation marks: what an issue has others say, held to its pages. Pure.

Whoever reads “…” takes it for somebody's own words. So they stand in a page that the story
rests on, but for a slip, or the draft fails; what they are said to mean is for others.
"""

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, groupby

from newsletter.drafts.draft import Draft, blocks, is_correction, update_in
from newsletter.drafts.draft import sentences as draft_sentences
from newsletter.drafts.prose import DraftSentence
from newsletter.drafts.rules.case import QUOTED
from newsletter.standards.link_policy import Finding
from newsletter.standards.outcomes import Support
from newsletter.text import truncate
from newsletter.text.language import language_of
from newsletter.text.plain import clean
from newsletter.text.words import length_in_words
from newsletter.verification.claims.findings import SourceText, names_of_page
from newsletter.verification.claims.own import LEAD
from newsletter.verification.claims.quotes import Match, find_quote, fold
from newsletter.verification.claims.spared import spared

# So few words in marks are a name, a term, or a word that we keep at a distance.
MOST_WORDS_OF_A_TERM = 4
_SHOWN_CHARACTERS = 200
_CHARACTERS_TELL = 4_000  # so much of a page tells its language
# Single marks open before a letter, and close where no letter follows: "users'" does either.
_MARKED = re.compile(
    QUOTED.pattern + r"|‘(?=\S)(?:[^‘’]|’(?=\w))*’(?!\w)"
    r"|(?<![\w'])'(?=[^\W\d])(?:[^']|'(?=\w)){1,1000}'(?!\w)"
)
_MARKS = re.compile("[\"'`\u00b4\u2018-\u201f\u2039\u203a\u00ab\u00bb「」『』]")
_INSERTED = re.compile(r"\[[^\[\]]{0,200}\]")
_AT_ITS_ENDS = " \"'.,;:!?…-、。"
_REASON = (
    "“{words}” stands in no page that it could be from; give the source's own words, or "
    "say it in ours without quotation marks"
)

Cited = Sequence[tuple[DraftSentence, Collection[str]]]


def misquoted(
    draft: Draft, cited: Cited, documents: Sequence[SourceText]
) -> Iterator[tuple[Support, Finding]]:
    """Each sentence of a draft with a quotation that none of its pages holds.

    `cited` are the sentences that state something, with the addresses that they link or
    cite: a story's quotations are of its own pages, those of title and lead of any. What
    may have been translated cannot be looked up.
    """
    language = _language(draft)
    pages: dict[str, tuple[SourceText, ...]] = {LEAD: tuple(documents)}
    for where, claims in groupby(cited, lambda one: one[0].where):
        if where != LEAD:
            urls = {url for _, its_own in claims for url in its_own}
            names = {name for url in urls for name in names_of_page(url)}
            found = (one for one in documents if one.names & names)
            pages[where] = (*pages.get(where, ()), *found)
    told: list[tuple[str, Sequence[DraftSentence]]] = [
        (LEAD, [DraftSentence(draft.title)]),
        *((item.name, [DraftSentence(item.title)]) for item in draft.items),
        *((where, block.sentences(where)) for where, block in blocks(draft)),
    ]
    for where, said in told:
        if where in pages:
            yield from _never_said(said, pages[where], language)


def misquoted_beside(
    draft: Draft, line: str, documents: Sequence[SourceText]
) -> Iterator[Finding]:
    """The same of a line that stands beside the draft, such as a preheader."""
    found = _never_said([DraftSentence(line)], documents, _language(draft))
    return (finding for _, finding in found)


def _language(draft: Draft) -> str:
    return language_of(" ".join(one.text for one in draft_sentences(draft)))


def _never_said(
    sentences: Sequence[DraftSentence], pages: Sequence[SourceText], language: str
) -> Iterator[tuple[Support, Finding]]:
    said = [one for one in sentences if not _is_of_earlier_issues(one.text)]
    starts = list(accumulate((len(one.text) + 1 for one in said), initial=0))
    for marked in _MARKED.finditer(" ".join(one.text for one in said)):
        words = marked.group()[1:-1]
        if spared(partial(is_said, words, pages, language), lambda _: False):
            continue
        url = pages[0].url if pages else ""
        reason = _REASON.format(words=truncate.at_word(words, _SHOWN_CHARACTERS))
        first, last = (bisect(starts, place) - 1 for place in marked.span())
        for one in said[first : last + 1]:
            outcome = Support.UNSUPPORTED_QUOTE
            yield outcome, Finding(url, outcome, reason, one.text)


def _is_of_earlier_issues(text: str) -> bool:
    """Whether it names an earlier issue's words, which are held to that issue elsewhere."""
    return is_correction(text) or update_in(text) is not None


def is_said(words: str, pages: Sequence[SourceText], language: str) -> bool:
    """Whether a page holds these words, or may hold them in another language."""
    wanted = _plain(words)
    if length_in_words(wanted) <= MOST_WORDS_OF_A_TERM:
        return True
    ways = dict.fromkeys((wanted, _INSERTED.sub(" … ", wanted).strip(_AT_ITS_ENDS)))
    if any(
        wanted in fold(text)  # whatever denies it: that may be told outside the marks
        or any(find_quote(way, text).match is not Match.NONE for way in ways)
        for page in pages
        for text in _texts(page)
    ):
        return True
    beginnings = (page.text[:_CHARACTERS_TELL] for page in pages)
    return any(language_of(beginning) != language for beginning in beginnings)


def _plain(words: str) -> str:
    """Words in small letters without marks, which change where one quotation is in another."""
    return fold(_MARKS.sub("", clean(words))).strip(_AT_ITS_ENDS).casefold()


@lru_cache(maxsize=256)
def _texts(page: SourceText) -> tuple[str, ...]:
    """What a page says and is called, as it stands and without its LaTeX and Markdown."""
    both = dict.fromkeys((page.text, clean(page.text), page.title))
    return tuple(_MARKS.sub("", text).casefold() for text in both)
