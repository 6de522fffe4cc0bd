"""Drafts less what failed: what goes, what stays, and what is said about it."""

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import review
from newsletter.drafts.draft import is_ours
from newsletter.drafts.links import extract
from newsletter.drafts.parsing import parse
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import ENGLISH, furniture_of, languages
from newsletter.standards.link_policy import Finding
from newsletter.standards.rubric import Rubric, Words
from newsletter.verification.repair import Manuscript
from newsletter.verification.trimming import trim

A, B, P = "https://a.example/1", "https://b.example/2", "https://p.example/3"
OTHER = "https://other.example/4"
A1 = "Lab A has released Model A with 120 billion parameters under a free licence."
A2 = "Model A runs on a single GPU with 80 GB of memory, and answers in 12 languages."
A3 = (
    "Other Lab has tried Model A on 40 tasks and finds it twice as fast as the model "
    "before it, at the same price."
)
B1 = "Tool B 2.0 reads 1,200 documents a minute on one CPU and needs no network at all."
B2 = (
    "Its makers publish the logs of every run, and a guide for those who want to try the "
    "tool on papers of their own."
)
P1 = (
    "Method C halves the number of decoding steps for language models of up to 13 "
    "billion parameters, and loses no accuracy on the four benchmarks that were tried."
)
P2 = "The code of Method C is public, with the logs of every run and a short guide to it."
MARKDOWN = f"""\
# The week to 7 August

This issue has two launches and one paper, chosen from 40 stories. In this issue: Model A \
is out; Tool B 2.0; Method C decodes faster.

## What shipped

### 1. Model A is out

{A1} {A2} ([Lab A]({A}))

{A3} ([Other Lab]({OTHER}))

*Picked because it ships.*

### 2. Tool B 2.0

{B1} {B2} ([Lab B]({B}))

## Research worth knowing

This issue has only one paper: nothing else met its standards.

### 1. Method C decodes faster

{P1} {P2} ([The paper]({P}))

## Your 4-hour build this week

### 1. Try Tool B

Picked because its code is public: open [tool-b]({B}).

## How this issue was made

This issue asked 12 sources; one did not answer. This issue considered 40 stories and \
tells 3.
"""
PLACES = {A1: A, A2: A, A3: OTHER, B1: B, B2: B, P1: P, P2: P}
CITED = tuple(
    CitedClaim(claim=claim, quote=claim, url=url, source_sha256="a" * 64)
    for claim, url in PLACES.items()
)
WHOLE = Manuscript(
    parse(MARKDOWN), "Model A is out, and 2 more", "Tool B 2.0; Method C", CITED
)
RUBRIC = Rubric(quoted_words=200, quoted_sentences=9)


def lacking(sentence, url=A):
    return Finding(url, "unsupported_number", "the evidence has no '120'", sentence)


def dead(url):
    return Finding(url, "gone", "answers 404", "A sentence.")


def trimmed(*failures, rubric=RUBRIC):
    return trim(WHOLE, failures, rubric)


def titles(found):
    return [item.name for item in parse(found.manuscript.draft.markdown).items]


def test_the_draft_to_be_trimmed_keeps_every_rule():
    assert review(parse(MARKDOWN), WHOLE.subject, CITED, RUBRIC) == ()


def test_a_sentence_goes_and_its_story_stays():
    found = trimmed(lacking(A2))

    assert A2 not in found.manuscript.draft.markdown
    assert A1 in found.manuscript.draft.markdown
    assert found.stories == ()
    assert len(found.sentences) == 1
    assert A in {link.url for link in extract(found.manuscript.draft.markdown)}
    assert "This issue is shorter: one sentence could not be verified" in (
        found.manuscript.draft.markdown
    )


