"""Autofill: what an agent's tools told it, so that it need not say it again.

A model names a story by its id; code puts in the rest word for word. That costs nothing,
and no address, hash or number can be mistyped on the way. Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.events.schema import Kind
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import day_with
from newsletter.text.dates import day_of
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.similarity import with_nearest

Row = dict[str, Any]

SUMMARY_CHARACTERS = 6000
# What may be left out, by the shape that has it: it is filled in from here.
FILLED: Mapping[str, frozenset[str]] = {
    "Story": frozenset(
        {
            "kind", "title", "url", "publisher", "published", "summary",
            "source_sha256", "also", "signals", "prior", "learned", "is_from_feed", "tags",
            "told", "must_have",
        }
    ),
    "CitedClaim": frozenset({"source_sha256"}),
    "CoveredTopics": frozenset({"topics", "threads", "issues_read", "uncounted"}),
    "Update": frozenset({"url", "opening"}),
    "StoriesScouted": frozenset({"sources", "considered", "window_days", "part"}),
    "Researched": frozenset(
        {
            "sources", "considered", "window_days", "told_before", "last_told_in",
            "left_to_drafts", "on_subject", "repeats",
        }
    ),
}  # fmt: skip


_EVALUATED = ("selected_launches", "selected_papers", "rejected_items")
# Where stories stand in what research emits.
_RESEARCHED = {
    Kind.LAUNCHES_RESEARCHED: "launches",
    Kind.PAPERS_RESEARCHED: "papers",
    Kind.STORIES_SCOUTED: "stories",
}


@dataclass(slots=True)
class Learned:
    """Stories and pages as the tools answered them."""

    stories: dict[str, Row] = field(default_factory=dict)
    pages: dict[str, Row] = field(default_factory=dict)
    # The texts that were shown of an address, by their hashes, in the order of showing.
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    # By tool and days, the last search that looked back so far.
    searches: dict[tuple[str, int], Row] = field(default_factory=dict)
    # By story, the fewest days that a search looked back and showed it.
    shown: dict[str, int] = field(default_factory=dict)

    def learn(self, tool: str, arguments: Mapping[str, Any], content: Any) -> None:
        """Take in a tool's answer."""
        match tool:
            case "search_sources" | "search_stories" | "search_arxiv":
                self._learn_search(tool, arguments, content)
            case "fetch_page" | "read_transcript":
                for page in content["pages"]:
                    if "sha256" in page:
                        for url in (page["url"], page["final_url"]):
                            self.pages[canonical(url)] = page
                            self._learn_text(url, page["sha256"], page["text"])
            case "get_events":
                for event in content:
                    self._learn_event(event["event_type"], event["data"])

    def _learn_search(
        self, tool: str, arguments: Mapping[str, Any], content: Row
    ) -> None:
        days = int(float(arguments.get("days", 7)))
        self.searches[tool, days] = content
        for story in content["stories"]:
            self.shown[story["id"]] = min(days, self.shown.get(story["id"], days))
        self._learn_stories(content["stories"])

    def _searched(self, stories: Iterable[Any]) -> Row:
        """What these stories were found among, by each tool.

        That is the shortest look back that showed each of them; the longest that was had,
        where a search showed none.
        """
        named = (str(story.get("id")) for story in stories if isinstance(story, dict))
        told = [self.shown[name] for name in named if name in self.shown]
        longest = max((days for _, days in self.searches), default=0)
        window = max(told, default=longest)
        made = {
            tool: self.searches[tool, days]
            for tool, days in sorted(self.searches)
            if days <= window
        }
        if not made:
            return {}
        sources = {one["name"]: one for row in made.values() for one in row["sources"]}
        return {
            "sources": [*sources.values()],
            "considered": sum(row["considered"] for row in made.values()),
            "window_days": window,
        }

    def _learn_stories(self, stories: Iterable[Row]) -> None:
        for story in stories:
            self.stories[story["id"]] = story
            if story.get("source_sha256"):
                self._learn_text(story["url"], story["source_sha256"], story["summary"])

    def _learn_text(self, url: str, sha256: str, text: str) -> None:
        texts = self.texts.setdefault(canonical(url), {})
        texts.pop(sha256, None)  # shown again, it is the newest
        texts[sha256] = text

    def _learn_event(self, kind: str, data: Row) -> None:
        match kind:
            case Kind.LAUNCHES_RESEARCHED:
                self._learn_stories(data["launches"])
            case Kind.PAPERS_RESEARCHED:
                self._learn_stories(data["papers"])
            case Kind.ARTICLES_DOWNLOADED | Kind.STORIES_SCOUTED:
                self._learn_stories(data["stories"])
            case Kind.SECTIONS_DRAFTED | Kind.DRAFT_WRITTEN:
                for citation in data["citations"]:
                    self._learn_quote(**citation)

    def _learn_quote(self, url: str, source_sha256: str, quote: str, **_: Any) -> None:
        """What was cited before may be cited again: as much of its text is known."""
        texts = self.texts.setdefault(canonical(url), {})
        texts[source_sha256] = f"{texts.get(source_sha256, '')}\n{quote}".strip()

    def complete(self, kind: Kind, data: Row) -> Row:
        """The data with what was left out and is known; the rest is as it was given."""
        match kind:
            case Kind.LAUNCHES_RESEARCHED:
                return self._researched(data, "launches", StoryKind.LAUNCH)
            case Kind.PAPERS_RESEARCHED:
                return self._researched(data, "papers", StoryKind.PAPER)
            case Kind.STORIES_SCOUTED:
                return self._researched(data, "stories", StoryKind.LAUNCH)
            case Kind.ITEMS_EVALUATED:
                return {**data, **self._each_choice(data, _EVALUATED)}
            case Kind.ARTICLES_RATED:
                return {**data, **self._each_choice(data, ("rated", "left_out"))}
            case Kind.DRAFT_WRITTEN | Kind.SECTIONS_DRAFTED:
                return {**data, **_each(data, "citations", self._citation)}
            case _:
                return data

    def unknown(self, kind: Kind, data: Row) -> str:
        """Which stories are given by an id alone that no tool told; "" where there are none."""
        name = _RESEARCHED.get(kind, "")
        stories = data.get(name)
        given = [
            str(story["id"])
            for story in (stories if isinstance(stories, list) else ())
            if isinstance(story, dict) and story.get("id") and "title" not in story
        ]
        if not given:
            return ""
        known = [*self.stories, *self.pages]
        told = ", ".join(with_nearest(one, known) for one in given)
        return (
            f"No tool told of {told}. Name {name} by their ids as the search showed "
            "them, or by their address as fetch_page read it."
        )

    def unread(self, data: Row) -> str:
        """Which addresses are cited of which no text was shown; "" where there are none."""
        cited = data.get("citations")
        lacking = {
            str(citation.get("url", "")): None
            for citation in (cited if isinstance(cited, list) else ())
            if isinstance(citation, dict) and "source_sha256" not in citation
        }
        if not lacking:
            return ""
        told = ", ".join(with_nearest(url, list(self.texts)) for url in lacking)
        return (
            f"No text of {told} was shown to you. "
            "Read it with fetch_page, or cite another."
        )

    def _researched(self, data: Row, name: str, kind: StoryKind) -> Row:
        stories = _each(data, name, lambda story: self._story(story, kind))
        return {**self._searched(stories.get(name, ())), **data, **stories}

    def _story(self, story: Row, kind: StoryKind) -> Row:
        """A story that a search found, or one whose page was read."""
        named = str(story.get("id") or story.get("url") or "")
        page = self.pages.get(canonical(str(story.get("url") or named)))
        if known := self.stories.get(self._id(named)):
            return {**self._read(known), **story, "id": known["id"]}
        if page is None:
            return story
        read = {
            "id": canonical(str(story.get("url") or named)),
            "kind": kind,
            "title": page["title"],
            "url": page["final_url"],
            "published": (page["published"] or "")[:10] or None,
            "summary": page["text"][:SUMMARY_CHARACTERS],
            "source_sha256": page["sha256"],
        }
        return {**read, **story}

    def _read(self, story: Row) -> Row:
        """A story with the text of its page, where that was read and tells more.

        And with the page's own day, where that is far older.
        """
        page = self.pages.get(canonical(story["url"]))
        if page is None:
            return story
        told, own = (one.get("published") or "" for one in (story, page))
        day = day_with(day_of(told), day_of(own))
        dated = {**story, "published": day.isoformat()} if day else story
        if len(page["text"]) <= len(story.get("summary") or ""):
            return dated
        text = page["text"][:SUMMARY_CHARACTERS]
        return {**dated, "summary": text, "source_sha256": page["sha256"]}

    def _id(self, named: str) -> str:
        """The id of a known story, as it may be named: by id or address, with a slash."""
        if named in self.stories:
            return named
        wanted = {named.rstrip("/"), canonical(named), story_id(named)}
        for known, story in self.stories.items():
            if wanted & {known.rstrip("/"), canonical(story["url"])}:
                return known
        return named

    def _each_choice(self, data: Row, lists: Iterable[str]) -> Row:
        found: Row = {}
        for name in lists:
            found |= _each(data, name, self._choice)
        return found

    def _choice(self, choice: Row) -> Row:
        if "story_id" not in choice:
            return choice
        names = {key: choice[key] for key in ("story_id", "same_as") if choice.get(key)}
        return {**choice, **{key: self._id(str(name)) for key, name in names.items()}}

    def _citation(self, citation: Row) -> Row:
        """The citation with the hash of the text that holds its quote, else the newest."""
        texts = self.texts.get(canonical(str(citation.get("url", ""))))
        if not texts:
            return citation
        quote = _folded(str(citation.get("quote", "")))
        holding = (name for name, text in texts.items() if quote in _folded(text))
        return {"source_sha256": next(holding, [*texts][-1]), **citation}


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _each(data: Row, name: str, act: Any) -> Row:
    """The members of a list, each completed; whatever else is left to the schema."""
    members = data.get(name)
    if not isinstance(members, list):
        return {}
    return {
        name: [
            act(member) if isinstance(member, dict) else member for member in members
        ]
    }
