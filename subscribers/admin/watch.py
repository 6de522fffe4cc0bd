"""What to keep an eye on: attack mode and what the operator was told."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from newsletter.admin import ReadOnly
from subscribers import alerts
from subscribers.models import Alert, AttackMode


@admin.register(AttackMode)
class AttackModeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("began_at", "ends_at", "reason")
    actions = ("end",)

    @admin.action(description="End it now")
    def end(self, request: HttpRequest, queryset: QuerySet[AttackMode]) -> None:
        queryset.update(ends_at=timezone.now())


@admin.register(Alert)
class AlertAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("subject", "at", "told_at", "not_reached")

    @admin.display(description="Not reached yet by")
    def not_reached(self, alert: Alert) -> str:
        """The ways that failed so far."""
        return ", ".join(alert.owed)

    def get_urls(self) -> list[URLPattern]:
        test = self.admin_site.admin_view(require_POST(self.test))
        return [path("test/", test, name="subscribers_alert_test"), *super().get_urls()]

    def test(self, request: HttpRequest) -> HttpResponse:
        """Send a test by every way there is, and say what came of each."""
        if not request.user.has_perm("agents.change_session"):
            raise PermissionDenied
        faults = alerts.try_out(request.user.get_username())
        if not faults:
            messages.error(request, "Nobody would be told: set OPERATOR_EMAILS.")
        for way, fault in faults.items():
            told = f"{way}: {fault or 'sent'}"
            (messages.error if fault else messages.success)(request, told)
        return redirect("admin:subscribers_alert_changelist")
