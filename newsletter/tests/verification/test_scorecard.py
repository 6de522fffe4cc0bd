"""The numbers of an issue: each counted once by hand here, and told in words."""

from datetime import date
from decimal import Decimal

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.research.story import Kind, Story
from newsletter.standards.link_policy import Finding
from newsletter.standards.outcomes import LinkCheck, Outcome, Support
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.judging.ruling import Ruled, Vote, Votes
from newsletter.verification.judging.verdicts import Verdict
from newsletter.verification.scorecard.card import Scorecard
from newsletter.verification.scorecard.compute import Edition, draw_up
from newsletter.verification.scorecard.wording import is_judged_by_model, rows

A, B = "https://www.a.example/news", "https://b.example/paper"
TEXT_A = "Model A has 120 billion parameters. It was trained in Berlin."
TEXT_B = "Method B halves the steps for 13 billion parameters."
MARKDOWN = f"""\
# A week

This issue has two stories out of 40.

## What shipped

### 1. Model A

“Model A has 120 billion parameters.” ([A, 5 August]({A})) It was trained in \
[Berlin]({A}).

## Research worth knowing

### 1. Method B

The groundbreaking Method B halves the steps – for 13 billion parameters. ([B]({B}))
"""
CITED = (
    CitedClaim(
        claim="“Model A has 120 billion parameters.”",
        quote="Model A has 120 billion parameters.",
        url=A,
        source_sha256="a" * 64,
    ),
    CitedClaim(
        claim="The groundbreaking Method B halves the steps – for 13 billion parameters.",
        quote="Method B halve the steps for 13 billion parameters.",
        url=B,
        source_sha256="b" * 64,
    ),
)
DOCUMENTS = (
    SourceText(A, "a" * 64, TEXT_A, publisher="A", published=date(2025, 8, 5)),
    SourceText(B, "b" * 64, TEXT_B, publisher="B"),
)


def check(url, outcome=Outcome.OK):
    return LinkCheck(url, url, "", outcome, "")


def story(url, kind, title, **fields):
    return Story(id=url, kind=kind, title=title, url=url, publisher="A", **fields)


STORIES = (
    story(A, Kind.LAUNCH, "Model A", published=date(2025, 8, 5)),
    story(B, Kind.PAPER, "Method B"),
)


def edition(**changes):
    made = {
        "draft": parse(MARKDOWN),
        "grounding": ground(parse(MARKDOWN), CITED, DOCUMENTS),
        "checks": (check(A), check(B, Outcome.BLOCKED)),
        "stories": STORIES,
        "day": date(2025, 8, 7),
    }
    return Edition(**{**made, **changes})


def test_quotes_are_counted_by_how_they_were_found():
    card = draw_up(edition())

    found = card.evidence
    assert (found.citations, found.exact, found.fuzzy) == (2, 1, 1)


def test_details_are_counted_with_what_the_evidence_lacks():
    wrong = MARKDOWN.replace("13 billion", "14 billion")

    card = draw_up(edition(grounding=ground(parse(wrong), CITED, DOCUMENTS)))

    assert card.details.unsupported == 1


def test_recall_is_of_sentences_that_open_to_a_passage():
    card = draw_up(edition())

    assert (card.recall.factual, card.recall.factual_cited) == (3, 2)
    assert (card.recall.numeric, card.recall.numeric_cited) == (2, 2)
    assert card.recall.primary == 2


def test_links_are_counted_by_outcome():
    card = draw_up(edition())

    assert card.links.outcomes == {"blocked": 1, "ok": 1}
    assert card.links.checked == 2


def test_a_story_told_before_is_no_news():
    card = draw_up(edition(told_before=1))

    assert (card.novelty.stories, card.novelty.told_before) == (2, 1)


def test_ages_are_counted_on_the_day_of_the_issue():
    fresh = draw_up(edition()).freshness
    stale = draw_up(edition(day=date(2025, 9, 7))).freshness

    assert (fresh.dated, fresh.undated, fresh.in_window) == (1, 1, 1)
    assert stale.in_window == 0


