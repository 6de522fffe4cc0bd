"""Rules about the shape of a draft: sections, numbers of stories, lengths. Pure."""

import re
from collections.abc import Iterable, Iterator

from newsletter.drafts.contract import Range, SectionKind
from newsletter.drafts.draft import (
    Item,
    Violation,
    is_ours,
    is_view,
)
from newsletter.drafts.prose import DraftSentence
from newsletter.drafts.rules.case import Case
from newsletter.standards import brief_words
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.rubric import Words
from newsletter.text import truncate
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded, length_in_words

# What writers are told to begin a view with, and a paragraph of links to go on with.
VIEW = furniture_of(ENGLISH).view
DEEPER = brief_words.brief_words_of(ENGLISH).deeper
# How a sentence says that there is little or nothing, in the languages of issues.
_HONEST = re.compile(
    r"\b(?:no|none|not|nothing|only|fewer|nobody|nichts|keine?|nur|nada|ninguna?|solo|sólo|rien|"
    r"aucune?|seule?|sola|niente?|nessuna?|niets|geen|maar|nic|nie|żadn\w+|tylko|não|nenhuma?|só|"
    r"ing(?:en|et|a|enting)|inte|intet|ikke|bara|bare|kun)\b|"
    r"ありません|だけ|없|뿐|没有|均未|只有|仅",
    re.IGNORECASE,
)
_MARKUP = {
    "html_block": "raw HTML",
    "html_inline": "raw HTML",
    "image": "an image",
    "footnote_ref": "a footnote",
}
_MOST_VIEW_WORDS = 40
_FURTHER = Range(2, 3)
# What an issue says of stories whose pages led no further.
NO_FURTHER = "no further links"
_MOST_LINE_WORDS = 40
_MOST_LEAD_WORDS = 200
_LEFT_OVER = re.compile(r"\]\(|\]\[|\*\*|__\w|^#{1,6} |```")


def structure(case: Case) -> Iterator[Violation]:
    """The draft's contract: one H1, the sections, numbered H3s."""
    yield from case.draft.problems


def published_kinds(case: Case) -> Iterator[Violation]:
    """A brief speaks of launches and papers as far as its newsletter publishes them."""
    forms = case.draft.contract.by_kind
    for kind in (SectionKind.LAUNCHES, SectionKind.PAPERS):
        form = forms.get(kind)
        if form is None or form.most_stories is None:
            continue
        sections = case.draft.of_kind(kind)
        if not form.publishes(case.rubric):
            for section in sections:
                message = (
                    f"This newsletter publishes no {form.noun}; leave the section out."
                )
                yield Violation("sections", section.heading, message)
        elif form.sections.least > len(sections):
            missing = Violation("sections", "", form.missing)
            if missing not in case.draft.problems:
                yield missing


def empty_section(case: Case) -> Iterator[Violation]:
    """A section without items says so; an item has a body."""
    for section in case.draft.sections:
        if not section.kind.tells:
            continue
        form = case.draft.contract.by_kind[section.kind]
        if len(section.items) < form.fewest_stories:
            message = f"The section tells no {form.noun}; tell one, or leave it out."
            yield Violation("empty_section", section.heading, message)
        elif not (section.items or section.lines) and not _HONEST.search(
            " ".join(block.markdown for block in section.prose)
        ):
            yield Violation(
                "empty_section",
                section.heading,
                "The section is empty: say in a sentence that nothing passed, "
                "such as “This issue has no paper: nothing met its standards.”",
            )
        for item in section.items:
            if all(is_ours(sentence.text) for sentence in case.said_in(item)):
                message = "The item has no text; write it or leave the item out."
                yield Violation("empty_section", item.name, message)


def few_topics(case: Case) -> Iterator[Violation]:
    """An issue with fewer topics than agreed says so."""
    for form in case.draft.contract.forms:
        number = len(case.draft.of_kind(form.kind))
        if not form.has_free_headings or number >= form.sections.least or not number:
            continue
        said = (one.text for one in case.sentences if is_ours(one.text))
        if not any(map(_HONEST.search, said)):
            message = (
                f"The issue has {number} sections by topic; write {form.sections}, or say "
                "why there are not more, such as “This issue has few topics: nothing "
                "else met its standards.”"
            )
            yield Violation("sections", "", message)


