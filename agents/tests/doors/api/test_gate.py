"""The gate: limits and their headers, errors as problems, CORS, HEAD."""

import pytest
from django.db import OperationalError

from agents.access import keys
from agents.access.limits import limits
from agents.access.scopes import Scope
from agents.doors import gate
from agents.doors.api import newsletters
from agents.tests.support.keys import Caller, caller, make_key, make_operator
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counted_anew():
    limits.forget()
    keys.forget()
    yield
    limits.forget()
    keys.forget()


def test_a_hundred_requests_an_hour_then_wait(settings):
    assert settings.API_REQUESTS_PER_HOUR == 100
    who = Caller(make_key(Scope.SESSIONS_READ, requests_per_hour=None)[1])

    told = [who.get("/sessions") for _ in range(101)]

    assert [one.status_code for one in told] == [200] * 100 + [429]
    assert told[0]["X-RateLimit-Remaining"] == "99"
    assert told[0]["RateLimit-Policy"] == '"hour";q=100;w=3600'
    assert told[0]["RateLimit"] == '"hour";r=99;t=3600'
    refused = told[-1]
    assert 3500 < int(refused["Retry-After"]) <= 3600
    assert refused["X-RateLimit-Remaining"] == "0"
    assert refused["Content-Type"] == "application/problem+json"


def test_all_keys_of_an_owner_are_counted_together_and_one_with_its_own_limit_alone(
    settings,
):
    settings.API_REQUESTS_PER_HOUR = 2
    owner = make_operator()
    one, other = (
        Caller(make_key(owner=owner, requests_per_hour=None)[1]) for _ in range(2)
    )
    rich = Caller(make_key(owner=owner, requests_per_hour=5)[1])

    told = [who.get("/newsletters").status_code for who in (one, other, one, rich)]

    assert told == [200, 200, 429, 200]


def test_who_has_no_key_is_counted_by_machine_and_a_wrong_key_counts_too(settings):
    settings.API_REQUESTS_PER_HOUR_WITHOUT_KEY = 2
    guess = Caller(f"crux_00000000_{'a' * 43}")

    told = [who.get("/newsletters").status_code for who in (guess, Caller(), Caller())]
    elsewhere = Caller().get("/newsletters", REMOTE_ADDR="198.51.100.7")

    assert told == [401, 200, 429]
    assert elsewhere.status_code == 200


def test_pages_that_are_no_api_are_not_counted(client, settings):
    settings.API_REQUESTS_PER_HOUR_WITHOUT_KEY = 0

    assert Caller().get("/newsletters").status_code == 429
    assert "RateLimit" not in client.get("/")


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("get", "/nothing", 404, "not-found"),
        ("get", "/newsletters/nobodys", 404, "not-found"),
        ("delete", "/newsletters", 405, "wrong-method"),
        ("get", "/newsletters?page=0", 422, "invalid"),
        ("get", "/newsletters?per_page=101", 422, "invalid"),
        ("get", "/search?q=%00", 422, "invalid"),
        ("get", "/newsletters/%00", 422, "invalid"),
    ],
)
def test_errors_are_problems_that_say_what_to_do(method, path, status, kind):
    answer = getattr(Caller().client, method)(f"/api/v1{path}")

    told = answer.json()
    assert answer.status_code == told["status"] == status
    assert told["type"] == f"/api/v1/docs#problem-{kind}"
    assert answer["Content-Type"] == "application/problem+json"
    assert told["detail"]


@pytest.mark.parametrize(
    "body", ["{", '"a"', "[]", '{"newsletter": 1}', '{"x": "\\ud800"}']
)
def test_a_body_that_cannot_be_read_is_a_problem_and_is_not_told_back(body):
    who = caller(Scope.SESSIONS_WRITE)

    answer = who.client.post("/api/v1/sessions", body, "application/json")

    assert answer.status_code in {400, 422}
    assert answer["Content-Type"] == "application/problem+json"


def test_a_body_that_is_too_large_is_refused(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    who = caller(Scope.SESSIONS_WRITE)

    told = [
        who.post("/sessions", {"newsletter": "a" * 200}, **headers).status_code
        for headers in ({}, {"Idempotency_Key": "a"})
    ]

    assert told == [413, 413]


def test_a_fault_of_ours_tells_nothing_of_it(monkeypatch):
    def fails(*_, **__):
        raise RuntimeError("the secret")

    monkeypatch.setattr(newsletters, "paged", fails)
    answer = Caller().get("/newsletters")

    assert answer.status_code == 500
    assert b"secret" not in answer.content
    assert answer["Content-Type"] == "application/problem+json"


def test_a_database_that_is_away_is_told_as_that(monkeypatch):
    def fails(*_, **__):
        raise OperationalError

    monkeypatch.setattr(gate.limits, "take", fails)

    answer = Caller().get("/newsletters")

    assert answer.status_code == 503
    assert answer["Retry-After"]


def test_other_sites_may_read_only_where_they_are_named(settings):
    def told(origin):
        return Caller().get("/newsletters", headers={"Origin": origin})

    assert "Access-Control-Allow-Origin" not in told("https://a.example")
    settings.API_CORS_ORIGINS = ["https://a.example"]

    assert (
        told("https://a.example")["Access-Control-Allow-Origin"] == "https://a.example"
    )
    assert "Access-Control-Allow-Origin" not in told("https://b.example")
    assert "Access-Control-Allow-Credentials" not in told("https://a.example")
    preflight = Caller().client.options(
        "/api/v1/sessions",
        headers={
            "Origin": "https://a.example",
            "Access-Control-Request-Method": "POST",
        },
    )
    assert preflight.status_code == 204
    assert "Idempotency-Key" in preflight["Access-Control-Allow-Headers"]


def test_head_tells_what_get_would_without_its_body():
    make_newsletter()
    got, head = (
        Caller().get("/newsletters"),
        Caller().client.head("/api/v1/newsletters"),
    )

    assert head.status_code == 200
    assert head.content == b""
    assert head["ETag"] == got["ETag"]
    assert int(head["Content-Length"]) == len(got.content)
