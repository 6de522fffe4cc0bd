"""What the operator is told before they look, each thing once."""

from datetime import timedelta

import pytest

from agents.desk.waiting import waiting
from agents.engine import log
from agents.models import Agent, AgentRun, Budget, Session
from agents.testing.anthropic.faults import Fault, How
from agents.testing.minds import Said
from agents.watching.notices import watch
from agents.watching.stand_ins import told_of
from newsletter.models import Outlet
from newsletter.outlets import health
from newsletter.outlets.health import Answered
from newsletter.tests.support.makers import make_issue
from subscribers.models import (
    Alert,
    Bounce,
    Delivery,
    Dispatch,
    Subscriber,
    WebhookEndpoint,
)
from subscribers.tests.support.makers import make_reader, make_readers

pytest_plugins = ["agents.tests.support.platform_fixtures"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LAB = "https://lab.example.org/feed"


def told():
    """What was told, the newest first, after two looks: the second tells nothing new."""
    watch()
    number = Alert.objects.count()
    watch()
    assert Alert.objects.count() == number
    return list(Alert.objects.values_list("subject", flat=True))


def spend(session, dollars):
    agent, _ = Agent.objects.get_or_create(slug="writer")
    number = AgentRun.objects.count()
    AgentRun.objects.create(
        session=session, agent=agent, key="writer.1", attempt=number, dollars=dollars
    )


def test_where_all_is_well_nobody_is_told_anything(make_session, settings):
    settings.SESSION_DOLLARS, settings.MONTH_DOLLARS = 6, 40
    spend(make_session(), 1)

    assert told() == []


def test_a_session_that_stands_still_for_an_hour_is_told(make_session):
    make_session()
    Session.objects.update(moved_at=log.database_now() - HOUR - timedelta(minutes=1))

    assert told() == ["Weekly: a session stands still"]


@pytest.mark.parametrize("status", ["paused", "finished"])
def test_one_that_is_held_or_over_does_not_stand_still(make_session, status):
    make_session()
    Session.objects.update(moved_at=log.database_now() - 3 * HOUR, status=status)

    assert told() == []


def test_one_that_a_timer_holds_does_not_stand_still(make_session):
    make_session()
    now = log.database_now()
    Session.objects.update(moved_at=now - 3 * HOUR, wake_at=now + HOUR)

    assert told() == []


@pytest.mark.parametrize(("spent", "is_told"), [("4.79", False), ("4.80", True)])
def test_a_sessions_budget_is_near_at_four_fifths(
    make_session, settings, spent, is_told
):
    settings.SESSION_DOLLARS, settings.MONTH_DOLLARS = 6, 0
    spend(make_session(), spent)

    assert told() == ["Weekly: a session's budget is nearly spent"] * is_told


def test_a_newsletters_own_budget_counts(make_session, settings):
    settings.SESSION_DOLLARS, settings.MONTH_DOLLARS = 6, 0
    session = make_session()
    Budget.objects.create(
        newsletter=session.newsletter, session_dollars=0, month_dollars=10
    )
    spend(session, 9)

    assert told() == ["Weekly: the month's budget is nearly spent"]


def test_the_months_budget_is_for_all_newsletters_and_another_ceiling_is_told_anew(
    make_session, settings
):
    settings.SESSION_DOLLARS, settings.MONTH_DOLLARS = 0, 40
    spend(make_session("one"), 16)
    spend(make_session("two"), 16)
    assert told() == ["The month's budget is nearly spent"]

    settings.MONTH_DOLLARS = 42
    assert len(told()) == 1
    settings.MONTH_DOLLARS = 36
    assert len(told()) == 2


def test_letters_that_are_held_and_forgotten_are_told(make_session):
    issue = make_issue()
    now = log.database_now()
    held = Dispatch.objects.create(issue=issue, paused_at=now, paused_because="by Ada")
    assert told() == []

    Dispatch.objects.filter(pk=held.pk).update(paused_at=now - 2 * HOUR)

    assert told() == [f"{issue.newsletter}: letters of “{issue.subject}” are held"]
    assert "by Ada" in Alert.objects.get().text


def test_letters_that_a_crash_left_uncertain_are_told():
    issue = make_issue()
    reader = Subscriber.objects.create(newsletter=issue.newsletter, address="a@b.dev")
    Delivery.objects.create(issue=issue, subscriber=reader, state="uncertain")

    letters = f"{issue.newsletter}: letters of “{issue.subject}”"
    assert told() == [f"{letters} may have left in a crash, or not"]


# --- Outlets ------------------------------------------------------------------------


@pytest.fixture
def dead():
    """An outlet; called, it has failed since so many days ago."""
    outlet = Outlet.objects.create(name="Lab", how="feed", url=LAB)

    def fails(since):
        now = log.database_now()
        health.note([Answered(outlet, "")], now - timedelta(days=since, minutes=1))
        for at in (now - timedelta(days=since), now):
            health.note([Answered(outlet, "it answered 404")], at)

    return fails


def test_an_outlet_that_dies_is_told_once_however_often_it_fails(dead):
    dead(since=7)
    assert told() == ["Lab answers no more"]

    health.note(
        [Answered(Outlet.objects.get(url=LAB), "it answered 500")], log.database_now()
    )

    assert len(told()) == 1


def test_one_that_was_told_by_an_older_crux_is_not_told_again(dead):
    dead(since=7)
    pk = Outlet.objects.get(url=LAB).pk
    Alert.objects.create(
        subject="Lab",
        text="",
        once=f"outlet:{pk}:2020-01-01",
        next_at=log.database_now(),
    )

    assert told() == ["Lab"]


def test_one_that_answered_in_between_is_told_again(dead):
    dead(since=7)
    told()
    Alert.objects.update(at=log.database_now() - timedelta(days=5))

    dead(since=3)

    assert len(told()) == 2


def test_one_that_is_switched_off_is_nobodys_matter(dead):
    Outlet.objects.update(is_active=False)
    dead(since=7)

    assert told() == []


@pytest.fixture
def fail():
    """Makes so many outlets fail since then, asked last just now."""

    def fail(number, since):
        made = [
            Outlet.objects.create(name=f"Lab {one}", how="feed", url=f"{LAB}{one}")
            for one in range(Outlet.objects.count(), Outlet.objects.count() + number)
        ]
        now = log.database_now()
        for at in (now - since, now):
            health.note([Answered(one, "it answered 404") for one in made], at)
        return made

    return fail


def test_outlets_that_die_at_once_are_told_in_one_letter(fail):
    Outlet.objects.all().delete()
    fail(30, 49 * HOUR)
    # Found out a little later, or asked again a day later: no letter of their own.
    late = fail(2, 40 * HOUR)
    fail(1, HOUR)

    assert told() == ["32 outlets answer no more"]

    text = Alert.objects.get().text
    assert text.count("it answered 404") == 32
    assert all(f"/{one.pk}/change/" in text for one in late)
    now = log.database_now() + 24 * HOUR
    health.note([Answered(one, "it answered 404") for one in late], now)
    assert len(told()) == 1


def test_one_that_dies_later_is_told_alone(fail):
    Outlet.objects.all().delete()
    fail(2, 90 * HOUR)
    told()
    Alert.objects.update(at=log.database_now() - 60 * HOUR)

    [later] = fail(1, 49 * HOUR)

    assert sorted(told()) == ["2 outlets answer no more", f"{later} answers no more"]


def test_a_webhook_endpoint_that_was_switched_off_by_itself_is_told():
    made = {"url": "https://x.dev/", "events": [], "sealed": "", "is_on": False}
    WebhookEndpoint.objects.create(name="By hand", **made)
    WebhookEndpoint.objects.create(
        name="Archive",
        switched_off_at=log.database_now(),
        off_because="it answered 500",
        **made,
    )

    assert told() == ["The webhook endpoint “Archive” was switched off"]


# --- Models -------------------------------------------------------------------------


@pytest.fixture
def by_rules(platform, remember):
    """A session that is over, in which rules did what models were asked to."""
    platform.mind = lambda _: Said(words="", stop="end_turn")
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)
    return Session.objects.get()


