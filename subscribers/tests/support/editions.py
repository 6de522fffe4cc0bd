"""An issue with something to choose from."""

from newsletter.models import Citation
from subscribers.tests.support.makers import make_issue, make_newsletter

TOPICS = ("agents", "chips", "law")
MARKDOWN = """# Chips, agents and law

In this issue: chips. This issue has three launches and one paper.

## What shipped

### 1. A chips maker ships

It ships [chips](https://a.example/) today.

### 2. Agents that plan

They [plan](https://b.example/) as agents do.

### 3. A harness

It is [free](https://c.example/) now.

## Research worth knowing

### 1. A law of scaling

A paper tells of [law](https://d.example/).

## How this issue was made

This issue asked nine sources.
"""
CLAIMS = (
    "It ships chips today.",
    "They plan as agents do.",
    "It is free now.",
    "A paper tells of law.",
)


def make_issue_to_choose_from(**values):
    """A published issue, each of its claims with a citation."""
    newsletter = values.pop("newsletter", None) or make_newsletter(topics=TOPICS)
    issue = make_issue(
        newsletter, **{"markdown": MARKDOWN, "status": "published", **values}
    )
    Citation.objects.bulk_create(
        Citation(
            issue=issue, position=place, claim=claim, quote=claim, url="https://a.b"
        )
        for place, claim in enumerate(CLAIMS, 1)
    )
    return issue