def told_in_own_words(text, rubric):
    """The draft as a manuscript whose quotes are in other words than its sentences."""
    cited = [one.model_copy(update={"quote": "Something else."}) for one in CITED]
    whole = Manuscript(parse(text), WHOLE.subject, WHOLE.preheader, tuple(cited))
    assert review(whole.draft, whole.subject, whole.citations, rubric) == ()
    return whole


def test_a_story_may_be_shorter_for_what_it_lost_than_it_had_to_be_before():
    words = min(item.words for item in WHOLE.draft.stories)
    least = {"least": words, "most": 150}
    rubric = RUBRIC.model_validate(
        RUBRIC.model_dump()
        | {"launch_words": least, "paper_words": least, "least_words_quoting": 10}
    )
    whole = told_in_own_words(MARKDOWN, rubric)

    found = trim(whole, [lacking(B2, B)], rubric)

    assert B1 in found.manuscript.draft.markdown
    assert B2 not in found.manuscript.draft.markdown


def test_what_we_think_of_a_story_goes_with_the_first_sentence_that_it_loses():
    view = "**Our view:** wait until somebody else has tried it."
    viewed = MARKDOWN.replace("*Picked because it ships.*", view)
    whole = Manuscript(parse(viewed), WHOLE.subject, WHOLE.preheader, CITED)

    left, lost = (
        trim(whole, [failure], RUBRIC).manuscript.draft.markdown
        for failure in (lacking(B2, B), lacking(A2))
    )

    assert view in left
    assert view not in lost


def test_what_is_still_true_of_the_issue_stays_when_only_a_sentence_goes():
    found = trimmed(lacking(A2))

    assert "two launches and one paper" in found.manuscript.draft.markdown
    assert found.manuscript.subject == WHOLE.subject
    assert found.manuscript.preheader == WHOLE.preheader


def test_a_story_whose_own_page_is_dead_goes_whole():
    found = trimmed(dead(A))

    assert titles(found) == [
        "1. Tool B 2.0",
        "1. Method C decodes faster",
        "1. Try Tool B",
    ]
    assert found.stories == ("Model A is out",)
    assert A1 not in found.manuscript.draft.markdown


def test_a_dead_link_beside_a_story_takes_only_its_sentence():
    found = trimmed(dead(OTHER))

    assert A1 in found.manuscript.draft.markdown
    assert A3 not in found.manuscript.draft.markdown
    assert found.stories == ()


def test_what_is_left_is_renumbered_and_true_about_itself():
    found = trimmed(dead(A))

    text = found.manuscript.draft.markdown
    assert "two launches" not in text
    assert "In this issue" not in text
    assert "tells 3" not in text
    assert "This issue asked 12 sources; one did not answer." in text
    assert found.manuscript.subject == "Tool B 2.0, and 1 more"
    assert found.manuscript.preheader == "Method C decodes faster"
    assert (
        "This issue is shorter: “Model A is out” could not be verified and was left out; "
        "it has one launch and one paper."
    ) in text


def test_a_section_that_is_left_empty_says_so():
    found = trimmed(dead(P))

    assert (
        "This issue has no paper: none could be verified."
        in found.manuscript.draft.markdown
    )
    assert "only one paper" not in found.manuscript.draft.markdown


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_what_is_left_says_so_in_its_readers_language(language):
    found = trim(WHOLE, [dead(P), lacking(A2)], RUBRIC, language=language).manuscript

    words = furniture_of(language)
    text = found.draft.markdown
    assert words.shorter in text
    assert is_ours(words.shorter)
    assert brief_words_of(language).none[1] in text
    assert "could not be verified" not in text
    assert "more" not in found.subject


def test_a_build_that_cannot_be_opened_goes_with_its_section():
    found = trimmed(dead(B), rubric=RUBRIC)

    assert "4-hour build" not in found.manuscript.draft.markdown


def test_citations_go_with_what_they_bore():
    found = trimmed(lacking(A2), dead(B))

    assert {one.claim for one in found.manuscript.citations} == {A1, A3, P1, P2}


