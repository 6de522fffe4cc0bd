"""What the pages here share: a decorator for token links, plain answers, no cache."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from newsletter.models import Newsletter
from newsletter.pages.paths import Place, default_newsletter, place_of
from newsletter.pages.public import speak_for_site, speak_to
from newsletter.translations import speak
from subscribers.consent.networks import client_ip, network_of
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import BadToken, OldToken, Purpose, read
from subscribers.models import Subscriber

View = Callable[..., HttpResponse]
_SUBSCRIBE_AGAIN = gettext_lazy(
    "This link no longer works, and nothing was changed. Subscribe once more, and a fresh"
    " letter comes."
)
_ASK_AGAIN = gettext_lazy(
    "This link no longer works, and nothing was changed. Ask for a fresh one from your"
    " preferences, which each letter has a link to."
)
# What to do where a link worked once; the others work for ever.
_WHEN_OLD: Mapping[Purpose, Promise] = {
    Purpose.CONFIRM: _SUBSCRIBE_AGAIN,
    Purpose.COME_BACK: _SUBSCRIBE_AGAIN,
    Purpose.OWN_DATA: _ASK_AGAIN,
    Purpose.NEW_ADDRESS: _ASK_AGAIN,
    Purpose.OLD_ADDRESS: gettext_lazy(
        "This link no longer works, and nothing was changed. Answer any letter: whoever"
        " runs the newsletter can help."
    ),
}


def for_token(
    purpose: Purpose,
    *methods: str,
    when_old: Callable[[HttpRequest, int], HttpResponse | None] | None = None,
) -> Callable[[View], View]:
    """A page under a signed link; the view also gets the subscriber's id.

    The token is the only key. No cookie is read, so there is nothing that a forged
    request could abuse, and a mail program's POST works without one (RFC 8058).
    `when_old` may have a page of its own for a link that worked once, or None.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, token: str, **more: Any) -> HttpResponse:
            try:
                subscriber_id = read(purpose, token)
            except BadToken:
                speak_to(request)
                return bad_link(request)
            except OldToken as old:
                _be_of_reader(request, purpose, old.row_id)
                own = when_old(request, old.row_id) if when_old else None
                return own or _too_old(request, _WHEN_OLD[purpose])
            _be_of_reader(request, purpose, subscriber_id)
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


def _be_of_reader(request: HttpRequest, purpose: Purpose, pk: int) -> None:
    """The same for a link; where nobody is left whom it is about, as the browser asks."""
    newsletter = _newsletter_of(purpose, pk)
    be_of(request, newsletter)
    if newsletter is None:
        speak_to(request)


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
        " wrap long lines sometimes cut links. If that does not help, answer the letter."
    )
    heading = gettext("This link does not work")
    return message(request, heading, text, ways=ways_on(request), status=404)


def _too_old(request: HttpRequest, text: Promise) -> HttpResponse:
    """A whole token that worked once."""
    ways, heading = ways_on(request), gettext("Too late")
    return message(request, heading, text, ways=ways, status=404)


def not_here(request: HttpRequest, subscriber: Subscriber) -> HttpResponse:
    """A good token of one who is not on the list now, where it can do nothing."""
    title = subscriber.newsletter.title
    text = gettext("You are not on the list of %(title)s now.") % {"title": title}
    if subscriber.status == Subscriber.Status.BOUNCED:
        came_back = gettext(
            "Letters to this address came back, so that no more go to it. If it takes"
            " them again, subscribe once more."
        )
        text = f"{text} {came_back}"
    heading = gettext("Nothing was changed")
    return message(request, heading, text, ways=ways_on(request))


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
        place = Place(default, is_default=True)
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
