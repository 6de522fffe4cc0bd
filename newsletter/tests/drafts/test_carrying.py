"""Citations of an edited draft: kept, carried along, or gone with their sentence."""

from newsletter.drafts.carrying import carried
from newsletter.drafts.parsing import parse
from newsletter.tests.support.makers import make_claim

CLAIM = "Model A has 120 billion parameters and runs on one GPU."
OTHER = "It was trained on public text alone."


def draft(*said):
    return parse(f"# A week\n\n## What shipped\n\n### 1. Model A\n\n{' '.join(said)}\n")


def carry(*said):
    claims = [make_claim(claim=CLAIM), make_claim(claim=OTHER)]
    return [one.claim for one in carried(claims, draft(CLAIM, OTHER), draft(*said))]


def test_what_was_not_touched_keeps_its_citations():
    assert carry(CLAIM, OTHER, "And more.") == [CLAIM, OTHER]


def test_a_changed_sentence_takes_its_citation_along():
    changed = "Model A has 120 billion parameters and needs one GPU only."

    assert carry(changed, OTHER) == [changed, OTHER]


def test_a_sentence_that_was_taken_out_takes_its_citation_with_it():
    assert carry(OTHER) == [OTHER]


def test_a_sentence_about_something_else_inherits_nothing():
    assert carry("Lab B sells a kettle.", OTHER) == [OTHER]


def test_a_citation_of_nothing_is_not_carried():
    claims = [make_claim(claim="Nobody said this here at all.")]

    assert carried(claims, draft(CLAIM), draft(OTHER)) == ()
