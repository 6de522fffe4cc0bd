"""Voices: what others say of a story that the draft tells, read when it is written."""

from collections.abc import Sequence

from agents.brains.base import Hands
from agents.brains.local.asking import PAGES_AT_ONCE, ask
from agents.brains.local.writing.build_section import repository
from agents.brains.local.writing.item import VOICES, Voice
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story, Telling

_FORUM = "https://news.ycombinator.com/"


def voices_of(hands: Hands, stories: Sequence[Story]) -> dict[str, list[Voice]]:
    """What others say of each story, read now; talk about it is no voice.

    What a repository says of itself is for the build section.
    """
    asked = {
        telling.url: (story, telling)
        for story in stories
        if story.kind is StoryKind.LAUNCH
        for telling in _others(story)
    }
    if not asked:
        return {}
    urls = list(asked)[:PAGES_AT_ONCE]
    voices: dict[str, list[Voice]] = {}
    for page in ask(hands, "fetch_page", urls=urls)["pages"]:
        story, telling = asked[page["url"]]
        if "text" in page and telling.publisher != story.publisher:
            voice = Voice(telling.publisher, telling.url, page["text"], page["sha256"])
            voices.setdefault(story.id, []).append(voice)
    return voices


def in_prose(story: Story) -> list[Telling]:
    """Who else tells the story: no talk of a forum, and no repository."""
    return [
        one
        for one in story.also
        if not (one.url.startswith(_FORUM) or repository(one.url))
    ]


def _others(story: Story) -> list[Telling]:
    code = [one for one in story.also if repository(one.url)]
    return [*in_prose(story)[: VOICES + 1], *code[:1]]
