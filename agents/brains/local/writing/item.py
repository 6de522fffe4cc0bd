"""One story as an item of the draft: chosen sentences, each with its exact quote."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agents.brains.local.writing.rewording import without_authors
from agents.brains.local.writing.summarise import Quoted, summarise
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.cutting import escape
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import Rubric
from newsletter.text.words import matches

PAPER_SENTENCES = 5
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
    that were chosen before it. `avoid` are sentences of drafts that did not stand on
    their evidence: they are not said again.
    """
    own = Voice(story.publisher, story.url, story.summary, story.source_sha256)
    citations = _cite(own, story, rubric, strikes=strikes, avoid=avoid)
    if not citations:
        return None
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
    markdown = "\n\n".join(paragraphs)
    words = rubric.paper_words if story.kind is Kind.PAPER else rubric.launch_words
    if len(markdown.split()) < rubric.when_quoting(words).least:
        return None
    return WrittenItem(story.title, markdown, citations)


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
) -> tuple[CitedClaim, ...]:
    """The best of what a voice says; one sentence, where the story was told already."""
    is_paper = story.kind is Kind.PAPER
    words = rubric.paper_words.most - 20 if is_paper else rubric.quoted_words
    used: list[Quoted] = []

    def choose() -> Sequence[Quoted]:
        return summarise(
            voice.text,
            title=story.title,
            most_words=min(words, VOICE_WORDS) if told else words,
            most_sentences=1 if told else _most_sentences(story, rubric),
            least_words=rubric.paper_words.least if is_paper else 0,
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


def _is_among(quoted: Quoted, avoid: Collection[str]) -> bool:
    said = without_authors(quoted.display)
    return any(matches(said, without_authors(sentence)) for sentence in avoid)


def _most_sentences(story: Story, rubric: Rubric) -> int:
    return PAPER_SENTENCES if story.kind is Kind.PAPER else rubric.quoted_sentences


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
