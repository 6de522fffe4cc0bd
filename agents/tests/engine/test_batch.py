"""Changes that are sent together: in their order, all or none, whatever they hold."""

import pytest
from django.db import IntegrityError, transaction

from agents.engine.batch import Batch
from agents.models import StepRun

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

Status = StepRun.Status


class NoneThere(Exception):
    pass


def run_of(session, key, worker="w"):
    return StepRun(
        session=session,
        step="memory",
        key=key,
        attempt=1,
        worker=worker,
        claimed_at=session.created_at,
        lease_until=session.created_at,
    )


def begun(make_session):
    """A session with one row, and an empty batch."""
    session = make_session()
    row = run_of(session, "memory.1")
    row.save()
    return session, row, Batch()


def test_rows_have_the_keys_that_the_database_gave_them(make_session):
    first, second = (run_of(make_session(), f"memory.{n}") for n in (1, 2))
    batch = Batch()
    batch.insert(first, second)
    batch.send()

    assert StepRun.objects.get(pk=first.pk).key == "memory.1"
    assert StepRun.objects.get(pk=second.pk).key == "memory.2"


def test_changes_are_made_in_their_order(make_session):
    session, row, batch = begun(make_session)
    batch.update(StepRun, {"id": row.pk}, {"worker": "first"})
    batch.update(StepRun, {"worker": "first"}, {"worker": "second"})
    batch.insert(run_of(session, "memory.2", worker="first"))
    batch.send()

    workers = StepRun.objects.order_by("key").values_list("worker", flat=True)
    assert list(workers) == ["second", "first"]


def test_a_change_that_finds_no_row_undoes_all_of_them(make_session):
    session, row, batch = begun(make_session)
    batch.update(StepRun, {"id": row.pk}, {"status": Status.DONE})
    batch.update(StepRun, {"id": row.pk, "status": Status.RUNNING}, {"worker": "x"},
                 otherwise=NoneThere)  # fmt: skip
    batch.insert(run_of(session, "memory.2"))

    with pytest.raises(NoneThere), transaction.atomic():
        batch.send()

    row.refresh_from_db()
    assert (row.status, row.worker) == (Status.RUNNING, "w")
    assert StepRun.objects.count() == 1


def test_what_the_database_refuses_undoes_all_of_them(make_session):
    session, row, batch = begun(make_session)
    batch.update(StepRun, {"id": row.pk}, {"worker": "x"})
    batch.insert(run_of(session, "memory.1"))

    with pytest.raises(IntegrityError), transaction.atomic():
        batch.send()

    row.refresh_from_db()
    assert row.worker == "w"


@pytest.mark.parametrize("worker", ["%s; --", "'); DROP TABLE x; --", "ü%%$1{}", "\\'"])
def test_no_text_is_taken_for_a_part_of_a_statement(make_session, worker):
    batch = Batch()
    batch.insert(run_of(make_session(), "memory.1", worker))
    batch.update(StepRun, {"worker": worker}, {"key": worker})
    batch.send()

    assert StepRun.objects.get().key == worker


def test_an_empty_batch_sends_nothing(django_assert_num_queries):
    batch = Batch()
    batch.insert()
    with django_assert_num_queries(0):
        batch.send()