def lead(case: Case) -> Iterator[Violation]:
    """The draft begins with a lead, and has told a story before it grows long."""
    said = [one.text for one in case.sentences if one.where == "lead"]
    if not said:
        yield Violation("lead", "", "Put a paragraph between title and first section.")
    elif (words := length_in_words(" ".join(said))) > _MOST_LEAD_WORDS:
        message = f"The lead has {words} words; write {_MOST_LEAD_WORDS} at most."
        yield Violation("length", "lead", message)


def too_few(case: Case) -> Iterator[Violation]:
    """There are enough stories for an issue."""
    found, fewest = len(case.draft.told), case.rubric.fewest_stories
    if found < fewest:
        message = f"The draft tells {found} stories; an issue needs {fewest}."
        yield Violation("too_few", "", message)


def too_many(case: Case) -> Iterator[Violation]:
    """No section has more stories than its quota, told or in a line."""
    for section in case.draft.sections:
        form = case.draft.contract.by_kind.get(section.kind)
        if form is None or form.most_stories is None:
            continue
        most = form.most_stories(case.rubric)
        if len(section.items) > most:
            message = f"{len(section.items)} items; keep the best {most}."
            yield Violation("too_many", section.heading, message)
        if len(section.lines) > form.most_one_liners:
            message = f"{len(section.lines)} lines; keep {form.most_one_liners}."
            yield Violation("too_many", section.heading, message)


def one_liners(case: Case) -> Iterator[Violation]:
    """A further story is one short line with one link."""
    for section in case.draft.sections:
        for line in section.lines:
            said = line.sentences()
            links = {canonical(url) for one in said for url in one.links}
            words = length_in_words(line.text)
            start = truncate.at_word(line.text, 80)
            if len(links) != 1:
                message = f"“{start}” has {len(links)} links; a line has the one of its story."
                yield Violation("one_liners", section.heading, message)
            if words > _MOST_LINE_WORDS:
                message = (
                    f"“{start}” has {words} words; write {_MOST_LINE_WORDS} at most."
                )
                yield Violation("one_liners", section.heading, message)


def story_sentences(case: Case) -> Iterator[Violation]:
    """A story has as many sentences as its contract says; our own do not count."""
    for kind, item in case.draft.told:
        asked = case.draft.contract.by_kind[kind].story_sentences
        further = item.deeper.sentences() if item.deeper else ()
        aside = {one.text for one in further}
        said = (one for one in case.said_in(item) if one.text not in aside)
        told = [one for one in said if not is_ours(one.text)]
        if asked and not asked.holds(len(told)):
            message = f"{len(told)} sentences; write {asked}."
            yield Violation("length", item.name, message)


def length(case: Case) -> Iterator[Violation]:
    """Each story has as many words as the rubric allows; our own lines do not count.

    One in its sources' sentences alone may be shorter: more may not be quoted.
    """
    for kind, item in case.draft.told:
        words = allowed(case, kind, item)
        if not words.least <= item.words <= words.most:
            message = f"{item.words} words; write {words.least} to {words.most}."
            yield Violation("length", item.name, message)


def whole_length(case: Case) -> Iterator[Violation]:
    """All stories together have no more words than the rubric allows, if it says so."""
    most, words = case.rubric.most_words, sum(item.words for _, item in case.draft.told)
    if most and words > most:
        message = f"The stories have {words} words together; write {most} at most."
        yield Violation("length", "the issue", message)


def allowed(case: Case, kind: SectionKind, item: Item) -> Words:
    """How many words an item may have."""
    words = case.draft.contract.by_kind[kind].allowed_words(case.rubric)
    return case.rubric.when_quoting(words) if case.only_quotes(item) else words


