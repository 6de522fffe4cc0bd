"""A draft may be rejected for dullness once in a session, and only with the cure."""

import pytest

from agents.engine import log
from agents.events.drafts import CriticRejection, Problem
from agents.events.schema import Kind
from agents.tests.support.certifying import proposed, refusal
from agents.tests.support.workbench import make_bench
from agents.tools.certification.dullness import NotForDullness, within_limit
from newsletter.tests.drafts.test_critique import DRAFT, SUBJECT

CURE = "Open with “Model A fits on the one card that you have.”"


def problem(code="dull", message=CURE):
    return Problem(code=code, where="1. Model A is out", message=message)


def rejection(*problems):
    return CriticRejection(problems=problems or (problem(),))


def test_the_first_rejection_for_dullness_counts():
    assert within_limit([problem()], []) == (problem(),)
    assert within_limit([problem()], [rejection(problem("length"))]) == (problem(),)


@pytest.mark.parametrize("code", ["dull", " Dull "])
def test_a_second_one_for_dullness_alone_is_refused(code):
    with pytest.raises(NotForDullness, match="counts once"):
        within_limit([problem(code)], [rejection(), rejection(problem("length"))])


def test_of_a_second_one_what_is_no_matter_of_taste_is_left():
    wrong = problem("overstated", "The passage says less.")

    assert within_limit([problem(), wrong], [rejection()]) == (wrong,)


@pytest.mark.parametrize("message", ["Make it livelier.", "Say “faster”."])
def test_dullness_without_the_sentence_that_mends_it_is_refused(message):
    with pytest.raises(NotForDullness, match="write it out in quotation marks"):
        within_limit([problem(message=message)], [])


@pytest.mark.django_db
def test_a_session_is_sent_round_for_dullness_once(make_session):
    session = make_session()
    draft = {Kind.DRAFT_WRITTEN: {"subject": SUBJECT, "markdown": DRAFT}}
    problems = [problem().model_dump()]
    bench = make_bench(session, "critic", last=draft)
    first = proposed(bench, Kind.CRITIC_REJECTION, problems=problems)
    with log.opened(session.pk) as book:
        book.append(Kind.CRITIC_REJECTION, first)

    told = refusal(bench, Kind.CRITIC_REJECTION, problems=problems)

    assert "rejected as dull before" in told
