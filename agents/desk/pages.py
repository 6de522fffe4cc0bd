"""Pages of figures: a newsletter's trends, and the health of the engine."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from agents.desk import flow
from agents.desk.trends import MOST_ISSUES, trends
from newsletter.models import Newsletter


def trends_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What its issues took and what became of them, drawn and as a table."""
    newsletter = get_object_or_404(Newsletter, pk=pk)
    if not request.user.has_perm("newsletter.view_newsletter"):
        raise PermissionDenied
    issues, measures = trends(newsletter)
    context = {
        **admin.site.each_context(request),
        "title": f"Trends of {newsletter}",
        "newsletter": newsletter,
        "others": Newsletter.objects.exclude(pk=pk).filter(is_active=True),
        "measures": measures,
        "rows": list(
            zip(issues, zip(*(one.cells for one in measures), strict=True), strict=True)
        ),
        "most": MOST_ISSUES,
    }
    return render(request, "admin/newsletter/trends.html", context)


def flow_page(request: HttpRequest) -> HttpResponse:
    """Failures, seconds, what stands still, and what is tried again."""
    if not request.user.has_perm("agents.view_session"):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "title": "How the work flows",
        "flow": flow.look(),
    }
    return render(request, "admin/agents/flow.html", context)
