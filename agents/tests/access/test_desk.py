"""Keys on the desk: made there, shown once, revoked there."""

import re

import pytest

from agents.access import keys
from agents.access.keys import BadKey
from agents.models import ApiKey

pytestmark = pytest.mark.django_db
ADD, LIST = "/admin/agents/apikey/add/", "/admin/agents/apikey/"


def test_a_key_is_made_shown_once_and_revoked(admin_client):
    answer = admin_client.post(
        ADD,
        {"name": "laptop", "scopes": ["stories:read"], "requests_per_hour": "50"},
    )

    [token] = set(re.findall(r"crux_[\w-]{30,}", answer.content.decode()))
    assert "no-store" in answer["Cache-Control"]
    key = ApiKey.objects.get(name="laptop")
    assert token not in {str(value) for value in vars(key).values()}
    assert keys.find(token).scopes == {"stories:read"}

    page = f"/admin/agents/apikey/{key.pk}/"
    for address in (LIST, f"{page}change/"):
        assert token not in admin_client.get(address).content.decode()

    assert admin_client.get(f"{page}revoke/").status_code == 405
    admin_client.post(f"{page}revoke/")
    keys.forget()
    with pytest.raises(BadKey):
        keys.find(token)


def test_each_box_of_the_last_day_has_a_name(admin_client):
    page = admin_client.get(ADD).content.decode()

    boxes = re.findall(r'<input[^>]*name="expires_at_\d"[^>]*>', page)
    assert [re.search(r'aria-label="([^"]+)"', box)[1] for box in boxes] == [
        "Expires at, day",
        "Expires at, time",
    ]
