"""The public history of sessions: what came of each, how long it took, what it cost."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.core.paginator import Paginator
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from agents.desk import session as desk
from agents.engine.sessions import of_issues
from agents.models import Session
from newsletter.models import Issue
from newsletter.pages.paths import Place, default_newsletter, place_of
from newsletter.pages.public import asked_again, find_place, last_change
from newsletter.translations import ENGLISH, speak

PER_PAGE = 30


def _last_move() -> datetime:
    """When a session moved last, or what all pages show changed."""
    moved = Session.objects.aggregate(at=Max("moved_at"))["at"]
    return max(last_change(), moved) if moved else last_change()


@require_safe
@asked_again(_last_move)
def runs(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """A newsletter's sessions, the newest first."""
    place = _place(newsletter)
    sessions = of_issues().select_related("newsletter")
    if place is not None:
        sessions = sessions.filter(newsletter=place.newsletter)
    page = Paginator(sessions, PER_PAGE).get_page(request.GET.get("page"))
    issues = _published(page)
    rows = [(session, *issues.get(session.name, (None, ""))) for session in page]
    context = {"page": page, "rows": rows}
    return render(request, "agents/runs.html", _base(place) | context)


@require_safe
@asked_again(_last_move)
def run(request: HttpRequest, name: str) -> HttpResponse:
    """One session: its agents, and its log in words, by pages; the last comes first."""
    session = get_object_or_404(of_issues().select_related("newsletter"), name=name)
    page = desk.log_page(session, request.GET.get("page"))
    agent_runs = list(session.agent_runs.select_related("agent"))
    issue, address = _published([session]).get(name, (None, ""))
    context = {
        "session": session,
        "issue": issue,
        "address": address,
        "page": page,
        "lines": desk.in_words(page),
        "agent_runs": agent_runs,
        "longest": max((agent_run.seconds for agent_run in agent_runs), default=0),
        "took": desk.took(session),
        "dollars": sum((agent_run.dollars for agent_run in agent_runs), Decimal(0)),
    }
    place = place_of(session.newsletter)
    return render(request, "agents/run.html", _base(place) | context)


def _published(sessions: Iterable[Session]) -> dict[str, tuple[Issue, str]]:
    """The public issues of these sessions, each with its path, by the session's name."""
    default = default_newsletter()
    return {
        name: (issue, Place(issue.newsletter, issue.newsletter == default).issue(issue))
        for name, issue in desk.issues_of(sessions).items()
        if issue.status == Issue.Status.PUBLISHED and not issue.withdrawn_at
    }


def _place(newsletter: str | None) -> Place | None:
    """The newsletter of that slug, or the one at the root; None where there is none."""
    if newsletter is None and default_newsletter() is None:
        return None
    place = find_place(newsletter)
    speak(ENGLISH)  # as the log does, which these pages show
    return place


def _base(place: Place | None) -> dict[str, object]:
    """What the frame of every page shows."""
    if place is None:
        return {}
    return {"newsletter": place.newsletter, "place": place}
