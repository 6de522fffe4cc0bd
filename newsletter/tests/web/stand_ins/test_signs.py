"""Every sign of a wall or of absence is proven by pages of its own."""

import pytest

from newsletter.standards.outcomes import Outcome
from newsletter.tests.support.judging import A, make_page, moved, outcome_of
from newsletter.web.stand_ins.signs import absences, phrases, walls
from newsletter.web.stand_ins.soft404 import says_not_there

ENOUGH = "<p>" + "An ordinary sentence of an article about other things. " * 60


def page_of(example, body=""):
    given = {
        "status": example.status,
        "headers": example.headers,
        "body": (example.page + body).encode(),
    }
    return moved(example.to, **given) if example.to else make_page(A, **given)


def examples(signs):
    return [
        pytest.param(sign, example, id=f"{sign.name}-{number}")
        for sign in signs
        for number, example in enumerate(sign.examples)
    ]


@pytest.mark.parametrize(("sign", "example"), examples(walls()))
def test_a_wall_is_never_called_broken(sign, example):
    assert outcome_of(page_of(example)) is Outcome.BLOCKED


@pytest.mark.parametrize(("sign", "example"), examples(absences()))
def test_what_stands_in_the_place_of_a_page_is_no_page(sign, example):
    assert outcome_of(page_of(example)) is Outcome.SOFT_404


@pytest.mark.parametrize(("sign", "example"), examples((*walls(), *absences())))
def test_an_article_that_has_the_words_of_a_sign_is_an_article(sign, example):
    if example.headers or example.to or example.status != 200:
        return
    page = make_page(body=(example.page.replace("<title>", "") + ENOUGH).encode())

    assert outcome_of(page) is Outcome.OK


@pytest.mark.parametrize("sign", [*walls(), *absences()], ids=lambda sign: sign.name)
def test_patterns_and_words_are_written_as_they_are_compared(sign):
    for word in (*sign.titles, *sign.texts, *sign.marks, sign.needs):
        assert word == word.lower()
    assert len(sign.examples) >= 1


@pytest.mark.parametrize("phrase", phrases() + phrases("en"))
def test_each_phrase_of_each_language_says_that_a_page_is_not_there(phrase):
    title = phrase.replace("…", "is")

    assert says_not_there(title)
    assert outcome_of(make_page(title=f"{title} | Acme")) is Outcome.SOFT_404


def test_a_page_that_is_gone_may_mention_a_door():
    gone = make_page(
        status=404, body=b"<title>Log in</title><input type=password> Subscribe to read"
    )

    assert outcome_of(gone) is Outcome.GONE
