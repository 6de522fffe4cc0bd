from dataclasses import replace

import pytest

from agents import checks
from agents.access.scopes import MEANS, RIGHTS, Scope
from agents.brains.code import CALLS
from agents.brains.local.roles import ROLES
from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.events.schema import DATA, Kind
from agents.prompts.code_steps import known_steps
from agents.prompts.loader import BadPrompt
from agents.prompts.tool_names import ToolName
from agents.tools.table import TOOLS
from agents.workflows import weekly_brief
from agents.workflows.declaration import Criticality
from agents.workflows.scouts import SCOUTS
from agents.workflows.weekly_brief import BRIEF_4


def found(settings, **values):
    for name, value in values.items():
        setattr(settings, name, value)
    messages = (
        *checks.check_prompts(),
        *checks.check_tables(),
        *checks.check_workflows(),
        *checks.check_unlisted(),
        *checks.check_scopes(),
        *checks.check_tools(),
        *checks.check_rules(),
        *checks.check_brains(),
        *checks.check_models(),
    )
    return [message.id for message in messages]


def test_a_laptop_with_nothing_set_is_told_nothing(settings):
    assert found(settings) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"CRUX_BRAINS": ["managed", "local"]}, "agents.W001"),
        ({"CRUX_MODELS": {"claude-opus-2": "qwen3"}}, "agents.E002"),
        ({"CRUX_BRAINS": ["local", "lcal"]}, "agents.E004"),
    ],
)
def test_a_setting_that_cannot_work_is_told(settings, values, expected):
    assert found(settings, **values) == [expected]


