"""A digest's shape: topics under headings of their own, stories told and in a line."""

import re
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from newsletter.drafts import critique
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import (
    BRIEF,
    CONTRACTS,
    DIGEST,
    SectionKind,
    UnknownContract,
    contract_of,
)
from newsletter.drafts.draft import is_ours, sentences
from newsletter.drafts.parsing import parse, to_markdown
from newsletter.issues.letter import Ways, letter_html, letter_text
from newsletter.issues.page import page_html, places
from newsletter.models import Issue, Newsletter
from newsletter.standards.link_policy import Finding
from newsletter.standards.rubric import Rubric
from newsletter.testing.examples import examples
from newsletter.tests.support.makers import NOW
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.ours.hold import hold
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record, counts_of
from newsletter.verification.repair import Manuscript
from newsletter.verification.trimming import trim

TOPICS = (
    "Small models on a CPU",
    "Agents at the terminal",
    "Measuring what models say",
)
TOLD = (
    "{name} was released by its lab with weights under the MIT licence and a guide. "
    "It reads long pages of plain text on a single CPU without any network at all. "
    "([Lab {name}](https://lab.example/{name}))"
)


def story(number, name):
    return f"### {number}. {name} reads pages\n\n{TOLD.format(name=name)}"


def topic(heading, names, lines=()):
    parts = [f"## {heading}", *(story(n, name) for n, name in enumerate(names, 1))]
    if lines:
        listed = (
            f"- [{name} is out](https://lab.example/{name}) (Lab, 5 August)"
            for name in lines
        )
        parts += ["### More on this", "\n".join(listed)]
    return "\n\n".join(parts)


def digest(*topics, lead="Small models learned to read without a network.", more=""):
    made = f"## How this issue was made\n\nThis issue was made by rules. {more}"
    title = "# Small models learned to read"
    return "\n\n".join([title, lead, *topics, made.rstrip()]) + "\n"


WHOLE = digest(
    topic(TOPICS[0], ["Alma", "Bert"], ["Ceto", "Dido"]),
    topic(TOPICS[1], ["Echo"]),
    topic(TOPICS[2], ["Fama"], ["Gaia"]),
)
read = partial(parse, contract=DIGEST)
SUBJECT = "Small models learned to read"


def cited(draft):
    """A citation for every sentence that has no link, of the page of its item."""
    return tuple(
        CitedClaim(
            claim=one.text,
            quote=one.text,
            url=f"https://lab.example/{one.where.split()[1]}",
            source_sha256="0" * 64,
        )
        for one in sentences(draft)
        if not one.links and not is_ours(one.text) and one.where != "lead"
    )


def codes(markdown):
    draft = read(markdown)
    found = critique.review(draft, SUBJECT, cited(draft), Rubric())
    return [one.code for one in found]


def test_a_digest_in_order_breaks_no_rule_of_shape():
    draft = read(WHOLE)

    kinds = [section.kind for section in draft.sections]
    assert kinds == [SectionKind.TOPIC] * 3 + [SectionKind.OTHER]
    assert [len(section.items) for section in draft.sections] == [2, 1, 1, 0]
    assert [len(section.lines) for section in draft.sections] == [2, 0, 1, 0]
    assert len(draft.stories) == 4
    assert codes(WHOLE) == []


def test_the_same_text_is_no_brief():
    assert {one.code for one in parse(WHOLE).problems} == {"sections"}


def test_a_line_is_told_with_its_link_under_its_topic():
    [line] = [one for one in sentences(read(WHOLE)) if "Gaia" in one.text]

    assert (line.where, line.links) == (TOPICS[2], ("https://lab.example/Gaia",))


@pytest.mark.parametrize(
    ("markdown", "code"),
    [
        (digest(topic("One", ["Alma"]), topic("Two", ["Bert"])), "sections"),
        (digest(*(topic(f"Of {n}", [f"N{n}"]) for n in range(8))), "sections"),
        (digest(), "sections"),
        (WHOLE.replace(TOPICS[1], TOPICS[0]), "sections"),
        (WHOLE.replace("### More on this", "### 4. More", 1), "numbering"),
        (WHOLE.replace("- [Ceto", "[Ceto").replace("- [Dido", "[Dido"), "numbering"),
        (WHOLE.replace(story(1, "Fama"), ""), "empty_section"),
        (WHOLE.replace("/Ceto)", "/Alma)"), "duplicate"),
        (WHOLE.replace("(https://lab.example/Gaia)", ""), "one_liners"),
        (WHOLE.replace("Gaia is out", "Gaia " + "is out " * 20), "one_liners"),
        (WHOLE.replace("It reads long pages", "And more, it reads long pages"), None),
        (re.sub(r" It reads .*?at all\.", "", WHOLE), "length"),
        (WHOLE.replace("and a guide. ", "and a guide. One. Two. Three. "), "length"),
        (WHOLE.replace(TOPICS[2], "An exciting landscape"), "banned"),
    ],
)
def test_what_is_not_as_agreed_is_told(markdown, code):
    found = codes(markdown)

    assert code in found if code else found == []


