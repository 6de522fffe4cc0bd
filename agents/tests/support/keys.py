"""Keys to the doors, and a client that bears one."""

import json
from itertools import count

from django.contrib.auth import get_user_model
from django.test import Client

from agents.access import keys
from agents.access.scopes import Scope

_COUNTER = count(1)
ROOT = "/api/v1"


def make_operator(**fields):
    """Somebody with all rights on the desk."""
    name = fields.pop("username", f"operator-{next(_COUNTER)}")
    fields = {"is_staff": True, "is_superuser": True, **fields}
    return get_user_model().objects.create_user(name, **fields)


def make_key(*scopes, owner=None, **fields):
    """A key and its secret; it has a limit of its own, high enough for any test."""
    fields = {"requests_per_hour": 1_000_000, **fields}
    return keys.make(owner or make_operator(), "of a test", scopes, **fields)


class Caller:
    """Calls the API with a key, or without one."""

    def __init__(self, token=""):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(headers=headers, raise_request_exception=False)

    def get(self, path, **more):
        return self.client.get(f"{ROOT}{path}", **more)

    def post(self, path, body=None, **headers):
        return self.client.post(
            f"{ROOT}{path}",
            json.dumps({} if body is None else body),
            content_type="application/json",
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )


def caller(*scopes, **fields):
    return Caller(make_key(*scopes, **fields)[1])


ALL = tuple(Scope)
