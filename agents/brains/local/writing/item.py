"""One story as an item of the draft: chosen sentences, each with its exact quote."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from agents.brains.local.writing.headlines import headline
from agents.brains.local.writing.titles import title_of
from agents.events.base import Update
from newsletter.drafts import updates
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import BRIEF, Contract, SectionKind
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules.case import Case
from newsletter.drafts.rules.structure import length, story_sentences
from newsletter.research.mentions import mentions_in
from newsletter.research.story import Kind, Story
from newsletter.research.summary.rewording import without_authors
from newsletter.research.summary.summarise import Quoted, summarise
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.rubric import Rubric
from newsletter.text.boilerplate import adds_nothing
from newsletter.text.plain import clean
from newsletter.text.sentences import split
from newsletter.text.words import folded, length_in_words, matches, words_of
from newsletter.verification.claims.details import fidelity

PAPER_SENTENCES = 5
_MOST_MORE = 2
# Where a headline is looked for, if no sentence that is told gives one.
_OPENING_SENTENCES = 12
# "(Example Lab, 5 August)" counts too; a publisher has one word at least.
_REFERENCE_WORDS = 3
# What is left for that and for a label.
_SPARE_WORDS = 20
# Marks of quotation as they stand within others.
_WITHIN_MARKS = str.maketrans("“”„", "‘’‚")  # noqa: RUF001  it is meant
_TYPED = re.compile('(?<!\\w)"(?=\\S)([^"]*)"(?!\\w)')
# What another publisher of the same story adds: one sentence, of a length to quote.
VOICES, VOICE_WORDS = 2, 40
# Where they are links to go on with, so many of them make a paragraph.
FEWEST_FURTHER, FURTHER = 2, 3


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


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of a story is told at most, and in how many words at least."""

    sentences: int
    words: int
    least_words: int

    @classmethod
    def of(
        cls, story: Story, rubric: Rubric, contract: Contract, more: int = 0
    ) -> "Measure":
        """By its contract; `more` is by how many sentences it was too short before."""
        is_paper = story.kind is Kind.PAPER
        own = SectionKind.PAPERS if is_paper else SectionKind.LAUNCHES
        form = contract.by_kind.get(own) or contract.by_kind[SectionKind.TOPIC]
        words, asked = form.allowed_words(rubric), form.story_sentences
        if is_paper:
            most = min(PAPER_SENTENCES, asked.most - 1) if asked else PAPER_SENTENCES
            sentences = min(most + more, asked.most) if asked else most + more
            return cls(sentences, words.most - _SPARE_WORDS, words.least)
        least = rubric.when_quoting(words).least - _REFERENCE_WORDS
        return cls(rubric.quoted_sentences, rubric.quoted_words, least)


def compose(
    story: Story,
    others: Sequence[Voice],
    rubric: Rubric,
    *,
    strikes: int,
    avoid: Collection[str] = (),
    contract: Contract = BRIEF,
    deeper: bool = False,
    language: str = ENGLISH,
    update: Update | None = None,
    by_feed_alone: bool = False,
) -> WrittenItem | None:
    """The item, or None where the texts give too little to quote.

    What only its feed tells, because its page is shut, is enough with another's voice, or
    `by_feed_alone`.

    One that updates a told story begins with what is new; where that is a sentence of its
    text, the item quotes others, and so much less. A strike is a rejection that named this
    item: each one passes over the sentences that were chosen before it. `avoid` are
    sentences and headings of drafts that did not stand on their evidence: they are not
    said again. An item that the critic would find too short is told in a sentence more.
    """

    def tell(
        rubric: Rubric, avoid: Collection[str], update: Update | None = None
    ) -> WrittenItem | None:
        for more in range(_MOST_MORE + 1):
            measure = Measure.of(story, rubric, contract, more)
            item = _compose(
                story,
                others,
                rubric,
                strikes,
                avoid,
                measure,
                deeper=deeper,
                language=language,
                by_feed_alone=by_feed_alone,
            )
            if item and update:
                item = _labelled(item, update, story)
            if item is None or _has_length(item, story.kind, rubric, contract):
                return item
        return None

    if update is None:
        return _not_said_again(tell(rubric, avoid), tell, story, rubric, avoid)
    item = None
    if story.kind is Kind.PAPER or _is_said_by(story, update.what_is_new):
        left = rubric.quoted_words - length_in_words(update.what_is_new)
        less = rubric.model_copy(update={"quoted_words": max(1, left)})
        item = tell(less, [*avoid, update.what_is_new], update)
    return item or tell(rubric, avoid, update)


def _not_said_again(
    item: WrittenItem | None,
    tell: Callable[[Rubric, Collection[str]], WrittenItem | None],
    story: Story,
    rubric: Rubric,
    avoid: Collection[str],
) -> WrittenItem | None:
    """The item without the sentence that is its headline; or with another headline.

    Which of both depends on whether other sentences tell enough. It stays as it is where
    they do not bear what the headline says: lead and subject say that, too.
    """
    if item is None:
        return None
    quotes = [one.quote for one in item.citations]
    again = [one for one in quotes if adds_nothing(one, item.heading)]
    if not again:
        return item
    said = [*avoid, *again]
    if other := tell(rubric, said):
        told = " ".join((story.title, *(one.quote for one in other.citations)))
        is_borne = not fidelity(item.heading, told).unsupported
        return replace(other, heading=item.heading) if is_borne else item
    return replace(item, heading=heading_of(story, item.citations, rubric, said))


def _is_said_by(story: Story, told: str) -> bool:
    return folded(told) in folded(clean(story.summary))


