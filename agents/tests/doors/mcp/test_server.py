"""MCP by the SDK's own client: what is listed, what is refused, a digest step by step."""

import asyncio

import pytest
from mcp import Client as SdkClient
from mcp.shared.exceptions import MCPError

from agents.access import keys
from agents.access.scopes import Scope
from agents.doors.mcp import server, stepping, tools
from agents.doors.mcp.calling import Client
from agents.engine import leases
from agents.models import Session
from agents.tests.support import approvals
from agents.tests.support import steps as agents_steps
from agents.tests.support.keys import make_key
from agents.workflows.digest import DIGEST
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed"),
]
NINE = [step.name for step in DIGEST.steps][:9]


def talk(client, conversation):
    """Have the SDK's client hold a conversation with our server, in this process."""

    async def who(_):
        return client

    async def talked():
        async with SdkClient(server.build(who)) as sdk:
            return await conversation(sdk)

    return asyncio.run(talked())


def with_key(*scopes):
    return Client(keys.find(make_key(*scopes)[1]))


def refusal(client, act):
    """The error that the server answers with."""

    async def refused(sdk):
        with pytest.raises(MCPError) as error:
            await act(sdk)
        return str(error.value)

    return talk(client, refused)


def call(client, name, **arguments):
    return talk(client, lambda sdk: sdk.call_tool(name, arguments))


class Ended:
    """A process that has ended, as `subprocess` tells it."""

    def poll(self):
        return 0


@pytest.fixture
def steps_done(monkeypatch):
    """Steps that a process would do are done here; the names of those that were."""
    done = []

    def run(session, step):
        done.append(step)
        agents_steps.do(session, DIGEST.by_name[step].happy)
        return Ended()

    monkeypatch.setattr(stepping, "in_a_process", run)
    return done


@pytest.fixture
def digest():
    return approvals.begin(
        make_newsletter(slug="weekly"), workflow="digest", sources="sample"
    )


def test_what_a_key_may_not_do_is_not_listed_and_not_known():
    reader = with_key(Scope.SESSIONS_READ)

    listed = {tool.name for tool in talk(reader, lambda sdk: sdk.list_tools()).tools}

    assert "check_workflow_status" in listed
    assert listed.isdisjoint(
        {"begin_session", "gather_urls", "run_step", "steer_session"}
    )
    for name in tools.TOOLS.keys() - listed:
        told = refusal(reader, lambda sdk, name=name: sdk.call_tool(name, {}))
        assert told == f"Unknown tool: {name}"


def test_without_a_scope_only_what_is_public_is_told():
    session = approvals.begin(make_newsletter())
    nobody = with_key()

    listed = {tool.name for tool in talk(nobody, lambda sdk: sdk.list_tools()).tools}
    uris = talk(nobody, lambda sdk: sdk.list_resources()).resources

    assert listed == {"list_issues", "read_issue", "read_evidence", "search_issues"}
    assert not any("sessions" in str(one.uri) for one in uris)
    for name in (session.name, "nobodys"):
        uri = f"crux://sessions/{name}/log"
        told = refusal(nobody, lambda sdk, uri=uri: sdk.read_resource(uri))
        assert told == f"No resource {uri!r}."


def test_who_starts_the_command_may_all_that_there_is():
    listed = talk(Client(None), lambda sdk: sdk.list_tools()).tools

    assert {tool.name for tool in listed} == set(tools.TOOLS)
    assert [tool.name for tool in listed if tool.name in NINE] == NINE


def test_a_digest_is_driven_step_by_step_by_one_client_and_then_another(
    digest, steps_done
):
    name = digest.name
    for step in NINE[:5]:
        answer = call(Client(None), step, session_id=name).structured_content
        assert (answer["status"], answer["step"]) == ("ok", step)
        assert answer["result"] is not None

    other = with_key(Scope.SESSIONS_READ, Scope.SESSIONS_WRITE)
    again = call(other, NINE[0], session_id=name).structured_content
    for step in NINE[5:]:
        call(other, step, session_id=name)
    for step in ("critic", "verifier", "delivery"):
        call(other, "run_step", session_id=name, step=step)

    status = call(other, "check_workflow_status", session_id=name).structured_content
    assert again["status"] == "ok"
    assert steps_done == [*NINE, "critic", "verifier", "delivery"]
    assert (status["next_step"], status["progress"]) == (None, "100%")


