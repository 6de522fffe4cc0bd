"""What the desk's first page tells of: here, that rules do what models were asked to."""

from datetime import timedelta

import pytest
from django.urls import reverse

from agents.desk.session import tell
from agents.desk.waiting import waiting
from agents.engine import leases, log
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Chore, Session, Sweep
from agents.testing.anthropic.faults import Fault, How
from agents.testing.minds import Said
from agents.tests.support import steps as stepping
from agents.workflows.table import workflow_of
from subscribers.delivery import restoring
from subscribers.delivery.reconcile import Record
from subscribers.models import LedgerHome

pytest_plugins = ["agents.tests.support.platform_fixtures"]


def refuse(server):
    """Answer whatever is asked as a key that is dead is answered."""
    for part in ("POST /v1/sessions.*", "POST /v1/messages"):
        server.faults.add(Fault(How.REFUSED, part, 100, 0, 401, "authentication_error"))


def words():
    return [one.words for one in waiting()]


def test_that_rules_stood_in_for_a_model_is_told_with_the_reason(platform, remember):
    platform.mind = lambda _: Said(words="", stop="end_turn")

    remember("messages", "local")

    title = Session.objects.get().newsletter.title
    assert (
        f"{title}: rules stood in for a model last time, as memory: it ended its turn "
        "without handing in its work"
    ) in words()


def test_so_does_the_page_of_a_session_that_came_to_an_issue(platform, remember):
    platform.mind = lambda _: Said(words="", stop="end_turn")
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)

    advice = tell(Session.objects.get()).advice

    assert advice == (
        "Nothing to do. Rules stood in for a model, as memory: it ended its turn without "
        "handing in its work."
    )


def test_a_session_whose_models_refused_does_not_say_that_nothing_is_to_do(
    platform, server, remember
):
    refuse(server)
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)

    advice = tell(Session.objects.get()).advice

    assert "Nothing to do" not in advice
    assert "the platform answered 401" in advice
    assert "No model has answered as memory since: look at the key" in advice


def test_once_a_model_has_answered_there_is_nothing_to_do(platform, server, remember):
    refuse(server)
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)
    session = Session.objects.get()
    AgentRun.objects.create(
        session=session, agent=Agent.objects.get(slug="memory"), key="memory.9",
        attempt=1, brain="messages", status=AgentRun.Status.SUCCESS,
    )  # fmt: skip

    assert tell(session).advice.startswith("Nothing to do. Rules stood in")


@pytest.mark.django_db
@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(minutes=3)])
def test_a_sweep_of_before_the_clock_was_set_back_tells_of_no_worker(ahead):
    Sweep.objects.create(pk=1, swept_at=log.database_now() + ahead)

    assert words()[0].startswith("No worker has looked around since the clock was set")


@pytest.mark.parametrize("brains", [["messages"], ["local"], ["messages", "local"]])
def test_a_session_that_went_as_it_was_to_go_is_not_told_of(platform, remember, brains):
    remember(*brains)

    assert not any("stood in" in one for one in words())


def test_a_session_that_came_to_no_issue_is_told_of_beside_it(platform, remember):
    platform.mind = lambda _: Said(words="", stop="end_turn")
    remember("messages", "local")
    Session.objects.update(status=Session.Status.ABORTED, reason="it broke")

    assert any("the last session ended" in one for one in words())
    assert any("stood in" in one for one in words())


@pytest.mark.django_db
def test_that_a_restored_dump_holds_all_letters_is_told_until_it_is_settled():
    LedgerHome.objects.create(pk=1, place="where the dump was taken")
    assert any("manage.py restored" in one for one in words())

    restoring.settle(Record(), log.database_now())

    assert not any("manage.py restored" in one for one in words())


@pytest.mark.django_db
def test_what_keeps_the_clock_from_its_work_leads_to_what_was_told():
    now = log.database_now()
    Chore.objects.create(
        name="letters", trouble="Unreachable", trouble_since=now - timedelta(minutes=2)
    )

    (told,) = [one for one in waiting() if "The clock is kept" in one.words]

    assert told.address == reverse("admin:subscribers_alert_changelist")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (
            1,
            "of 214 stories that its outlets told last time 1 was on its readers' subject",
        ),
        (
            4,
            "of 214 stories that its outlets told last time 4 were on its readers' subject",
        ),
        (5, ""),
        (None, ""),
    ],
)
def test_outlets_that_tell_hardly_of_the_subject_are_told_of(session, number, told):
    found = {} if number is None else {"on_subject": number}
    stepping.do(session, Kind.COVERED_TOPICS)
    owner = workflow_of(session.workflow, session.version).by_end
    [taken, *_] = leases.take_all(session.pk, only=owner[Kind.LAUNCHES_RESEARCHED].name)

    leases.finish(
        taken,
        [stepping.line(Kind.LAUNCHES_RESEARCHED, considered=214, **found)],
    )

    found = [one for one in waiting() if "readers' subject" in one.words]
    assert [one.words for one in found] == (
        [
            f"{session.newsletter.title}: {told}: give it outlets on it, or tick “General interest” if it is on all of them."
        ]
        if told
        else []
    )
    page = reverse("admin:newsletter_outlets", args=[session.newsletter_id])
    assert all(one.address == page for one in found)