def test_a_thin_week_may_have_fewer_topics_and_says_so():
    two = (topic("One", ["Alma"]), topic("Two", ["Bert"]))
    said = "This issue has few topics: nothing else met its standards."

    assert codes(digest(*two, more=said)) == []


# A title that stands elsewhere is amiss: it is written on top, and two lists around it join.
@settings(max_examples=examples(40))
@given(
    title=st.sampled_from(["# T", ""]),
    lines=st.lists(
        st.sampled_from(["## A", "## B", "### 1. X", "### More", "- [a](b)"])
        | st.text(max_size=30),
        max_size=12,
    ),
)
@example("", ["## A", "### 1. X", "\u3000"])
@example("", ["## A", "### 1. X", "\u2028"])
def test_any_text_is_the_same_when_written_and_read_again(title, lines):
    draft = read("\n\n".join([title, *lines]))

    again = read(to_markdown(draft))
    assert [one.lines for one in again.sections] == [
        one.lines for one in draft.sections
    ]
    assert again.items == draft.items


def test_every_contract_is_known_by_its_name():
    assert [contract_of(name) for name in CONTRACTS] == [BRIEF, DIGEST]
    with pytest.raises(UnknownContract, match="known: brief, digest"):
        contract_of("zine")


# --- Verification ---


def held(heading):
    draft = read(WHOLE.replace(TOPICS[1], heading))
    documents = [
        SourceText("https://lab.example/Echo", "0" * 64, "Echo 2.0 reads pages.")
    ]
    grounding = ground(draft, (), documents)
    lines = hold(draft, Around(SUBJECT), grounding.quotes, documents, Record())
    return [one.sentence for one in lines.invalid]


def test_a_heading_says_only_what_its_own_stories_say():
    assert held("Echo reads pages") == []
    assert held("Alma wins by 90 %") == ["Alma wins by 90 %"]


def test_lines_are_counted_among_the_stories():
    counts = counts_of(Record(), read(WHOLE), 0, 0)

    assert counts.told["story"] == 4
    assert {3, 4, 7} <= counts.known["story"]


def trimmed(*failures):
    draft = read(WHOLE)
    return trim(Manuscript(draft, SUBJECT, "", cited(draft)), failures, Rubric())


def linked(url):
    return Finding(url, "dead", "It is gone.")


def test_a_dead_line_goes_and_its_topic_stays():
    left = trimmed(linked("https://lab.example/Ceto"))

    draft = left.manuscript.draft
    assert [line.text[:4] for line in draft.lines] == ["Dido", "Gaia"]
    assert len(draft.stories) == 4
    assert draft.contract is DIGEST


def test_a_topic_whose_only_story_is_dead_goes():
    left = trimmed(linked("https://lab.example/Echo"))

    draft = left.manuscript.draft
    assert [one.heading for one in draft.of_kind(SectionKind.TOPIC)] == [
        TOPICS[0],
        TOPICS[2],
    ]
    assert "it has three stories" in draft.markdown


# --- Page and letter ---


def test_page_and_letters_show_every_story_once():
    newsletter = Newsletter(slug="crux", title="Crux Weekly", language="en")
    fields = {"number": 3, "subject": SUBJECT, "contract": DIGEST.name}
    issue = Issue(newsletter=newsletter, markdown=WHOLE, created_at=NOW, **fields)
    ways = Ways("https://crux.example/i/", "https://p.example", "https://u.example")

    page = page_html(issue.draft, ())
    shown = (page, letter_html(issue, ways), letter_text(issue, ways))

    for name in ("Alma", "Bert", "Ceto", "Dido", "Echo", "Fama", "Gaia"):
        assert [text.count(f"https://lab.example/{name}") for text in shown] == [1] * 3
    assert [anchor for anchor, _ in places(issue.draft)] == [
        "topic-1-1",
        "topic-1-2",
        "topic-2-1",
        "topic-3-1",
    ]
    assert len(re.findall("<li>", page)) == 3
    assert "- Ceto is out [3] (Lab, 5 August)" in shown[2]