def test_a_step_whose_turn_has_not_come_is_refused_and_the_due_one_named(
    digest, steps_done
):
    answer = call(Client(None), "rate_articles", session_id=digest.name)

    assert answer.is_error
    assert "first: gather_urls" in answer.structured_content["message"]
    assert steps_done == []


def test_a_step_that_somebody_is_on_is_waited_for_and_not_begun_again(
    digest, steps_done, monkeypatch
):
    leases.take_all(digest.pk, only="gather_urls")
    monkeypatch.setattr(stepping, "WAIT_SECONDS", 0.01)

    answer = call(Client(None), "gather_urls", session_id=digest.name)

    assert answer.structured_content["status"] == "running"
    assert steps_done == []


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("gather_urls", {"session_id": "nobodys"}, "No session"),
        ("gather_urls", {}, "session_id: Field required"),
        ("gather_urls", {"session_id": "a b"}, "pattern"),
        ("run_step", {"session_id": "here", "step": "moon"}, "No session"),
        ("read_issue", {"newsletter": "weekly", "issue": "none"}, "has no issue"),
        ("begin_session", {"newsletter": "weekly", "workflow": "moon"}, "moon"),
        ("begin_session", {"newsletter": "weekly", "brains": "x"}, "Extra inputs"),
    ],
)
def test_what_cannot_be_done_is_told_as_an_error_with_its_reason(
    name, arguments, words
):
    make_newsletter(slug="weekly")

    answer = call(Client(None), name, **arguments)

    assert answer.is_error
    assert words in answer.structured_content["message"]


def test_whose_session_begins_is_asked_where_several_could_be_meant():
    make_newsletter(slug="weekly")
    make_newsletter(slug="daily")

    answer = call(Client(None), "begin_session")

    assert answer.is_error
    assert "daily, weekly" in answer.structured_content["message"]
    assert not Session.objects.exists()


def test_a_session_begins_is_held_and_goes_on(settings):
    settings.CRUX_SOURCES = "sample"
    make_newsletter(slug="weekly")
    client = with_key(Scope.SESSIONS_READ, Scope.SESSIONS_WRITE)

    begun = call(client, "begin_session", newsletter="weekly").structured_content
    name = begun["session_id"]
    held = call(client, "steer_session", session_id=name, act="pause")
    step = call(client, "gather_urls", session_id=name)
    on = call(client, "resume_session", session_id=name)
    ended = call(client, "steer_session", session_id=name, act="cancel", reason="No.")

    assert [held.is_error, step.is_error, on.is_error, ended.is_error] == [
        False, True, False, False,
    ]  # fmt: skip
    session = Session.objects.get(name=name)
    assert (session.workflow, session.status) == ("digest", "cancelled")


def test_nobody_approves_an_issue_over_mcp():
    session = approvals.waiting()

    listed = talk(Client(None), lambda sdk: sdk.list_tools()).tools
    answer = call(Client(None), "run_step", session_id=session.name, step="delivery")

    assert not any("approve" in tool.name for tool in listed)
    assert "waits for a person" in answer.structured_content["message"]
    session.refresh_from_db()
    assert session.status == Session.Status.OPEN


def test_issues_and_evidence_are_resources_and_the_workflow_a_prompt(digest):
    issue = make_issue(digest.newsletter)

    async def conversation(sdk):
        listed = [str(one.uri) for one in (await sdk.list_resources()).resources]
        texts = [(await sdk.read_resource(uri)).contents[0].text for uri in listed]
        prompt = await sdk.get_prompt("digest_workflow", {"session_id": digest.name})
        return listed, texts, prompt.messages[0].content.text

    listed, texts, prompt = talk(Client(None), conversation)

    assert listed[0] == f"crux://newsletters/weekly/issues/{issue.slug}"
    assert texts[0] == issue.markdown
    assert '"session_started"' in texts[-1]
    assert [step for step in NINE if step not in prompt] == []
    assert digest.name in prompt


def test_issues_are_found_and_read(digest):
    make_issue(digest.newsletter)

    found = call(with_key(), "list_issues", newsletter="weekly").structured_content
    issue = found["items"][0]
    read = call(with_key(), "read_issue", newsletter="weekly", issue=issue["slug"])

    assert read.structured_content["markdown"]


def test_long_results_are_cut_and_say_how_much_is_missing():
    told = stepping.shortened({"stories": list(range(100)), "text": "a" * 10_000})

    assert told["stories"][-1] == "… 88 more"
    assert len(told["text"]) < 2000
