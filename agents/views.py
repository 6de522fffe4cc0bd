"""The public history of sessions: what came of each, how long it took, what it cost."""

from decimal import Decimal

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from agents import progress
from agents.models import Session
from newsletter.models import Issue

PER_PAGE = 30


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    """All sessions, the newest first."""
    sessions = Session.objects.select_related("newsletter")
    page = Paginator(sessions, PER_PAGE).get_page(request.GET.get("page"))
    issues = {
        issue.session_name: issue
        for issue in Issue.objects.filter(
            status=Issue.Status.PUBLISHED,
            session_name__in=[session.name for session in page],
        )
    }
    rows = [(session, issues.get(session.name)) for session in page]
    return render(request, "agents/runs.html", {"page": page, "rows": rows})


@require_safe
def run(request: HttpRequest, name: str) -> HttpResponse:
    """One session: its agents, and its log in words."""
    session = get_object_or_404(Session.objects.select_related("newsletter"), name=name)
    lines = [
        (event, words)
        for event in session.events.order_by("seq")
        if (words := progress.describe(event.event_type, event.data))
    ]
    agent_runs = list(session.agent_runs.select_related("agent"))
    context = {
        "session": session,
        "issue": Issue.objects.filter(
            session_name=name, status=Issue.Status.PUBLISHED
        ).first(),
        "lines": lines,
        "agent_runs": agent_runs,
        "longest": max((agent_run.seconds for agent_run in agent_runs), default=0),
        "dollars": sum((agent_run.dollars for agent_run in agent_runs), Decimal(0)),
    }
    return render(request, "agents/run.html", context)
