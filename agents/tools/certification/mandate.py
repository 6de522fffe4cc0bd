"""What a draft owes its session: the chosen stories and no others, and corrections. Pure.

Whoever writes a page that an agent reads would like to see it in the issue. What is in
it is decided before the draft: by the choice of stories, and by the places that the
newsletter reads.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agents.events.schema import DraftWritten, ToldCorrection
from newsletter.drafts.draft import Draft, Violation, is_correction, sentences
from newsletter.drafts.links import links_of
from newsletter.drafts.rules.case import without_name
from newsletter.research.coverage import names_of
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.sites import site_of
from newsletter.text.words import folded

# Where works are kept that any story may point to.
REGISTRIES = frozenset({"arxiv.org", "doi.org", "github.com", "huggingface.co"})
# What looks like a place that a letter fills in. It would do no harm; no story needs it.
_MARKER = re.compile(r"@@\w*@@")
# The second label of domains such as example.co.uk.


@dataclass(frozen=True, slots=True)
class Mandate:
    """What a draft may tell, may link and has to correct.

    `outlets` are the addresses that the newsletter's research asks.
    """

    newsletter: str
    chosen: Sequence[Story]
    outlets: Collection[str]
    corrections: Sequence[ToldCorrection] = ()


def breaches(
    written: DraftWritten, draft: Draft, mandate: Mandate
) -> tuple[Violation, ...]:
    """Where a draft, handed in as `written`, goes beyond its mandate or falls short."""
    return (
        *_markers(written, draft, mandate.newsletter),
        *_unchosen(draft, mandate.chosen),
        *_strange(written, draft, mandate),
        *_uncorrected(draft, mandate.corrections),
    )


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


def _strange(
    written: DraftWritten, draft: Draft, mandate: Mandate
) -> Iterator[Violation]:
    """An address on a site that no chosen story and no outlet is on."""
    stories = (
        url
        for story in mandate.chosen
        for url in (story.url, *(telling.url for telling in story.also))
    )
    known = {site_of(url) for url in (*stories, *mandate.outlets)} | REGISTRIES
    linked = (link.url for link in links_of(draft.tokens))
    cited = (citation.url for citation in written.citations)
    for url in dict.fromkeys((*linked, *cited)):
        if site_of(url) not in known:
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
