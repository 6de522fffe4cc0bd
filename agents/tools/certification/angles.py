"""Angles: what an evaluator says of a choice (`why`), held to the story's own texts.

Readers find it on the page of evidence, so no figure or name in it is made up.
"""

from collections.abc import Iterable, Iterator
from dataclasses import astuple

from agents.events.brief import Choice
from agents.events.digest import Rating
from agents.events.schema import Kind
from agents.tools.workbench import Workbench
from newsletter.drafts.rules.case import outside_quotes
from newsletter.drafts.rules.unfit import fault_of
from newsletter.issues.sources import documents
from newsletter.research.ranking.strength import HACKER_NEWS, HUGGING_FACE
from newsletter.research.story import Story
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.reason_words import reason_words_of
from newsletter.text.language import told_language
from newsletter.text.words import length_in_words
from newsletter.verification.ours.hold import unborne

_COUNTED = {
    HACKER_NEWS: "points on Hacker News",
    HUGGING_FACE: "upvotes on Hugging Face",
}

# Fewer words may be names.
_FEWEST_WORDS = 5


def made_up(bench: Workbench, choice: Choice, story: Story) -> list[str]:
    """The figures and names of an angle that no text of its story has."""
    stored = documents([story.url, *(one.url for one in story.also)], [])
    days = [one.published for one in stored if one.published]
    days += [story.published] if story.published else []
    texts = [f"{one.title}\n{one.publisher}\n{one.text}" for one in stored]
    known = (*texts, *_told_of(story), *_of_newsletter(bench))
    days += [bench.now.date()]
    return unborne(choice.why, known, days, bench.editorial.language)


def refused(bench: Workbench, pairs: Iterable[tuple[Story, Choice]]) -> Iterator[str]:
    """What is wrong with each angle that says more than its story, for who mends it."""
    for story, choice in pairs:
        if found := made_up(bench, choice, story):
            names = ", ".join(map(repr, found))
            yield (
                f"{choice.story_id}: `why` says {names}, which no text of this story "
                "has; say what it has, or leave it out."
            )
        yield from unfit(choice, bench.editorial.language, story.title)


def unfit(choice: Choice | Rating, language: str, title: str) -> Iterator[str]:
    """What keeps an angle, or what is said to be new, from readers, for who mends it.

    `language` is theirs (BCP 47), `title` the story's own, which may stand there.
    """
    said = {"`why` is no angle": choice.why}
    if choice.update:
        said["`what_is_new` tells nothing"] = choice.update.what_is_new
    for what, text in said.items():
        fault = fault_of(text, language) or _in_english(text, language, title)
        if fault:
            yield f"{choice.story_id}: {what}: {fault}."


def _in_english(text: str, language: str, title: str) -> str:
    """That a line is plainly English, whose readers' language rules know the words of."""
    if reason_words_of(language) is reason_words_of(ENGLISH):
        return ""
    own = outside_quotes(text.replace(title, " ")) if title else outside_quotes(text)
    is_long = length_in_words(own) >= _FEWEST_WORDS
    if not is_long or told_language(own, language) != ENGLISH:
        return ""
    return f"it is in English, and readers read {language!r}; write it in theirs"


def _told_of(story: Story) -> Iterator[str]:
    yield from (story.title, story.publisher, story.summary, story.url)
    yield from (f"{one.publisher}\n{one.url}" for one in story.also)
    yield from story.learned
    for name, value in story.signals.items():
        # Without a comma too: as a reason has it in most languages, 2000 is like a year.
        yield f"{value:,.0f} ({value:.0f}) {_COUNTED.get(name, name)}"


def _of_newsletter(bench: Workbench) -> Iterator[str]:
    """Whom it is for, where its research asks, and how rules tell why in its language."""
    yield from astuple(reason_words_of(bench.editorial.language))
    yield from (bench.newsletter.title, bench.editorial.profile)
    yield from bench.editorial.topics
    for kind in (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED, Kind.URLS_GATHERED):
        reports = bench.state.last.get(kind, {}).get("sources", ())
        yield from (report["name"] for report in reports)
