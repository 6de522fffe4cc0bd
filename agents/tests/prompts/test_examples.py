"""What the prompts show as an example passes the rules that it is an example of."""

import json
import re

import pytest

from agents.prompts.loader import roster
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import review
from newsletter.drafts.parsing import parse
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import sha256_of
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground

FENCED = re.compile(r"```(markdown|json)\n(.*?)```", re.DOTALL)
# What the example's pages say besides what is quoted of them.
OPENS = "Example Lab released Parser 2.0, a library that reads scanned documents."
FRAME = """# The week

This issue has one launch.

## What shipped

{item}

## Research worth knowing

This issue has no paper: nothing passed its floors.
"""


def shown(slug, form):
    return [
        text for kind, text in FENCED.findall(roster()[slug].prompt) if kind == form
    ]


@pytest.fixture
def example():
    """The writer's example as a draft: parsed, with its citations and their sources."""
    [item] = shown("writer", "markdown")
    [cited] = (json.loads(text) for text in shown("writer", "json"))
    quotes = {}
    for one in cited:
        quotes.setdefault(one["url"], [OPENS]).append(one["quote"])
    texts = {url: " ".join(said) for url, said in quotes.items()}
    citations = [
        CitedClaim(**one, source_sha256=sha256_of(texts[one["url"]])) for one in cited
    ]
    sources = [
        SourceText(url=url, sha256=sha256_of(text), text=text, title="Parser 2.0")
        for url, text in texts.items()
    ]
    return parse(FRAME.format(item=item.strip())), citations, sources


def test_the_writers_example_breaks_no_rule(example):
    draft, citations, _ = example

    broken = review(
        draft, "Parser 2.0 reads scans", citations, Rubric(fewest_stories=1)
    )

    assert broken == ()


def test_the_writers_example_stands_on_its_evidence(example):
    grounding = ground(*example)

    assert grounding.invalid == ()
    assert grounding.passed
