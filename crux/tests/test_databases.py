import threading
from pathlib import Path

import pytest
from django.db import connection, transaction

from crux.databases import database
from newsletter.models import Newsletter


def test_sqlite_is_told_to_lock_early_and_to_sync_every_commit(tmp_path: Path):
    file = tmp_path / "new" / "crux.sqlite3"

    told = database({"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)})

    assert told["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in told["OPTIONS"]["init_command"]
    assert told["TEST"]["NAME"] == file.with_name("tests.sqlite3")
    assert file.parent.is_dir()


def test_postgres_is_told_when_to_give_up():
    told = database({"ENGINE": "django.db.backends.postgresql", "NAME": "crux"})

    assert "lock_timeout=5000" in told["OPTIONS"]["options"]
    assert told["CONN_HEALTH_CHECKS"]


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_writers_wait_for_each_other_and_none_is_lost():
    newsletter = Newsletter.objects.create(slug="a", title="0")
    start = threading.Barrier(4)

    def count_up() -> None:
        start.wait()
        try:
            with transaction.atomic():
                row = Newsletter.objects.select_for_update().get(pk=newsletter.pk)
                row.title = str(int(row.title) + 1)
                row.save()
        finally:
            connection.close()

    threads = [threading.Thread(target=count_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    newsletter.refresh_from_db()
    assert newsletter.title == "4"


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_limits_reach_the_server():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")

        assert cursor.fetchone() == ("5s",)
