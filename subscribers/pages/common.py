"""What the pages here share: a decorator for token links, plain answers, no cache."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from newsletter.models import Newsletter
from newsletter.pages.paths import Place, default_newsletter, place_of
from newsletter.pages.public import speak_for_site
from newsletter.translations import speak
from subscribers.consent.networks import client_ip, network_of
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import BadToken, Purpose, read
from subscribers.models import Subscriber

View = Callable[..., HttpResponse]


def for_token(purpose: Purpose, *methods: str) -> Callable[[View], View]:
    """A page under a signed link; the view also gets the subscriber's id.

    The token is the only key. No cookie is read, so there is nothing that a forged
    request could abuse, and a mail program's POST works without one (RFC 8058).
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, token: str, **more: Any) -> HttpResponse:
            try:
                subscriber_id = read(purpose, token)
            except BadToken:
                speak_for_site()
                return bad_link(request)
            be_of(request, _newsletter_of(purpose, subscriber_id))
            if request.method not in methods:
                return wrong_method(request, methods)
            response = view(request, token, subscriber_id, **more)
            response["X-Robots-Tag"] = "noindex"
            return response

        return page

    return decorate


def be_of(request: HttpRequest, newsletter: Newsletter | None) -> None:
    """From here on the answer is a page of `newsletter`, and speaks its language.

    Without one it is the site's.
    """
    request.newsletter = newsletter  # type: ignore[attr-defined]
    if newsletter is None:
        speak_for_site()
    else:
        speak(newsletter.language)


def context_of(request: HttpRequest) -> dict[str, Any]:
    """The newsletter that the answer is a page of, as templates know it."""
    newsletter: Newsletter | None = getattr(request, "newsletter", None)
    if newsletter is None:
        return {}
    return {"newsletter": newsletter, "place": place_of(newsletter)}


def _newsletter_of(purpose: Purpose, pk: int) -> Newsletter | None:
    """The newsletter that a link is about, if there is one still."""
    is_change = purpose in (Purpose.NEW_ADDRESS, Purpose.OLD_ADDRESS)
    reader = "subscribers__address_changes" if is_change else "subscribers"
    return Newsletter.objects.filter(**{reader: pk}).first()


def bad_link(request: HttpRequest) -> HttpResponse:
    """A token that says nothing."""
    text = gettext(
        "It is incomplete, or too old. Open it again from the letter; programs that"
        " wrap long lines sometimes cut links."
    )
    heading = gettext("This link does not work")
    return message(request, heading, text, ways=ways_on(request), status=404)


def gone(request: HttpRequest) -> HttpResponse:
    """A good token of one who was erased, or never confirmed in time."""
    text = gettext("Nothing is stored about the reader this link was made for.")
    return message(request, gettext("Nobody is here"), text, ways=ways_on(request))


def wrong_method(request: HttpRequest, methods: Sequence[str]) -> HttpResponse:
    """An address that only a button leads to, opened by hand."""
    text = gettext(
        "This address belongs to a button, and nothing was changed. Open the link in"
        " your letter and press the button there."
    )
    heading = gettext("Nothing was changed")
    response = message(request, heading, text, ways=ways_on(request), status=405)
    response["Allow"] = ", ".join(methods)
    return response


def ways_on(request: HttpRequest) -> list[tuple[str, str]]:
    """Where one may go from a page that leads nowhere else."""
    place: Place | None = context_of(request).get("place")
    chosen = f"?newsletter={place.newsletter.slug}" if place else ""
    if place is None and (default := default_newsletter()):
        place = place_of(default)
    return [
        *ways_into(place),
        (gettext("Subscribe"), reverse("subscribers:subscribe") + chosen),
    ]


def ways_into(place: Place | None) -> list[tuple[str, str]]:
    """The way to the newest issue, where there is one."""
    latest = place.latest if place else ""
    return [(gettext("Read the latest issue"), latest)] if latest else []


def message(
    request: HttpRequest,
    heading: str | Promise,
    text: str | Promise,
    *,
    action: str = "",
    button: str = "",
    is_paused: bool = False,
    ways: Sequence[tuple[str, str]] = (),
    status: int = 200,
) -> HttpResponse:
    """A page that says one thing, with at most one button and some links to go on.

    The button of one who `is_paused` says so, for it to be so again.
    """
    context = context_of(request) | {
        "heading": heading,
        "text": text,
        "action": action,
        "button": button,
        "is_paused": is_paused,
        "ways": ways,
    }
    return render(request, "subscribers/message.html", context, status=status)


def find_reader(subscriber_id: int) -> Subscriber | None:
    """The one that a link was signed for, with the newsletter."""
    rows = Subscriber.objects.select_related("newsletter")
    return rows.filter(pk=subscriber_id).first()


def circumstances_of(request: HttpRequest) -> Circumstances:
    """When and from where `request` came, as far as it is kept."""
    return Circumstances(timezone.now(), network_of(client_ip(request)))
