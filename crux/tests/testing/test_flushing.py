import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from agents.engine import sessions
from agents.models import AgentEvent, Session
from newsletter.models import Newsletter


def begin_session() -> None:
    newsletter = Newsletter.objects.create(slug="a", title="A")
    sessions.start(newsletter, sessions.Plan(Session.Sources.SAMPLE))


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_tables_are_emptied_and_the_log_refuses_again_afterwards():
    begin_session()

    call_command("flush", interactive=False, verbosity=0)

    assert AgentEvent.objects.count() == 0
    begin_session()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute("DELETE FROM agents_agentevent")
    assert AgentEvent.objects.exists()


def is_group_there():
    return Group.objects.filter(name="a group of one test").exists()


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(2))
def test_what_a_test_leaves_behind_is_gone_in_the_next_one(number):
    assert not Newsletter.objects.exists()
    assert not is_group_there()
    assert Permission.objects.exists()

    begin_session()
    Group.objects.create(name="a group of one test")
