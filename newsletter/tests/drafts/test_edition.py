"""Editions: a choice and order of certified blocks, and one line of our own."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.drafts.contract import BRIEF, DIGEST, SectionKind
from newsletter.drafts.draft import blocks, sentences
from newsletter.drafts.edition import (
    MOST_ITEMS,
    Interests,
    Length,
    Plan,
    carried_out,
    plan,
    section_subject,
    total,
)
from newsletter.drafts.edition_lines import languages, line_of
from newsletter.drafts.links import links_of
from newsletter.drafts.parsing import parse, to_markdown
from newsletter.issues.marks import Marks
from newsletter.testing.examples import examples
from newsletter.text.language import KNOWN

WHOLE = "https://news.example/issues/one/"
SUBJECTS = ("agents", "chips", "law")

BRIEF_DRAFT = """\
# A week of chips, and more

> Made from the bundled sample.

In this issue: chips. This issue has three launches and one paper.

## What shipped

This issue has three launches.

### 1. A chips maker ships

It ships [chips](https://a.example/).

### 2. Agents that plan

They [plan](https://b.example/) as agents do.

Our view: watch it.

### 3. Agents on chips

Both, [here](https://c.example/).

## Research worth knowing

### 1. A law of scaling

A paper tells of [law](https://d.example/).

## Your 4-hour build this week

### 1. Run it

Take [the code](https://e.example/).

## How this issue was made

This issue asked nine sources.
"""
DIGEST_DRAFT = """\
# Three topics

In this issue: much.

## The law

### 1. A ruling

On [law](https://a.example/).

### In brief

- [A second ruling](https://b.example/) (Court)
- [Chips under law](https://c.example/) (Court)

## Chips

### 1. A fab opens

With [chips](https://d.example/).

## Agents

### 1. A harness

For [agents](https://e.example/).

## How this issue was made

Without a language model.
"""


def about(section, part):
    """A subject is told by its word."""
    text = part.text if hasattr(part, "text") else f"{part.title} {part.body_markdown}"
    text = f"{section.heading} {text}".casefold()
    return frozenset(one for one in SUBJECTS if one in text)


def line(kept, of):
    return line_of("en", kept, of, WHOLE)


def edition(draft, interests, about, line):
    """The reader's edition; the draft itself where there is nothing to change."""
    chosen = plan(draft, interests, about)
    return draft if chosen is None else carried_out(draft, chosen, line)


def made(draft, **interests):
    interests = {
        name: frozenset(value) if name != "length" else value
        for name, value in interests.items()
    }
    return edition(draft, Interests(**interests), about, line)


def told(draft):
    return [(item.number, item.title) for item in draft.items]


brief, digest = parse(BRIEF_DRAFT, BRIEF), parse(DIGEST_DRAFT, DIGEST)


def test_who_wants_nothing_else_gets_the_very_issue():
    assert made(brief) is brief
    assert made(brief, first=["unknown"], less=["unknown too"]) is brief


def test_what_comes_first_comes_first_and_all_is_there():
    mine = made(brief, first=["agents"])

    assert told(mine)[:3] == [
        (1, "Agents that plan"),
        (2, "Agents on chips"),
        (3, "A chips maker ships"),
    ]
    assert len(mine.items) == len(brief.items)
    assert mine.lead == brief.lead
    assert "all 5 items, in the order you asked for" in mine.notes[-1].text


def test_what_is_wanted_less_goes_and_what_also_tells_of_else_sinks():
    mine = made(brief, less=["chips"])

    assert told(mine)[:2] == [(1, "Agents that plan"), (2, "Agents on chips")]
    assert "4 of 5 items" in mine.notes[-1].text
    [link] = links_of(mine.notes[-1].tokens)
    assert link.url == WHOLE


def test_what_counts_the_whole_issue_goes_where_some_of_that_does():
    mine = made(brief, less=["chips"])

    assert mine.lead == ()
    assert mine.sections[0].prose == ()
    assert mine.sections[-1].prose == brief.sections[-1].prose


def test_a_section_may_come_first_or_less():
    papers = section_subject(brief.sections[1].kind)

    assert made(brief, first=[papers]).sections[0].heading == "Research worth knowing"
    left = made(brief, less=[papers])
    assert "Research worth knowing" not in [one.heading for one in left.sections]


def test_sections_by_topic_come_in_the_readers_order():
    mine = made(digest, first=["agents"])

    assert [one.heading for one in mine.sections] == [
        "Agents", "The law", "Chips", "How this issue was made",
    ]  # fmt: skip


def test_lines_are_chosen_as_items_are():
    mine = made(digest, less=["law"])

    assert [one.text for one in mine.lines] == ["Chips under law (Court)"]
    assert "3 of 5 items" in mine.notes[-1].text


@pytest.mark.parametrize("draft", [brief, digest], ids=["brief", "digest"])
def test_who_wants_less_of_everything_gets_what_the_issue_begins_with(draft):
    for length in Length:
        mine = made(draft, less=[*SUBJECTS, "section:launches"], length=length)

        assert mine.stories[0].title == draft.stories[0].title
        assert len(mine.stories) == 1


@pytest.mark.parametrize("length", MOST_ITEMS)
def test_a_short_edition_has_something_of_each_section(length):
    mine = made(brief, length=length)

    assert len(mine.items) == min(MOST_ITEMS[length], len(brief.items))
    assert {"A chips maker ships", "A law of scaling"} <= {one[1] for one in told(mine)}


def test_an_issue_of_one_story_is_everybodys():
    one = parse(
        "# One\n\n## What shipped\n\n### 1. Chips\n\nOf [chips](https://a.b).\n"
    )

    assert made(one, less=["chips"], length=Length.SHORTEST) is one


def test_what_an_issue_says_of_itself_is_in_each():
    mine = made(brief, less=SUBJECTS, length=Length.SHORTEST)

    assert mine.sections[-1] == brief.sections[-1]
    assert mine.title == brief.title
    assert mine.notes[:-1] == brief.notes


def test_a_plan_holds_places_and_no_word():
    kept = plan(brief, Interests(less=frozenset(["chips"])), about)

    stored = json.dumps(kept.as_data())

    assert Plan.of_data(json.loads(stored)) == kept
    assert re.findall(r"[a-z]+", stored) == ["parts", "lead", "false"]


@pytest.mark.parametrize("language", KNOWN)
def test_each_language_has_a_line_that_counts_and_leads_to_all(language):
    for kept in (3, 8):
        [block] = parse(f"# T\n\n> {line_of(language, kept, 8, WHOLE)}").notes

        assert [one.url for one in links_of(block.tokens)] == [WHOLE]
        assert {"8", str(kept)} == set(re.findall(r"\d", block.text)) | {"8"}
    english = line_of("en", 3, 8, WHOLE)
    assert (line_of(language, 3, 8, WHOLE) != english) == (
        language in set(languages()) - {"en"}
    )


def test_where_nothing_is_told_what_is_unwanted_stays_out_for_good():
    draft = parse("# T\n\n## Your build\n\n### 1. Chips\n\na\n\n### 2. Agents\n\nb\n")
    wanted = Interests(less=frozenset(["chips"]))

    mine = edition(draft, wanted, about, line)

    assert [item.title for item in mine.items] == ["Agents"]
    assert edition(mine, wanted, about, line) is mine


def test_the_shortest_tells_a_story_before_a_fourth_thing_to_build():
    builds = "".join(f"### {number}. Law\n\na\n\n" for number in (1, 2, 3))
    draft = parse(
        f"# T\n\n## What shipped\n\n### 1. Chips\n\na\n\n## Your build\n\n{builds}"
    )
    wanted = Interests(less=frozenset(["chips"]), length=Length.SHORTEST)

    mine = edition(draft, wanted, about, line)

    assert [item.title for item in mine.items] == ["Chips", "Law", "Law"]
    assert edition(mine, wanted, about, line) is mine


chosen = st.frozensets(
    st.sampled_from([*SUBJECTS, "section:launches", "section:papers"])
)
interests = st.builds(Interests, chosen, chosen, st.sampled_from(Length))
words = st.sampled_from(
    [
        "chips",
        "agents",
        "law",
        "other",
        "This issue has two.",
        "*x* [y](https://y.example/1)",
        "- a\n- b",
        "<b>",
    ]
)
headings = st.sampled_from(
    [
        "## What shipped",
        "## Research",
        "## Chips",
        "## How this issue was made",
        "## Your build",
        "### 1. Chips",
        "### 2. Agents",
        "### 3. Law of chips",
        "### More",
        "> law",
    ]
)


@st.composite
def drafts(draw):
    parts = draw(st.lists(headings | words, max_size=14))
    contract = draw(st.sampled_from([BRIEF, DIGEST]))
    return parse("\n\n".join(["# Title", *parts]), contract)


@settings(max_examples=examples(200))
@given(st.one_of(drafts(), st.sampled_from([brief, digest])), interests)
def test_any_edition(draft, wanted):
    mine = edition(draft, wanted, about, line)

    was = [block for _, block in blocks(draft)]
    is_ = [block for _, block in blocks(mine)]
    own = [block for block in is_ if not any(block is one for one in was)]
    # Every word is the draft's but one line of ours, and each block stands there once.
    assert [block.markdown for block in own] == (
        [] if mine is draft else [f"> {line(total(mine), total(draft))}"]
    )
    assert len({id(block) for block in is_}) == len(is_)
    # Something is told, where the issue tells something.
    assert bool(mine.items) == bool(draft.items)
    assert bool(mine.stories) == bool(draft.stories)
    # Numbers count from one where the draft's did.
    for section in mine.sections:
        numbers = [item.number for item in section.items]
        is_checked = section.kind is not SectionKind.OTHER
        if is_checked and "numbering" not in {one.code for one in draft.problems}:
            assert numbers in ([0] * len(numbers), [*range(1, len(numbers) + 1)])
    # Each sentence has the marks that it has in the issue.
    claims = [one.text for one in sentences(draft)]
    whole, part = Marks(claims, is_page=False), Marks(claims, is_page=False)
    for said in sentences(mine):
        if said.where != "note":
            assert part.behind(said.text) == whole.behind(said.text) != ""
    # Once more changes nothing.
    assert edition(mine, wanted, about, line) is mine
    if mine is not draft:
        kept = plan(draft, wanted, about)
        again = Plan.of_data(json.loads(json.dumps(kept.as_data())))
        assert carried_out(draft, again, line).sha256 == mine.sha256
        assert mine.markdown == to_markdown(mine)
