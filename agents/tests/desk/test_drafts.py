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

    assert [line.was for line in first.lines] == ["same", "same", "same"]
    assert [(line.text, line.was) for line in second.lines] == [
        ("A week", "same"),
        ("One model is out.", "same"),
        ("It is quick.", "removed"),
        ("It takes two seconds.", "added"),
    ]
    assert (first.is_refused, second.is_refused) == (True, False)


def test_an_objection_stands_at_its_sentence_or_above_them_all(session):
    write(session, draft(FIRST), rejection("One model is out."), rejection("item 3"))

    (only,) = rounds(session)

    assert [len(line.objections) for line in only.lines] == [0, 1, 0]
    assert [one.where for one in only.objections] == ["item 3"]


ITEMS = (
    "# A week\n\nOne model is out.\n\n## What shipped\n\n### 1. Model A\n\n"
    "It is [quick](https://a.example/).\n\n### 2. Model B\n\nIt is small and new.\n"
)


@pytest.mark.parametrize(
    ("where", "message", "line"),
    [
        ("1. Model A", "70 words; write 60.", "1. Model A"),
        ("title", "Say more.", "A week"),
        ("lead", "Say more.", "One model is out."),
        ("2. Model B", "“It is small and new.”: no source.", "It is small and new."),
        ("https://a.example", "It is gone.", "It is quick."),
    ],
)
def test_an_objection_is_led_to_what_it_is_about(session, where, message, line):
    write(session, draft(ITEMS), rejection(where, message))

    (only,) = rounds(session)

    assert [one.text for one in only.lines if one.objections] == [line]
    assert not only.objections


def test_of_three_drafts_each_stands_beside_the_one_before(session):
    third = "# A week\n\nOne model is out. It takes two seconds. It is free.\n"
    failed = {
        "outcome": "unsupported_number",
        "url": "",
        "sentence": "It takes two seconds.",
    }
    write(
        session,
        draft(FIRST),
        rejection("It is quick."),
        draft(SECOND),
        (Kind.VERIFICATION_FAILED, {"checked": 1, "invalid_urls": [failed]}),
        draft(third),
    )

    first, second, last = rounds(session)

    beside = [
        (before.text if before else "", now.text if now else "")
        for before, now in second.rows
    ]
    assert beside[2] == ("It is quick.", "It takes two seconds.")
    assert [one.objections[0].by for one in first.lines if one.objections] == ["critic"]
    assert [one.objections[0].by for one in second.lines if one.objections] == [
        "verifier"
    ]
    assert next(now for was, now in last.rows if was is None).text == "It is free."
    assert not last.is_refused


def test_what_an_operator_wrote_bears_their_name(session):
    edited = {"subject": "S", "markdown": SECOND, "by": "ana", "why": "Clearer."}
    about = {"from_sha256": "a" * 64, "to_sha256": "b" * 64}
    until = {"until": "2026-11-05T09:00:00Z"}
    write(session, draft(FIRST), (Kind.DRAFT_EDITED, edited | about | until))

    assert [(one.by, one.note) for one in rounds(session)] == [
        ("the writer", ""),
        ("ana", "Clearer."),
    ]


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
