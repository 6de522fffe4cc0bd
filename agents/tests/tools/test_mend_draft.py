"""The tool that mends a draft: which draft it takes, and what it refuses."""

import pytest

from agents.events.schema import Kind
from agents.prompts.loader import roster
from agents.runs import briefing
from agents.tests.support import steps as stepping
from agents.tests.support.workbench import make_bench
from agents.tools import mend_draft
from agents.tools.base import ToolError
from agents.tools.certification import preflight

pytestmark = pytest.mark.django_db

DRAFT = "# The week\n\nThis issue is short. This issue is [one](<https://a.example>).\n"


@pytest.fixture
def second_round(make_session, monkeypatch):
    """A writer whose first draft was rejected; code holds nothing against the next."""
    monkeypatch.setattr(preflight, "held_against", lambda *_: ())
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:5], Kind.CRITIC_REJECTION)
    written = {"subject": "An issue", "preheader": "More", "markdown": DRAFT}
    return make_bench(session, "writer", last={Kind.DRAFT_WRITTEN: written}, done=0)


def mend(bench, **arguments):
    return mend_draft.TOOL.run(bench, arguments)


def refusal(bench, **arguments):
    with pytest.raises(ToolError) as refused:
        mend(bench, **arguments)
    assert bench.staged == []
    return str(refused.value)


def test_what_is_not_named_stays_as_it_is(second_round):
    mend(second_round, subject="Another issue")

    [line] = second_round.staged
    assert line.kind is Kind.DRAFT_WRITTEN
    assert (line.data.subject, line.data.preheader) == ("Another issue", "More")
    assert line.data.markdown == DRAFT


def test_sentences_title_and_preheader_change_and_a_note_tells_what(second_round):
    mend(
        second_round,
        sentences=[
            {"sentence": "This issue is short.", "replacement": "This issue is long."}
        ],
        title="A week",
        preheader="",
        note="It is long.",
    )

    [line] = second_round.staged
    assert line.data.markdown == DRAFT.replace("short", "long").replace("The", "A")
    assert (line.data.preheader, line.data.note) == ("", "It is long.")


def test_lists_that_are_texts_of_json_are_read(second_round):
    mend(second_round, sentences='[{"sentence": "This issue is short."}]')

    [line] = second_round.staged
    assert "short" not in line.data.markdown


def test_a_quote_gets_the_hash_of_the_text_that_holds_it(second_round):
    page = {"url": "https://a.example", "final_url": "https://a.example", "text": "Q R"}
    page |= {"title": "T", "published": None, "sha256": "b" * 64}
    second_round.learned.learn("fetch_page", {}, {"pages": [page]})

    mend(
        second_round,
        citations=[
            {
                "claim": "This issue is short.",
                "quote": "q r",
                "url": "https://a.example/",
            }
        ],
    )

    [line] = second_round.staged
    assert [one.source_sha256 for one in line.data.citations] == ["b" * 64]


def test_a_page_that_was_not_shown_cannot_be_cited_and_the_nearest_is_named(
    second_round,
):
    second_round.learned.texts["https://a.example/parser"] = {"b" * 64: "Q"}
    citation = {"claim": "This issue is short.", "quote": "q"}

    told = refusal(
        second_round, citations=[citation | {"url": "https://a.example/parse"}]
    )

    assert told == (
        "No text of https://a.example/parse (the nearest is "
        "https://a.example/parser) was shown to you. Read it with fetch_page, or cite another."
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "Nothing is to be changed"),
        ({"note": "Only this."}, "Nothing is to be changed"),
        (
            {"sentences": [{"sentence": "This issue is shorter."}]},
            "the nearest that does is “This issue is short.”",
        ),
        (
            {"citations": [{"claim": "Nobody said it.", "quote": "q", "url": "u"}]},
            "“Nobody said it.” does not stand in the draft",
        ),
        ({"sentences": [{"sentence": ""}]}, "sentences.0.sentence: it is empty; give"),
        (
            {"sentences": [{"sentence": "A."}] * 61},
            "sentences: at most 60 entries; it has 61",
        ),
        ({"sentences": "[["}, "sentences: give a list, in [ and ], not '[['"),
        ({"sentences": "[" * 50_000}, "sentences: give a list, in [ and ], not"),
        ({"markdown": "# Another"}, "markdown: nobody asks for it"),
    ],
)
def test_what_cannot_be_mended_is_refused_in_a_sentence(second_round, arguments, words):
    assert words in refusal(second_round, **arguments)


def test_without_a_draft_there_is_nothing_to_mend(make_session):
    bench = make_bench(make_session(), "writer")

    assert refusal(bench, subject="Another one").startswith("There is no draft yet")


def test_who_may_emit_no_draft_may_mend_none(make_session):
    bench = make_bench(make_session(), "critic")

    assert "may not emit 'draft_written'" in refusal(bench, subject="Another one")


def test_a_model_is_told_the_shape_of_a_mend_in_one_piece():
    offers = {one.name: one for one in briefing.offers(roster()["writer"])}

    schema = offers["mend_draft"].schema
    assert "$" not in str(schema)
    members = schema["properties"]["sentences"]["items"]["properties"]
    assert set(members) == {"sentence", "replacement"}
