"""What became of a page: only what is certain is told."""

import pytest

from newsletter.standards.outcomes import LinkCheck, Outcome, Reason
from newsletter.verification.recheck import Passage, judge

URL = "https://lab.example/news"
QUOTE = "Model A has 120 billion parameters."
STORED = (
    f"Lab A has released a model this week. {QUOTE} It was trained on public text alone. "
    "Its weights can be downloaded by anybody who wants them."
)
CITED = (Passage(QUOTE, STORED),)


def check(outcome=Outcome.OK, **fields):
    return LinkCheck(URL, URL, "Lab A", outcome, "answers 404: nothing there", **fields)


def judged(outcome=Outcome.OK, text=STORED, quoted=CITED, title="Model A", **fields):
    return judge(check(outcome, **fields), title, quoted, text)


def test_a_page_that_is_as_it_was_settles_all():
    found = judged()

    assert found.wrong == {}
    assert found.settled == {Reason.DEAD, Reason.CHANGED}


@pytest.mark.parametrize(
    "outcome", [Outcome.GONE, Outcome.SOFT_404, Outcome.NEVER_EXISTED, Outcome.ARCHIVED]
)
def test_a_page_that_is_gone_is_told_with_the_reason(outcome):
    found = judged(outcome, text=None)

    assert found.wrong == {
        Reason.DEAD: "“Model A” can no longer be opened: answers 404: nothing there."
    }


@pytest.mark.parametrize("outcome", [Outcome.BLOCKED, Outcome.UNREACHABLE])
def test_a_wall_or_a_slow_server_leaves_things_as_they_were(outcome):
    found = judged(outcome, text=None)

    assert found.wrong == {}
    assert found.settled == frozenset()


def test_a_quote_that_is_gone_from_the_same_text_is_told():
    edited = STORED.replace("120 billion", "12 billion")

    found = judged(text=edited)

    assert list(found.wrong) == [Reason.CHANGED]
    assert "a passage that was quoted from it" in found.wrong[Reason.CHANGED]


@pytest.mark.parametrize("text", [None, "", "Please wait while we check your browser."])
def test_a_page_that_shows_no_text_or_quite_another_decides_nothing(text):
    found = judged(text=text)

    assert found.wrong == {}
    assert Reason.CHANGED not in found.settled


def test_a_quote_that_never_stood_there_cannot_be_lost():
    found = judged(quoted=(Passage("It was never said by anybody at all.", STORED),))

    assert Reason.CHANGED not in found.settled


def test_a_page_of_one_sentence_cannot_be_told_from_another():
    found = judged(quoted=(Passage(QUOTE, QUOTE),), text="Something else is said here.")

    assert found.wrong == {}


@pytest.mark.parametrize(
    ("fields", "reason", "words"),
    [
        ({"is_withdrawn": True}, Reason.WITHDRAWN, "“Model A” was withdrawn by its"),
        ({"is_retracted": True}, Reason.RETRACTED, "“Model A” was retracted."),
    ],
)
def test_what_a_registry_says_is_told_and_never_settled(fields, reason, words):
    found = judged(**fields)

    assert found.wrong[reason].startswith(words)
    assert reason not in found.settled


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("It is out. Model A", f"The page at {URL}"),
        ("", f"The page at {URL}"),
        ("Model A is out.", "“Model A is out”"),
        ("long " * 40, "“" + ("long " * 23).strip()),
    ],
)
def test_a_page_is_named_so_that_it_stays_one_sentence(title, name):
    found = judged(Outcome.GONE, title=title)

    assert found.wrong[Reason.DEAD].startswith(name)
