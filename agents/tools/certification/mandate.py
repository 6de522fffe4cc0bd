"""What a draft owes its session: the chosen stories and no others, and corrections. Pure.

Whoever writes a page that an agent reads would like to see it in the issue. What is in
it is decided before the draft: by the choice of stories, and by the places that the
newsletter reads.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agents.events.base import ToldCorrection, Update
from agents.events.drafts import DraftWritten
from newsletter.drafts import updates
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Draft,
    Item,
    Violation,
    is_correction,
    sentences,
    update_in,
)
from newsletter.drafts.links import links_of
from newsletter.drafts.prose import DraftSentence
from newsletter.drafts.rules.case import Case, outside_quotes, without_name
from newsletter.drafts.rules.style import emoji_in
from newsletter.drafts.rules.unfit import foreign, is_broken
from newsletter.research.coverage.traits import names_of
from newsletter.research.story import Kind, Story
from newsletter.standards.brief_words import headings_of
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.rubric import Rubric
from newsletter.text import truncate
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.language import (
    other_than,
    primary,
    told_language,
)
from newsletter.text.sites import site_of
from newsletter.text.words import folded, length_in_words
from newsletter.verification.claims.details import fidelity

# Where works are kept that any story may point to.
REGISTRIES = frozenset({"arxiv.org", "doi.org", "github.com", "huggingface.co"})
# What looks like a place that a letter fills in. It would do no harm; no story needs it.
_MARKER = re.compile(r"@@\w*@@")
_FEWEST_NEW_WORDS = 3
# What rules say around a quotation is shorter than that.
_FEWEST_OWN_WORDS = 20


@dataclass(frozen=True, slots=True)
class Mandate:
    """What a draft may tell, may link and has to correct.

    `outlets` are the addresses that the newsletter's research asks, `updates` what is
    new of chosen stories that were told before, by id; `repeated` what is wrong with those
    that were told and have no update. `language` is what its readers read (BCP 47).
    """

    newsletter: str
    chosen: Sequence[Story]
    outlets: Collection[str]
    corrections: Sequence[ToldCorrection] = ()
    updates: Mapping[str, Update] = field(default_factory=dict)
    repeated: Mapping[str, str] = field(default_factory=dict)
    language: str = ""


def breaches(
    written: DraftWritten, draft: Draft, mandate: Mandate
) -> tuple[Violation, ...]:
    """Where a draft, handed in as `written`, goes beyond its mandate or falls short."""
    return (
        *_markers(written, draft, mandate.newsletter),
        *_unchosen(draft, mandate.chosen),
        *_without_section(draft, mandate.chosen),
        *_repeated(draft, mandate),
        *_strange(written, draft, mandate),
        *_uncorrected(draft, mandate.corrections),
        *_in_another_language(written, draft, mandate),
        *_headed_in_english(draft, mandate.language),
        *_decorated(draft, mandate.chosen),
    )


def _in_another_language(
    written: DraftWritten, draft: Draft, mandate: Mandate
) -> Iterator[Violation]:
    """What is in its own words neither in the newsletter's language nor in English.

    Rules write English around quotations, whatever a newsletter's language is.
    """
    language = mandate.language
    case = Case(draft, sentences(draft), written.subject, written.citations, Rubric())
    own = [one for one in case.sentences if not case.is_quotation(one)]
    said = outside_quotes(" ".join(one.text for one in own))
    told = other_than(said, language) if language else ""
    if told:
        message = f"It is written in {told!r}; its readers read {language!r}."
        yield Violation("language", "", message)
    elif primary(language) == ENGLISH:
        yield from _not_in_english(written, draft, own, mandate)
    elif not furniture_of(language).is_english:
        yield from _told_in_english(draft, own, language)


def _not_in_english(
    written: DraftWritten,
    draft: Draft,
    own: Sequence[DraftSentence],
    mandate: Mandate,
) -> Iterator[Violation]:
    """Lines and sentences that are plainly in another language; a story's title may be."""
    titles = {folded(story.title) for story in mandate.chosen}
    lines = [
        ("title", without_name(draft.title, mandate.newsletter)),
        ("subject", without_name(written.subject, mandate.newsletter)),
        ("preheader", written.preheader),
        *((item.name, item.title) for item in draft.items),
    ]
    said = [*lines, *((one.where, outside_quotes(one.text)) for one in own)]
    for where, text in said:
        is_title = any(title in folded(text) for title in titles)
        if not is_title and (told := foreign(text, ENGLISH)):
            start = truncate.at_word(text, 80)
            message = f"“{start}” is in {told!r}; its readers read English."
            yield Violation("language", where, message)


