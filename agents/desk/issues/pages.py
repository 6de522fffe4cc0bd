"""An issue on the desk: as its readers will see it, and the buttons for it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from agents.approval.people import MAY_DECIDE
from agents.desk.issues import showing
from agents.desk.issues.errata import ErrataDesk
from agents.engine.steering import NotPossible
from newsletter.admin import IssueAdmin
from newsletter.models import Issue
from newsletter.pages.issue import evidence_page, issue_page, stored_text
from newsletter.pages.paths import place_of


class IssueDesk(ErrataDesk, IssueAdmin):
    """An issue as readers will see it, what was held against it, and its buttons."""

    change_form_template = "admin/newsletter/issue/desk.html"

    def get_urls(self) -> list[URLPattern]:
        def at(tail: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
            guarded = self.admin_site.admin_view(view)
            return path(f"<int:pk>/{tail}", guarded, name=f"newsletter_issue_{name}")

        return [
            at("page/", self.page_view, "page"),
            at("page/sources", self.sources, "sources"),
            at("page/texts/<slug:sha256>", self.text, "text"),
            at("letter/", self.letter, "letter"),
            at("act/", require_POST(self.act), "act"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Everything beside the fields that Django shows."""
        issue = self.get_object(request, unquote(object_id))
        more = {**(extra_context or {}), "title": str(issue or "")}
        if issue is not None and self.has_view_permission(request, issue):
            seen = showing.see(issue, timezone.now())
            more |= {"seen": seen, "approval": seen.approval}
            more["may_decide"] = request.user.has_perm(MAY_DECIDE)
            more["may_act"] = request.user.has_perm("newsletter.change_issue")
        shown = super().change_view(request, object_id, form_url, more)
        shown._csp_update = {"frame-src": ["'self'"]}  # type: ignore[attr-defined]
        return shown

    def page_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page, published or not."""
        issue = self._seen(request, pk)
        return _framed(issue_page(request, place_of(issue.newsletter), issue))

    def sources(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Its evidence."""
        issue = self._seen(request, pk)
        place, read = place_of(issue.newsletter), "admin:newsletter_issue_page"
        shown = evidence_page(
            request, place, issue, issue_path=reverse(read, args=[issue.pk])
        )
        return _framed(shown)

    def text(self, request: HttpRequest, pk: int, sha256: str) -> HttpResponse:
        """A text that it rests on."""
        return stored_text(self._seen(request, pk), sha256)

    def letter(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The HTML part of its letter, as it leaves."""
        html = showing.html_letter(self._seen(request, pk), timezone.now())
        return _framed(
            HttpResponse(html), script_src=["'none'"], style_src=["'unsafe-inline'"]
        )

    def act(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do what a button says."""
        issue = self._seen(request, pk)
        if not request.user.has_perm("newsletter.change_issue"):
            raise PermissionDenied
        given, now = request.POST, timezone.now()
        try:
            match given.get("act"):
                case "test":
                    told = showing.send_test(issue, given.get("to", ""), now)
                case "take_down":
                    told = showing.take_down(issue, given.get("reason", ""), now)
                case "put_back":
                    told = showing.put_back(issue)
                case unknown:
                    raise NotPossible(f"No act {unknown!r}.")
        except NotPossible as error:
            messages.error(request, str(error))
        else:
            messages.success(request, told)
            self.log_change(request, issue, told)
        return redirect("admin:newsletter_issue_change", issue.pk)

    def _seen(self, request: HttpRequest, pk: int) -> Issue:
        issue: Issue = get_object_or_404(
            Issue.objects.select_related("newsletter"), pk=pk
        )
        if not self.has_view_permission(request, issue):
            raise PermissionDenied
        return issue


def _framed(response: HttpResponse, **policy: list[str]) -> HttpResponse:
    """A page that may stand in a frame of the desk, with these parts of its policy."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    changed = {name.replace("_", "-"): values for name, values in policy.items()}
    # What django-csp's decorators set; they know views as functions alone.
    policy = {**changed, "frame-ancestors": ["'self'"]}
    response._csp_replace = policy  # type: ignore[attr-defined]
    return response
