"""The agents on the platform, made, found, updated and compared."""

import io

import pytest
from django.core.management import CommandError, call_command

from agents.models import Agent, Environment
from agents.prompts.loader import roster
from agents.testing.anthropic import server as anthropic_server
from agents.testing.anthropic.faults import Fault, How

pytest_plugins = ["agents.tests.support.platform_fixtures"]
pytestmark = pytest.mark.django_db


def sync(**options):
    out = io.StringIO()
    call_command("syncagents", stdout=out, **options)
    return dict(line.split(None, 1) for line in out.getvalue().splitlines())


def states(**options):
    return {name: rest.split()[0] for name, rest in sync(**options).items()}


def changed_elsewhere(server, slug="writer"):
    row = Agent.objects.get(slug=slug)
    server.platform.update_agent(row.remote_id, {"system": "Write worse."})


def test_one_environment_and_every_agent_are_made(server):
    assert set(states().values()) == {"created"}

    assert Environment.objects.count() == 1
    assert Agent.objects.exclude(remote_id="").count() == len(roster())
    [writer] = server.platform.agents[Agent.objects.get(slug="writer").remote_id]
    assert writer["system"] == roster()["writer"].prompt
    assert writer["metadata"]["slug"] == "writer"
    assert writer["model"]["id"] == "claude-opus-5-5"


def test_agents_have_only_the_built_in_tools_they_need(server):
    sync()

    shown = {
        versions[0]["metadata"]["slug"]: versions[0]["tools"]
        for versions in server.platform.agents.values()
    }
    [toolset] = [
        tool for tool in shown["research_launches"] if tool["type"] != "custom"
    ]
    assert toolset["default_config"]["enabled"] is False
    assert [one["name"] for one in toolset["configs"]] == ["web_search", "web_fetch"]
    assert {one["permission_policy"]["type"] for one in toolset["configs"]} == {
        "always_allow"
    }
    assert all(tool["type"] == "custom" for tool in shown["writer"])


def test_what_is_there_is_listed_once_for_all_agents(server):
    sync()

    assert server.requests.count("GET /v1/agents") == 1


def test_a_second_sync_changes_nothing(server):
    sync()

    assert set(states().values()) == {"unchanged"}
    assert len(server.platform.agents) == len(roster())


def test_the_platform_that_other_tests_begin_with_is_as_a_sync_makes_it(platform):
    begun = [one[-1] for one in platform.agents.values()]
    assert set(states().values()) == {"unchanged"}
    Agent.objects.all().delete()
    Environment.objects.all().delete()
    platform.agents.clear()
    platform.environments.clear()

    sync()

    made = [one[-1] for one in platform.agents.values()]
    own = {"id", "created_at", "updated_at"}
    assert [without(one, own) for one in begun] == [without(one, own) for one in made]


def without(row, names):
    return {name: row[name] for name in row.keys() - names}


