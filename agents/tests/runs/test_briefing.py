"""The kick-off, read back as a model reads it."""

import pytest

from agents.engine.log import Envelope
from agents.prompts.loader import roster
from agents.runs import briefing, harness
from agents.testing.minds import Prompt, brief_of
from newsletter.models import Newsletter
from newsletter.standards.tone import default_tone

pytest_plugins = ["agents.tests.support.platform_fixtures"]


@pytest.fixture
def bench(weekly, taken):
    return harness._bench(taken, weekly, roster()["memory"], Envelope())


def rules(**changed):
    Newsletter.objects.update(rubric=changed, profile="Agents:\nand\n\nparsers.")


def brief(bench, slug):
    bench.session.newsletter.refresh_from_db()
    bench.spec = roster()[slug]
    return briefing.brief(bench)


@pytest.mark.parametrize("slug", sorted(roster()))
def test_the_kick_off_tells_the_rules_that_its_agent_asks_for(bench, slug):
    rules(
        launch_words={"least": 10, "most": 20},
        banned=["robust", "in today's fast-paced"],
        total_floor=20,
        remembered_issues=3,
    )

    given = brief(bench, slug)

    read = brief_of(Prompt(slug, given.message))
    for fact in given.spec.front.knows:
        if fact in type(read.rubric).model_fields:
            assert getattr(read.rubric, fact) == getattr(given.rubric, fact), fact
    assert (read.newsletter, read.session_name) == ("Weekly", bench.session.name)
    assert read.as_of.date() == given.as_of.date()


def test_a_profile_of_many_lines_is_told_line_by_line(bench):
    rules()

    given = brief(bench, "evaluator")

    assert brief_of(Prompt("evaluator", given.message)).profile == given.profile
    assert "<profile>\nAgents:\nand\n\nparsers.\n</profile>" in given.message


@pytest.mark.parametrize("slug", ["evaluator", "research_launches", "research_papers"])
def test_who_searches_or_chooses_is_told_the_topics(bench, slug):
    Newsletter.objects.update(topics=["agents", "small models"])

    given = brief(bench, slug)

    assert given.topics == ("agents", "small models")
    assert brief_of(Prompt(slug, given.message)).topics == given.topics


@pytest.mark.parametrize("slug", ["writer", "critic"])
def test_who_writes_or_criticises_is_told_tone_and_language(bench, slug):
    Newsletter.objects.update(tone="dry and brief", language="de")

    message = brief(bench, slug).message.splitlines()

    assert "tone: dry and brief" in message
    assert any(
        line.startswith("language: de. In the place of those in English")
        for line in message
    )


def test_an_agent_is_told_nothing_that_it_does_not_ask_for(bench):
    assert "profile" not in brief(bench, "verifier").message
    assert len(brief(bench, "verifier").message.splitlines()) == 1


def test_an_agent_is_offered_its_own_tools_and_its_own_kinds(bench):
    offers = {offer.name: offer for offer in brief(bench, "critic").offers}

    assert offers.keys() == {"get_events", "read_passages", "emit_event"}
    kinds = offers["emit_event"].schema["properties"]["event_type"]["enum"]
    assert kinds == ["draft_approved", "critic_rejection"]


def test_every_tool_is_offered_as_the_platform_takes_it(bench):
    for slug in roster():
        for offer in brief(bench, slug).offers:
            assert offer.schema["type"] == "object"
            assert offer.description
            assert "title" not in offer.schema


def emit_schema(slug):
    offers = {offer.name: offer for offer in briefing.offers(roster()[slug])}
    return offers["emit_event"].schema["properties"]["data"]


def test_the_shape_of_the_data_stands_in_the_tools_schema():
    data = emit_schema("research_launches")

    story = data["properties"]["launches"]["items"]
    assert data["type"] == "object"
    assert story["required"] == ["id"]
    assert "source_sha256" not in story["properties"]
    assert "considered" not in data["properties"]


def test_of_several_kinds_each_shape_stands_there():
    shapes = emit_schema("critic")["anyOf"]

    assert [set(shape["properties"]) for shape in shapes] == [{"remarks"}, {"problems"}]


def test_no_shape_refers_to_another_place_nor_tells_of_our_code():
    assert "$ref" not in str(emit_schema("research_launches"))
    assert "arxiv:2508" not in str(emit_schema("research_launches"))


@pytest.mark.parametrize("slug", ["writer", "critic"])
def test_a_tone_of_many_lines_is_told_word_for_word(bench, slug):
    tone = default_tone()
    Newsletter.objects.update(tone=tone)

    message = brief(bench, slug).message

    assert f"<tone>\n{tone}\n</tone>" in message


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", "“Was erschienen ist”"), ("fr-CA", "“Ce qui est sorti”"), ("en", "")],
)
def test_a_writer_is_told_the_headings_of_the_newsletters_language(
    bench, language, told
):
    Newsletter.objects.update(language=language)

    message = brief(bench, "writer").message

    assert told in message
    assert ("the headings are" in message) is bool(told)
    assert ("views with “**" in message) is bool(told)


def test_who_writes_a_draft_is_told_what_the_log_tells_of_it(bench):
    assert "sources were asked" in brief(bench, "writer").message
    assert "<made>" not in brief(bench, "critic").message