def test_plain_words_read_easier_than_long_ones():
    plain = draw_up(edition(draft=parse("# T\n\nThe cat sat on the mat.\n"))).style
    heavy = "# T\n\nInstitutional interoperability necessitates organisational adaptation.\n"

    assert plain.words_per_sentence == 6
    assert plain.flesch > 90
    assert draw_up(edition(draft=parse(heavy))).style.flesch < 0


def test_hosts_and_publishers_are_counted_once():
    two = draw_up(edition()).diversity
    alone = draw_up(edition(checks=(check(A), check(f"{A}/2")))).diversity

    assert (two.hosts, two.publishers) == (2, 1)
    assert alone.hosts == 1


def test_cost_is_told_for_each_story():
    card = draw_up(edition(dollars=Decimal("1.50")))

    assert card.cost.per_story == Decimal("0.7500")


def test_an_issue_of_nothing_has_numbers_too():
    empty = edition(
        draft=parse(""),
        grounding=ground(parse(""), (), ()),
        checks=(),
        stories=(),
        dollars=Decimal(1),
    )

    card = draw_up(empty)

    assert card.evidence.citations == 0
    assert card.cost.per_story is None


def test_it_is_told_as_it_was_stored():
    stored = draw_up(edition()).model_dump(mode="json")

    told = {row.name: (row.value, row.note) for row in rows(stored)}

    assert Scorecard.model_validate(stored) == draw_up(edition())
    assert told["Quotes found word for word"] == ("1 of 2", "1 with a slip")
    assert told["Links"] == ("2", "1 behind a wall against programs, 1 answered")
    assert told["Cost"] == ("$0.00", "$0.00 a story")


def test_figures_are_written_as_the_reader_writes_them():
    stored = draw_up(edition()).model_dump(mode="json")

    told = {
        row.name: (row.value, row.note)
        for row in rows(stored, figure=lambda said: said.replace(".", ","))
    }

    assert told["Cost"] == ("$0,00", "$0,00 a story")
    assert "." not in "".join(told["Words in a sentence"][0])


@pytest.mark.parametrize("stored", [{}, {"evidence": "all"}])
def test_where_there_is_no_readable_one_nothing_is_told(stored):
    assert rows(stored) == ()


def row_of(card, name):
    return next(row for row in rows(card.model_dump(mode="json")) if row.name == name)


def test_without_a_model_code_alone_judged_and_no_figure_of_a_model_is_printed():
    row = row_of(draw_up(edition()), "Sentences judged by")

    assert (row.value, row.note) == ("code alone", "")
    assert not is_judged_by_model(draw_up(edition()).model_dump(mode="json"))


def test_a_judge_that_lost_its_vote_is_told_and_its_verdicts_are_not():
    card = draw_up(edition(votes=Votes(lost=1)))

    row = row_of(card, "Sentences judged by")
    assert row.value == "code alone"
    assert "misjudged hidden test sentences" in row.note
    assert (card.judging.judged, card.judging.sentences) == (0, 0)


def test_what_a_model_judged_is_told_apart_from_what_code_did():
    known = edition()
    first, *others = [check.sentence.text for check in known.grounding.sentences]
    votes = Votes((Vote(first, Verdict.SUPPORTED),), model="small")
    cleared = Finding(A, Support.MISPLACED, "", first)
    doubted = Finding(A, Support.DISPUTED, "", others[0])
    ruled = Ruled((), (doubted,), (cleared,))

    row = row_of(draw_up(edition(votes=votes, ruled=ruled)), "Sentences judged by")

    assert row.value == "code and a model"
    assert row.note == (
        f"small judged 1 of {1 + len(others)}, cleared 1 that code suspected, doubted 1 "
        "that a second judge did not"
    )


def test_an_old_one_with_other_keys_is_still_read():
    assert rows({"precision": 1.0, "links": {"checked": 4}})[0].value == "4"
