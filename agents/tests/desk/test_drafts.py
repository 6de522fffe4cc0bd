"""Drafts side by side: what changed, and the words against each sentence."""

import pytest

from agents.desk.drafts import rounds
from agents.engine import log
from agents.events.schema import Kind

pytestmark = pytest.mark.django_db
FIRST = "# A week\n\nOne model is out. It is quick.\n"
SECOND = "# A week\n\nOne model is out. It takes two seconds.\n"


@pytest.fixture
def session(make_session):
    return make_session()


def write(session, *lines):
    with log.opened(session.pk) as book:
        for kind, data in lines:
            book.append(kind, data)


def draft(markdown):
    return Kind.DRAFT_WRITTEN, {"subject": "A model", "markdown": markdown}


def rejection(where, message="Say how quick."):
    problem = {"code": "vague", "where": where, "message": message}
    return Kind.CRITIC_REJECTION, {"problems": [problem]}


def test_what_changed_since_the_draft_before_is_marked(session):
    write(session, draft(FIRST), rejection("lead"), draft(SECOND))

    first, second = rounds(session)

    assert [line.was for line in first.lines] == ["same", "same"]
    assert [(line.text, line.was) for line in second.lines] == [
        ("One model is out.", "same"),
        ("It is quick.", "removed"),
        ("It takes two seconds.", "added"),
    ]
    assert (first.is_refused, second.is_refused) == (True, False)


def test_an_objection_stands_at_its_sentence_or_above_them_all(session):
    write(session, draft(FIRST), rejection("One model is out."), rejection("item 3"))

    (only,) = rounds(session)

    assert [len(line.objections) for line in only.lines] == [1, 0]
    assert [one.where for one in only.objections] == ["item 3"]


def test_a_draft_that_is_handed_in_again_is_called_so(session):
    write(session, draft(FIRST), rejection("lead"), draft(FIRST))

    assert [one.is_unchanged for one in rounds(session)] == [False, True]


def test_what_verification_found_is_told_with_its_reason(session):
    link = {
        "url": "https://a.example",
        "outcome": "gone",
        "reason": "404: no such page",
    }
    failed = Kind.VERIFICATION_FAILED, {"checked": 1, "invalid_urls": [link]}
    write(session, draft(FIRST), failed)

    [objection] = rounds(session)[0].objections

    assert objection == ("verifier", "gone", "https://a.example", "404: no such page")
