"""Preference centre: how often, what first, what less; data export and erasure (GDPR)."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from newsletter.drafts.edition import MOST_ITEMS, Length
from newsletter.issues import editions
from newsletter.pages.paths import place_of
from newsletter.text.words import in_words
from newsletter.translations import is_english
from subscribers import tasks
from subscribers.addresses import masked
from subscribers.consent import moving, personal_data, tokens
from subscribers.consent import status as consent
from subscribers.consent.tokens import Purpose
from subscribers.models import Subscriber
from subscribers.pages.common import for_token, gone, message
from subscribers.pages.forms import BadForm, PreferencesForm, posted
from subscribers.preferences import choosing, sums

# How the name of a topic's buttons begins.
TOPIC = "topic:"


@for_token(Purpose.PREFERENCES, "GET", "HEAD", "POST")
def preferences(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """The page, and saving it."""
    if request.method == "POST":
        try:
            form = _form(request)
        except BadForm:
            return _unclear(request, token)
        subscriber = choosing.prefer(
            subscriber_id,
            timezone.now(),
            is_paused=form.is_paused,
            less_of=form.less_of,
            first=form.first,
            length=form.length,
        )
    else:
        rows = Subscriber.objects.select_related("newsletter")
        subscriber = rows.filter(pk=subscriber_id).first()
    if subscriber is None:
        return gone(request)
    context = {**_shown(subscriber), "token": token}
    context["is_saved"] = request.method == "POST"
    return render(request, "subscribers/preferences.html", context)


@for_token(Purpose.PREFERENCES, "POST")
def ask(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """Have a fresh link sent: this one may have been forwarded with its letter."""
    if until := moving.settles_at(subscriber_id, timezone.now()):
        text = gettext(
            "Your address was changed lately. So that no stranger gets what is stored"
            " about you, it can be asked for from %(day)s on; or write to whoever"
            " runs this newsletter."
        ) % {"day": date_format(until, gettext("j F"))}
        return message(request, gettext("Not yet"), text)
    subscriber = consent.ask_for_data(subscriber_id, timezone.now())
    if subscriber is None:
        return gone(request)
    tasks.hint(tasks.send_confirmations)
    text = gettext(
        "A letter to %(address)s is on its way, with a link that works"
        " for a day. Not more than three are sent a day."
    ) % {"address": masked(subscriber.address)}
    heading = gettext("Look into your mailbox")
    return message(request, heading, text)


@for_token(Purpose.OWN_DATA, "GET", "HEAD", "POST")
def own_data(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """Two buttons; a POST gives everything that is stored about the reader, as a file."""
    if request.method != "POST":
        rows = Subscriber.objects.select_related("newsletter")
        subscriber = rows.filter(pk=subscriber_id).first()
        if subscriber is None:
            return gone(request)
        context = {
            "newsletter": subscriber.newsletter,
            "place": place_of(subscriber.newsletter),
            "masked": masked(subscriber.address),
            "token": token,
        }
        return render(request, "subscribers/own_data.html", context)
    stored = personal_data.everything_about(subscriber_id)
    if stored is None:
        return gone(request)
    readable = {"indent": 2, "ensure_ascii": False}
    response = JsonResponse(stored, json_dumps_params=readable)
    response["Content-Disposition"] = 'attachment; filename="everything-about-me.json"'
    return response


@for_token(Purpose.OWN_DATA, "POST")
def erase(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """Forget the reader, where they said they are sure."""
    if request.POST.get("sure") != "yes":
        text = gettext("Nothing was erased. Tick the box first.")
        back = [(gettext("Back"), reverse("subscribers:own_data", args=[token]))]
        return message(request, gettext("Are you sure?"), text, ways=back)
    if not consent.erase(subscriber_id, timezone.now()):
        return gone(request)
    text = gettext("Everything about you is erased. You get no more letters.")
    return message(request, gettext("Erased"), text)


def _form(request: HttpRequest) -> PreferencesForm:
    values = posted(request)
    chosen = {
        wish: [
            name.removeprefix(TOPIC)
            for name, value in values.items()
            if name.startswith(TOPIC) and value == wish
        ]
        for wish in ("first", "less")
    }
    # As pages had it that were opened before topics could come first.
    less_of = [*request.POST.getlist("less_of"), *chosen["less"]]
    return PreferencesForm.read(values | {"less_of": less_of, "first": chosen["first"]})


def _unclear(request: HttpRequest, token: str) -> HttpResponse:
    text = gettext(
        "Nothing was changed. Choose how often letters come, then press Save."
    )
    heading = gettext("What would you like?")
    back = [(gettext("Back"), reverse("subscribers:preferences", args=[token]))]
    return message(request, heading, text, ways=back, status=HTTPStatus.BAD_REQUEST)


def _shown(subscriber: Subscriber) -> dict[str, Any]:
    newsletter = subscriber.newsletter
    leave = tokens.make(Purpose.UNSUBSCRIBE, subscriber.pk)
    return {
        "newsletter": newsletter,
        "place": place_of(newsletter),
        "masked": masked(subscriber.address),
        "is_on_list": subscriber.status
        in (Subscriber.Status.ACTIVE, Subscriber.Status.PAUSED),
        "is_bounced": subscriber.status == Subscriber.Status.BOUNCED,
        "is_paused": subscriber.status == Subscriber.Status.PAUSED,
        "topics": [
            (f"{TOPIC}{one.key}", one.name, _wish(subscriber, one.key))
            for one in editions.choices(newsletter)
        ],
        "lengths": [
            (value, name, value == subscriber.length) for value, name in _lengths()
        ],
        "fewest": _told(sums.FEWEST),
        "edition": tokens.make(Purpose.EDITION, subscriber.pk)
        if newsletter.issues.shown().exists()
        else "",
        "unsubscribe": reverse("subscribers:unsubscribe", args=[leave]),
    }


def _lengths() -> Iterator[tuple[str, str]]:
    yield Length.WHOLE.value, gettext("All stories")
    for one, most in MOST_ITEMS.items():
        name = gettext("The %(number)s that come first for me")
        yield one.value, name % {"number": _told(most)}


def _told(number: int) -> str:
    """In words in English alone, as in issues: elsewhere these have endings."""
    return in_words(number) if is_english() else str(number)


def _wish(subscriber: Subscriber, key: str) -> str:
    if key in subscriber.first:
        return "first"
    return "less" if key in subscriber.less_of else "usual"
