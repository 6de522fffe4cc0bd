"""What only the real platform can tell; a few cents, one small session.

    LIVE_ANTHROPIC_API_KEY=... python -m pytest -m live agents/tests/test_live.py

Each test prints what it saw: where it is not as the loopback platform has it, mend that.
"""

import os
import time
import uuid
from collections.abc import Iterator

import anthropic
import pytest

from agents.brains.anthropic import transcript
from agents.brains.anthropic.history import THOUGHTS, result
from agents.brains.anthropic.tools import managed
from agents.prompts.loader import roster
from agents.runs.briefing import offers

pytestmark = pytest.mark.live

MODEL = "claude-haiku-5-5"
ECHO = {
    "type": "custom",
    "name": "echo",
    "description": "Gives back what it is given.",
    "input_schema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
}
SECONDS = 90


@pytest.fixture(scope="module")
def client() -> anthropic.Anthropic:
    key = os.environ.get("LIVE_ANTHROPIC_API_KEY", "")
    if not key:
        pytest.skip("LIVE_ANTHROPIC_API_KEY is not set")
    return anthropic.Anthropic(api_key=key, base_url="https://api.anthropic.com")


@pytest.fixture(scope="module")
def environment(client) -> Iterator[str]:
    made = client.beta.environments.create(
        name=f"crux live {uuid.uuid4().hex[:8]}",
        config={
            "type": "cloud",
            "networking": {"type": "limited", "allowed_hosts": []},
        },
    )
    yield made.id
    client.beta.environments.archive(made.id)


@pytest.fixture(scope="module")
def agent(client):
    made = client.beta.agents.create(
        name="crux live",
        model=MODEL,
        system="Call echo once with the text you are told. Then say: done.",
        tools=[ECHO],
    )
    yield made
    client.beta.agents.archive(made.id)


@pytest.fixture
def session(client, agent, environment) -> Iterator[str]:
    made = client.beta.sessions.create(
        agent={"type": "agent", "id": agent.id, "version": agent.version},
        environment_id=environment,
        budget={"type": "limit", "max_list_cost": {"amount": "5", "currency": "USD"}},
        metadata={"journal": uuid.uuid4().hex},
    )
    yield made.id
    client.beta.sessions.archive(made.id)


def rows(client, session):
    raw = client.beta.sessions.events.with_raw_response.list(session, limit=500)
    return raw.http_response.json()["data"]


def tell(client, session, text):
    content = [{"type": "text", "text": text}]
    return client.beta.sessions.events.send(
        session, events=[{"type": "user.message", "content": content}]
    )


def answer(client, session, call_id, text="hello"):
    result = {
        "type": "user.custom_tool_result",
        "custom_tool_use_id": call_id,
        "content": [{"type": "text", "text": text}],
    }
    return client.beta.sessions.events.send(session, events=[result])


