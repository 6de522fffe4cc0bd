"""Which sentences of a draft rest on no passage of their own: see `verification.ours`."""

from collections.abc import Callable

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Draft, is_ours
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.furniture import ABOUT

LEAD = "lead"

IsCited = Callable[[DraftSentence], bool]


def is_own(said: DraftSentence, builds: frozenset[str], is_cited: IsCited) -> bool:
    """Whether it is held to the issue and its log, not to evidence of its own.

    `builds` are the places of what to build: advice, where nothing is cited for it. What
    stands under “How this issue was made” tells of the issue, however it begins.
    """
    if is_ours(said.text):
        return True
    if said.where in builds:
        return not is_cited(said)
    tells_of_it = said.where == LEAD or said.where.casefold() in ABOUT
    return tells_of_it and not said.links and not is_cited(said)


def places_to_build(draft: Draft) -> frozenset[str]:
    """Heading and items of what to build on a laptop."""
    return frozenset(
        name
        for section in draft.of_kind(SectionKind.BUILD)
        for name in (section.heading, *(item.name for item in section.items))
    )
