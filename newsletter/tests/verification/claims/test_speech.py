"""What stands in quotation marks is held to the pages that it could be from."""

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.claims.speech import is_said

URL, OTHER = "https://lab.example/parser", "https://rival.example/reader"
SHA, OTHER_SHA = "a" * 64, "b" * 64
SAID = "The release took us longer than we had planned, and we learned from it."
TEXT = (
    "Parser 2.0 is out. Maria Lopez leads the team at Example Lab. “The release took us "
    "longer than we had planned, and we learned from it,” she said. It was not “a race "
    "that anybody could win”, she added. The team tried [RFC] numbers of every kind."
)
RIVAL = "Nobody at the rival was told of it before, and nobody will be told again."


def judged(
    item, *, lead="One launch this week.", quote=SAID[:40], title="Parser is out"
):
    draft = parse(
        f"# Week\n\n{lead}\n\n## What shipped\n\n### 1. {title}\n\n{item}\n\n"
        f"More is told by [Example Lab]({URL}).\n\n### 2. Rival reads\n\nA rival reads, too "
        f"([Rival]({OTHER})).\n\n## Research worth knowing\n\nThis issue has none.\n"
    )
    documents = [
        SourceText(URL, SHA, TEXT, title="Why is our parser so very late?"),
        SourceText(OTHER, OTHER_SHA, RIVAL),
    ]
    cited = CitedClaim(claim=item[:2_000], quote=quote, url=URL, source_sha256=SHA)
    return ground(draft, [cited], documents)


def misquoted(found):
    return [
        finding.sentence
        for finding in found.invalid
        if "quotation marks" in finding.reason
    ]


@pytest.mark.parametrize(
    "item",
    [
        f"“{SAID}” says Maria Lopez.",
        "Maria Lopez says that it took them ‘longer than we had planned’.",
        'Lopez: "longer than we had planned, and we learned from it".',
        "She says that “[they] had planned, and we learned from it”.",
        "It “took us longer […] and we learned from it”, says Lopez.",
        "A “good parser” and a “very late one” are two things.",
        "In “Why is our parser so very late?” Maria Lopez tells why.",
        "The team's parser and its users' pages are the lab's own.",
        "It was not “a race that anybody could win”, says Maria Lopez.",
        "She says that they tried “[RFC] numbers of every kind”.",
    ],
)
def test_what_a_page_holds_may_stand_in_marks(item):
    assert misquoted(judged(item)) == []


@pytest.mark.parametrize(
    "item",
    [
        "“We regret that we shipped it so early,” says Maria Lopez.",
        'Maria Lopez says: "we regret that we shipped it so early".',
        "Maria Lopez says: ‘we regret that it wasn’t ready for you’.",
        "Maria Lopez says: 'we regret that it wasn't ready for you'.",
        "Maria Lopez says: «We regret that we shipped it so early».",
        "The release took us “shorter than anybody here had ever hoped”.",
        "It was “nobody at the rival was told of it”, says Maria Lopez.",
    ],
)
def test_words_that_no_page_of_the_story_holds_fail(item):
    assert misquoted(judged(item)) == [item]


def test_each_sentence_of_what_was_never_said_fails():
    found = judged(
        "“We were wrong. It was never ready,” says Lopez. Parser 2.0 is out."
    )

    assert misquoted(found) == [
        "“We were wrong.",
        "It was never ready,” says Lopez.",
    ]


@pytest.mark.parametrize(
    ("parts", "count"),
    [
        ({"lead": "“Nobody will ever need another parser,” says Lopez."}, 1),
        ({"lead": "“Nobody at the rival was told of it,” says Lopez."}, 0),
        ({"title": "“Nobody will ever need another parser”"}, 1),
        ({"title": "“The release took us longer than planned”"}, 1),
        ({"title": "“The release took us longer than we had planned”"}, 0),
    ],
)
def test_lead_and_headings_are_held_as_well(parts, count):
    assert len(misquoted(judged("Parser 2.0 is out.", **parts))) == count


@pytest.mark.parametrize(
    ("words", "text", "language", "holds"),
    [
        ("wir bedauern, dass es so früh war", "Der Parser ist da und er ist gut.", "de", False),
        ("er ist da und er ist gut", "Der Parser, sagt sie: er ist da und er ist gut.", "de", True),
        # What was translated cannot be looked up.
        ("wir bedauern, dass es so früh war", "The parser is out and it is good.", "de", True),
        ("the parser is out and good", "Der Parser ist da und er ist gut.", "en", True),
        ("nous regrettons de l’avoir sorti si tôt", "Le parser est là et il est bon.", "fr", False),
        ("我们对过早发布表示非常遗憾", "解析器已经发布\uff0c它很好。我们学到了很多东西。", "zh", False),
        ("解析器已经发布\uff0c‘它’很好", "解析器已经发布\uff0c“它”很好。我们学到了很多东西。", "zh", True),
        ("anything at all that was said", "", "en", False),
    ],
)  # fmt: skip
def test_a_quotation_is_looked_up_where_it_could_not_be_translated(
    words, text, language, holds
):
    page = SourceText(URL, SHA, text)

    assert is_said(words, [page], language) is holds


def test_without_any_page_nobody_said_it():
    assert not is_said("anything at all that was said", [], "en")
    assert is_said("a term", [], "en")


@pytest.mark.parametrize("mark", ["'a ", "«", "‘a’b", "„a ", '"a ', "「"])
def test_marks_that_nobody_closes_are_read_in_time(mark):
    judged(mark * 3_000)
