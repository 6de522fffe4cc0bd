"""A later round goes on in the conversation of the one before, by both brains."""

from dataclasses import replace

import pytest

from agents.brains.anthropic import managed, messages
from agents.engine import leases, sessions, steering
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Environment, Journal, Session
from agents.prompts.loader import roster
from agents.runs import harness, leftovers, provisioning
from agents.testing.anthropic.faults import Fault, How
from agents.testing.arena import with_front
from agents.testing.minds import Call, Said, Script, local_mind
from agents.tests.support import steps as stepping
from newsletter.models import Newsletter

pytest_plugins = ["agents.tests.support.platform_fixtures"]

BOTH = pytest.mark.parametrize("brain", ["messages", "managed"])
LOOKS = Said(calls=(Call("get_events", {"limit": 3}),))
PROBLEM = {"code": "thin", "message": "Too thin."}
REJECTS = Said(
    calls=(
        Call(
            "emit_event",
            {"event_type": "critic_rejection", "data": {"problems": [PROBLEM]}},
        ),
    )
)
UPDATE = "POST /v1/sessions/[^/]+$"


@pytest.fixture
def session(db):
    newsletter = Newsletter.objects.create(slug="weekly", title="W", profile="Agents.")
    session = sessions.start(newsletter, sessions.Plan(sources="sample"))
    stepping.do(session, *stepping.HAPPY[:5])
    return session


@pytest.fixture
def platform(server, db):
    """The platform with the critic on it, and no other agent."""
    made = server.platform.create_agent(provisioning.definition(roster()["critic"]))
    Agent.objects.create(slug="critic", remote_id=made["id"], remote_version=1)
    place = server.platform.create_environment({"name": "crux", "config": {}})
    Environment.objects.create(name="crux", remote_id=place["id"])
    return server.platform


@pytest.fixture
def criticise(session, platform):
    """Has the critic reject a draft, and the writer write the next one."""
    platform.mind = Script({"critic": (LOOKS, REJECTS)}, otherwise=local_mind)

    def act(*brains):
        Session.objects.update(brains=list(brains))
        taken = leases.take(session.pk, "critic")
        outcome = harness.run(taken)
        leases.finish(taken, outcome.lines)
        session.refresh_from_db()
        if not session.is_over:
            stepping.do(session, Kind.DRAFT_WRITTEN)
        return outcome

    return act


def journals():
    return list(Journal.objects.order_by("pk"))


def tokens_of_runs():
    return sum(
        run.input_tokens + run.output_tokens + run.cache_read_tokens
        for run in AgentRun.objects.all()
    )


# --- What goes on -------------------------------------------------------------------


@BOTH
def test_the_second_round_follows_the_first(criticise, brain):
    criticise(brain)
    criticise(brain)

    first, second = journals()
    assert (first.key, second.key) == ("critic.1", "critic.2")
    assert second.follows == first
    assert first.is_open
    assert second.is_open


@BOTH
def test_a_third_round_follows_the_second(criticise, brain):
    for _ in range(3):
        criticise(brain)

    first, second, third = journals()
    assert (third.follows, second.follows) == (second, first)


def test_the_model_is_sent_what_it_said_and_what_is_new(criticise, platform):
    criticise("messages")
    prompts = []
    behind = platform.mind

    def see(prompt):
        prompts.append(prompt)
        return behind(prompt)

    platform.mind = see
    criticise("messages")

    assert [exchange.tool for exchange in prompts[0].before] == [
        "get_events",
        "emit_event",
    ]
    [news] = prompts[0].news
    assert "step critic.2. " in news
    assert '"event_type":"draft_written"' in news


def test_what_is_new_stands_between_marks_as_data(criticise):
    criticise("messages")
    criticise("messages")

    told = journals()[1].turns[0]["content"][0]["text"]
    words, _, data = told.partition("\n")
    assert words.startswith("Session ")
    assert data.startswith("<data-")
    assert data.endswith(f"</{data[1:18]}>")


