"""What a scout brings home rests on a text that was shown to it, and says no more. Pure."""

from collections.abc import Iterable, Mapping

from agents.events.completion import SUMMARY_CHARACTERS, Learned
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical
from newsletter.text.similarity import with_nearest


def unread(stories: Iterable[Story], learned: Learned) -> str:
    """Which of the stories rest on no text that this scout was shown; "" where none."""
    lacking = [one.url for one in stories if not _text(one, learned)]
    if not lacking:
        return ""
    told = ", ".join(with_nearest(url, [*learned.texts]) for url in lacking)
    return (
        f"No text of {told} was shown to you. Read a page with fetch_page, a video with "
        "read_transcript, or leave it out."
    )


def in_their_words(stories: Iterable[Story], learned: Learned) -> tuple[Story, ...]:
    """The stories; a summary that is not of the text it rests on gives way to it."""
    return tuple(_in_its_words(story, _text(story, learned)) for story in stories)


def _in_its_words(story: Story, text: str) -> Story:
    if not text or _folded(story.summary) in _folded(text):
        return story
    return story.model_copy(update={"summary": text[:SUMMARY_CHARACTERS]})


def _text(story: Story, learned: Learned) -> str:
    texts: Mapping[str, str] = learned.texts.get(canonical(story.url), {})
    return texts.get(story.source_sha256, "")


def _folded(text: str) -> str:
    return " ".join(text.split())