def test_that_no_model_answers_is_told_once_with_what_to_do(by_rules):
    assert told() == ["No model answers: rules make the issues"]
    assert "ANTHROPIC_API_KEY" in Alert.objects.get().text


def test_it_is_not_told_of_a_session_in_which_a_model_answered(by_rules):
    agent = Agent.objects.get(slug="writer")
    AgentRun.objects.create(
        session=by_rules, agent=agent, key="writer.1", attempt=1, brain="messages",
        status=AgentRun.Status.SUCCESS,
    )  # fmt: skip

    assert told() == []


def test_of_a_model_that_is_not_there_is_told_though_another_one_answers(
    server, remember
):
    """Once, until a model has done that role again; a judge's answers are none of it."""
    gone = Fault(How.REFUSED, ".", 9, 0, 404, "not_found_error")
    server.faults.add(gone)
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)
    session = Session.objects.get()

    def answers(slug):
        agent, _ = Agent.objects.get_or_create(slug=slug)
        AgentRun.objects.create(
            session=session, agent=agent, key=f"{slug}.1", attempt=2, brain="messages",
            status=AgentRun.Status.SUCCESS,
        )  # fmt: skip

    answers("verifier")

    assert told() == [f"{session.newsletter}: rules did what a model was refused for"]
    assert "As memory: the platform answered 404" in Alert.objects.get().text
    assert told_of(session.pk).count("look at the model's name") == 1
    answers("memory")
    assert "look at" not in told_of(session.pk)


