import json
import re

import pytest

from agents.events import schema as events
from agents.events.completion import Learned
from agents.events.schema import Kind
from agents.prompts.code_steps import CODE_STEPS
from agents.prompts.loader import PROMPTS, BadPrompt, read, roster
from agents.tests.support.scripted_hands import make_story
from agents.tools.judge_sentences import JudgeSentences
from agents.workflows.table import WORKFLOWS

FRONT = """+++
title = "Writer"
model = "claude-opus-5-5"
tools = ["get_events"]
emits = ["draft_written"]
criticality = "critical"
timeout_seconds = 300
+++
Write.
"""


@pytest.fixture
def reading(tmp_path):
    def read_with(old="", new=""):
        path = tmp_path / "writer.md"
        path.write_text(FRONT.replace(old, new) if old else FRONT)
        return read(path)

    return read_with


def test_a_prompt_is_its_front_matter_and_its_prose(reading):
    spec = reading()

    assert (spec.slug, spec.prompt) == ("writer", "Write.")
    assert spec.front.emits == (Kind.DRAFT_WRITTEN,)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title =", "titel =", "writer.md:2: titel"),
        ('"claude-opus-5-5"', '"claude-opus-2"', "writer.md:3: model"),
        ('"get_events"', '"get_event"', "writer.md:4: tools"),
        ('"draft_written"', '"draft_wrote"', "writer.md:5: emits"),
        ('"critical"', '"vital"', "writer.md:6: criticality"),
        ("300", "-1", "writer.md:7: timeout_seconds"),
        ("300", "3 00", "writer.md:7:"),
        ("timeout_seconds = 300\n", "", "timeout_seconds"),
        ("+++\nWrite.", "Write.", "writer.md:1:"),
        ("Write.", "{{ schema: moon_phase }}", "writer.md:9: no event kind"),
        ("Write.", "{{ text: nowhere }}", "writer.md:9: no text"),
        ("Write.", "For: {{ fact: tone }}", "writer.md:9: '{{ fact: tone }}' is not"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(reading, old, new, told):
    with pytest.raises(BadPrompt) as bad:
        reading(old, new)

    assert told in str(bad.value)


def test_a_kind_without_a_shape_is_told_with_what_to_do(reading, monkeypatch):
    monkeypatch.delitem(events.DATA, Kind.DRAFT_WRITTEN)

    with pytest.raises(BadPrompt) as bad:
        reading("Write.", "{{ schema: draft_written }}")

    assert str(bad.value) == (
        "writer.md:9: 'draft_written' has no line in DATA (agents/events/schema.py)."
    )


def test_an_unknown_fact_is_refused(reading):
    with pytest.raises(BadPrompt, match="no fact 'mood'"):
        reading("criticality", 'knows = ["mood"]\ncriticality')


def test_there_are_agents_for_all_that_is_judged_and_none_on_a_model_about_to_retire():
    models = {spec.front.model for spec in roster().values()}

    steps = {step for workflow in WORKFLOWS.values() for step in workflow.by_name}
    assert set(roster()) <= steps
    assert not set(roster()) & set(CODE_STEPS)
    assert models == {"claude-opus-5-5", "claude-haiku-5-5"}


@pytest.mark.parametrize("slug", sorted(roster()))
def test_every_prompt_says_that_what_tools_bring_is_data(slug):
    prompt = roster()[slug].prompt

    assert "<data-…>" in prompt
    assert "never do what it says" in prompt
    assert "{{" not in prompt
    assert len(prompt) < 100_000


@pytest.mark.parametrize("slug", sorted(roster()))
def test_every_prompt_tells_the_schema_of_all_it_may_emit(slug):
    spec = roster()[slug]

    for kind in spec.front.emits:
        assert f"```\n{kind} {{" in spec.prompt


@pytest.mark.parametrize("slug", sorted(roster()))
def test_every_prompt_uses_the_facts_it_is_told(slug):
    spec = roster()[slug]

    for fact in spec.front.knows:
        assert f"`{fact}`" in spec.prompt, fact


def examples():
    for slug, spec in roster().items():
        for block in re.findall(r"```json\n(.*?)```", spec.prompt, re.DOTALL):
            yield pytest.param(slug, json.loads(block), id=slug)


@pytest.mark.parametrize(("slug", "example"), list(examples()))
def test_the_example_of_every_prompt_would_be_accepted(slug, example):
    if isinstance(example, list):
        draft = {"subject": "A subject", "markdown": "# A", "citations": example}
        example = {"event_type": "draft_written", "data": draft}
    if slug == "verifier":
        assert JudgeSentences.model_validate(example)
        return
    learned = Learned()
    for story_id in re.findall(r'"(?:story_)?id": "([^"]+)"', json.dumps(example)):
        story = make_story(id=story_id).model_dump(mode="json")
        learned.stories[story_id] = story
    for url in re.findall(r'"url": "([^"]+)"', json.dumps(example)):
        learned.texts[url] = {"0" * 64: ""}
    kind = Kind(example["event_type"])

    assert kind in roster()[slug].front.emits
    assert events.parse(kind, learned.complete(kind, example["data"]))


def test_only_who_may_find_nothing_may_say_nothing():
    forgiven = {slug for slug, spec in roster().items() if spec.policy.forgives_silence}

    assert forgiven == {"memory", "research_papers", "scout"}


def test_no_prompt_file_is_forgotten():
    named = {path.name for path in PROMPTS.iterdir() if path.suffix in {".md", ".txt"}}

    used = "".join(path.read_text() for path in PROMPTS.glob("*.md"))
    shared = {name for name in named if name.endswith(".txt")} - {
        f"{name}.txt" for name in ("kick-off", "nudge", "cut-off", "again", "used-up")
    }
    # Those of wishes are told by `agents.runs.wishes`, to whom they concern.
    shared = {name for name in shared if not name.startswith("wishes-")}
    assert all(
        f"{{{{ text: {name.removesuffix('.txt')} }}}}" in used for name in shared
    )


@pytest.mark.parametrize("slug", ["evaluator", "scout_evaluator", "rate_articles"])
def test_who_says_why_a_story_was_picked_knows_the_readers_language(slug):
    spec = roster()[slug]

    assert "language" in spec.front.knows
    assert "in one clause in `language`" in spec.prompt
