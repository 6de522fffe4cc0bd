"""Further links: the pages that a story's own page leads to, read to say what is there."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.brains.base import Hands
from agents.brains.local.asking import PAGES_AT_ONCE, ask
from agents.brains.local.writing.item import FEWEST_FURTHER, FURTHER, Voice
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical
from newsletter.text.similarity import terms


def further_of(
    hands: Hands, stories: Sequence[Story], voices: Mapping[str, Sequence[Voice]]
) -> dict[str, list[Voice]]:
    """By story, who else tells it, and then what its page leads to of the same subject."""
    found = {one.id: [*voices.get(one.id, ())] for one in stories}
    thin = [one for one in stories if len(found[one.id]) < FEWEST_FURTHER]
    led = _leads(hands, thin)
    asked = list(dict.fromkeys(url for urls in led.values() for url in urls))
    pages = _read(hands, asked[:PAGES_AT_ONCE])
    for story in thin:
        known = {canonical(story.url), *(canonical(v.url) for v in found[story.id])}
        for url in led[story.id]:
            page = pages.get(url)
            if page and canonical(url) not in known and len(found[story.id]) < FURTHER:
                name = page["title"] or page["final_url"]
                voice = Voice(name[:80], url, page["text"], page["sha256"])
                found[story.id].append(voice)
    return found


def _leads(hands: Hands, stories: Sequence[Story]) -> dict[str, list[str]]:
    """Where the pages of these stories lead, as far as the words are about the story."""
    pages = _read(hands, [one.url for one in stories[:PAGES_AT_ONCE]])
    led: dict[str, list[str]] = {}
    for story in stories:
        about = set(terms(story.title))
        links = pages.get(story.url, {}).get("links", ())
        near = [one["url"] for one in links if about & set(terms(one["words"]))]
        led[story.id] = near[:FURTHER]
    return led


def _read(hands: Hands, urls: Sequence[str]) -> dict[str, dict[str, Any]]:
    if not urls:
        return {}
    pages = ask(hands, "fetch_page", urls=[*urls])["pages"]
    return {page["url"]: page for page in pages if "text" in page}
