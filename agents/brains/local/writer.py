"""Writer: the brief in its agreed structure, out of sentences that its sources hold."""

from collections.abc import Iterator, Sequence

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import insist
from agents.brains.local.writing import lead, short_titles
from agents.brains.local.writing.about import how
from agents.brains.local.writing.item import WrittenItem
from agents.brains.local.writing.material import (
    Material,
    ToldStory,
    bears_shut_pages,
    gather,
)
from agents.brains.local.writing.titles import title_of
from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from newsletter.drafts.cutting import escape
from newsletter.research.story import Story
from newsletter.research.summary.rewording import capitalised
from newsletter.standards.brief_words import BriefWords
from newsletter.standards.furniture import furniture_of, joined
from newsletter.standards.link_policy import LinkPolicy
from newsletter.text.language import is_english


def write(brief: Brief, hands: Hands) -> None:
    """Emit a draft that answers every rejection and failed verification so far."""
    material = gather(brief, hands)
    if not material.told:
        raise BrainFailed(_why_none(material, brief.rubric.link_policy), is_final=True)
    words = material.words
    sections = [
        *(
            [
                *_section(words.shipped, 0, material, material.launches),
                *_worth_reading(material.reading, words),
            ]
            if material.has_launches
            else []
        ),
        *_also_shipped(material.also, words),
        *(
            _section(words.worth, 1, material, material.papers)
            if material.has_papers
            else []
        ),
        *_build(material.build, words),
        *how(
            brief,
            material.sources,
            material.window_days,
            _of_dropped(material, brief.language),
            material.corrections,
            language=brief.language,
        ),
    ]
    subject = _subject(brief, material)
    parts = [f"# {escape(subject)}", _lead(brief, material, subject), *sections]
    draft = DraftWritten(
        subject=subject,
        preheader=short_titles.preheader(
            material.headings,
            subject,
            brief.rubric.banned,
            furniture_of(brief.language).between,
            (one.claim for one in material.citations),
        )
        or _counts(material, brief.language),
        markdown="\n\n".join(parts) + "\n",
        citations=material.citations,
        note=" ".join(material.dropped),
    )
    insist(hands, Kind.DRAFT_WRITTEN, draft)


def _why_none(material: Material, policy: LinkPolicy) -> str:
    shut = len(material.also)
    why = [*material.dropped, *([_of_shut(shut, policy)] if shut else [])]
    return f"no chosen story can be told: {' '.join(why)}"


def _of_shut(number: int, policy: LinkPolicy) -> str:
    told = f"{number} with their pages shut"
    if bears_shut_pages(policy):
        return f"{told}, and their feeds tell too little"
    return f"{told}, which its rubric refuses (link_policy: blocked)"


def _of_dropped(material: Material, language: str) -> Iterator[str]:
    """What a reader may miss: why and which is told by the log."""
    words = furniture_of(language)
    if material.has_no_further:
        yield material.words.no_further
    if material.left_out and not material.also:
        yield words.counted(material.left_out, words.left_out)


def _subject(brief: Brief, material: Material) -> str:
    """The news of the issue, in headlines that stand whole; its title too."""
    words = furniture_of(brief.language)
    return short_titles.subject(
        material.headings,
        brief.rubric.subject_characters,
        brief.rubric.banned,
        otherwise=f"{_counts(material, brief.language)} of the week to "
        f"{brief.as_of:%-d %B}"
        if words.is_english
        else words.until.format(day=words.day(brief.as_of)),
        in_english=words.is_english
        and is_english(" ".join(one.quote for one in material.citations)),
        between=words.between,
    )


def _counts(material: Material, language: str) -> str:
    """`Two launches and one paper`, without what there is none of; or how many stories."""
    words, nouns = furniture_of(language), material.words
    if nouns.launch == words.story:
        return capitalised(words.counted(len(material.told), words.story))
    there = [
        words.counted(len(told), noun)
        for told, noun in (
            (material.launches, nouns.launch),
            (material.papers, nouns.paper),
        )
        if told
    ]
    return capitalised(words.listed(there))


def _lead(brief: Brief, material: Material, subject: str) -> str:
    """What happened in the first story, and how much else there is.

    Where the title says it already, what happened in the next that it does not tell. Each
    sentence holds alone: a draft cut short later loses the one that is not true any more.
    """
    words = furniture_of(brief.language)
    opening, _ = lead.opening(material.headings, subject, words)
    counts = _counts(material, brief.language)
    is_whole = material.considered <= len(material.told)
    count = (words.whole if is_whole else material.words.count).format(
        stories=f"{counts[0].lower()}{counts[1:]}",
        day=words.day(brief.as_of),
        considered=lead.out_of(material.considered, words),
        lines="",
    )
    return joined([opening, count])


def _section(
    heading: str, kind: int, material: Material, told: Sequence[ToldStory]
) -> list[str]:
    """A section; one that is short for what there was says so.

    `kind` is 0 for launches, 1 for papers.
    """
    parts = [f"## {heading}"]
    left = material.left_out or material.also or material.reading
    words, is_all = material.words, not left
    why = (words.only if told else words.none)[kind]
    if why and len(told) < 2 and (is_all or not told):
        parts.append(why)
    for number, one in enumerate(told, 1):
        parts += [f"### {number}. {escape(one.item.heading)}", one.item.markdown]
    return parts


def _worth_reading(lines: Sequence[str], words: BriefWords) -> list[str]:
    """What is no news, named below what is."""
    listed = "\n".join(f"- {line}" for line in lines)
    return [f"### {words.reading}", listed] if lines else []


def _also_shipped(stories: Sequence[Story], words: BriefWords) -> list[str]:
    """Launches with their link alone, whose own pages nobody could read."""
    links = "; ".join(
        f"[{escape(f'{story.publisher}: {title_of(story.title)}')}](<{story.url}>)"
        for story in stories
    )
    told = words.shut.format(links=links)
    return [f"## {words.also}", told] if stories else []


def _build(item: WrittenItem | None, words: BriefWords) -> list[str]:
    if item is None:
        return []
    heading = f"### 1. {escape(item.heading)}"
    return [f"## {words.build}", heading, item.markdown]
