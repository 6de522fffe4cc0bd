"""Webhooks on the desk: who is told of what, each call with its answers, and a test."""

from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminURLFieldWidget
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from newsletter.admin import NotByHand, ReadOnly
from newsletter.audit import Audited
from newsletter.web.guard import Complaint, judge
from newsletter.web.post import PORTS
from subscribers.models import (
    WebhookAttempt,
    WebhookCall,
    WebhookEndpoint,
    WebhookEvent,
)
from subscribers.webhooks import endpoints, outbox

# How many of its last calls an endpoint's page shows.
LATEST = 20


def fault_of(url: str, own_hosts: Collection[str]) -> str:
    """Why this address cannot be called, in words; "" where it can be."""
    scheme, _, rest = url.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2].partition(":")[0].lower()
    if scheme.lower() in {"http", "https"} and host in own_hosts:
        return ""
    judged = judge(url, PORTS)
    return judged.detail if isinstance(judged, Complaint) else ""


class EndpointForm(forms.ModelForm):  # type: ignore[type-arg]  # no [] at run time
    url = forms.URLField(
        label="Address",
        max_length=1000,
        assume_scheme="https",
        widget=AdminURLFieldWidget,
        help_text="Public, on port 80, 443 or 8443, or on a host in WEBHOOK_OWN_HOSTS.",
    )
    events = forms.MultipleChoiceField(
        label="It is told when",
        choices=WebhookEvent.choices,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = WebhookEndpoint
        fields = ["name", "url", "events", "tells_address", "is_on"]

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        if fault := fault_of(url, settings.WEBHOOK_OWN_HOSTS):
            raise ValidationError(f"Nothing can be sent there: {fault}.")
        return url


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Addresses that are told of events; each one's secret is shown once."""

    form = EndpointForm
    list_display = ("name", "url", "told_of", "state")
    change_form_template = "admin/subscribers/webhookendpoint/change_form.html"

    @admin.display(description="told when")
    def told_of(self, row: WebhookEndpoint) -> str:
        known = dict(WebhookEvent.choices)
        return ", ".join(str(known.get(one, one)) for one in row.events)

    @admin.display
    def state(self, row: WebhookEndpoint) -> str:
        if not row.is_on:
            by = "by itself " if row.switched_off_at else ""
            return f"switched off {by}{row.off_because}".strip()
        if row.failing_since:
            return f"failing since {row.failing_since:%-d %B, %H:%M} UTC"
        return "on"

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """A new one gets its secret; one that is switched on begins anew."""
        if not change:
            obj.shown_once = endpoints.furnish(obj)
        if "is_on" in form.changed_data and obj.is_on:
            endpoints.switch_on(obj)
        super().save_model(request, obj, form, change)
        if not obj.is_on:
            endpoints.give_up_waiting(obj, timezone.now())

    def response_add(self, request: HttpRequest, obj: Any, *rest: Any) -> HttpResponse:
        """Show the secret, in the answer itself and nowhere else."""
        return self._shown(request, obj, obj.shown_once)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Its last calls beside the fields."""
        row = self.get_object(request, unquote(object_id))
        calls = list(row.calls.all()[:LATEST]) if row else []
        more = {**(extra_context or {}), "calls": calls}
        return super().change_view(request, object_id, form_url, more)

    def get_urls(self) -> list[URLPattern]:
        def at(name: str, view: Callable[..., HttpResponse]) -> URLPattern:
            guarded = self.admin_site.admin_view(require_POST(view))
            called = f"subscribers_webhookendpoint_{name}"
            return path(f"<int:pk>/{name}/", guarded, name=called)

        own = [at("test", self.test), at("secret", self.renew)]
        return [*own, *super().get_urls()]

    def test(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Call it now with nothing to tell, and say what it answered."""
        row = self._changed(request, pk)
        call = outbox.put_test(row, request.user.get_username())
        arrived = outbox.send(call, call.at)
        call.refresh_from_db()
        if arrived:
            messages.success(request, f"{row.name} answered {call.status}.")
        else:
            messages.error(request, f"It did not arrive: {call.said}.")
        return redirect("admin:subscribers_webhookendpoint_change", pk)

    def renew(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Make a new secret; for a day the old one signs beside it."""
        row = self._changed(request, pk)
        secret = endpoints.furnish(row)
        row.save(update_fields=["sealed", "sealed_before", "before_until"])
        self.log_change(request, row, "A new secret.")
        return self._shown(request, row, secret)

    def _changed(self, request: HttpRequest, pk: int) -> WebhookEndpoint:
        row: WebhookEndpoint = get_object_or_404(WebhookEndpoint, pk=pk)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return row

    def _shown(
        self, request: HttpRequest, row: WebhookEndpoint, secret: str
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "The secret, shown once",
            "opts": self.opts,
            "endpoint": row,
            "secret": secret,
        }
        template = "admin/subscribers/webhookendpoint/made.html"
        answer = TemplateResponse(request, template, context)
        answer["Cache-Control"] = "no-store"
        return answer


class TriesInline(NotByHand, admin.TabularInline):  # type: ignore[type-arg]
    model = WebhookAttempt
    verbose_name_plural = "tries, and what was answered"
    fields = ("at", "status", "milliseconds", "fault", "answer")
    readonly_fields = fields
    show_change_link = False

    @admin.display(description="milliseconds")
    def milliseconds(self, row: WebhookAttempt) -> str:
        return f"{row.took.total_seconds() * 1000:,.0f}"


@admin.register(WebhookCall)
class WebhookCallAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Calls to others' addresses, as often as each was tried, and what was answered."""

    list_display = ("at", "event", "endpoint", "outcome", "attempts", "said", "next_at")
    list_filter = ("outcome", "endpoint", "event")
    date_hierarchy = "at"
    fields = (
        "uid", "event", "endpoint", "about", "body", "at", "outcome", "attempts",
        "status", "said", "next_at", "settled_at",
    )  # fmt: skip
    inlines = (TriesInline,)
    actions = ("again",)

    @admin.action(description="Send again what was given up")
    def again(self, request: HttpRequest, queryset: QuerySet[WebhookCall]) -> None:
        if not request.user.has_perm("subscribers.change_webhookcall"):
            raise PermissionDenied
        now, chosen = timezone.now(), 0
        given_up = queryset.filter(outcome=WebhookCall.Outcome.GIVEN_UP)
        if off := given_up.filter(to__is_on=False).count():
            told = f"{off} are not sent: switch their endpoint on first."
            messages.warning(request, told)
        for call in given_up.exclude(to__is_on=False):
            outbox.again(call, now)
            self.log_change(request, call, "Sent again.")
            chosen += 1
        messages.success(request, f"{chosen} will be sent again, under their own ids.")