def view(case: Case) -> Iterator[Violation]:
    """What we think is one short sentence that ends its item, and in few items."""
    most = case.rubric.most_views
    views = [one for one in case.sentences if is_view(one.text)]
    if len(views) > most:
        message = f"{len(views)} sentences say “{VIEW}”; keep the best {most}."
        yield Violation("view", views[-1].where, message)
    alone = {item.name: _last_sentence(item) for item in case.draft.items}
    for one in views:
        if alone.get(one.where) != one.text:
            message = f"“{VIEW}” begins one sentence, the last paragraph of its item."
            yield Violation("view", one.where, message)
        if (words := len(one.text.split())) > _MOST_VIEW_WORDS:
            message = f"The view has {words} words; write {_MOST_VIEW_WORDS} at most."
            yield Violation("view", one.where, message)


def deeper(case: Case) -> Iterator[Violation]:
    """Two or three further links end a story, where the newsletter wants them.

    Where its pages led no further, the issue says so among how it was made.
    """
    is_wanted = case.rubric.deeper_links and case.draft.contract.leads_on
    is_excused = any(
        NO_FURTHER in one.text or one.text in brief_words.NO_FURTHER
        for one in case.sentences
    )
    for _, item in case.draft.told:
        if item.deeper is None:
            if is_wanted and not is_excused:
                message = (
                    f"No paragraph “{DEEPER}” with two or three further links; where "
                    f"there are none, say “In this issue some stories have {NO_FURTHER}.”"
                )
                yield Violation("deeper", item.name, message)
            continue
        further = _links_in(item.deeper.sentences())
        own = _links_in(
            one for block in item.paragraphs if block is not item.deeper
            for one in block.sentences()
        )  # fmt: skip
        if again := further & own:
            message = f"“{DEEPER}” leads where the story led: {min(again)}."
            yield Violation("deeper", item.name, message)
        if is_wanted and not _FURTHER.holds(len(further)):
            message = f"“{DEEPER}” has {len(further)} links; give {_FURTHER}."
            yield Violation("deeper", item.name, message)


def _links_in(sentences: Iterable[DraftSentence]) -> set[str]:
    return {canonical(url) for one in sentences for url in one.links}


def _last_sentence(item: Item) -> str:
    """The last paragraph of an item, if it is one sentence."""
    said = item.paragraphs[-1].sentences() if item.paragraphs else ()
    return said[0].text if len(said) == 1 else ""


def subject(case: Case) -> Iterator[Violation]:
    """The subject line has a length that mail programs show."""
    limits = case.rubric.subject_characters
    if not limits.least <= len(case.subject.strip()) <= limits.most:
        yield Violation(
            "subject",
            "subject",
            f"The subject has {len(case.subject.strip())} characters; "
            f"write {limits.least} to {limits.most}.",
        )


def duplicate(case: Case) -> Iterator[Violation]:
    """No story is told twice, neither by title nor by its first address."""
    seen: dict[str, str] = {}
    for _, item in case.draft.told:
        links = (
            url
            for sentence in case.said_in(item)
            if not is_ours(sentence.text)
            for url in sentence.links
        )
        first = next(links, "")
        if first and canonical(first) in seen:
            message = f"The same address as “{seen[canonical(first)]}”; tell it once."
            yield Violation("duplicate", item.name, message)
        elif folded(item.title) in seen:
            message = (
                f"The same title as “{seen[folded(item.title)]}”; tell one story once, "
                "and two under headings that tell them apart."
            )
            yield Violation("duplicate", item.name, message)
        seen |= {folded(item.title): item.name, canonical(first): item.name}
        seen.pop("", None)
    for section in case.draft.sections:
        for line in section.lines:
            urls = {canonical(url) for one in line.sentences() for url in one.links}
            for url in urls:
                if url in seen:
                    message = f"A line tells the same as “{seen[url]}”; tell it once."
                    yield Violation("duplicate", section.heading, message)
                seen[url] = section.heading


def markup(case: Case) -> Iterator[Violation]:
    """Only what every reader's program can show: no HTML, images, footnotes."""
    found = {
        _MARKUP[token.type]
        for block in case.draft.tokens
        for token in (block, *(block.children or ()))
        if token.type in _MARKUP
    }
    for what in sorted(found):
        yield Violation("markup", "", f"The draft has {what}; write plain Markdown.")
    for sentence in case.sentences:
        if left := _LEFT_OVER.search(sentence.text):
            message = f"{left.group()!r} would be shown to readers; mend the Markdown."
            yield Violation("markup", sentence.where, message)
