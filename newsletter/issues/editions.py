"""Editions of an issue: what its readers may choose by, and what its stories are about."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from newsletter.drafts.contract import BRIEF, SectionKind
from newsletter.drafts.draft import Block, Draft, Item, Section
from newsletter.drafts.edition import About, section_subject
from newsletter.drafts.links import links_of
from newsletter.issues.page import places
from newsletter.models import Correction, Issue, Newsletter, Outlet, StoryKey
from newsletter.research import subjects
from newsletter.research.ranking import profile
from newsletter.research.story import Kind
from newsletter.research.subjects import Subject
from newsletter.standards.brief_words import brief_words_of, news_words_of
from newsletter.text.identifiers import story_id


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader may want first, or less of: as it is stored, and as it is shown."""

    key: str
    name: str


def choices(newsletter: Newsletter) -> tuple[Choice, ...]:
    """What readers of a newsletter may choose by: its subjects, then a brief's sections."""
    found = [Choice(one.name, one.name) for one in subjects_of(newsletter)]
    newest = newsletter.issues.shown().first()
    if (newest.contract if newest else newsletter.workflow) not in _WITH_SECTIONS:
        return tuple(found)
    # An issue's own words, or those that the next one takes.
    headings = _headings(newsletter, newest)
    if len(headings) > 1:
        found += [Choice(section_subject(kind), headings[kind]) for kind in headings]
    return tuple(found)


def _headings(newsletter: Newsletter, newest: Issue | None) -> dict[SectionKind, str]:
    """What the sections are called that its briefs may have: those with stories to tell."""
    text = profile.with_topics(newsletter.profile, newsletter.topics)
    is_far = profile.read(text).is_far
    words = (news_words_of if is_far else brief_words_of)(newsletter.language)
    told = Outlet.objects.of(newsletter).filter(is_active=True).kinds()
    usual = {
        SectionKind.LAUNCHES: (Kind.LAUNCH, words.shipped),
        SectionKind.PAPERS: (Kind.PAPER, words.worth),
    }
    headings = {}
    for section, (kind, name) in usual.items():
        own = newest.draft.of_kind(section) if newest else ()
        may_be = own or newsletter.workflow == "scouts" or kind in told
        if may_be and BRIEF.by_kind[section].publishes(newsletter.rules):
            headings[section] = own[0].heading if own else name
    return headings


# Contracts, and workflows that make issues of such a contract.
_WITH_SECTIONS = (BRIEF.name, "scouts")


def subjects_of(newsletter: Newsletter) -> tuple[Subject, ...]:
    """A newsletter's topics, or the headings of its profile."""
    return subjects.subjects(newsletter.topics, newsletter.profile)


def about(issue: Issue) -> About:
    """What each item is about: by its words, its section's heading, its story's tags."""
    known = subjects_of(issue.newsletter)
    names = {one.name for one in known}
    tagged = _tags(issue)
    # By identity, and each part with what was found, so that it lives as long.
    asked: dict[int, tuple[Item | Block, frozenset[str]]] = {}

    def found(section: Section, part: Item | Block) -> frozenset[str]:
        if id(part) not in asked:
            title, text, links = _told(section, part)
            tags = (tag for url in links for tag in tagged.get(story_id(url), ()))
            said = subjects.said(known, title, text) | names.intersection(tags)
            asked[id(part)] = part, said
        return asked[id(part)][1]

    return found


def _tags(issue: Issue) -> dict[str, Sequence[str]]:
    """The tags of the stories that an issue tells, by each of their addresses' names."""
    draft = issue.draft
    linked = {story_id(one.url) for one in links_of(draft.tokens)}
    kept = StoryKey.objects.filter(newsletter=issue.newsletter_id, key__in=linked)
    return dict(kept.values_list("key", "story__tags"))


def _told(section: Section, part: Item | Block) -> tuple[str, str, list[str]]:
    """The title, the text and the links of an item, or of a story in a line."""
    blocks = part.paragraphs if isinstance(part, Item) else (part,)
    title = part.title if isinstance(part, Item) else part.text
    # A brief's headings name no subject.
    above = section.heading if section.kind is SectionKind.TOPIC else ""
    text = " ".join(block.text for block in blocks)
    links = [link.url for block in blocks for link in links_of(block.tokens)]
    return f"{above}. {title}", text, links


def corrections_in(
    edition: Draft, issue: Issue, corrections: Iterable[Correction]
) -> Iterator[Correction]:
    """The corrections that an edition's reader is told, each at its item there.

    One about an item that is left out is not among them. They are not to be saved.
    """
    there = {(item.title, item.paragraphs): anchor for anchor, item in places(edition)}
    whole = {
        anchor: (item.title, item.paragraphs) for anchor, item in places(issue.draft)
    }
    for correction in corrections:
        if correction.place not in whole:
            yield correction
        elif (place := there.get(whole[correction.place])) is not None:
            told = copy(correction)
            told.place = place
            yield told
