"""Keys: shown once, stored as hashes, worth no more than their owner."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from agents.access import keys
from agents.access.keys import BadKey
from agents.access.scopes import MEANS, RIGHTS, Scope
from agents.models import ApiKey
from agents.tests.support.keys import make_key, make_operator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_trusted():
    keys.forget()
    yield
    keys.forget()


def is_known(token):
    keys.forget()
    try:
        keys.find(token)
    except BadKey:
        return False
    return True


def test_a_key_is_found_and_stored_only_as_a_hash():
    key, token = make_key(Scope.STORIES_READ)

    caller = keys.find(token)

    assert caller.may(Scope.STORIES_READ)
    assert not caller.may(Scope.SESSIONS_READ)
    row = ApiKey.objects.values().get(pk=key.pk)
    assert token.split("_", 2)[2] not in str(row)
    assert key.prefix in token


def test_a_revoked_key_is_refused_at_once_where_it_was_revoked():
    key, token = make_key()
    keys.find(token)

    assert keys.revoke([key]) == 1

    with pytest.raises(BadKey):
        keys.find(token)
    assert keys.revoke([key]) == 0


@pytest.mark.parametrize(
    "token", ["", "?", "crux_", "crux_00000000_" + "a" * 43, "x" * 100_000]
)
def test_what_is_no_key_is_refused(token):
    make_key()

    assert not is_known(token)


def test_a_key_with_the_prefix_of_another_is_refused():
    key, token = make_key()

    assert not is_known(f"crux_{key.prefix}_{'a' * 43}")
    assert is_known(token)


def test_an_expired_key_is_refused():
    _, late = make_key(expires_at=timezone.now() - timedelta(seconds=1))
    _, early = make_key(expires_at=timezone.now() + timedelta(hours=1))

    assert (is_known(late), is_known(early)) == (False, True)


@pytest.mark.parametrize("lost", ["is_active", "is_staff"])
def test_a_key_of_who_is_no_operator_any_more_is_refused(lost):
    owner = make_operator()
    _, token = make_key(owner=owner)

    setattr(owner, lost, False)
    owner.save()

    assert not is_known(token)


def test_a_key_may_no_more_than_its_owner():
    owner = make_operator(is_superuser=False)
    _, token = make_key(*Scope, owner=owner)

    assert keys.find(token).scopes == frozenset()


def test_a_scope_that_nobody_knows_any_more_is_passed_over():
    key, token = make_key(Scope.STORIES_READ)
    ApiKey.objects.filter(pk=key.pk).update(scopes=["stories:read", "moon:land"])

    assert keys.find(token).scopes == {Scope.STORIES_READ}


def test_the_last_use_is_noted():
    key, token = make_key()
    assert key.last_used_at is None

    keys.find(token)

    key.refresh_from_db()
    assert key.last_used_at is not None


def test_each_scope_is_explained_and_goes_with_a_right():
    assert set(MEANS) == set(RIGHTS) == set(Scope)


def test_by_command_a_key_is_made_listed_and_revoked():
    make_operator(username="ana")
    out, err = io.StringIO(), io.StringIO()
    call_command(
        "apikey", "make", "ana", "--scope", "stories:read", stdout=out, stderr=err
    )
    token = out.getvalue().strip()
    assert is_known(token)
    assert token not in err.getvalue()

    listed = io.StringIO()
    call_command("apikey", "list", stdout=listed)
    assert token not in listed.getvalue()
    assert token[:13] in listed.getvalue()

    call_command("apikey", "revoke", token[:13], stdout=out)
    assert not is_known(token)


def test_by_command_nobody_gets_a_key_beyond_their_rights():
    make_operator(username="bo", is_superuser=False)

    with pytest.raises(CommandError, match="lacks the right"):
        call_command("apikey", "make", "bo", "--scope", "sessions:write")
    with pytest.raises(CommandError, match="No operator"):
        call_command("apikey", "make", "nobody")
