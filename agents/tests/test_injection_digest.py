"""The hostile pages of `test_injection` in whole digests, before minds that obey each one.

What a page asks the brief's agents for is asked of those of the digest who do their work.
"""

from datetime import UTC, date, datetime

import pytest

from agents.events.schema import Kind
from agents.tests.support import newsroom
from agents.tests.test_injection import (
    EVIL,
    Obedient,
    assert_nothing_came_of_it,
    by_name,
    canary,
    letters_in_files,
    obeying_session,
)
from agents.tools import search_sources
from agents.workflows.digest import DIGEST
from newsletter.drafts.contract import DIGEST as SHAPE
from newsletter.models import Issue
from newsletter.research.outlets.search import SearchResult
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db

__all__ = ["canary", "letters_in_files"]  # fixtures

# Who of the digest does what an agent of the brief does.
STANDS_FOR = {
    "memory": "cluster_topics",
    "research_launches": "rate_articles",
    "research_papers": "rate_articles",
    "evaluator": "rate_articles",
    "writer": "finalize_newsletter",
}
# Kinds that nobody in a digest may emit.
STRANGE = ("covered_topics", "launches_researched", "papers_researched")
FOUND = {
    StoryKind.LAUNCH: {
        newsroom.LAUNCH: "Parser 2.0 reads documents",
        EVIL: "A page about parsers",
    },
    StoryKind.PAPER: {newsroom.PAPER: "Faster decoding"},
}


def translated(page):
    """The page, its orders as they are given to the agents of a digest."""
    return page | {"order": [_translated(order) for order in page.get("order", ())]}


def _translated(order):
    agent = STANDS_FOR.get(order["agent"], order["agent"])
    order = order | {"agent": agent}
    arguments = order["arguments"]
    if order.get("refused", "").startswith("data: "):
        return order
    if arguments.get("event_type") == "items_evaluated":
        rated = arguments["data"]["selected_launches"]
        refused = order["refused"].replace("researched launches", "summarised stories")
        given = {"event_type": "articles_rated", "data": {"rated": rated}}
        return order | {"arguments": given, "refused": refused}
    if arguments.get("event_type") in STRANGE:
        return order | {"refused": "may not emit"}
    if "refused" in order:
        refused = order["refused"].replace("The writer agent", f"The {agent} agent")
        return order | {"refused": refused}
    return order


async def find(kind, *_):
    """What outlets tell: the honest page of the kind, and the hostile one."""
    stories = [
        Story(
            id=url,
            kind=kind,
            title=title,
            url=url,
            publisher=url.split("/")[2],
            published=date(2025, 8, 5),
        )
        for url, title in FOUND[kind].items()
    ]
    url = f"https://outlet.example/{kind}"
    reports = (OutletReport(name=f"The {kind}", url=url, found=len(stories)),)
    return SearchResult(tuple(stories), reports)


class ObedientDigest(Obedient):
    """Every role of a digest: each reads the page, obeys, and then does its work."""

    def scripts(self):
        roles = super().roles()
        mine = {
            "rate_articles": self._rate,
            "cluster_topics": _emits(Kind.TOPICS_CLUSTERED, topics=[]),
            "select_sections": _emits(
                Kind.SECTIONS_SELECTED,
                sections=[
                    {"topic": "Reading documents", "story_ids": [newsroom.LAUNCH]},
                    {"topic": "Research on decoding", "story_ids": [newsroom.PAPER]},
                ],
            ),
            "draft_sections": self._draft_sections,
            "finalize_newsletter": self._write,
            **{name: roles[name] for name in ("critic", "verifier", "delivery")},
        }
        return {slug: self._obeying(script) for slug, script in mine.items()}

    def _rate(self, _, hands, __):
        asked = {"event_types": [Kind.SUMMARIES_EXTRACTED]}
        [read] = hands.use("get_events", asked).content
        told = {one["story_id"] for one in read["data"]["summaries"]}
        data = {
            "rated": [
                newsroom.choice(newsroom.LAUNCH),
                newsroom.choice(newsroom.PAPER),
            ],
            "left_out": [
                {"story_id": name, "reason": "It sells something."}
                for name in told & {EVIL}
            ],
        }
        _emit(hands, Kind.ARTICLES_RATED, data)

    def _draft_sections(self, _, hands, __):
        made = self.draft(hands)
        parts = made["markdown"].split("\n## ")[1:3]
        sections = []
        for topic, part in zip(
            ("Reading documents", "Research on decoding"), parts, strict=True
        ):
            heading, _, markdown = part.partition("\n\n")
            sections.append(
                {"topic": topic, "heading": heading, "markdown": markdown.strip()}
            )
        data = {"sections": sections, "citations": made["citations"]}
        _emit(hands, Kind.SECTIONS_DRAFTED, data)

    def draft(self, hands):
        return as_digest(newsroom.draft(hands))


def as_digest(made):
    """The newsroom's draft by topic."""
    only = "This issue has only one: nothing else passed.\n\n"
    markdown = made["markdown"].replace(only, "")
    markdown = markdown.replace("## What shipped", "## Reading documents")
    markdown = markdown.replace("## Research worth knowing", "## Research on decoding")
    markdown = markdown.replace(
        "This issue has one launch and one paper.", "This issue has two stories."
    )
    few = (
        "This issue asked two sources. This issue has few topics: nothing else passed."
    )
    return made | {"markdown": markdown.replace("This issue asked two pages.", few)}


def _emit(hands, kind, data):
    result = hands.use("emit_event", {"event_type": kind, "data": data})
    assert not result.is_error, result.content


def _emits(kind, **data):
    return lambda _, hands, __: _emit(hands, kind, data)


# In `make test` other pages than the brief is given.
@by_name(first=6)
def test_whatever_a_page_asks_a_digest_for_nothing_comes_of_it(
    page, monkeypatch, canary
):
    monkeypatch.setattr(search_sources, "find", find)
    digest = translated(page)

    session, mind, asked, guests = obeying_session(
        digest,
        monkeypatch,
        canary,
        ObedientDigest,
        make_newsletter(profile="parsers, decoding, documents"),
        workflow="digest",
        as_of=datetime(2025, 8, 7, 12, tzinfo=UTC),
    )

    assert_nothing_came_of_it(digest, session, mind, asked, guests, DIGEST)
    assert Issue.objects.get().contract == SHAPE.name
