"""The log: numbered, checked, chained, and only ever added to."""

import copy
import json
import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.engine import leases, log
from agents.events import schema as events
from agents.events.drafts import VerificationPassed
from agents.events.schema import Kind
from agents.models import AgentEvent, AppendOnly, Session
from agents.tests.support import steps as stepping
from newsletter.testing.examples import examples

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

NOTE = {"by": "someone", "reason": "because"}


def note(session, **data):
    with log.opened(session.pk) as book:
        book.append(Kind.SESSION_PAUSED, {**NOTE, **data})
    session.refresh_from_db()


def refused(statement, *values):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, values)


def test_lines_are_numbered_without_gaps(make_session):
    session = make_session()

    note(session)
    note(session)

    assert list(session.events.values_list("seq", flat=True)) == [1, 2, 3]
    assert session.last_seq == 3


def test_data_that_does_not_fit_is_refused_and_nothing_is_written(make_session):
    session = make_session()

    with pytest.raises(events.RefusedData, match="colour"):
        note(session, colour="red")

    assert session.events.count() == 1


def test_a_refused_line_takes_those_before_it_along(make_session):
    session = make_session()

    def write():
        with log.opened(session.pk) as book:
            book.append(Kind.SESSION_PAUSED, NOTE)
            book.append(Kind.SESSION_PAUSED, {"unknown": 1})

    with pytest.raises(events.RefusedData):
        write()

    assert stepping.kinds(session) == [Kind.SESSION_STARTED]
    assert not log.state(session).is_paused


def test_a_second_line_with_the_same_number_is_refused(make_session):
    session = make_session()
    event = session.events.get()
    event.id, event._state.adding = uuid.uuid4(), True

    with pytest.raises(IntegrityError), transaction.atomic():
        event.save(force_insert=True)


def test_django_refuses_to_change_or_delete_an_event(make_session):
    event = make_session().events.get()

    with pytest.raises(AppendOnly):
        AgentEvent.objects.get(pk=event.pk).save()
    with pytest.raises(AppendOnly):
        event.delete()
    with pytest.raises(AppendOnly):
        AgentEvent.objects.all().delete()
    with pytest.raises(AppendOnly):
        AgentEvent.objects.update(agent_name="another")


def test_the_database_refuses_to_change_an_event(make_session):
    make_session()

    refused("UPDATE agents_agentevent SET agent_name = 'another'")
    refused("DELETE FROM agents_agentevent")


def test_the_database_refuses_to_replace_an_event_by_inserting(make_session):
    event = make_session().events.get()
    if connection.vendor == "sqlite":
        statement = (
            "INSERT OR REPLACE INTO agents_agentevent SELECT id, seq, event_type, "
            "'another', brain, instead_of, data, created_at, hash, session_id "
            "FROM agents_agentevent WHERE id = %s"
        )
        value = event.pk.hex
    else:
        statement = (
            "INSERT INTO agents_agentevent SELECT * FROM agents_agentevent WHERE id = %s "
            "ON CONFLICT (id) DO UPDATE SET agent_name = 'another'"
        )
        value = event.pk

    refused(statement, value)


@pytest.mark.postgres
def test_the_database_refuses_to_empty_the_log_at_once(make_session):
    make_session()
    connection.check_constraints()  # else the deferred ones refuse it first

    refused("TRUNCATE agents_agentevent CASCADE")


def test_a_session_with_a_log_cannot_be_deleted(make_session):
    session = make_session()

    with pytest.raises(IntegrityError):
        session.delete()


def test_a_whole_sessions_chain_holds(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)

    session.refresh_from_db()

    assert session.status == Session.Status.FINISHED
    assert log.breach(session) == ""


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"data": {"by": "x", "reason": ""}}, "line 2 (session_paused) was changed"),
        ({"agent_name": "another"}, "line 2 (session_paused) was changed"),
        ({"event_type": "session_unpaused"}, "line 2 (session_unpaused) was changed"),
        ({"seq": 7}, "line 2 is missing"),
    ],
)
def test_a_change_behind_the_triggers_back_is_found(
    make_session, change, found, unguarded
):
    session = make_session()
    note(session)
    note(session)

    unguarded(session.events.filter(seq=2), **change)

    assert log.breach(session) == found


def test_a_log_that_lost_its_last_line_does_not_match_its_head(make_session, unguarded):
    session = make_session()
    note(session)

    unguarded(session.events.filter(seq=2), seq=3)
    assert log.breach(session) == "line 2 is missing"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(blacklist_characters="\x00", blacklist_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("ab", max_size=3), inner),
    max_leaves=8,
)


@given(value=JSON)
@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_the_chain_holds_whatever_the_database_makes_of_a_number(make_session, value):
    session = make_session()
    passed = VerificationPassed(
        draft_sha256=stepping.SHA, checked=1, scorecard={"value": value}
    )

    with log.opened(session.pk) as book:
        book.append(Kind.VERIFICATION_PASSED, passed)

    session.refresh_from_db()
    assert log.breach(session) == ""


# --- The state that a process keeps -------------------------------------------------


def test_a_kept_state_is_read_on_where_another_process_wrote(make_session, monkeypatch):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    kept = copy.deepcopy(log._kept)

    stepping.do(session, Kind.LAUNCHES_RESEARCHED)
    monkeypatch.setattr(log, "_kept", kept)
    note(session)
    state = log.state(session)

    with log.opened(session.pk) as book:
        assert book.state == state
        assert state.is_paused


def test_a_kept_state_of_a_commit_that_never_was_is_thrown_away(make_session):
    session = make_session()

    def note_in_vain():
        with transaction.atomic():
            note(session)
            transaction.set_rollback(True)

    note_in_vain()
    with log.opened(session.pk) as book:
        assert not book.state.is_paused

    note_in_vain()
    stepping.do(session, Kind.COVERED_TOPICS)

    with log.opened(session.pk) as book:
        assert not book.state.is_paused
        assert book.state == log.state(session)


def test_only_so_many_states_are_kept(make_session, monkeypatch):
    monkeypatch.setattr(log, "KEPT_AT_MOST", 2)

    for _ in range(4):
        make_session()

    assert len(log._kept) <= 2


# --- What no line may hold ----------------------------------------------------------


def test_no_kind_of_event_has_a_place_for_a_persons_address():
    for kind, schema in events.DATA.items():
        names = json.dumps(schema.model_json_schema()["properties"]).lower()
        assert "email" not in names, kind
        assert "recipient_" not in names, kind


def test_an_error_that_names_an_address_is_noted_without_it(make_session):
    session = make_session()

    leases.fail(
        leases.take(session.pk, "memory"),
        "SMTPRecipientsRefused: {'ann.o'hara@mail.example.org': (550, b'unknown')}",
    )

    reason = session.events.get(event_type=Kind.STEP_FAILED).data["reason"]
    assert "example.org" not in reason
    assert "550" in reason


def test_what_an_agent_wrote_is_kept_to_the_letter(make_session):
    session = make_session()
    text = "# An issue\n\nWrite to press@lab.example or see https://x.example/@lab."
    stepping.do(session, *stepping.HAPPY[:4])

    taken = leases.take(session.pk, "writer")
    leases.finish(taken, [stepping.line(Kind.DRAFT_WRITTEN, markdown=text)])

    assert log.state(session).last[Kind.DRAFT_WRITTEN]["markdown"] == text
