"""Digest writer: sections by topic out of sentences that their sources hold, then the issue."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import insist, newest
from agents.brains.local.writing import lead, short_titles
from agents.brains.local.writing.about import how
from agents.brains.local.writing.build_section import repository
from agents.brains.local.writing.complaints import Complaints, complaints
from agents.brains.local.writing.headlines import is_bare
from agents.brains.local.writing.item import (
    Voice,
    WrittenItem,
    compose,
)
from agents.brains.local.writing.one_liner import one_liner
from agents.brains.local.writing.voices import voices_of
from agents.events.base import Update
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    DraftedSection,
    SectionsDrafted,
    SectionsSelected,
    SelectedSection,
    UrlsFiltered,
    UrlsGathered,
)
from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import Draft, Item
from newsletter.drafts.parsing import parse
from newsletter.research.story import Story
from newsletter.research.summary.rewording import capitalised
from newsletter.standards.furniture import Furniture, furniture_of, joined
from newsletter.text.identifiers import canonical
from newsletter.text.language import is_english
from newsletter.text.words import folded

# A title of fewer words is a name; it tells nothing in a lead.
_FEWEST_TELLING = 5


_Written: TypeAlias = tuple[DraftedSection, tuple[CitedClaim, ...]]


@dataclass(frozen=True, slots=True)
class _Desk:
    """What a section is written from."""

    brief: Brief
    stories: Mapping[str, Story]
    voices: Mapping[str, Sequence[Voice]]
    asked: Complaints
    updates: Mapping[str, Update]  # by the id of the told story


def draft_sections(brief: Brief, hands: Hands) -> None:
    """Emit every selected section, each story in quotes or in a line."""
    drafted = _drafted(brief, hands)
    if not drafted.sections:
        raise BrainFailed("no chosen story can be told", is_final=True)
    insist(hands, Kind.SECTIONS_DRAFTED, drafted)


def finalize(brief: Brief, hands: Hands) -> None:
    """Emit the issue: its sections with a title, a lead and how it was made.

    After a rejection or a failed verification the sections are written anew, with what
    was held against them in mind.
    """
    drafted = newest(hands, SectionsDrafted)
    if drafted is None:
        raise BrainFailed("no section has been drafted", is_final=True)
    if newest(hands, DraftWritten) is not None:
        drafted = _drafted(brief, hands)
    if not drafted.sections:
        raise BrainFailed("no chosen story can be told", is_final=True)
    body = "\n\n".join(
        f"## {escape(one.heading)}\n\n{one.markdown}" for one in drafted.sections
    )
    told = parse(body, brief.contract)
    titles = [item.title for item in _best_first(told.stories, hands)]
    subject = _subject(brief, titles, drafted.citations)
    gathered = newest(hands, UrlsGathered) or UrlsGathered()
    filtered = newest(hands, UrlsFiltered) or UrlsFiltered()
    made = how(
        brief,
        gathered.sources,
        gathered.window_days,
        _left_out(brief, hands, told),
        [one.sentence for one in filtered.corrections],
        brief.language,
    )
    opening = _lead(brief, told, titles, subject, gathered.considered)
    draft = DraftWritten(
        subject=subject,
        preheader=short_titles.preheader(
            titles,
            subject,
            brief.rubric.banned,
            furniture_of(brief.language).between,
            (one.claim for one in drafted.citations),
        ),
        markdown="\n\n".join([f"# {escape(subject)}", opening, body, *made]) + "\n",
        citations=drafted.citations,
    )
    insist(hands, Kind.DRAFT_WRITTEN, draft)


def _best_first(items: Iterable[Item], hands: Hands) -> list[Item]:
    """The stories that are told, those with most points first."""
    read = newest(hands, ArticlesDownloaded) or ArticlesDownloaded()
    rated = newest(hands, ArticlesRated) or ArticlesRated()
    points = {one.story_id: one.scores.total for one in rated.rated}
    at = {canonical(one.url): points.get(one.id, 0) for one in read.stories}

    def points_of(item: Item) -> int:
        return max((at.get(url, 0) for url in item.addresses), default=0)

    return sorted(items, key=points_of, reverse=True)


def _drafted(brief: Brief, hands: Hands) -> SectionsDrafted:
    selected, read = newest(hands, SectionsSelected), newest(hands, ArticlesDownloaded)
    if selected is None or read is None:
        raise BrainFailed("no section has been selected", is_final=True)
    asked = complaints(hands, read.stories, brief.contract, brief.not_theirs)
    names = {name for one in selected.sections for name in one.story_ids}
    stories = {one.id: asked.without_dead(one) for one in read.stories}
    told = [story for name, story in stories.items() if name in names]
    rated = newest(hands, ArticlesRated) or ArticlesRated()
    updates = {one.story_id: one.update for one in rated.rated if one.update}
    desk = _Desk(brief, stories, voices_of(hands, told), asked, updates)
    written = [found for one in selected.sections if (found := _section(one, desk))]
    news = furniture_of(brief.language).news
    if news not in (section.heading for section, _ in written):
        written = [*_not_twice(written, news)]
    return SectionsDrafted.model_construct(
        sections=tuple(section for section, _ in written),
        citations=tuple(cited for _, citations in written for cited in citations),
    )


def _not_twice(written: Iterable[_Written], otherwise: str) -> Iterator[_Written]:
    """The sections; the first that is called as its one story is, a bare name, is not."""
    is_free = True
    for section, cited in written:
        is_twice = section.markdown.startswith(f"### 1. {escape(section.heading)}\n")
        if is_free and is_twice and is_bare(section.heading):
            is_free = False
            section = section.model_copy(update={"heading": otherwise})
        yield section, cited


def _section(selected: SelectedSection, desk: _Desk) -> _Written | None:
    """A section with what its claims rest on; None where no story of it can be told."""
    items: list[WrittenItem] = []
    others: list[Story] = []
    for name in selected.story_ids:
        story = desk.stories[name]
        item = _told(story, desk)
        items += [item] if item else []
        others += [] if item else [story]
    others += [desk.stories[name] for name in selected.brief_ids]
    while not items and others:
        # Where none of the best can be told, the next one that can is.
        item = _told(others.pop(0), desk)
        items += [item] if item else []
    if not items:
        return None
    heading = _heading(selected, items, desk.brief.language)
    parts = []
    for number, item in enumerate(items, 1):
        parts += [f"### {number}. {escape(item.heading)}", item.markdown]
    lines = [
        line
        for story in others
        if story.id not in desk.updates
        and (line := one_liner(story, heading, desk.brief, desk.asked))
    ]
    if lines:
        parts += [
            f"### {furniture_of(desk.brief.language).brief}",
            "\n".join(f"- {line}" for line in lines),
        ]
    section = DraftedSection(
        topic=selected.topic, heading=heading, markdown="\n\n".join(parts)
    )
    return section, tuple(cited for item in items for cited in item.citations)


def _told(story: Story, desk: _Desk) -> WrittenItem | None:
    if desk.asked.against(story):
        return None
    return compose(
        story,
        [one for one in desk.voices.get(story.id, ()) if not repository(one.url)],
        desk.brief.rubric,
        strikes=desk.asked.strikes[story.id],
        avoid=desk.asked.sentences(story),
        contract=desk.brief.contract,
        language=desk.brief.language,
        update=desk.updates.get(story.id),
    )


def _heading(
    selected: SelectedSection, items: Sequence[WrittenItem], language: str
) -> str:
    """What the topic is called, its terms as a phrase; else what its first story says.

    A story's title is one term, whatever commas it has.
    """
    topic = selected.topic
    is_title = any(folded(topic) in folded(item.heading) for item in items)
    parts = [topic] if is_title else topic.split(",")
    terms = [term for part in parts if (term := part.strip(", "))]
    said = " ".join(f"{item.heading} {item.markdown}" for item in items)
    terms = [_as_written(term, said) for term in terms]
    if not terms:
        return items[0].heading
    # A name in small letters, such as gpt-oss, stands best behind another one.
    terms.sort(key=lambda term: term[:1].islower())
    name = furniture_of(language).listed(terms)
    return capitalised(name) if name.split()[0].isalpha() else name


def _as_written(term: str, text: str) -> str:
    """A name in its own letters: gpt-oss without a capital, GPT with three."""
    found = re.finditer(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE)
    forms = [one.group() for one in found]
    acronyms = [one for one in forms if sum(map(str.isupper, one)) > 1]
    if acronyms and term not in forms:
        return acronyms[0]
    small = term[:1].lower() + term[1:]
    is_name = not term.isalpha() and " " not in term and term not in text
    return small if is_name and small in text else term


def _subject(
    brief: Brief, titles: Sequence[str], citations: Sequence[CitedClaim]
) -> str:
    """The news of the issue, in headlines that stand whole; its title too."""
    words = furniture_of(brief.language)
    is_told_in_english = is_english(" ".join(one.quote for one in citations))
    return short_titles.subject(
        titles,
        brief.rubric.subject_characters,
        brief.rubric.banned,
        otherwise=words.until.format(day=words.day(brief.as_of)),
        in_english=is_told_in_english and words.is_english,
        between=words.between,
    )


def _lead(
    brief: Brief, told: Draft, titles: Sequence[str], subject: str, considered: int
) -> str:
    """What happened in the best story, or the best that the title leaves out, and how much
    else there is.

    Each sentence holds alone: a draft cut short later loses those that are not true.
    """
    words = furniture_of(brief.language)
    opening, is_further = lead.opening(titles, subject, words)
    more = words.lines.format(more=words.counted(len(told.lines), words.more))
    is_whole = considered <= len(told.stories) + len(told.lines)
    count = (words.whole if is_whole else words.count).format(
        stories=words.counted(len(told.stories), words.story),
        lines=more if told.lines else "",
        day=words.day(brief.as_of),
        considered=lead.out_of(considered, words),
    )
    another = () if is_further else _topics(told, words)
    return joined([opening, *another, count])


def _topics(told: Draft, words: Furniture) -> Iterator[str]:
    """What opens another topic, where a line of it reads as a sentence."""
    for topic in told.of_kind(SectionKind.TOPIC)[1:]:
        titles = short_titles.to_open_with(one.title for one in topic.items[:1])
        first = titles[0] if titles else ""
        if len(first.split()) >= _FEWEST_TELLING and not re.search(r": |…|\(", first):
            yield words.further.format(title=escape(first))
            return


def _left_out(brief: Brief, hands: Hands, told: Draft) -> Iterator[str]:
    """What a reader may miss."""
    words = furniture_of(brief.language)
    selected = newest(hands, SectionsSelected)
    number = len(told.of_kind(SectionKind.TOPIC))
    least = brief.contract.by_kind[SectionKind.TOPIC].sections.least
    if number < least:
        yield words.few
    chosen = _names(selected) if selected else set[str]()
    out = len(chosen) - len(told.stories) - len(told.lines)
    if out > 0:
        yield words.counted(out, words.left_out)


def _names(selected: SectionsSelected) -> Collection[str]:
    found = (
        name for one in selected.sections for name in (*one.story_ids, *one.brief_ids)
    )
    return set(found)
