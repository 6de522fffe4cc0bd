"""A draft that lost stories or sentences, made true again about itself. Pure.

Renumbered, without sentences about the issue that do not hold any more, and with one
line in its readers' language that tells what is missing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import Contract, SectionKind
from newsletter.drafts.cutting import escape, without
from newsletter.drafts.draft import (
    Block,
    Draft,
    Section,
    is_correction,
    is_ours,
    sentences,
)
from newsletter.drafts.parsing import blocks_of, parse, to_markdown
from newsletter.drafts.prose import DraftSentence, split
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.rubric import Words
from newsletter.text import truncate
from newsletter.text.words import MOST_IN_WORDS, counted, folded, in_words
from newsletter.verification.claims.details import fidelity

_PLURALS = {"launch": "launches", "paper": "papers", "story": "stories"}
_COUNTED = "|".join(map(in_words, range(MOST_IN_WORDS + 1)))
_COUNT = re.compile(rf"(?<![\w.,])(?:\d{{1,2}}|{_COUNTED})(?![\w%]|[.,]\d)")
_PREHEADER_CHARACTERS = 110

IsStale = Callable[[DraftSentence], bool]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A draft with what goes around it."""

    draft: Draft
    subject: str
    preheader: str
    citations: tuple[CitedClaim, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a draft lost: titles of stories, and how many sentences besides.

    `lines` are of what goes around it: subject, preheader or title.
    """

    titles: tuple[str, ...]
    sentences: int
    lines: tuple[str, ...] = ()


def made_true(
    whole: Manuscript, after: Draft, loss: Loss, subject: Words, language: str = ENGLISH
) -> Manuscript:
    """`after` as a text again, in `language`; `whole` is what it was made from."""
    is_stale = _staleness(whole.draft, after, loss.titles)
    kept = (
        _section(section, is_stale, _none(after.contract, section.kind, language))
        for section in after.sections
        if section.items or not _goes_when_empty(whole.draft.contract, section)
    )
    # A heading alone tells nobody anything.
    sections = tuple(one for one in kept if one.items or one.prose or one.lines)
    made = replace(
        after,
        notes=_true(after.notes, is_stale),
        lead=(*_notice(after, loss, language), *_true(after.lead, is_stale)),
        sections=sections,
    )
    around = _around(whole, after, loss, subject, language)
    is_subject = folded(after.title) == folded(whole.subject)
    is_lost = after.title in loss.lines or _names_any(after.title, loss.titles)
    if is_subject or is_lost:
        made = replace(made, headline=Block(escape(around[0])))
    draft = parse(to_markdown(made), after.contract)
    said = folded(" ".join(one.text for one in sentences(draft)))
    cited = tuple(one for one in whole.citations if folded(one.claim) in said)
    return Manuscript(draft, *around, cited)


def _none(contract: Contract, kind: SectionKind, language: str) -> str:
    """What a section says that is left without a story."""
    if furniture_of(language).is_english:
        form = contract.by_kind.get(kind)
        noun = form.noun if form else ""
        return f"This issue has no {noun}: none could be verified."
    return brief_words_of(language).none[kind is SectionKind.PAPERS]


def _goes_when_empty(contract: Contract, section: Section) -> bool:
    """Whether a section without a story says nothing: what to build, or a topic."""
    form = contract.by_kind.get(section.kind)
    is_topic = form is not None and form.has_free_headings and not section.lines
    return section.kind is SectionKind.BUILD or is_topic


def _section(section: Section, is_stale: IsStale, none: str) -> Section:
    items = tuple(replace(one, number=n) for n, one in enumerate(section.items, 1))
    prose = _true(section.prose, is_stale)
    if section.kind.tells and not (items or section.lines):
        prose = blocks_of(none)
    return replace(section, items=items, prose=prose)


def _true(blocks: Iterable[Block], is_stale: IsStale) -> tuple[Block, ...]:
    return tuple(left for one in blocks if (left := without(one, is_stale)))


def _staleness(before: Draft, after: Draft, lost: Sequence[str]) -> IsStale:
    """Which sentences about the issue itself are not true any more."""
    left = _sizes(after)
    changed = {was for noun, was in _sizes(before).items() if was != left[noun]}
    wrong = {str(n) for n in changed}
    wrong |= set(map(in_words, changed))

    def is_stale(said: DraftSentence) -> bool:
        found = _COUNT.findall(said.text.casefold())
        is_wrong = not wrong.isdisjoint(found) or _names_any(said.text, lost)
        return is_wrong and is_ours(said.text) and not is_correction(said.text)

    return is_stale


def _sizes(draft: Draft) -> dict[str, int]:
    """How many stories of each noun the contract has, and in all."""
    sizes = {
        form.noun: sum(len(one.items) for one in draft.of_kind(form.kind))
        for form in draft.contract.forms
        if form.noun
    }
    return sizes | {"story": len(draft.stories)}


def _names_any(text: str, titles: Iterable[str]) -> bool:
    return any(folded(title) in folded(text) for title in titles)


def _notice(after: Draft, loss: Loss, language: str) -> tuple[Block, ...]:
    """The line that says so; with the titles where all of it is one sentence then.

    What was lost, and how much is left, is told in English alone: a number asks more of
    a sentence's other words elsewhere.
    """
    if not loss.titles and not loss.sentences:
        return ()
    words = furniture_of(language)
    if not words.is_english:
        return blocks_of(words.shorter)
    sizes = _sizes(after)
    if len(sizes) > 1:  # all of them go without saying
        del sizes["story"]
    left = (_count(number, noun) for noun, number in sizes.items())
    has = f"; it has {' and '.join(left)}" if loss.titles else ""
    named = [f"“{title}”" for title in loss.titles]
    told_so = [_count(len(named), "story")] if named else []
    rest = [_count(loss.sentences, "sentence")] if loss.sentences else []
    was = "was" if len(named) + loss.sentences == 1 else "were"

    def line(what: list[str]) -> str:
        told = " and ".join(filter(None, [", ".join(what), *rest]))
        return f"This issue is shorter: {told} could not be verified and {was} left out{has}."

    is_one = len(split(line(named))) == 1
    return blocks_of(escape(line(named if is_one else told_so)))


def _count(number: int, noun: str) -> str:
    return counted(number, noun, _PLURALS.get(noun, f"{noun}s"))


def _around(
    whole: Manuscript, after: Draft, loss: Loss, limits: Words, language: str
) -> tuple[str, str]:
    """Subject and preheader: as they are, unless they told what is lost."""
    titles = [item.title for item in after.stories] or [whole.subject]
    was, left = whole.draft.markdown, to_markdown(after)
    subject, preheader = whole.subject, whole.preheader
    if loss.titles or subject in loss.lines or _loses(subject, was, left):
        is_more = len(titles) > 1 and furniture_of(language).is_english
        more = f", and {len(titles) - 1} more" if is_more else ""
        whole_ones = (one for one in titles if len(one) + len(more) <= limits.most)
        first = next(whole_ones, "") or truncate.at_word(
            titles[0], limits.most - len(more)
        )
        subject = f"{first}{more}"
    if loss.titles or preheader in loss.lines or _loses(preheader, was, left):
        others = [one for one in titles if not subject.startswith(one)]
        preheader = truncate.at_word("; ".join(others), _PREHEADER_CHARACTERS)
    return subject, preheader


def _loses(line: str, before: str, after: str) -> bool:
    """Whether a line names something that the draft said and does not say any more."""
    was = {lack.written for lack in fidelity(line, before).unsupported}
    return any(lack.written not in was for lack in fidelity(line, after).unsupported)
