"""The build section: one thing to try on a laptop, where a story has public code."""

import re
from collections.abc import Iterable, Mapping, Sequence

from agents.brains.local.writing.item import Voice, WrittenItem, paragraph, quoted
from newsletter.drafts.cutting import escape
from newsletter.research.story import Story
from newsletter.standards.brief_words import BriefWords
from newsletter.standards.rubric import Rubric

# Whole: a page within a repository, such as an issue, tells something else.
_REPOSITORY = re.compile(
    r"https://github\.com/([\w.-]+/[\w.-]+)(?:/releases/tag/([\w.+-]+))?/?\Z"
)


def repository(url: str) -> str:
    """`owner/name` where the address is one of public code on GitHub, else empty."""
    found = _REPOSITORY.match(url)
    return found[1] if found else ""


def build(
    stories: Iterable[Story],
    voices: Mapping[str, Sequence[Voice]],
    told: Iterable[WrittenItem],
    rubric: Rubric,
    words: BriefWords,
) -> WrittenItem | None:
    """The first story with public code, in the words of its repository if we read it.

    Code that is the story itself is quoted there, and not again.
    """
    cited = {citation.url for item in told for citation in item.citations}
    for story in stories:
        for address in (story.url, *(telling.url for telling in story.also)):
            if found := _REPOSITORY.match(address):
                read = [
                    voice
                    for voice in voices.get(story.id, ())
                    if voice.url == address and address not in cited
                ]
                return _item(found, story, read, rubric, words)
    return None


def _item(
    found: re.Match[str],
    story: Story,
    read: Sequence[Voice],
    rubric: Rubric,
    words: BriefWords,
) -> WrittenItem:
    name, tag = found[1], found[2]
    citations = quoted(read[0], story, rubric) if read else ()
    text = [paragraph(citations, read[0], None)] if citations else []
    text.append(words.project.format(name=escape(name), url=found[0]))
    what = f"{name.rpartition('/')[2]} {tag}" if tag else name
    heading = words.attempt.format(name=what)
    return WrittenItem(heading, "\n\n".join(text), citations)
