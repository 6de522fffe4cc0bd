"""A newsletter's own colour on its pages, and what their menu holds."""

import pytest
from django.core.exceptions import ValidationError

from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


def test_a_newsletter_has_a_colour_of_its_own_on_its_pages_alone(client):
    make_newsletter()
    blue = make_newsletter(slug="blue", accent="#0b5d8f")
    link = '<link rel="stylesheet" href="/n/blue/look.css">'

    assert link in client.get("/n/blue/about").content.decode()
    assert "look.css" not in client.get("/about").content.decode()
    told = client.get("/n/blue/look.css")
    assert told["Content-Type"] == "text/css"
    assert ":root { --accent: #0b5d8f; }" in told.content.decode()
    assert f":root {{ --accent: {blue.accent_by_night}; }} }}" in told.content.decode()
    assert client.get("/look.css").status_code == 404


def test_a_colour_that_cannot_be_read_is_refused_beside_its_field():
    with pytest.raises(ValidationError) as refused:
        make_newsletter(accent="#f0c000").clean()

    assert list(refused.value.message_dict) == ["accent"]


@pytest.mark.parametrize("shows", [True, False])
def test_a_newsletter_chooses_whether_its_menu_leads_to_sessions(client, shows):
    make_newsletter(shows_sessions=shows)

    page = client.get("/issues/").content.decode()

    assert ('<a href="/runs/">Sessions</a>' in page) is shows