def test_a_story_that_is_too_short_then_goes_whole():
    rubric = RUBRIC.model_copy(update={"least_words_quoting": 30})

    found = trimmed(lacking(P1, P), rubric=rubric)

    assert found.stories == ("Method C decodes faster",)
    assert P2 not in found.manuscript.draft.markdown


def test_a_heading_at_fault_takes_its_story():
    found = trimmed(lacking("Tool B 2.0", B))

    assert found.stories == ("Tool B 2.0",)


def test_the_title_is_renamed_when_it_names_what_is_lost():
    named = WHOLE.draft.markdown.replace("# The week to 7 August", "# Model A is out")

    found = trim(
        Manuscript(parse(named), *("Model A is out", "", CITED)), [dead(A)], RUBRIC
    )

    assert parse(found.manuscript.draft.markdown).title == "Tool B 2.0, and 1 more"


def test_a_title_that_is_the_subject_stays_the_subject():
    named = WHOLE.draft.markdown.replace("# The week to 7 August", "# A, B and C")
    whole = Manuscript(parse(named), "A, B and C", "", CITED)

    found = trim(whole, [dead(A)], RUBRIC).manuscript

    assert found.draft.title == found.subject == "Tool B 2.0, and 1 more"


def test_a_subject_made_anew_names_a_story_that_fits_whole():
    rubric = RUBRIC.model_copy(update={"subject_characters": Words(least=5, most=24)})
    whole = Manuscript(parse(MARKDOWN), "Model A is out", "", CITED)

    found = trim(whole, [dead(A)], rubric).manuscript

    assert found.subject == "Tool B 2.0, and 1 more"


def test_a_subject_that_told_a_lost_sentence_is_made_anew():
    whole = Manuscript(
        parse(MARKDOWN), "Model A runs on 80 GB", "Method C; 80 GB are enough", CITED
    )

    found = trim(
        whole,
        [lacking(A3, OTHER), lacking(A2)],
        Rubric(
            quoted_words=200, quoted_sentences=9, launch_words={"least": 5, "most": 150}
        ),
    )

    assert found.manuscript.subject == "Model A is out, and 2 more"
    assert found.manuscript.preheader == "Tool B 2.0; Method C decodes faster"


@pytest.mark.parametrize(
    "failures",
    [
        (),
        (Finding("", "unproven", "2 of 3 links could not be proven"),),
        (dead("https://nowhere.example"),),
        (dead(A), dead(B), dead(P)),
    ],
)
def test_where_nothing_can_be_taken_or_too_little_is_left_there_is_none(failures):
    assert trimmed(*failures) is None


@pytest.mark.parametrize(
    "failures",
    [(dead(A),), (dead(B),), (dead(P),), (lacking(A1), lacking(B2, B)), (dead(OTHER),)],
)
def test_what_is_trimmed_keeps_every_rule(failures):
    made = trimmed(*failures).manuscript

    assert review(made.draft, made.subject, made.citations, RUBRIC) == ()


def test_a_title_that_makes_two_sentences_of_the_line_is_only_counted():
    title = "It is out. Model A"
    text = WHOLE.draft.markdown.replace("### 1. Model A is out", f"### 1. {title}")

    found = trim(Manuscript(parse(text), WHOLE.subject, "", CITED), [dead(A)], RUBRIC)

    assert (
        "This issue is shorter: one story could not be verified"
        in found.manuscript.draft.markdown
    )


def test_a_correction_of_an_earlier_issue_stays():
    sentence = "Since issue 2: “Model Z” was retracted."
    whole = Manuscript(parse(MARKDOWN + f"\n{sentence}\n"), WHOLE.subject, "", CITED)

    assert sentence in trim(whole, [dead(A)], RUBRIC).manuscript.draft.markdown


def test_the_same_failures_trim_to_the_same_text():
    assert trimmed(dead(A), lacking(P1, P)) == trimmed(dead(A), lacking(P1, P))
