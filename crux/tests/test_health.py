import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_is_answered_whatever_name_it_calls(client: Client, settings, path):
    settings.SECURE_SSL_REDIRECT = True

    response = client.get(path, headers={"host": "10.1.2.3:8000"})

    assert response.status_code == 200
    assert response.json() == {"database": True}


def test_a_database_that_is_away_is_said_with_503(client: Client, monkeypatch):
    def away():
        raise OperationalError("no route to postgres://crux:hunter22@db")

    monkeypatch.setattr(connection, "cursor", away)

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"database": False}


def test_a_probe_changes_nothing(client: Client):
    assert client.post("/healthz").status_code == 405
