"""What the agents on this stage say: one good week, always the same."""

from typing import Any

from agents.events.schema import Kind
from agents.workflows.declaration import Step, To, Workflow
from agents.workflows.weekly_brief import BRIEF
from newsletter.text.identifiers import sha256_of

DRAFT = """# A week of releases

One thing shipped this week.

## What shipped

### 1. A release of something with a name

It does one thing that was hard before. Read
[the announcement](https://example.org/release/1).
"""
SHA256 = sha256_of(DRAFT)


def _story(kind: str) -> dict[str, Any]:
    return {
        "id": f"{kind}-1",
        "kind": kind,
        "title": f"A {kind}",
        "url": f"https://example.org/{kind}/1",
        "publisher": "Example",
    }


_CHOICE = {
    "story_id": "launch-1",
    "scores": {"relevance": 8, "depth": 8, "novelty": 8},
    "why": "It ships.",
}
DATA: dict[Kind, dict[str, Any]] = {
    Kind.COVERED_TOPICS: {},
    Kind.LAUNCHES_RESEARCHED: {"launches": [_story("launch")]},
    Kind.PAPERS_RESEARCHED: {"papers": [_story("paper")]},
    Kind.ITEMS_EVALUATED: {"selected_launches": [_CHOICE]},
    Kind.URLS_GATHERED: {"stories": [_story("launch")]},
    Kind.URLS_FILTERED: {"story_ids": ["launch-1"]},
    Kind.ARTICLES_DOWNLOADED: {"stories": [_story("launch")]},
    Kind.SUMMARIES_EXTRACTED: {
        "summaries": [
            {
                "story_id": "launch-1",
                "source_sha256": SHA256,
                "sentences": [{"display": "It ships.", "quote": "It ships."}],
            }
        ]
    },
    Kind.ARTICLES_RATED: {"rated": [_CHOICE]},
    Kind.TOPICS_CLUSTERED: {
        "topics": [{"name": "Releases", "story_ids": ["launch-1"]}]
    },
    Kind.SECTIONS_SELECTED: {
        "sections": [{"topic": "Releases", "story_ids": ["launch-1"]}]
    },
    Kind.SECTIONS_DRAFTED: {
        "sections": [
            {"topic": "Releases", "heading": "Releases", "markdown": "It ships."}
        ]
    },
    Kind.TASKS_PLANNED: {"tasks": [{"topic": f"topic {one}"} for one in range(5)]},
    Kind.STORIES_SCOUTED: {"stories": [_story("launch"), _story("paper")]},
    Kind.DRAFT_WRITTEN: {"subject": "A week of releases", "markdown": DRAFT},
    Kind.CRITIC_REJECTION: {
        "draft_sha256": SHA256,
        "problems": [{"code": "thin", "message": "Too thin."}],
    },
    Kind.DRAFT_APPROVED: {"draft_sha256": SHA256},
    Kind.VERIFICATION_PASSED: {"draft_sha256": SHA256, "checked": 1},
    Kind.VERIFICATION_FAILED: {
        "draft_sha256": SHA256,
        "checked": 1,
        "invalid_urls": [{"url": "https://example.org/release/1", "outcome": "gone"}],
    },
}


def second_version() -> Workflow:
    """The brief as a later release might have it: without a critic."""
    writer = Step("writer", then={Kind.DRAFT_WRITTEN: To(("verifier",))})
    return Workflow(
        name=BRIEF.name,
        version=BRIEF.version + 1,
        first=BRIEF.first,
        steps=tuple(
            writer if step.name == "writer" else step
            for step in BRIEF.steps
            if step.name != "critic"
        ),
    )
