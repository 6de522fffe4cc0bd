"""Models or a network that are away are waited for; a wrong key or an empty purse is not."""

from datetime import datetime, timedelta

import pytest

from agents.brains.base import NetworkAway
from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.desk import session as desk
from agents.engine import leases, steering
from agents.engine.log import database_now
from agents.events import wording
from agents.events.schema import Kind
from agents.models import Session
from agents.testing.anthropic.faults import Fault, How
from agents.watching import notices
from agents.workers.steps import StepResult, perform

pytestmark = pytest.mark.django_db
pytest_plugins = ["agents.tests.support.platform_fixtures"]

FOR_EVER = 1000


@pytest.fixture
def busy(server):
    """Has the platform refuse whatever it is asked."""

    def refuse(status=529, kind="overloaded_error", retry_after=""):
        fault = Fault(How.REFUSED, ".", FOR_EVER, 0, status, kind)
        if retry_after:
            fault.headers["retry-after"] = retry_after
        server.faults.add(fault)

    return refuse


@pytest.fixture
def attempt(weekly, taken):
    """One attempt at the memory step by models, else by rules."""

    def do(*brains):
        names = brains or ("messages", "local")
        Session.objects.filter(pk=weekly.pk).update(brains=list(names))
        answer = perform(taken).answer
        weekly.refresh_from_db()
        return answer

    return do


def failed(session):
    return session.events.of_kind(Kind.STEP_FAILED).last().data


def moment(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(529, "overloaded_error"), (503, "api_error"), (429, "rate_limit_error")],
)
@pytest.mark.parametrize("brains", [("messages", "local"), ("messages",)])
def test_who_is_busy_is_asked_again_in_a_minute(
    busy, attempt, weekly, status, kind, brains
):
    busy(status, kind)

    assert attempt(*brains) is StepResult.FAILED

    told = failed(weekly)
    wait = moment(told["retry_at"]) - moment(told["waiting"]["since"])
    most = moment(told["waiting"]["until"]) - moment(told["waiting"]["since"])
    assert (wait, most) == (timedelta(minutes=1), timedelta(minutes=60))
    assert weekly.wake_at == moment(told["retry_at"])
    assert not weekly.events.of_kind(Kind.COVERED_TOPICS)
    assert weekly.events.of_kind(Kind.BRAIN_FAILED).last().data["next_brain"] == ""


def test_the_wait_is_as_long_as_the_platform_asks_for(busy, attempt, weekly):
    busy(429, "rate_limit_error", retry_after="1200")

    attempt()

    assert weekly.wake_at - database_now() > timedelta(minutes=19)


@pytest.mark.parametrize(
    ("status", "kind", "retry_after"),
    [
        (401, "authentication_error", ""),
        (402, "billing_error", ""),
        (429, "billing_error", ""),
        (529, "overloaded_error", "3600"),  # longer than its patience
    ],
)
def test_what_no_patience_helps_is_handed_on_at_once(
    busy, attempt, weekly, status, kind, retry_after
):
    busy(status, kind, retry_after)

    assert attempt() is StepResult.OK
    assert weekly.events.of_kind(Kind.COVERED_TOPICS).last().brain == "local"


def test_without_patience_rules_take_the_role_at_once(busy, attempt, weekly, settings):
    settings.MODEL_PATIENCE_MINUTES = 0
    busy()

    assert attempt() is StepResult.OK
    assert weekly.events.of_kind(Kind.COVERED_TOPICS).last().brain == "local"


def test_another_model_is_asked_before_anybody_waits(server, platform, attempt, weekly):
    server.faults.add(
        Fault(How.REFUSED, "/v1/sessions", FOR_EVER, 0, 529, "overloaded_error")
    )

    assert attempt("managed", "messages", "local") is StepResult.OK
    assert weekly.events.of_kind(Kind.COVERED_TOPICS).last().brain == "messages"


def test_a_platform_that_cannot_be_reached_is_waited_for(server, attempt, weekly):
    server.faults.add(Fault(How.LOST, ".", FOR_EVER))

    assert attempt() is StepResult.FAILED
    assert failed(weekly)["waiting"]


def test_the_operator_is_told_that_it_waits_and_until_when(busy, attempt, weekly):
    busy()
    attempt()

    told, words = desk.tell(weekly), wording.describe(Kind.STEP_FAILED, failed(weekly))

    again = f"{weekly.wake_at:%H:%M}"
    assert words.startswith("waits (messages: the platform answered 529")
    assert f"asks again at {again}, until" in words
    assert "memory.1 waits (messages: " in told.advice
    assert f"asks again at {again}" in told.advice
    assert "The session bears 59 min 0 s more of that" in told.advice
    assert "retry" in told.acts


def test_nobody_takes_the_step_before_its_time(busy, attempt, weekly):
    busy()
    attempt()

    assert leases.take(weekly.pk, "memory") is None


def test_an_operator_who_knows_better_has_them_asked_at_once(
    busy, server, attempt, weekly
):
    busy()
    attempt()
    server.faults.clear()

    steering.retry(weekly, by="ada")

    assert perform(leases.take(weekly.pk, "memory")).answer is StepResult.OK
    assert weekly.events.of_kind(Kind.COVERED_TOPICS).last().brain == "messages"


def test_a_network_that_is_away_is_waited_for_and_the_operator_told_once(
    first_step, attempt, weekly, monkeypatch
):
    def away(*_):
        raise NetworkAway

    for name in ("managed", "messages", "local"):
        monkeypatch.setitem(BRAINS, name, ScriptedBrain({"memory": away}))

    assert attempt("managed", "messages", "local") is StepResult.FAILED

    [line] = weekly.events.of_kind(Kind.BRAIN_FAILED)
    assert line.data["brain"] == "managed"  # no other brain has another network
    assert failed(weekly)["waiting"]
    now = database_now()
    assert [*notices._waiting_out(now)] == []
    monkeypatch.setattr(notices, "WAITS_AFTER", timedelta(0))
    [notice] = notices._waiting_out(now)
    assert "the network is away" in notice.text