def test_each_journal_tells_its_own_round(criticise):
    criticise("messages")
    criticise("messages")

    first, second = journals()
    assert [turn["role"] for turn in first.turns] == ["user", "assistant", "assistant"]
    assert [turn["role"] for turn in second.turns] == ["user", "assistant", "assistant"]
    assert first.calls.count() == second.calls.count() == 2


def test_what_was_said_is_read_from_the_cache(criticise):
    criticise("messages")
    criticise("messages")

    first, second = journals()
    last_of_first, first_of_second = first.turns[-1], second.turns[1]
    known = last_of_first["usage"]
    read = first_of_second["usage"]["cache_read_input_tokens"]
    assert read >= known["cache_read_input_tokens"]
    assert read >= known["cache_creation_input_tokens"]


def test_the_tools_are_those_of_the_first_round(criticise):
    criticise("messages")
    criticise("messages")

    recorded = [bool(turn.get("tools")) for one in journals() for turn in one.turns]
    assert recorded == [False, True, False, False, False, False]


@BOTH
def test_every_token_is_counted_once(criticise, platform, brain):
    criticise(brain)
    criticise(brain)

    names = ("input_tokens", "output_tokens", "cache_read_input_tokens")
    if brain == "managed":
        [talk] = platform.talks.values()
        used = sum(talk.row["usage"][name] for name in names)
    else:
        turns = [turn for one in journals() for turn in one.turns]
        used = sum(turn["usage"][name] for turn in turns for name in names)
    assert tokens_of_runs() == used
    assert all(run.output_tokens for run in AgentRun.objects.all())


def test_a_remote_session_is_told_each_round_once_and_may_spend_for_each(
    criticise, platform
):
    criticise("managed")
    [talk] = platform.talks.values()
    before = int(talk.row["budget"]["max_list_cost"]["amount"])
    criticise("managed")

    assert len(platform.talks) == 1
    told = [one["content"][0]["text"] for one in talk.of("user.message")]
    assert [" critic.1, " in told[0], " critic.2. " in told[1]] == [True, True]
    assert int(talk.row["budget"]["max_list_cost"]["amount"]) > before


def test_what_the_platform_reports_is_told_once(criticise, platform):
    criticise("managed")
    criticise("managed")

    last = AgentRun.objects.order_by("-pk").first()
    assert last.reported_dollars * 100 == int(
        next(iter(platform.talks.values())).row["usage"]["list_cost"]["amount"]
    )


@BOTH
def test_a_successor_goes_on_within_the_second_round(
    criticise, session, platform, monkeypatch, brain
):
    criticise(brain)

    def die(*_):
        raise SystemExit

    taken = leases.take(session.pk, "critic")
    with monkeypatch.context() as patch:
        patch.setattr(f"agents.brains.anthropic.{brain}.render", die)
        # The rounds before are rendered too: the first answer of this one is the third.
        if brain == "messages":
            patch.setattr("agents.brains.anthropic.messages.render", _dies_at(3))
        with pytest.raises(SystemExit):
            harness.run(taken)
    leases.lose(taken, "its worker died")

    outcome = harness.run(leases.take(session.pk, "critic"))

    assert [line.kind for line in outcome.lines] == [Kind.CRITIC_REJECTION]
    first, second = journals()
    assert second.follows == first
    assert second.calls.count() == 2
    assert len(platform.talks) == (brain == "managed")


def _dies_at(number):
    """A rendering that dies when it is asked for the so-manieth time."""
    usual, asked = messages.render, []

    def render(*args):
        asked.append(args)
        if len(asked) == number:
            raise SystemExit
        return usual(*args)

    return render


# --- What is begun anew -------------------------------------------------------------


@BOTH
def test_under_another_prompt_it_is_another_conversation(criticise, brain):
    criticise(brain)
    usual = roster()["critic"]
    try:
        roster()["critic"] = replace(usual, prompt=usual.prompt + " Be brief.")
        criticise(brain)
    finally:
        roster()["critic"] = usual

    assert [one.follows for one in journals()] == [None, None]


