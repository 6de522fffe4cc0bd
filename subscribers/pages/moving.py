"""A reader's other address: asked for, confirmed from there, stopped from the old one."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from subscribers import tasks
from subscribers.addresses import masked, normalised
from subscribers.consent import abuse, moving
from subscribers.consent.abuse import Admission
from subscribers.consent.capacity import ListFull
from subscribers.consent.moving import Answer
from subscribers.consent.networks import client_ip
from subscribers.consent.tokens import Purpose
from subscribers.models import AddressChange, Subscriber
from subscribers.pages.common import circumstances_of, for_token, gone, message
from subscribers.pages.forms import BadForm, SignUpForm, posted

State = AddressChange.State
# What a reader may be told; everything else is answered as if all were well.
TOLD = {
    Answer.INVALID: gettext_lazy(
        "No mail server would take that address. Is there a typing error?"
    ),
    Answer.SAME: gettext_lazy("Letters go to that address already."),
    Answer.LATER: gettext_lazy(
        "Three changes a day are all that can be asked for. Try again tomorrow."
    ),
    Answer.NOT_HERE: gettext_lazy(
        "You are not on the list now: subscribe with the other address."
    ),
}


@for_token(Purpose.PREFERENCES, "POST")
def ask(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """Have the new address asked; the same answer whether or not it is known here."""
    back = [(gettext("Back"), reverse("subscribers:preferences", args=[token]))]
    try:
        given = SignUpForm.read({"email": "", **posted(request)}).email
    except BadForm:
        given = ""
    subscriber = Subscriber.objects.filter(pk=subscriber_id).first()
    if subscriber is None:
        return gone(request)
    if normalised(given) is None:
        return _refused(request, TOLD[Answer.INVALID], back)
    now = timezone.now()
    admission = abuse.judge_origin(given, client_ip(request), now)
    if admission is Admission.TOO_MANY:
        text = gettext("Too many came from your network. Try later.")
        return _refused(request, text, back)
    if admission is Admission.GOOD:
        answer = moving.ask(subscriber_id, given, circumstances_of(request))
        if answer is None:
            return gone(request)
        if answer in TOLD:
            return _refused(request, TOLD[answer], back)
    tasks.hint(tasks.send_confirmations)
    text = gettext(
        "If letters can go to that address, one is on its way there, with a button to"
        " confirm. Nothing changes before. A note goes to %(address)s, too."
    ) % {"address": masked(subscriber.address)}
    return message(request, gettext("Look into your other mailbox"), text, ways=back)


@for_token(Purpose.NEW_ADDRESS, "GET", "HEAD", "POST")
def confirm(request: HttpRequest, token: str, change_id: int) -> HttpResponse:
    """A button, and what it does."""
    if request.method == "POST":
        try:
            change = moving.confirm(change_id, circumstances_of(request))
        except ListFull:
            said = gettext("The list has all the readers it can take just now.")
            return message(request, gettext("The list is full"), said)
    else:
        change = _find(change_id)
    if change is None:
        return gone(request)
    newsletter = change.subscriber.newsletter
    named = {"title": newsletter.title}
    match change.state:
        case State.ASKED:
            return message(
                request,
                gettext("One more click"),
                gettext("Press the button to receive %(title)s at this address.")
                % named,
                action=reverse("subscribers:new_address", args=[token]),
                button=gettext("Send it here"),
            )
        case State.DONE:
            text = gettext("Letters of %(title)s come to this address from now on.")
            return message(request, gettext("Done"), text % named)
    text = gettext(
        "Nothing was changed: it was stopped, asked for anew, or this address has a"
        " place on the list by itself. Ask once more from your preferences, which each"
        " letter has a link to."
    )
    return message(request, gettext("That is over"), text)


@for_token(Purpose.OLD_ADDRESS, "GET", "HEAD", "POST")
def take_back(request: HttpRequest, token: str, change_id: int) -> HttpResponse:
    """A button at the old address, and what it does."""
    is_asked = request.method == "POST"
    change = (
        moving.take_back(change_id, timezone.now()) if is_asked else _find(change_id)
    )
    if change is None:
        return gone(request)
    newsletter = change.subscriber.newsletter
    named = {"title": newsletter.title}
    is_open = change.state in (State.ASKED, State.DONE) and bool(change.old_address)
    if is_open and not is_asked:
        text = gettext(
            "Letters of %(title)s are to go to another address. If it was not"
            " you who asked for that, press the button: they go on coming here."
        )
        return message(
            request,
            gettext("Stay at this address?"),
            text % named,
            action=reverse("subscribers:old_address", args=[token]),
            button=gettext("Keep this address"),
        )
    if change.state in (State.STOPPED, State.TAKEN_BACK):
        text = gettext("Letters of %(title)s come to this address as before.")
        heading = gettext("Nothing is changed")
        return message(request, heading, text % named)
    text = gettext(
        "Letters of %(title)s go to another address, and it is too late to"
        " take that back here. Whoever runs it can help: answer any letter."
    )
    return message(request, gettext("Too late"), text % named)


def _find(change_id: int) -> AddressChange | None:
    rows = AddressChange.objects.select_related("subscriber__newsletter")
    return rows.filter(pk=change_id).first()


def _refused(
    request: HttpRequest, text: str | Promise, ways: list[tuple[str, str]]
) -> HttpResponse:
    heading = gettext("Nothing was changed")
    return message(request, heading, text, ways=ways, status=HTTPStatus.BAD_REQUEST)
