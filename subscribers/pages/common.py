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
from newsletter.pages.paths import place_of
from newsletter.pages.public import speak_for_site
from newsletter.translations import speak
from subscribers.consent.networks import client_ip, network_of
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import BadToken, Purpose, read

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
            speak_for_site()
            if request.method not in methods:
                return wrong_method(request, methods)
            try:
                subscriber_id = read(purpose, token)
            except BadToken:
                return bad_link(request)
            _speak_to(purpose, subscriber_id)
            response = view(request, token, subscriber_id, **more)
            response["X-Robots-Tag"] = "noindex"
            return response

        return page

    return decorate


def _speak_to(purpose: Purpose, pk: int) -> None:
    """Speak the language of the newsletter that a link is about, if there is one still."""
    is_change = purpose in (Purpose.NEW_ADDRESS, Purpose.OLD_ADDRESS)
    reader = "subscribers__address_changes" if is_change else "subscribers"
    found = Newsletter.objects.filter(**{reader: pk}).first()
    if found is not None:
        speak(found.language)


def bad_link(request: HttpRequest) -> HttpResponse:
    """A token that says nothing."""
    text = gettext(
        "It is incomplete, or too old. Open it again from the letter; programs that"
        " wrap long lines sometimes cut links."
    )
    heading = gettext("This link does not work")
    return message(request, heading, text, ways=ways_on(), status=404)


def gone(request: HttpRequest) -> HttpResponse:
    """A good token of one who was erased, or never confirmed in time."""
    text = gettext("Nothing is stored about the reader this link was made for.")
    return message(request, gettext("Nobody is here"), text, ways=ways_on())


def wrong_method(request: HttpRequest, methods: Sequence[str]) -> HttpResponse:
    """An address that only a button leads to, opened by hand."""
    text = gettext(
        "This address belongs to a button, and nothing was changed. Open the link in"
        " your letter and press the button there."
    )
    heading = gettext("Nothing was changed")
    response = message(request, heading, text, ways=ways_on(), status=405)
    response["Allow"] = ", ".join(methods)
    return response


def ways_on() -> list[tuple[str, str]]:
    """Where one may go from a page that leads nowhere else."""
    return [
        (gettext("Read the latest issue"), reverse("newsletter:latest")),
        (gettext("Subscribe"), reverse("subscribers:subscribe")),
    ]


def message(
    request: HttpRequest,
    heading: str | Promise,
    text: str | Promise,
    *,
    action: str = "",
    button: str = "",
    ways: Sequence[tuple[str, str]] = (),
    newsletter: Newsletter | None = None,
    status: int = 200,
) -> HttpResponse:
    """A page that says one thing, with at most one button and some links to go on.

    It is a page of `newsletter`, where one is given, else of the site.
    """
    context: dict[str, Any] = {
        "heading": heading,
        "text": text,
        "action": action,
        "button": button,
        "ways": ways,
    }
    if newsletter is not None:
        context |= {"newsletter": newsletter, "place": place_of(newsletter)}
    return render(request, "subscribers/message.html", context, status=status)


def circumstances_of(request: HttpRequest) -> Circumstances:
    """When and from where `request` came, as far as it is kept."""
    return Circumstances(timezone.now(), network_of(client_ip(request)))
