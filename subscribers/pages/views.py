"""Views: subscribe, confirm, unsubscribe (one-click), return. GET changes nothing."""

from collections.abc import Iterable
from datetime import timedelta
from email.utils import parseaddr
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from newsletter.models import Newsletter
from newsletter.pages.paths import default_newsletter, on_the_site, place_of
from newsletter.pages.public import public, speak_for_site
from newsletter.translations import catalogue_of, speak
from subscribers import tasks
from subscribers.addresses import is_local
from subscribers.consent import abuse, record, signup, tokens
from subscribers.consent import status as consent
from subscribers.consent.capacity import ListFull
from subscribers.consent.networks import KEPT_BITS, client_ip
from subscribers.consent.signup import SignUp, SignUpAnswer
from subscribers.consent.tokens import Purpose
from subscribers.models import Subscriber
from subscribers.pages.common import (
    be_of,
    circumstances_of,
    context_of,
    find_reader,
    for_token,
    gone,
    message,
    not_here,
    ways_into,
    ways_on,
)
from subscribers.pages.forms import BadForm, SignUpForm, posted, posted_or_json

SAID = {
    SignUpAnswer.TAKEN: gettext_lazy(
        "Look into your mailbox: a letter with a button to confirm is on its way,"
        " unless this address is on the list already."
    ),
    SignUpAnswer.INVALID: gettext_lazy(
        "No mail server would take that address. Is there a typing error?"
    ),
    SignUpAnswer.STALE: gettext_lazy("Please press the button once more."),
    SignUpAnswer.TOO_MANY: gettext_lazy(
        "Too many sign-ups came from your network. Try again in an hour."
    ),
    SignUpAnswer.FULL: gettext_lazy(
        "The list has all the readers it can take just now. Whoever is on it already"
        " goes on receiving letters."
    ),
}
STATUS = {
    SignUpAnswer.TAKEN: HTTPStatus.ACCEPTED,
    SignUpAnswer.INVALID: HTTPStatus.BAD_REQUEST,
    SignUpAnswer.STALE: HTTPStatus.BAD_REQUEST,
    SignUpAnswer.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    SignUpAnswer.FULL: HTTPStatus.CONFLICT,
}
ONE_HOUR = "3600"
NO_PLACE = gettext_lazy(
    "The list has all the readers it can take just now. The link in your letter goes on"
    " working for two days from when it was sent: try it again."
)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def subscribe(request: HttpRequest) -> HttpResponse:
    """The form and its target. Its own signed time stands in for a CSRF cookie."""
    if request.method != "POST":
        be_of(request, _newsletter(_asked(request)))
        return _form(request)
    try:
        form = SignUpForm.read({"email": "", **posted(request)})
    except BadForm:
        be_of(request, None)
        return _form(request, problem=SAID[SignUpAnswer.INVALID])
    newsletter = _newsletter(form.newsletter)
    be_of(request, newsletter)
    if newsletter is None:
        problem = gettext("Please choose a newsletter.")
        return _form(request, email=form.email, problem=problem)
    answer = _take(request, newsletter, form, stamp=form.stamp)
    if answer in (SignUpAnswer.TAKEN, SignUpAnswer.FULL):
        taken, full = gettext("Nearly there"), gettext("The list is full")
        heading = taken if answer is SignUpAnswer.TAKEN else full
        return message(request, heading, SAID[answer])
    response = _form(request, email=form.email, problem=SAID[answer])
    return _with_status(response, answer)


@csrf_exempt
@require_POST
def api_subscribe(request: HttpRequest) -> HttpResponse:
    """The same for programs: JSON or form, answered with JSON."""
    try:
        form = SignUpForm.read(posted_or_json(request))
    except BadForm:
        return JsonResponse(
            {"status": "invalid", "message": "Send an object with an `email`."},
            status=HTTPStatus.BAD_REQUEST,
        )
    newsletter = _newsletter(form.newsletter)
    if newsletter is None:
        return JsonResponse(
            {"status": "invalid", "message": "Name a newsletter that exists."},
            status=HTTPStatus.NOT_FOUND,
        )
    speak(newsletter.language)
    answer = _take(request, newsletter, form, stamp=form.stamp or None)
    said = {"status": answer.value, "message": str(SAID[answer])}
    return _with_status(JsonResponse(said), answer)


