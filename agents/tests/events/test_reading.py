"""Any line of a log, read out: words for every kind, every reason in full."""

import pytest

from agents.events import schema as events
from agents.events.reading import UNKNOWN, details_of, untold, words_of
from agents.events.schema import DATA, Kind
from agents.tests.events.test_wording import BAD_LINK, BAD_SENTENCE, LEAST
from newsletter.text.words import length_in_words

# Kinds that refuse, fail or end something, and the field that says why.
REASONS = {
    Kind.STEP_FAILED: {"reason": "the disk is full"},
    Kind.STEP_LOST: {"reason": "the disk is full"},
    Kind.BRAIN_FAILED: {"reason": "the disk is full"},
    Kind.DRAFTING_HANDED_OVER: {"reason": "the disk is full"},
    Kind.PLACEHOLDER_INSERTED: {"reason": "the disk is full"},
    Kind.SESSION_ABORTED: {"reason": "the disk is full"},
    Kind.SESSION_PAUSED: {"reason": "the disk is full"},
    Kind.SESSION_UNPAUSED: {"reason": "the disk is full"},
    Kind.SESSION_CANCELLED: {"reason": "the disk is full"},
    Kind.TOOL_CALLED: {"ok": False, "summary": "the disk is full"},
    Kind.CRITIC_REJECTION: {"problems": [{"code": "x", "message": "the disk is full"}]},
    Kind.VERIFICATION_FAILED: {
        "invalid_urls": [BAD_LINK | {"reason": "the disk is full"}]
    },
}


def written(kind, **data):
    return events.dump(events.parse(kind, {**LEAST[kind], **data}))


@pytest.mark.parametrize("kind", DATA)
def test_every_kind_has_words_and_none_of_them_is_a_name_of_code(kind):
    words = words_of(kind, written(kind))

    assert words
    assert words != UNKNOWN
    assert not any(sign in words for sign in "{}[]")
    assert all(isinstance(one, str) for one in details_of(kind, written(kind)))


@pytest.mark.parametrize("kind", REASONS)
def test_the_reason_of_every_refusal_is_in_its_words(kind):
    assert "the disk is full" in words_of(kind, written(kind, **REASONS[kind]))


def test_all_that_a_critic_held_against_a_draft_is_read_out():
    problems = [
        {"code": "length", "where": "1. Model A", "message": "70 words; write 60."},
        {"code": "hype", "message": "Leave the exclamation mark out."},
    ]

    told = details_of(
        Kind.CRITIC_REJECTION, written(Kind.CRITIC_REJECTION, problems=problems)
    )

    assert told == (
        "1. Model A: 70 words; write 60. (length)",
        "Leave the exclamation mark out. (hype)",
    )


def test_all_that_failed_verification_is_read_out_with_its_sentence():
    failed = [BAD_LINK, BAD_SENTENCE | {"sentence": "It has 9."}] * 3

    told = details_of(
        Kind.VERIFICATION_FAILED,
        written(Kind.VERIFICATION_FAILED, invalid_urls=failed, warnings=[BAD_LINK]),
    )

    assert len(told) == 7
    assert told[0] == "https://example.org/x: gone: It is gone."
    assert "in “It has 9.”: unsupported number: No." in told[1]
    assert told[-1].startswith("to note: ")


def test_what_an_evaluator_left_out_is_read_out_with_its_reason():
    rejected = [{"story_id": "b", "reason": "Told last week."}]

    told = details_of(
        Kind.ITEMS_EVALUATED, written(Kind.ITEMS_EVALUATED, rejected_items=rejected)
    )

    assert told[-1] == "rejected: b, Told last week."


@pytest.mark.parametrize(
    ("markdown", "left"),
    [
        ("“A.” ([Lab](<https://a.example/1>))\n- [B](https://a.example/12)", ["3"]),
        ("- [B](<https://a.example/12>)", ["1", "3"]),
        ("Nothing is linked.", ["1", "2", "3"]),
    ],
)
def test_a_chosen_story_that_no_section_tells_is_read_out(markdown, left):
    pages = {"1": "https://a.example/1", "2": "https://a.example/12", "3": "x"}
    selected = {"topic": "Hecken", "story_ids": ["1", "2"], "brief_ids": ["3"]}

    told = untold(
        {"sections": [{"markdown": markdown}]},
        {"sections": [selected]},
        {"stories": [{"id": one, "url": url} for one, url in pages.items()]},
    )

    assert [one.split()[2] for one in told] == [f"{name}," for name in left]


def test_a_japanese_draft_has_as_many_words_as_its_reader_counts():
    text = "ロームは宮崎県国富町の工場で、生産を8インチに全面移行した。" * 4

    told = words_of(Kind.DRAFT_WRITTEN, written(Kind.DRAFT_WRITTEN, markdown=text))

    assert f"{length_in_words(text)} words" in told
    assert length_in_words(text) > 40


def test_what_a_step_used_tells_the_share_of_the_cache():
    words = words_of(
        Kind.USAGE_RECORDED,
        written(
            Kind.USAGE_RECORDED, input_tokens=100, cache_read_tokens=900, dollars="0.02"
        ),
    )

    assert "1,000 tokens in (900 from the cache), 0 out, $0.0200" in words


def test_a_kind_of_a_newer_version_is_said_to_be_one():
    assert words_of("session_dreamt", {"of": "sheep"}) == UNKNOWN