def _told_in_english(
    draft: Draft, own: Sequence[DraftSentence], language: str
) -> Iterator[Violation]:
    """Stories told in English where readers read another language; a quotation may be."""
    for item in draft.stories:
        mine = [one.text for one in own if one.where == item.name]
        text = outside_quotes(" ".join(mine))
        is_long = length_in_words(text) >= _FEWEST_OWN_WORDS
        if is_long and told_language(text, language) == ENGLISH:
            message = f"It is told in English; its readers read {language!r}."
            yield Violation("language", item.name, message)


def _headed_in_english(draft: Draft, language: str) -> Iterator[Violation]:
    """A section under its English name, where its readers' language has one for it."""
    own, english = headings_of(language), headings_of(ENGLISH)
    due = {
        folded(known): name
        for known, name in zip(english, own, strict=True)
        if known != name
    }
    for section in draft.sections:
        if name := due.get(folded(section.heading)):
            message = f"Its readers read {language!r}: call the section “{name}”."
            yield Violation("heading", section.heading, message)


def _decorated(draft: Draft, chosen: Sequence[Story]) -> Iterator[Violation]:
    """Emoji and lost characters in a heading that no title of a chosen story has."""
    titles = " ".join(story.title for story in chosen)
    for item in draft.items:
        found = emoji_in(item.title)
        if found and found not in titles:
            yield Violation("hype", item.name, f"Leave {found!r} out of the heading.")
        if is_broken(item.title) and not is_broken(titles):
            message = "The heading lost a character (U+FFFD); write it anew."
            yield Violation("lost", item.name, message)


def _markers(
    written: DraftWritten, draft: Draft, newsletter: str
) -> Iterator[Violation]:
    """What could be meant for a reader's own addresses."""
    shown = [
        *(draft.title, written.subject, written.preheader, draft.markdown),
        *(section.heading for section in draft.sections),
        *(item.title for item in draft.items),
        *(said.text for said in sentences(draft)),
        *(link.url for link in links_of(draft.tokens)),
    ]
    own = (without_name(text, newsletter) for text in shown)
    for found in dict.fromkeys(_MARKER.findall("\n".join(own))):
        yield Violation("marker", "", f"{found!r} is not for a draft to say.")


def _unchosen(draft: Draft, chosen: Sequence[Story]) -> Iterator[Violation]:
    """A story that nobody chose."""
    known = {name for story in chosen for name in names_of(story)}
    links: dict[str, set[str]] = {}
    for said in sentences(draft):
        links.setdefault(said.where, set()).update(said.links)
    for item in draft.stories:
        names = {
            name
            for url in links.get(item.name, ())
            for name in (canonical(url), story_id(url))
        }
        if not names & known:
            message = "It links to none of the chosen stories; tell only those."
            yield Violation("unchosen", item.name, message)
    for section in draft.sections:
        prose = section.prose if section.kind is SectionKind.TOPIC else ()
        for line in (*prose, *section.lines):
            urls = [url for one in line.sentences() for url in one.links]
            names = {name for url in urls for name in (canonical(url), story_id(url))}
            if urls and not names & known:
                start = truncate.at_word(line.text, 80)
                message = (
                    f"“{start}” links to none of the chosen stories; leave it out."
                )
                yield Violation("unchosen", section.heading, message)


def _without_section(draft: Draft, chosen: Sequence[Story]) -> Iterator[Violation]:
    """Papers were chosen, and the draft has no section for them, not even to say why."""
    has_form = SectionKind.PAPERS in draft.contract.by_kind
    is_due = has_form and any(story.kind is Kind.PAPER for story in chosen)
    if is_due and not draft.of_kind(SectionKind.PAPERS):
        message = "Papers were chosen, and no H2 is for research; add the section."
        yield Violation("sections", "", message)


