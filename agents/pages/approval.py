"""The links of an operator's letter: GET shows what waits and a button, POST decides.

The token is the only key, so no cookie is read and there is nothing that a forged request
could abuse. It is about one draft and one act, and is worth something to who is still an
operator.
"""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from agents.approval import letter as letters
from agents.approval import people, repeats
from agents.desk import approval
from agents.desk.issues.showing import html_letter
from agents.engine import log, steering
from agents.engine.steering import Decision, NotPossible
from agents.events.approval import Via
from agents.models import Session
from agents.workflows.approval import Asking
from newsletter.models import Issue
from subscribers.pages.common import message
from subscribers.signatures import NobodysLink, Salt, read_operators_token

MOST_CHARACTERS = 1000
ACTS = {"approve": Salt.APPROVE, "stop": Salt.STOP}


class Asked(NamedTuple):
    """What a link asks of whom."""

    session: Session
    asking: Asking
    by: str

    @property
    def issue(self) -> Issue | None:
        """As it would go out; None until it was made."""
        found = Issue.objects.filter(session_name=self.session.name)
        return found.filter(draft_sha256=self.asking.draft_sha256).first()


View = Callable[[HttpRequest, str, str, Asked], HttpResponse]


def for_operator(*methods: str) -> Callable[[View], Callable[..., HttpResponse]]:
    """A page under a link of an operator's letter, for as long as the asking is open."""

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, act: str, token: str) -> HttpResponse:
            if request.method not in methods:
                return _wrong_method(request, methods)
            try:
                session, draft, by = _named(act, token)
            except NobodysLink:
                return _bad_link(request)
            try:
                state, now = log.state(session), log.database_now()
                asking = steering.open_asking(session, state, now, draft)
                answer = view(request, act, token, Asked(session, asking, by))
            except NotPossible as error:
                answer = _settled(request, session, error)
            answer["X-Robots-Tag"] = "noindex"
            return answer

        return page

    return decorate


def _named(act: str, token: str) -> tuple[Session, str, str]:
    """The session, the draft and the person of a link; raises NobodysLink."""
    operators = people.approvers()
    about, address = read_operators_token(ACTS[act], token, operators)
    pk, _, draft = about.partition(".")
    session = Session.objects.select_related("newsletter").get(pk=int(pk))
    return session, draft, operators[address]


@for_operator("GET", "HEAD", "POST")
def decide(request: HttpRequest, act: str, token: str, asked: Asked) -> HttpResponse:
    """Show what waits and the button; a press on it decides."""
    session = asked.session
    if request.method == "POST":
        why = request.POST.get("why", "").strip()[:MOST_CHARACTERS]
        is_yes = act == "approve"
        decision = Decision(is_yes, asked.asking.draft, asked.by, Via.LINK, why)
        told = approval.settle(session, decision)
        heading = "Approved" if is_yes else "Stopped"
        return message(request, heading, told, ways=_ways(session))
    if act == "approve" and (told := repeats.told_since(session)):
        raise repeats.ToldSince(told)
    context = {
        "act": act,
        "token": token,
        "issue": asked.issue,
        "newsletter_title": session.newsletter.title,
        "terms": letters.terms(asked.asking, session.newsletter),
        "by": asked.by,
        "yes": letters.yes(asked.asking),
        "notes": repeats.notes(session),
        "ways": _ways(session),
    }
    return render(request, "agents/approval.html", context)


@for_operator("GET", "HEAD")
def letter(request: HttpRequest, act: str, token: str, asked: Asked) -> HttpResponse:
    """The letter as readers would get it: a phone need not log in to read it."""
    if asked.issue is None:
        raise NotPossible("The issue is still being put together; look again soon.")
    shown = HttpResponse(html_letter(asked.issue, timezone.now()))
    policy = {"script-src": ["'none'"], "style-src": ["'unsafe-inline'"]}
    shown._csp_replace = policy  # type: ignore[attr-defined]
    return shown


# --- Links that lead nowhere any more -----------------------------------------------


def _ways(session: Session) -> list[tuple[str, str]]:
    return [("Look at it on the desk", approval.page_of(session))]


def _settled(request: HttpRequest, session: Session, why: NotPossible) -> HttpResponse:
    status = 409 if request.method == "POST" else 200
    if isinstance(why, repeats.ToldSince):
        heading, text = "It cannot go out as it is", str(why)
        return message(request, heading, text, ways=_ways(session), status=status)
    text = f"{why} This link changes nothing any more."
    heading = "There is nothing to decide here"
    return message(request, heading, text, ways=_ways(session), status=status)


def _bad_link(request: HttpRequest) -> HttpResponse:
    text = (
        "It is incomplete, or its address is no operator's any more. Open it again from "
        "the letter; programs that wrap long lines sometimes cut links."
    )
    desk = [("The desk", reverse("admin:index"))]
    return message(request, "This link does not work", text, ways=desk, status=404)


def _wrong_method(request: HttpRequest, methods: tuple[str, ...]) -> HttpResponse:
    text = (
        "Nothing was changed. Open the link in your letter, and press the button there."
    )
    desk = [("The desk", reverse("admin:index"))]
    answer = message(request, "Nothing was changed", text, ways=desk, status=405)
    answer["Allow"] = ", ".join(methods)
    return answer
