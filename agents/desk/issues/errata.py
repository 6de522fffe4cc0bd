"""Writing an erratum on the desk, and withdrawing one; each asks on a page of its own."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone

from newsletter.issues import errata
from newsletter.issues.errata import MOST_CHARACTERS, Erratum, Refused
from newsletter.models import Correction, Issue
from newsletter.standards.outcomes import Reason
from newsletter.translations import speaking

_TEMPLATES = "admin/newsletter/issue"
_OF_READERS = "newsletter/_corrections.html"


class ErratumForm(forms.Form):
    """What an operator says was wrong; what readers cannot be told is refused."""

    wrong = forms.CharField(label="What was wrong", max_length=MOST_CHARACTERS)
    right = forms.CharField(label="What is right", max_length=MOST_CHARACTERS)
    place = forms.ChoiceField(label="In which item", required=False)

    def __init__(self, issue: Issue, data: Any = None) -> None:
        super().__init__(data)
        self.issue = issue
        self.told: Correction | None = None
        places = errata.places_of(issue)
        self.fields["place"] = forms.ChoiceField(
            label="In which item",
            choices=[("", "In none, or in all of it"), *places],
            required=False,
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            self.told = errata.preview(self.issue, self.erratum)
        except Refused as refused:
            for name, fault in refused.faults.items():
                self.add_error(name or None, fault)
        return cleaned

    @property
    def erratum(self) -> Erratum:
        return Erratum(**self.cleaned_data)


def _as_readers_will(issue: Issue, told: Correction | None) -> dict[str, str]:
    """What they will be told, on pages and by the next issue, in their language."""
    if told is None:
        return {}
    told.noticed_at = timezone.now()
    with speaking(issue.newsletter.language):
        page = render_to_string(_OF_READERS, {"corrections": [told]})
    return {"told": page, "next": errata.in_next_issue(issue, told.sentence)}


class ErrataDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """The pages of errata, for the desk of issues."""

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        withdraw = guarded(self.withdraw_erratum)
        return [
            path(
                "<int:pk>/erratum/",
                guarded(self.erratum),
                name="newsletter_issue_erratum",
            ),
            path(
                "<int:pk>/erratum/<int:row>/withdraw/",
                withdraw,
                name="newsletter_issue_withdraw_erratum",
            ),
            *super().get_urls(),
        ]

    def erratum(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Fill in, see what readers will be told, and only then tell them."""
        issue = self._corrected(request, pk)
        form = ErratumForm(issue, request.POST if request.method == "POST" else None)
        is_filled = form.is_bound and form.is_valid() and "back" not in request.POST
        if not is_filled or request.POST.get("sure") != "yes":
            context = {
                **self.admin_site.each_context(request),
                "title": f"Correct no. {issue.number}",
                "issue": issue,
                "form": form,
                **(_as_readers_will(issue, form.told) if is_filled else {}),
            }
            return render(request, f"{_TEMPLATES}/erratum.html", context)
        row, is_new = errata.write(issue, form.erratum, timezone.now())
        if is_new:
            self.log_change(request, issue, f"Erratum: {row.sentence}")
            messages.success(
                request,
                "Readers are told on its page, with its evidence, in the feeds, and "
                "in the next issue.",
            )
        else:
            since = f"{row.noticed_at:%-d %B %Y}"
            messages.info(request, f"That erratum stands already, since {since}.")
        return redirect("admin:newsletter_issue_change", issue.pk)

    def withdraw_erratum(self, request: HttpRequest, pk: int, row: int) -> HttpResponse:
        """Tell one no more: it was the mistake."""
        issue = self._corrected(request, pk)
        found = get_object_or_404(
            issue.corrections.select_related("told_in__newsletter"),
            pk=row,
            reason=Reason.ERRATUM,
        )
        reason = request.POST.get("reason", "").strip()
        if request.method == "POST" and reason:
            if errata.withdraw(found, timezone.now()):
                told = f"Erratum withdrawn ({reason[:300]}): {found.sentence}"
                self.log_change(request, issue, told)
                messages.success(request, "It is told no more.")
            else:
                messages.error(request, "That erratum stands no more.")
            return redirect("admin:newsletter_issue_change", issue.pk)
        if request.method == "POST":
            messages.error(request, "Say why: it stands on record.")
        context = {
            **self.admin_site.each_context(request),
            "title": "Withdraw an erratum",
            "issue": issue,
            "row": found,
        }
        return render(request, f"{_TEMPLATES}/withdraw_erratum.html", context)

    def _corrected(self, request: HttpRequest, pk: int) -> Issue:
        if not request.user.has_perm("newsletter.change_issue"):
            raise PermissionDenied
        issues = Issue.objects.select_related("newsletter")
        found: Issue = get_object_or_404(issues, pk=pk)
        return found
