"""Who gets in: every address of the API, each with every scope that is not its own."""

import pytest

from agents.access.scopes import Scope
from agents.doors.api.access import Key, anybody
from agents.doors.api.table import api
from agents.tests.support.keys import Caller, caller

pytestmark = pytest.mark.django_db
# What anybody may read; an address that is added is open to nobody until it says so.
OPEN = {
    "listNewsletters",
    "getNewsletter",
    "listIssues",
    "getIssue",
    "listEvidence",
    "listCorrections",
    "searchIssues",
}
PARTS = {"{session}": "1", "{name}": "newsletter_20260101_000000_00000000"}


def operations():
    for bound in api._get_bound_routers():
        for path, view in bound.path_operations.items():
            for operation in view.operations:
                yield operation, path


def address(path):
    parts = ["1" if part.startswith("{") else part for part in path.split("/")]
    return "/".join(parts)


GUARDED = [
    (operation, path)
    for operation, path in operations()
    if operation.operation_id not in OPEN
]


def call(who, operation, path):
    [method] = operation.methods
    return (who.get if method == "GET" else who.post)(address(path))


def scope_of(operation):
    [auth] = operation.auth_callbacks
    assert isinstance(auth, Key)
    return auth.scope


def test_every_address_says_whom_it_is_open_to():
    for operation, _ in operations():
        [auth] = operation.auth_callbacks
        if operation.operation_id in OPEN:
            assert auth is anybody
        else:
            assert isinstance(auth, Key), operation.operation_id
    assert {operation.operation_id for operation, _ in operations()} >= OPEN


def test_nothing_is_changed_without_a_key_or_by_get():
    for operation, _ in operations():
        is_post = operation.methods == ["POST"]
        assert is_post or operation.methods == ["GET"]
        assert not (is_post and operation.operation_id in OPEN)


@pytest.mark.parametrize("token", ["", "crux_00000000_" + "a" * 43, "nonsense"])
def test_without_a_key_every_guarded_address_is_refused_alike(token):
    for operation, path in GUARDED:
        answer = call(Caller(token), operation, path)

        assert answer.status_code == 401, operation.operation_id
        assert answer.json()["type"].endswith("no-key")
        assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("scope", list(Scope))
def test_a_key_of_one_scope_opens_its_own_addresses_and_no_other(scope):
    who = caller(scope)
    for operation, path in GUARDED:
        answer = call(who, operation, path)

        if scope_of(operation) == scope:
            assert answer.status_code != 403, operation.operation_id
        else:
            assert answer.status_code == 403, operation.operation_id
            assert answer.json()["scope"] == scope_of(operation)


def test_who_is_logged_in_to_the_desk_may_nothing_without_a_key(client, admin_user):
    client.force_login(admin_user)

    assert client.get("/api/v1/sessions").status_code == 401
    assert client.post("/api/v1/sessions", b"{}", "application/json").status_code == 401


def test_every_post_takes_an_idempotency_key():
    who = caller(*Scope)
    for operation, path in GUARDED:
        if operation.methods == ["POST"]:
            first = who.post(address(path), {}, Idempotency_Key=path)
            other = who.post(address(path), {"reason": "b"}, Idempotency_Key=path)

            assert first.status_code < 500, operation.operation_id
            assert other.json()["type"].endswith("key-reused"), operation.operation_id
