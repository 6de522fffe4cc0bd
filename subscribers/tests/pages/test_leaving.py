"""Leaving, and taking it back: nothing else is changed by either."""

import pytest
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.models import Subscriber
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
Status = Subscriber.Status


def form_in(page):
    """Where the form of a page leads, and what it sends along."""
    form = LexborHTMLParser(page.content.decode()).css_first("main form")
    kept = {
        one.attributes["name"]: one.attributes["value"] for one in form.css("input")
    }
    return form.attributes["action"], kept


@pytest.mark.parametrize("status", [Status.ACTIVE, Status.PAUSED])
def test_who_takes_leaving_back_is_as_before(client, status):
    reader = make_reader(make_newsletter(), status=status)
    Subscriber.objects.update(confirmed_at=timezone.now())
    leave = f"/unsubscribe/{tokens.make(Purpose.UNSUBSCRIBE, reader.pk)}"

    action, kept = form_in(client.get(leave))
    for _ in range(2):  # a second press changes nothing
        left = client.post(action, kept)
    back = client.post(*form_in(left)).content.decode()

    reader.refresh_from_db()
    assert (reader.status, reader.left_at) == (status, None)
    told = "No letters come for now" if status == Status.PAUSED else "The next issue"
    assert told in back


def test_who_left_from_their_preferences_while_paused_comes_back_so(client):
    reader = make_reader(make_newsletter(), status=Status.PAUSED)
    Subscriber.objects.update(confirmed_at=timezone.now())
    page = client.get(f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}")
    leave = LexborHTMLParser(page.content.decode()).css_first("form[action*=unsub]")

    kept = {
        one.attributes["name"]: one.attributes["value"] for one in leave.css("input")
    }
    client.post(*form_in(client.post(leave.attributes["action"], kept)))

    reader.refresh_from_db()
    assert reader.status == Status.PAUSED
