from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from agents.engine import health
from agents.engine.log import database_now
from agents.models import Sweep
from subscribers import alerts
from subscribers.models import Alert


def swept(seconds_ago: float) -> None:
    at = database_now() - timedelta(seconds=seconds_ago)
    Sweep.objects.update_or_create(pk=1, defaults={"swept_at": at})


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_is_answered_whatever_name_it_calls(client: Client, settings, path):
    settings.SECURE_SSL_REDIRECT = True
    swept(seconds_ago=1)

    response = client.get(path, headers={"host": "10.1.2.3:8000"})

    assert response.status_code == 200
    assert response.json()["database"] is True
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seconds_ago", "status"),
    # Ahead of the clock where that was set back: by a second in step, by an hour by hand.
    [(50, 200), (70, 503), (-2, 200), (-3600, 503)],
)
def test_crux_is_not_well_when_nobody_sweeps(client: Client, seconds_ago, status):
    swept(seconds_ago)

    response = client.get("/healthz")

    assert response.status_code == status
    assert response.json()["sweep_age_seconds"] == pytest.approx(seconds_ago, abs=5)


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "status"), [(20, 200), (40, 503)])
def test_crux_is_not_well_when_a_session_stands_still(
    client: Client, monkeypatch, minutes, status
):
    now = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
    pulse = health.Pulse(
        at=now,
        last_sweep=now - timedelta(seconds=9),
        queue=3,
        oldest_stalled=now - timedelta(minutes=minutes),
        missed=(),
    )
    monkeypatch.setattr(health, "pulse", lambda: pulse)

    response = client.get("/healthz")

    assert response.status_code == status
    assert response.json() == {
        "database": True,
        "sweep_age_seconds": 9.0,
        "queue": 3,
        "oldest_stalled_seconds": minutes * 60.0,
        "missed_slots": 0,
        "untold_alerts": 0,
        "troubles": [],
    }
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong", [{"missed": ("weekly",)}, {"troubles": ("letters: PermissionError",)}]
)
def test_crux_is_not_well_while_a_slot_is_missed_or_a_chore_fails(
    client: Client, monkeypatch, wrong
):
    now = database_now()
    well = health.Pulse(now, now, queue=0, oldest_stalled=None, missed=())
    monkeypatch.setattr(health, "pulse", lambda: replace(well, **wrong))

    assert client.get("/healthz").status_code == 503
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_the_site_is_ready_before_anybody_swept(client: Client):
    assert client.get("/readyz").status_code == 200
    assert client.get("/healthz").status_code == 503


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_database_that_is_away_is_said_with_503(client: Client, monkeypatch, path):
    def away():
        raise OperationalError("no route to postgres://crux:hunter22@db")

    monkeypatch.setattr(health, "pulse", away)

    response = client.get(path)

    assert response.status_code == 503
    told = response.json()
    assert told.pop("database") is False
    assert set(told.values()) == {None}


def test_a_probe_changes_nothing(client: Client):
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_crux_is_not_well_while_the_operator_could_not_be_told(
    client: Client, settings
):
    swept(seconds_ago=1)
    settings.OPERATOR_WEBHOOK = "http://127.0.0.1:9/hook"
    alerts.tell("no issue", "")
    assert client.get("/healthz").status_code == 200
    Alert.objects.update(at=database_now() - timedelta(minutes=1))

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json()["untold_alerts"] == 1