def _confirmed(request: HttpRequest, subscriber_id: int) -> HttpResponse | None:
    """Who took the place in time is told so, however old the link is."""
    return _on_the_list(request, find_reader(subscriber_id))


@for_token(Purpose.CONFIRM, "GET", "HEAD", "POST", when_old=_confirmed)
def confirm(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """A button, and what it does."""
    if request.method == "POST":
        try:
            subscriber = consent.confirm(subscriber_id, circumstances_of(request))
        except ListFull:
            return message(request, gettext("The list is full"), NO_PLACE)
    else:
        subscriber = find_reader(subscriber_id)
    if subscriber is None:
        return gone(request)
    if subscriber.status == Subscriber.Status.PENDING:
        title = subscriber.newsletter.title
        return message(
            request,
            gettext("One more click"),
            gettext("Press the button to receive %(title)s at your address.")
            % {"title": title},
            action=reverse("subscribers:confirm", args=[token]),
            button=gettext("Confirm"),
        )
    here = _on_the_list(request, subscriber)
    return here or not_here(request, subscriber)


@for_token(Purpose.UNSUBSCRIBE, "GET", "HEAD", "POST")
def unsubscribe(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """A button, and what it does; a mail program's one click too (RFC 8058)."""
    if request.method != "POST":
        subscriber = find_reader(subscriber_id)
        if subscriber is None:
            return gone(request)
        if subscriber.status == Subscriber.Status.UNSUBSCRIBED:
            return _left(request, subscriber)
        text = gettext("Press the button to receive no more letters of %(title)s.")
        action = reverse("subscribers:unsubscribe", args=[token])
        return message(
            request,
            gettext("Leave"),
            text % {"title": subscriber.newsletter.title},
            action=action,
            button=gettext("Unsubscribe"),
            is_paused=subscriber.status == Subscriber.Status.PAUSED,
        )
    subscriber = consent.unsubscribe(subscriber_id, circumstances_of(request))
    if request.POST.get("List-Unsubscribe") == "One-Click":
        return HttpResponse("Unsubscribed.\n", content_type="text/plain")
    return gone(request) if subscriber is None else _left(request, subscriber)


@require_http_methods(["GET", "HEAD"])
def unsubscribe_how(request: HttpRequest) -> HttpResponse:
    """Without a token nobody can be unsubscribed: that would let anyone do it."""
    speak_for_site()
    text = gettext(
        "Every letter has a link at its end that lets you leave with one button, and"
        " most mail programs show one at its head."
    )
    return message(request, gettext("How to leave"), text, ways=ways_on(request))


@public
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about readers, as the settings have it; in their newsletter's words."""
    newsletter = on_the_site().filter(slug=_asked(request)).first()
    be_of(request, newsletter)
    newsletter = newsletter or default_newsletter()
    context: dict[str, object] = {
        "contact": _contact(newsletter),
        "provider": _provider(),
        "network_v4": f"/{KEPT_BITS[4]}",
        "network_v6": f"/{KEPT_BITS[6]}",
        "pending_hours": consent.PENDING_LASTS // timedelta(hours=1),
    }
    if newsletter is not None:
        context |= {
            "newsletter": newsletter,
            "place": place_of(newsletter),
        }
    return render(request, "subscribers/privacy.html", context)


def _contact(newsletter: Newsletter | None) -> str:
    """Where a reader writes to; "" where letters have no sender that takes any."""
    own = newsletter.sender_address if newsletter else ""
    address = own or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return "" if is_local(address.rpartition("@")[2]) else address


def _provider() -> str:
    """Who is handed the letters, in the words of their backend; "" where it is us."""
    if settings.DELIVERY_TRANSPORT != "anymail":
        return "" if is_local(settings.EMAIL_HOST) else str(settings.EMAIL_HOST)
    module = str(settings.EMAIL_BACKEND).split(".")
    return module[-2].replace("_", " ").title() if len(module) > 1 else ""


@for_token(Purpose.COME_BACK, "POST")
def come_back(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """Take a leaving back."""
    try:
        subscriber = consent.come_back(
            subscriber_id, circumstances_of(request), is_paused=_was_paused(request)
        )
    except ListFull:
        return message(request, gettext("The list is full"), SAID[SignUpAnswer.FULL])
    if subscriber is None:
        return gone(request)
    back = _on_the_list(request, subscriber, gettext("Welcome back"))
    return back or not_here(request, subscriber)


def _was_paused(request: HttpRequest) -> bool:
    """Whether who leaves, or takes it back, had no letters for then."""
    return request.POST.get("pace") == "paused"


def _on_the_list(
    request: HttpRequest, subscriber: Subscriber | None, heading: str = ""
) -> HttpResponse | None:
    """Welcomes who is on the list; None for all others."""
    if subscriber is None:
        return None
    match subscriber.status:
        case Subscriber.Status.ACTIVE:
            said = gettext("The next issue comes to you.")
        case Subscriber.Status.PAUSED:
            said = gettext("No letters come for now, as you chose.")
        case _:
            return None
    newsletter = subscriber.newsletter
    on_it = gettext("You are on the list of %(title)s.") % {"title": newsletter.title}
    return message(
        request,
        heading or gettext("Welcome"),
        f"{on_it} {said}",
        ways=ways_into(place_of(newsletter)),
    )


def _left(request: HttpRequest, subscriber: Subscriber) -> HttpResponse:
    newsletter, heading = subscriber.newsletter, gettext("You have left")
    text = gettext("You receive no more letters of %(title)s.")
    text %= {"title": newsletter.title}
    if not consent.may_come_back(subscriber):
        return message(request, heading, text)
    token = tokens.make(Purpose.COME_BACK, subscriber.pk)
    action = reverse("subscribers:come_back", args=[token])
    return message(
        request,
        heading,
        text,
        action=action,
        button=gettext("I did not mean to"),
        is_paused=_was_paused(request),
    )


def _take(
    request: HttpRequest, newsletter: Newsletter, form: SignUpForm, stamp: str | None
) -> SignUpAnswer:
    answer = signup.take(
        SignUp(
            newsletter=newsletter,
            address=form.email,
            ip=client_ip(request),
            at=timezone.now(),
            honeypot=form.website,
            stamp=stamp,
        )
    )
    # Whatever the answer, so that none takes longer than another.
    tasks.hint(tasks.send_confirmations)
    return answer


def _form(request: HttpRequest, **context: str | Promise) -> HttpResponse:
    """The form of the newsletter that was asked for; of all, where none was."""
    here = context_of(request)
    asked = here.get("newsletter")
    newsletters = [asked] if asked else list(Newsletter.objects.filter(is_active=True))
    context["stamp"] = abuse.stamp()
    return render(
        request,
        "subscribers/subscribe.html",
        {
            **here,
            **context,
            "newsletters": newsletters,
            "wordings": _wordings(newsletters),
        },
        status=HTTPStatus.BAD_REQUEST if "problem" in context else HTTPStatus.OK,
    )


def _wordings(newsletters: Iterable[Newsletter]) -> list[tuple[str, str]]:
    """What is agreed to, in each language that there is a newsletter in.

    So whoever chooses one has read the words that are kept; those of the page come first.
    """
    here = get_language() or ""
    spoken = dict.fromkeys([here, *(catalogue_of(one.language) for one in newsletters)])
    return [(one, record.wording_in(one)) for one in spoken]


def _asked(request: HttpRequest) -> str:
    """Which newsletter an address names; PostgreSQL takes no NUL."""
    return request.GET.get("newsletter", "").replace("\0", "")


def _newsletter(slug: str) -> Newsletter | None:
    """The newsletter by that name; without one, the only one there is."""
    rows = Newsletter.objects.filter(is_active=True)
    if slug:
        return rows.filter(slug=slug).first()
    found = list(rows[:2])
    return found[0] if len(found) == 1 else None


def _with_status(response: HttpResponse, answer: SignUpAnswer) -> HttpResponse:
    response.status_code = STATUS[answer]
    if answer is SignUpAnswer.TOO_MANY:
        response["Retry-After"] = ONE_HOUR
    return response