def until(client, session, wanted):
    """The events once what comes next is of this kind."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        events = transcript.read(rows(client, session))
        if isinstance(transcript.decide(events), wanted):
            return events
        time.sleep(1)
    pytest.fail(f"no {wanted.__name__} within {SECONDS} s")


def called(client, session):
    tell(client, session, "hello")
    [call] = transcript.unanswered(until(client, session, transcript.AnswerCalls))
    return call


def test_a_message_is_listed_as_soon_as_it_is_sent(client, session):
    tell(client, session, "hello")

    kinds = [(row["type"], row.get("processed_at")) for row in rows(client, session)]
    print(kinds)  # noqa: T201  a figure for whoever runs it
    assert "user.message" in [kind for kind, _ in kinds]


def test_a_second_answer_to_a_call_is_refused(client, session):
    call = called(client, session)
    answer(client, session, call.id)

    with pytest.raises(anthropic.APIStatusError) as refused:
        answer(client, session, call.id)
    print(refused.value.status_code, refused.value.body)  # noqa: T201
    assert refused.value.status_code in (400, 409)
    until(client, session, transcript.Finish)


def test_a_session_tells_what_it_used_and_what_that_costs(client, session):
    call = called(client, session)
    answer(client, session, call.id)
    events = until(client, session, transcript.Finish)
    time.sleep(3)

    usage = client.beta.sessions.retrieve(session).usage
    print(usage, [event.type for event in events])  # noqa: T201
    counted = sum(tokens.output for tokens in transcript.requests(events))
    assert counted == usage.output_tokens
    assert usage.list_cost is not None


def test_a_session_that_is_interrupted_with_an_open_call_ends_its_turn(client, session):
    called(client, session)
    client.beta.sessions.events.send(session, events=[{"type": "user.interrupt"}])

    time.sleep(5)
    stops = [row.get("stop_reason") for row in rows(client, session)]
    print(stops)  # noqa: T201
    assert stops[-1] is None or stops[-1]["type"] in {"end_turn", "requires_action"}


def test_a_large_result_is_taken(client, session):
    call = called(client, session)

    answer(client, session, call.id, "x" * 400_000)


def test_an_idle_session_takes_a_higher_budget_and_another_round(client, session):
    call = called(client, session)
    answer(client, session, call.id)
    events = until(client, session, transcript.Finish)

    most = {"amount": "9", "currency": "USD"}
    budget = {"type": "limit", "max_list_cost": most}
    client.beta.sessions.update(session, budget=budget)
    tell(client, session, "once more")

    following = transcript.after(transcript.read(rows(client, session)), events[-1].id)
    print([event.type for event in following])  # noqa: T201
    assert "user.message" in [event.type for event in following]


def test_tools_may_be_taken_from_a_session_that_waits_for_a_result(client, session):
    call = called(client, session)

    changed = client.beta.sessions.update(session, agent={"tools": [ECHO]})
    answer(client, session, call.id)

    print(changed.agent)  # noqa: T201
    until(client, session, transcript.Finish)


def test_a_search_may_be_taken_away_once_thoughts_are_left_out(client):
    search = {"type": "web_search_20260318", "name": "web_search", "max_uses": 1}
    ask = {"role": "user", "content": "Search for the news of today. Then echo it."}
    most = {"model": MODEL, "max_tokens": 4000}
    said = client.messages.create(**most, messages=[ask], tools=[ECHO, search])
    kept = [
        block
        for block in said.model_dump(mode="json", exclude_none=True)["content"]
        if block["type"] not in THOUGHTS
    ]
    results = [
        result(block["id"], "hello", is_error=False)
        for block in kept
        if block["type"] == "tool_use"
    ]
    history = [ask, {"role": "assistant", "content": kept}]
    goes_on = results or [{"type": "text", "text": "Go on."}]

    again = client.messages.create(
        **most,
        messages=[*history, {"role": "user", "content": goes_on}],
        tools=[ECHO],
    )
    print(said.stop_reason, again.stop_reason, again.usage)  # noqa: T201
    assert again.content


def test_an_update_that_changes_nothing_makes_no_version(client, agent):
    same = client.beta.agents.update(
        agent.id, version=agent.version, system=agent.system, metadata={"seen": "1"}
    )

    again = client.beta.agents.update(
        agent.id, version=same.version, metadata={"seen": "1"}
    )
    print(agent.version, same.version, again.version)  # noqa: T201
    assert again.version == same.version


def test_a_stale_version_is_a_conflict(client, agent):
    with pytest.raises(anthropic.ConflictError):
        client.beta.agents.update(agent.id, version=10_000, description="x")


def test_our_agents_are_taken_as_they_are(client):
    spec = roster()["research_papers"]
    tools = managed(offers(spec), searches=1, fetches=1)

    made = client.beta.agents.create(
        name="crux live research", model=MODEL, system=spec.prompt, tools=tools
    )
    client.beta.agents.archive(made.id)


def test_events_of_an_archived_session_can_be_read(client, agent, environment):
    made = client.beta.sessions.create(agent=agent.id, environment_id=environment)
    client.beta.sessions.archive(made.id)

    assert rows(client, made.id) is not None


@pytest.mark.parametrize("model", sorted({s.front.model for s in roster().values()}))
def test_no_model_of_ours_is_about_to_retire(client, model):
    assert client.models.retrieve(model).lifecycle == "active"
