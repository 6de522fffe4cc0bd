import os
import subprocess
import sys
import threading
from pathlib import Path

import environ
import pytest
from django.core.management.base import CommandError
from django.db import connection, transaction

from crux.databases import REDIS_KEEPALIVE, database, refuse_a_strangers
from newsletter.models import Newsletter


def test_sqlite_is_told_to_lock_early_and_to_sync_every_commit(tmp_path: Path):
    file = tmp_path / "new" / "crux.sqlite3"

    told = database({"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)})

    assert told["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in told["OPTIONS"]["init_command"]
    assert told["TEST"]["NAME"] == file.with_name("tests.sqlite3")
    assert file.parent.is_dir()


OURS = ["django_migrations", "auth_user", "newsletter_newsletter"]


def test_a_laptop_makes_no_tables_among_those_of_other_software(settings, monkeypatch):
    settings.DEBUG = True
    there = ["django_migrations", "auth_user", "shop_order"]
    monkeypatch.setattr(connection.introspection, "table_names", lambda: there)

    with pytest.raises(CommandError, match="'shop_order'"):
        refuse_a_strangers()


@pytest.mark.parametrize(
    ("there", "is_laptop"),
    [
        # New; broken off in its first migration; an older Crux; set for Crux by hand.
        ([], True),
        (OURS[:2], True),
        ([*OURS, "newsletter_of_before"], True),
        (["shop_order"], False),
    ],
)
def test_a_database_of_our_own_is_migrated(settings, monkeypatch, there, is_laptop):
    settings.DEBUG = is_laptop
    monkeypatch.setattr(connection.introspection, "table_names", lambda: there)

    refuse_a_strangers()


def test_postgres_is_told_when_to_give_up():
    told = database({"ENGINE": "django.db.backends.postgresql", "NAME": "crux"})

    assert "lock_timeout=5000" in told["OPTIONS"]["options"]
    assert told["CONN_HEALTH_CHECKS"]


def test_what_the_address_says_about_the_connection_is_kept():
    url = "postgres://a:b@db/crux?sslmode=verify-full&connect_timeout=9"

    told = database(environ.Env.db_url_config(url))

    assert told["OPTIONS"]["sslmode"] == "verify-full"
    assert told["OPTIONS"]["connect_timeout"] == 9
    assert told["OPTIONS"]["tcp_user_timeout"] > 0


def test_no_address_lifts_the_limits_or_lets_commits_be_forgotten():
    url = (
        "postgres://a:b@db/crux?options=-c%20synchronous_commit%3Doff%20-c%20jit%3Doff"
    )

    told = database(environ.Env.db_url_config(url))["OPTIONS"]["options"]

    assert told.endswith("-c synchronous_commit=on")
    assert "lock_timeout=5000" in told
    assert "jit=off" in told


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


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_connection_that_goes_dark_is_given_up_within_a_minute():
    connection.ensure_connection()

    told = connection.connection.info.get_parameters()

    assert told["keepalives"] == "1"
    silent = int(told["keepalives_idle"])
    silent += int(told["keepalives_interval"]) * int(told["keepalives_count"])
    assert silent < 60
    assert 0 < int(told["tcp_user_timeout"]) < 60_000


def test_redis_may_be_slow_but_not_silent():
    code = (
        "from crux import settings as s; o = s.CELERY_BROKER_TRANSPORT_OPTIONS; print("
        "o['socket_timeout'], o['socket_connect_timeout'], o['socket_keepalive'],"
        "s.CELERY_REDIS_SOCKET_TIMEOUT, s.CELERY_REDIS_SOCKET_CONNECT_TIMEOUT,"
        "s.CELERY_REDIS_SOCKET_KEEPALIVE)"
    )
    environment = {**os.environ, "REDIS_URL": "redis://db/0"}

    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )

    assert done.stdout.split() == ["15", "5", "True", "15", "5", "True"]
    assert {10, 3} <= set(REDIS_KEEPALIVE.values())