# --- Bounces ------------------------------------------------------------------------


@pytest.fixture
def issue_out():
    """An issue of which 40 letters have left; called, so many of them come back."""
    issue = make_issue()
    Dispatch.objects.create(issue=issue, frozen_at=log.database_now())
    sent = [
        Delivery.objects.create(issue=issue, subscriber=reader, state="accepted")
        for reader in make_readers(issue.newsletter, 40)
    ]

    def come_back(number):
        for delivery in sent[:number]:
            Bounce.objects.create(delivery=delivery, kind="hard", source="notice")
            Bounce.objects.create(delivery=delivery, kind="soft", source="notice")
        return issue

    return come_back


@pytest.mark.parametrize(("number", "is_told"), [(2, False), (3, True)])
def test_letters_that_came_back_after_all_had_left_are_told(issue_out, number, is_told):
    issue = issue_out(number)

    came_back = f"{issue.newsletter}: letters of “{issue.subject}” came back"
    assert told() == [came_back] * is_told
    words = [one.words for one in waiting()]
    assert any(f"{number} of 40 letters" in one for one in words) == is_told


def test_they_are_spoken_of_until_the_next_issue(issue_out):
    issue_out(3)
    Dispatch.objects.update(frozen_at=log.database_now() - timedelta(days=9))

    assert not any("bounced" in one.words for one in waiting())


def test_an_operator_who_let_them_go_on_has_seen_them(issue_out):
    issue_out(3)
    Dispatch.objects.update(waved_on_at=log.database_now())

    assert told() == []


def test_under_another_key_for_addresses_it_is_told_that_nobody_can_sign_up(settings):
    """Sign-ups are taken, and wait: nobody else would hear of it."""
    settings.ADDRESS_HASH_KEY = "first"
    make_reader(make_issue().newsletter)
    assert told() == []
    settings.ADDRESS_HASH_KEY = "second"

    assert told() == ["Nobody can sign up"]
    assert "Nobody can sign up" in " ".join(one.words for one in waiting())