def _labelled(item: WrittenItem, update: Update, story: Story) -> WrittenItem:
    """The item of a told story with what is new in it and where it was told.

    The publisher's own sentence stands in quotation marks. What it says already is not
    said over it again.
    """
    opening = update.opening or updates.opening("en", update.issue, update.url)
    new, title = f"{update.what_is_new.rstrip('.')}.", title_of(story.title)
    if story.kind is not Kind.PAPER and _is_said_by(story, new):
        new = _marked(new)
    said = frozenset(words_of(new))
    is_said_twice = said.issuperset(words_of(item.heading))
    heading = item.heading
    if is_said_twice and not said.issuperset(words_of(title)):
        heading = title
    markdown = f"{opening} {escape(new)}\n\n{item.markdown}"
    return replace(item, heading=heading, markdown=markdown)


def _compose(
    story: Story,
    others: Sequence[Voice],
    rubric: Rubric,
    strikes: int,
    avoid: Collection[str],
    measure: "Measure",
    *,
    deeper: bool,
    language: str,
    by_feed_alone: bool,
) -> WrittenItem | None:
    words = brief_words_of(language)
    from_feed = words.from_feed.format(publisher=story.publisher)
    named = from_feed if story.is_from_feed else story.publisher
    own = Voice(named, story.url, story.summary, story.source_sha256)
    citations = _cite(own, story, rubric, strikes=strikes, avoid=avoid, measure=measure)
    if not citations:
        return None
    heading = heading_of(story, citations, rubric, avoid)
    paragraphs = [paragraph(citations, own, story, language)]
    beside: list[str] = []
    for voice in others[: FURTHER if deeper else VOICES]:
        added = _cite(
            voice,
            story,
            rubric,
            strikes=strikes,
            avoid=avoid,
            measure=measure,
            told=[citation.quote for citation in citations],
        )
        if added:
            beside.append(paragraph(added, voice, None))
            citations = (*citations, *added)
    if deeper and len(beside) >= FEWEST_FURTHER:
        beside = [f"**{words.deeper}** {' '.join(beside)}"]
    paragraphs += beside[:VOICES]
    if story.is_from_feed and len(paragraphs) < 2 and not by_feed_alone:
        return None
    return WrittenItem(heading, "\n\n".join(paragraphs), citations)


def heading_of(
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


def _has_length(
    item: WrittenItem, kind: Kind, rubric: Rubric, contract: Contract
) -> bool:
    """Whether the critic will find as much as rubric and contract ask for."""
    section = "## Research" if kind is Kind.PAPER else "## What shipped"
    text = f"{section}\n\n### 1. {escape(item.heading)}\n\n{item.markdown}"
    draft = parse(text, contract)
    case = Case(draft, sentences(draft), "", item.citations, rubric)
    return not any((*length(case), *story_sentences(case)))


def quoted(voice: Voice, story: Story, rubric: Rubric) -> tuple[CitedClaim, ...]:
    """What a voice may be quoted with at most, on a story of its own choice."""
    measure = Measure.of(story, rubric, BRIEF)
    return _cite(voice, story, rubric, strikes=0, avoid=(), measure=measure)


def _cite(
    voice: Voice,
    story: Story,
    rubric: Rubric,
    *,
    strikes: int,
    avoid: Collection[str],
    measure: "Measure",
    told: Sequence[str] = (),
) -> tuple[CitedClaim, ...]:
    """The best of what a voice says; one sentence, where the story was told already.

    That one names something that was told: out of its text it would speak of another.
    """
    used: list[Quoted] = []

    def choose() -> Sequence[Quoted]:
        return summarise(
            voice.text,
            title=story.title,
            most_words=min(measure.words, VOICE_WORDS) if told else measure.words,
            most_sentences=1 if told else measure.sentences,
            least_words=0 if told else measure.least_words,
            avoid=[quoted.quote for quoted in used],
            banned=rubric.banned,
            is_paper=story.kind is Kind.PAPER,
            told=told,
        )

    chosen = choose()
    for _ in range(strikes):
        used.extend(chosen)
        chosen = choose()
    named = _named(story.title, *told) if told else frozenset[str]()
    while failed := [
        one
        for one in chosen
        if _is_among(one, avoid) or (named and named.isdisjoint(_named("", one.quote)))
    ]:
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


def _named(title: str, *said: str) -> frozenset[str]:
    mentioned = mentions_in(title, " ".join(said))
    return mentioned.names | mentioned.perhaps


def _is_among(quoted: Quoted, avoid: Collection[str]) -> bool:
    said = without_authors(quoted.display)
    return any(matches(said, without_authors(sentence)) for sentence in avoid)


def _claim(story: Story, quoted: Quoted) -> str:
    """A paper's abstract is free to be retold; all else stands in quotation marks."""
    if story.kind is Kind.PAPER:
        return quoted.display
    return _marked(quoted.display)


def _marked(said: str) -> str:
    # Behind a figure it is an inch.
    if not re.search(r'\d"', said):
        said = _TYPED.sub(r"‘\1’", said)
    return f"“{said.translate(_WITHIN_MARKS)}”"


def paragraph(
    citations: Sequence[CitedClaim],
    voice: Voice,
    story: Story | None,
    language: str = ENGLISH,
) -> str:
    """The claims and whose they are; with the day, where the voice is the story's own."""
    claims = " ".join(escape(citation.claim) for citation in citations)
    day = story.published if story else None
    when = f", {furniture_of(language).day(day)}" if day else ""
    return f"{claims} ([{escape(voice.publisher + when)}](<{voice.url}>))"
