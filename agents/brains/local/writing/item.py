"""One story as an item of the draft: chosen sentences, each with its exact quote."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agents.brains.local.writing.headlines import headline, title_of
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules.case import Case
from newsletter.drafts.rules.structure import length
from newsletter.research.story import Kind, Story
from newsletter.research.summary.rewording import without_authors
from newsletter.research.summary.summarise import Quoted, summarise
from newsletter.standards.rubric import Rubric
from newsletter.text.plain import clean
from newsletter.text.sentences import split
from newsletter.text.words import folded, matches
from newsletter.verification.claims.details import fidelity

PAPER_SENTENCES = 5
_MOST_MORE = 2
# Where a headline is looked for, if no sentence that is told gives one.
_OPENING_SENTENCES = 12
# "(Example Lab, 5 August)" counts too; a publisher has one word at least.
_REFERENCE_WORDS = 3
# What another publisher of the same story adds: one sentence, of a length to quote.
VOICES, VOICE_WORDS = 2, 40


@dataclass(frozen=True, slots=True)
class Voice:
    """One text that tells the story: the publisher's own, or another's."""

    publisher: str
    url: str
    text: str
    source_sha256: str


@dataclass(frozen=True, slots=True)
class WrittenItem:
    """An item's heading and Markdown, and what its claims rest on."""

    heading: str
    markdown: str
    citations: tuple[CitedClaim, ...]


def compose(
    story: Story,
    others: Sequence[Voice],
    rubric: Rubric,
    *,
    strikes: int,
    avoid: Collection[str] = (),
) -> WrittenItem | None:
    """The item, or None where the texts give too little to quote.

    A strike is a rejection that named this item: each one passes over the sentences
    that were chosen before it. `avoid` are sentences and headings of drafts that did
    not stand on their evidence: they are not said again. An item that the critic would
    find too short is told in a sentence more.
    """
    for more in range(_MOST_MORE + 1):
        item = _compose(story, others, rubric, strikes, avoid, more)
        if item is None or _has_length(item, story.kind, rubric):
            return item
    return None


def _compose(
    story: Story,
    others: Sequence[Voice],
    rubric: Rubric,
    strikes: int,
    avoid: Collection[str],
    more: int,
) -> WrittenItem | None:
    named = (
        f"{story.publisher}, from its feed" if story.is_from_feed else story.publisher
    )
    own = Voice(named, story.url, story.summary, story.source_sha256)
    citations = _cite(own, story, rubric, strikes=strikes, avoid=avoid, more=more)
    if not citations:
        return None
    heading = _heading(story, citations, rubric, avoid)
    paragraphs = [paragraph(citations, own, story)]
    for voice in others[:VOICES]:
        added = _cite(
            voice,
            story,
            rubric,
            strikes=strikes,
            avoid=avoid,
            told=[citation.quote for citation in citations],
        )
        if added:
            paragraphs.append(paragraph(added, voice, None))
            citations = (*citations, *added)
    # A feed's line alone, of a page that nobody could read, makes no story.
    if story.is_from_feed and len(paragraphs) < 2:
        return None
    return WrittenItem(heading, "\n\n".join(paragraphs), citations)


def _heading(
    story: Story,
    citations: Sequence[CitedClaim],
    rubric: Rubric,
    avoid: Collection[str],
) -> str:
    """What happened, or the title where that did not stand."""
    if story.kind is Kind.PAPER:
        return title_of(story.title)
    refused = {folded(sentence) for sentence in avoid}

    def stands(told: str) -> bool:
        return (
            folded(told) not in refused
            and not fidelity(told, clean(story.summary)).unsupported
        )

    said = [citation.claim for citation in citations]
    said += [clean(one.text) for one in split(story.summary)[:_OPENING_SENTENCES]]
    return headline(story.title, said, rubric.banned, stands, story.publisher)


def _has_length(item: WrittenItem, kind: Kind, rubric: Rubric) -> bool:
    """Whether the critic will find as many words as the rubric asks for."""
    section = "## Research" if kind is Kind.PAPER else "## What shipped"
    text = f"{section}\n\n### 1. {escape(item.heading)}\n\n{item.markdown}"
    draft = parse(text)
    case = Case(draft, sentences(draft), "", item.citations, rubric)
    return not any(length(case))


def quoted(voice: Voice, story: Story, rubric: Rubric) -> tuple[CitedClaim, ...]:
    """What a voice may be quoted with at most, on a story of its own choice."""
    return _cite(voice, story, rubric, strikes=0, avoid=())


def _cite(
    voice: Voice,
    story: Story,
    rubric: Rubric,
    *,
    strikes: int,
    avoid: Collection[str],
    told: Sequence[str] = (),
    more: int = 0,
) -> tuple[CitedClaim, ...]:
    """The best of what a voice says; one sentence, where the story was told already.

    `more` is by how many sentences it was too short before.
    """
    is_paper = story.kind is Kind.PAPER
    words = rubric.paper_words.most - 20 if is_paper else rubric.quoted_words
    used: list[Quoted] = []

    def choose() -> Sequence[Quoted]:
        return summarise(
            voice.text,
            title=story.title,
            most_words=min(words, VOICE_WORDS) if told else words,
            most_sentences=1 if told else _most_sentences(story, rubric, more),
            least_words=_least_words(rubric, is_paper=is_paper) if not told else 0,
            avoid=[quoted.quote for quoted in used],
            banned=rubric.banned,
            is_paper=is_paper,
            told=told,
        )

    chosen = choose()
    for _ in range(strikes):
        used.extend(chosen)
        chosen = choose()
    while failed := [one for one in chosen if _is_among(one, avoid)]:
        used.extend(failed)
        chosen = choose()
    return tuple(
        CitedClaim(
            claim=_claim(story, quoted),
            quote=quoted.quote,
            url=voice.url,
            source_sha256=voice.source_sha256,
        )
        for quoted in chosen
    )


def _least_words(rubric: Rubric, *, is_paper: bool) -> int:
    if is_paper:
        return rubric.paper_words.least
    return rubric.when_quoting(rubric.launch_words).least - _REFERENCE_WORDS


def _is_among(quoted: Quoted, avoid: Collection[str]) -> bool:
    said = without_authors(quoted.display)
    return any(matches(said, without_authors(sentence)) for sentence in avoid)


def _most_sentences(story: Story, rubric: Rubric, more: int) -> int:
    if story.kind is Kind.PAPER:
        return PAPER_SENTENCES + more
    return rubric.quoted_sentences


def _claim(story: Story, quoted: Quoted) -> str:
    """A paper's abstract is free to be retold; all else stands in quotation marks."""
    if story.kind is Kind.PAPER:
        return quoted.display
    return f"“{quoted.display.replace('“', '‘').replace('”', '’')}”"


def paragraph(
    citations: Sequence[CitedClaim], voice: Voice, story: Story | None
) -> str:
    """The claims and whose they are; with the day, where the voice is the story's own."""
    claims = " ".join(escape(citation.claim) for citation in citations)
    when = f", {story.published:%-d %B}" if story and story.published else ""
    return f"{claims} ([{escape(voice.publisher + when)}](<{voice.url}>))"