def _repeated(draft: Draft, mandate: Mandate) -> Iterator[Violation]:
    """A told story is told again with its label, with what is new, and with a link back."""
    urls = [link.url for link in links_of(draft.tokens)]
    linked = {name for url in urls for name in (canonical(url), story_id(url))}
    for story in mandate.chosen:
        if story.id in mandate.repeated and not linked.isdisjoint(names_of(story)):
            yield Violation("told_before", "", mandate.repeated[story.id])
    updates = {
        name: (story, mandate.updates[story.id])
        for story in mandate.chosen
        if story.id in mandate.updates
        for name in names_of(story)
    }
    for item in draft.stories:
        said = [one for block in item.paragraphs for one in block.sentences()]
        links = (url for one in said for url in one.links)
        names = (name for url in links for name in (canonical(url), story_id(url)))
        due = next((updates[name] for name in names if name in updates), None)
        labels = [one for one in said if update_in(one.text)]
        if due is None and labels:
            message = "It updates no told story; leave “Update to issue” out."
            yield Violation("update", item.name, message)
        elif due is not None and (fault := _mislabelled(item, *due)):
            before = due[1]
            message = (
                f"It was told in issue {before.issue}, as “{before.title}”: begin it "
                f"with “{opening_of(before)} ” and with what is new, in one sentence. "
                f"{fault}"
            )
            yield Violation("update", item.name, message)


def opening_of(update: Update) -> str:
    """How an item about it begins; in English where the log is from before."""
    return update.opening or updates.opening("en", update.issue, update.url)


def _mislabelled(item: Item, story: Story, due: Update) -> str:
    """What is wrong with the sentence that begins an update; empty if nothing is."""
    said = [one for block in item.paragraphs for one in block.sentences()]
    if not said or not (label := update_in(said[0].text)):
        return "It does not begin so."
    issue, what_is_new = label
    if issue != due.issue or canonical(due.url) not in map(canonical, said[0].links):
        return f"It must name issue {due.issue} and link to its page."
    return unborne_news(what_is_new, story)


def unborne_news(what_is_new: str, story: Story) -> str:
    """What is wrong with what is said to be new of a told story; empty if nothing is."""
    if length_in_words(what_is_new) < _FEWEST_NEW_WORDS:
        return "It does not say what is new."
    if lacks := fidelity(what_is_new, f"{story.title}\n{story.summary}").unsupported:
        words = ", ".join(repr(lack.written) for lack in lacks)
        return f"The story's text does not speak of {words}."
    return ""


def _strange(
    written: DraftWritten, draft: Draft, mandate: Mandate
) -> Iterator[Violation]:
    """An address on a site that no chosen story and no outlet is on."""
    stories = (
        url
        for story in mandate.chosen
        for url in (story.url, *(telling.url for telling in story.also))
    )
    own = {canonical(one.url) for one in mandate.updates.values()}
    known = {site_of(url) for url in (*stories, *mandate.outlets)} | REGISTRIES
    linked = (link.url for link in links_of(draft.tokens))
    cited = (citation.url for citation in written.citations)
    for url in dict.fromkeys((*linked, *cited)):
        if site_of(url) not in known and canonical(url) not in own:
            message = (
                f"{url} is on a site of which no chosen story is, and which this "
                "newsletter does not read; take it out, and what rests on it."
            )
            yield Violation("strange", "", message)


def _uncorrected(
    draft: Draft, corrections: Sequence[ToldCorrection]
) -> Iterator[Violation]:
    """Every correction is told as it stands, and none is made up."""
    said = [one.text for one in sentences(draft)]
    told = {folded(text): text for text in said if is_correction(text)}
    due = {folded(one.sentence): one.sentence for one in corrections}
    for sentence in (due[name] for name in due if name not in told):
        message = f"Add to “How this issue was made”, word for word: {sentence}"
        yield Violation("correction", "", message)
    for text in (told[name] for name in told if name not in due):
        message = f"“{text}” is no correction that this issue has to tell."
        yield Violation("correction", "", message)