@pytest.mark.parametrize("how", [How.LOST, How.UNDONE])
@pytest.mark.parametrize("path", ["POST /v1/agents$", "POST /v1/environments"])
def test_a_lost_answer_makes_nothing_twice(server, how, path, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    server.faults.add(Fault(how, path, times=3))

    sync()

    assert len(server.platform.agents) == len(roster())
    assert len(server.platform.environments) == 1


def test_an_empty_database_is_rebuilt_from_the_platform(server):
    sync()
    known = dict(Agent.objects.values_list("slug", "remote_id"))
    Agent.objects.all().delete()
    Environment.objects.all().delete()

    assert set(states().values()) == {"found"}
    assert dict(Agent.objects.values_list("slug", "remote_id")) == known


def test_a_prompt_that_changed_makes_a_new_version(server):
    sync()
    Agent.objects.filter(slug="writer").update(spec_sha256="an older one")
    server.platform.agents[Agent.objects.get(slug="writer").remote_id][0]["system"] = ""

    assert states()["writer"] == "updated"
    assert Agent.objects.get(slug="writer").remote_version == 2


def test_an_update_whose_answer_was_lost_is_found_done(server, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    sync()
    row = Agent.objects.get(slug="writer")
    Agent.objects.filter(slug="writer").update(spec_sha256="an older one")
    server.platform.agents[row.remote_id][0]["system"] = ""
    server.faults.add(Fault(How.LOST, f"POST /v1/agents/{row.remote_id}$"))

    assert states()["writer"] == "updated"
    assert len(server.platform.agents[row.remote_id]) == 2


def test_a_version_made_in_the_console_is_reported_and_left_alone(server):
    sync()
    changed_elsewhere(server)

    with pytest.raises(CommandError, match="1 not as"):
        sync()

    assert Agent.objects.get(slug="writer").remote_version == 1


def test_force_pushes_ours_over_it(server):
    sync()
    changed_elsewhere(server)

    assert states(force=True)["writer"] == "updated"
    newest = server.platform.agent(Agent.objects.get(slug="writer").remote_id)
    assert newest["system"] == roster()["writer"].prompt


def test_check_changes_nothing_and_fails_while_something_is_amiss(server):
    with pytest.raises(CommandError, match=f"{len(roster()) + 1} not as"):
        sync(check=True)
    assert not server.platform.agents
    assert not Environment.objects.exists()

    sync()
    assert set(states(check=True).values()) == {"unchanged"}


def test_an_id_set_by_hand_is_left_alone(server):
    made = server.platform.create_agent({"name": "mine", "model": "claude-opus-5-5"})
    Agent.objects.create(slug="writer", remote_id=made["id"])

    assert sync()["writer"].startswith("by hand")
    assert len(server.platform.agents) == len(roster())
    assert server.platform.agent(made["id"])["system"] is None


def test_under_another_workspaces_key_all_is_reported_and_by_force_made_anew(server):
    sync()
    server.platform.agents.clear()
    server.platform.environments.clear()

    with pytest.raises(CommandError):
        sync()
    sync(force=True)

    assert {row.remote_id for row in Agent.objects.all()} == {*server.platform.agents}
    assert Environment.objects.get().remote_id in server.platform.environments


def test_two_agents_that_claim_to_be_one_stop_the_sync(server):
    sync()
    twin = dict(server.platform.agents[Agent.objects.get(slug="writer").remote_id][0])
    server.platform.create_agent(twin)
    Agent.objects.all().delete()

    with pytest.raises(CommandError, match=r"are writer: agent_.*Archive all but one"):
        sync()


def test_a_model_that_will_be_gone_is_reported(server, monkeypatch):
    retiring = {"lifecycle": "deprecated", "retires_at": "2027-01-01T00:00:00Z"}
    shown = (
        r"GET /v1/models/([^/]+)",
        lambda p, found, b, q: {"type": "model", "id": found[0], **retiring},
    )
    routes = (shown, *anthropic_server.ROUTES)
    monkeypatch.setattr(anthropic_server, "ROUTES", routes)

    with pytest.raises(CommandError, match="2 not as"):
        sync()


def test_an_agent_without_a_prompt_is_put_out_of_use(server):
    sync()
    Agent.objects.create(slug="poet", remote_id="agent_poet", spec_sha256="x")

    assert states()["poet"] == "removed"
    assert not Agent.objects.get(slug="poet").is_active


def test_a_wrong_key_is_told_in_one_line(server):
    server.faults.add(Fault(How.REFUSED, ".", 99, 0, 401, "authentication_error"))

    with pytest.raises(CommandError, match="the platform answered 401"):
        sync()


def test_without_a_key_nobody_is_asked(settings):
    settings.ANTHROPIC_API_KEY = settings.ANTHROPIC_BASE_URL = ""

    with pytest.raises(CommandError, match="ANTHROPIC_API_KEY is not set"):
        sync()