@BOTH
def test_by_another_model_it_is_another_conversation(criticise, brain):
    criticise(brain)
    with with_front("critic", model="claude-sonnet-5-5"):
        criticise(brain)

    assert [one.follows for one in journals()] == [None, None]


@BOTH
def test_of_one_that_is_too_long_nothing_is_carried_on(criticise, monkeypatch, brain):
    criticise(brain)
    monkeypatch.setattr(messages, "LONGEST_PAST", 10)
    monkeypatch.setattr(managed, "LONGEST_PAST", 10)
    criticise(brain)

    assert [one.follows for one in journals()] == [None, None]


def test_a_model_of_ones_own_begins_each_round_anew(criticise, settings):
    settings.CRUX_MODELS = {"claude-opus-5-5": "qwen3"}
    criticise("messages")
    criticise("messages")

    assert [one.follows for one in journals()] == [None, None]


@BOTH
def test_after_another_brains_round_it_is_begun_anew(criticise, brain):
    criticise(brain)
    criticise("local")
    criticise(brain)

    mine = Journal.objects.filter(brain=brain)
    assert [one.follows for one in mine] == [None, None]


@BOTH
def test_an_agent_that_hears_of_nothing_begins_each_round_anew(criticise, brain):
    with with_front("critic", hears=()):
        criticise(brain)
        criticise(brain)

    assert [one.follows for one in journals()] == [None, None]


@pytest.mark.parametrize("how", [How.LOST, How.UNDONE])
def test_an_answer_that_was_lost_does_not_begin_it_anew(
    criticise, platform, server, how
):
    criticise("managed")
    server.faults.add(Fault(how, UPDATE, times=2))
    criticise("managed")

    first, second = journals()
    assert second.follows == first
    assert len(platform.talks) == 1


@pytest.mark.parametrize("change", [{"status": "terminated"}, {"archived_at": "x"}])
def test_a_remote_session_that_is_gone_is_not_followed(criticise, platform, change):
    criticise("managed")
    next(iter(platform.talks.values())).row.update(change)
    criticise("managed")

    assert [one.follows for one in journals()] == [None, None]
    assert len(platform.talks) == 2


def test_where_the_budget_cannot_be_raised_it_is_begun_anew(
    criticise, platform, server
):
    criticise("managed")
    server.faults.add(Fault(How.REFUSED, UPDATE, 1, 0, 400, "invalid_request_error"))
    criticise("managed")

    assert [one.follows for one in journals()] == [None, None]
    assert len(platform.talks) == 2


# --- In the end ---------------------------------------------------------------------


def test_a_session_that_may_be_gone_on_with_is_archived_in_the_end(
    criticise, session, platform
):
    criticise("managed")
    criticise("managed")
    [talk] = platform.talks.values()
    assert leftovers.put_away() == 0
    assert not talk.row["archived_at"]

    session.refresh_from_db()
    steering.cancel(session, by="someone", reason="", at_seq=session.last_seq)

    assert leftovers.put_away() == 1
    assert talk.row["archived_at"]
    assert all(one.archived_at for one in journals())
    assert leftovers.put_away() == 0


def test_a_round_that_fails_puts_the_whole_conversation_away(criticise, platform):
    criticise("managed")
    platform.mind = Script({"critic": (Said(stop="refusal"),)}, otherwise=local_mind)
    criticise("managed", "local")

    [talk] = platform.talks.values()
    assert talk.row["archived_at"]
    assert all(one.archived_at for one in journals() if one.brain == "managed")


def test_what_a_paused_session_may_go_on_with_is_kept(criticise, session):
    criticise("managed")
    Session.objects.update(status=Session.Status.PAUSED)

    assert not Journal.objects.left_behind().exists()


def test_without_a_key_nothing_can_be_put_away(criticise, session, settings):
    criticise("managed")
    Session.objects.update(status=Session.Status.FINISHED)
    settings.ANTHROPIC_API_KEY = settings.ANTHROPIC_BASE_URL = ""

    assert leftovers.put_away() == 0
    assert Journal.objects.left_behind().exists()