def test_a_compatible_server_needs_no_key(settings):
    given = {"CRUX_BRAINS": ["messages"], "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}

    assert found(settings, **given) == []


def test_a_prompt_that_cannot_be_read_is_told_with_its_line(settings, monkeypatch):
    def fail():
        raise BadPrompt("writer.md:3: model: no model 'x'.")

    monkeypatch.setattr(checks, "roster", fail)

    [message] = checks.check_prompts()
    assert (message.id, message.msg) == (
        "agents.E001",
        "writer.md:3: model: no model 'x'.",
    )


def test_a_model_that_will_be_gone_is_told(settings, monkeypatch):
    leaving = {"claude-haiku-5-5": "May 2027"}
    monkeypatch.setattr(checks, "models_that_leave", lambda: leaving)

    assert set(found(settings)) == {"agents.W002"}


def test_a_step_that_nobody_does_is_told_with_the_file_that_it_lacks(monkeypatch):
    known = {slug: spec for slug, spec in known_steps().items() if slug != "critic"}
    monkeypatch.setattr(checks, "known_steps", lambda: known)

    [message] = checks.check_tables()

    assert message.id == "agents.E003"
    assert "has the step 'critic', and nobody does it" in message.msg
    assert "agents/prompts/critic.md" in message.hint


def test_a_tool_without_its_line_is_told_before_a_release(monkeypatch):
    monkeypatch.delitem(TOOLS, ToolName.WEB_SEARCH)

    [message] = checks.check_tools()

    assert message.id == "agents.E005"
    assert "'web_search'" in message.msg
    assert "agents/tools/table.py" in message.hint


def test_a_tool_that_is_in_the_folder_alone_is_told_before_a_release(monkeypatch):
    named = [name for name in ToolName if name != ToolName.WEB_SEARCH]
    monkeypatch.setattr(checks, "ToolName", named)

    [message] = checks.check_tools()

    assert message.id == "agents.E010"
    assert message.msg.startswith("agents/tools/lookup/web_search.py holds a tool")
    assert "agents/prompts/tool_names.py" in message.hint


def known_with(monkeypatch, slug, **values):
    """Who does which step, one of them with another front matter."""
    known = dict(known_steps())
    front = known[slug].front.model_copy(update=values)
    known[slug] = replace(known[slug], front=front)
    monkeypatch.setattr(checks, "known_steps", lambda: known)


def test_a_step_that_leads_nowhere_is_told_by_its_workflow(monkeypatch):
    lost = replace(BRIEF_4, first="memry")
    monkeypatch.setattr(checks, "WORKFLOWS", {("brief", 4): lost})

    [message] = checks.check_workflows()

    assert message.id == "agents.E006"
    assert message.msg.startswith("The workflow 'brief', version 4: it begins with")


def test_a_workflow_that_is_declared_alone_is_told(monkeypatch):
    monkeypatch.setattr(
        weekly_brief, "BRIEF_5", replace(BRIEF_4, version=5), raising=False
    )

    [message] = checks.check_unlisted()

    assert message.id == "agents.E011"
    assert message.msg.startswith("The workflow 'brief', version 5, is declared")
    assert "agents/workflows/table.py" in message.hint


def test_a_workflow_whose_version_another_has_is_told(monkeypatch):
    listed = {**checks.WORKFLOWS, ("brief", 4): replace(BRIEF_4)}
    monkeypatch.setattr(checks, "WORKFLOWS", listed)

    [message] = checks.check_unlisted()

    assert message.msg.startswith("The workflow 'brief', version 4, is declared")


@pytest.mark.parametrize(
    ("slug", "values", "told"),
    [
        ("planner", {"emits": ()}, "'planner' ends with 'tasks_planned', which its"),
        (
            "planner",
            {"criticality": Criticality.OPTIONAL},
            "the agent of 'planner' is optional, and the step has no placeholder",
        ),
    ],
)
def test_a_step_that_its_agent_does_not_fit_is_told(monkeypatch, slug, values, told):
    known_with(monkeypatch, slug, **values)
    monkeypatch.setattr(checks, "WORKFLOWS", {("scouts", SCOUTS.version): SCOUTS})

    [message] = checks.check_workflows()

    assert message.id == "agents.E006"
    assert told in message.msg


def test_a_contract_that_nobody_could_read_again_is_told(monkeypatch):
    short = replace(BRIEF_4, contract=replace(BRIEF_4.contract, name="short"))
    monkeypatch.setattr(checks, "WORKFLOWS", {("brief", 4): short})

    no_line, no_text = checks.check_workflows()

    assert "its contract 'short' has no line in CONTRACTS" in no_line.msg
    assert "no shape-short.txt in agents/prompts/" in no_text.msg


def test_a_kind_of_event_without_a_shape_is_told(monkeypatch):
    monkeypatch.delitem(DATA, Kind.TOOL_CALLED)

    [message] = checks.check_tables()

    assert message.id == "agents.E008"
    assert "'tool_called'" in message.msg
    assert checks.check_workflows() == []


@pytest.mark.parametrize("table", [MEANS, RIGHTS])
def test_a_scope_that_nobody_could_be_given_is_told(monkeypatch, table):
    monkeypatch.delitem(table, Scope.AGENTS_READ)

    [message] = checks.check_scopes()

    assert message.id == "agents.E009"
    assert "'agents:read'" in message.msg


def test_an_agent_by_code_without_a_call_is_told(monkeypatch):
    monkeypatch.delitem(CALLS, "memory")

    [message] = checks.check_tables()

    assert message.id == "agents.E007"
    assert "'memory'" in message.msg


def test_a_model_whose_key_nobody_knows_is_told(settings, monkeypatch):
    other = ScriptedBrain()
    monkeypatch.setattr(other, "is_model", True, raising=False)
    monkeypatch.setitem(BRAINS, "scripted", other)
    settings.CRUX_BRAINS = ["scripted", "local"]

    [message] = checks.check_brains()

    assert message.id == "agents.E012"
    assert "'scripted'" in message.msg


def test_a_step_that_rules_do_not_know_is_told_where_rules_are_asked(
    settings, monkeypatch
):
    monkeypatch.delitem(ROLES, "scout")

    [message] = checks.check_rules()

    assert message.id == "agents.W003"
    assert "'scout'" in message.msg
    settings.CRUX_BRAINS = ["messages"]
    assert checks.check_rules() == []
