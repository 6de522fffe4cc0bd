import pytest
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
