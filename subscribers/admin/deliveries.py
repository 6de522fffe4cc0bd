"""Sending on the desk: dispatches, deliveries, bounces. No address is shown whole."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from newsletter.admin import ReadOnly
from newsletter.audit import changes, values_of
from subscribers.addresses import masked, without_addresses
from subscribers.delivery import control
from subscribers.delivery import send as delivery
from subscribers.models import (
    Bounce,
    Delivery,
    Dispatch,
)


@admin.register(Dispatch)
class DispatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """An issue that is going out, and the buttons for it."""

    list_display = ("issue", "frozen_at", "where_it_stands", "paused_because")
    fields = (
        "issue", "frozen_at", "readers", "where_it_stands", "came_back", "left_out",
        "paused_at", "paused_because", "waved_on_at",
    )  # fmt: skip
    list_select_related = ("issue__newsletter",)

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    @admin.display(description="readers")
    def readers(self, row: Dispatch) -> str:
        """The sum that must come out, whatever happened."""
        written_to, left_out = delivery.report(row.issue), sum(row.excluded.values())
        return f"{written_to.total} frozen, {left_out} left out"

    @admin.display(description="deliveries")
    def where_it_stands(self, row: Dispatch) -> str:
        """Each state's number, with the way to its deliveries."""
        page = reverse("admin:subscribers_delivery_changelist")
        counts = delivery.report(row.issue).counts
        return format_html_join(
            ", ",
            '<a href="{}?issue={}&state__exact={}">{} {}</a>',
            (
                (page, row.issue_id, state, count, state)
                for state, count in counts.items()
                if count
            ),
        ) or SafeString("none")

    @admin.display(description="came back")
    def came_back(self, row: Dispatch) -> str:
        return _listed(delivery.report(row.issue).came_back)

    @admin.display(description="left out")
    def left_out(self, row: Dispatch) -> str:
        return _listed(row.excluded)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Only buttons that would do something are shown."""
        row: Dispatch = context["original"]
        report = delivery.report(row.issue)
        context |= {
            "title": f"Sending of {row.issue}",
            "subtitle": None,
            "is_under_way": not report.is_settled,
            "has_failed": report.counts[Delivery.State.REJECTED],
            "has_uncertain": report.uncertain,
        }
        return super().render_change_form(request, context, *args, **kwargs)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """What its buttons did; that the form was sent is nothing."""
        if not isinstance(message, str):
            return None
        return super().log_change(request, obj, message)

    def response_change(self, request: HttpRequest, obj: Dispatch) -> HttpResponse:
        """One button of the form was pressed."""
        if "_outcomes" in request.POST:
            response = StreamingHttpResponse(
                control.outcomes(obj.issue), content_type="text/csv"
            )
            name = f"outcomes-{obj.issue.slug}.csv"
            response["Content-Disposition"] = f'attachment; filename="{name}"'
            # A streaming response is one, though the types do not say so.
            return response  # type: ignore[return-value]
        for button, act in BUTTONS.items():
            if button in request.POST:
                before = values_of(obj)
                told = act(obj)
                obj.refresh_from_db()
                messages.info(request, told)
                changed = changes(before, values_of(obj))
                self.log_change(request, obj, f"{told} {changed}".strip())
        return HttpResponseRedirect(request.path)


def _listed(counts: Mapping[str, int]) -> str:
    said = [f"{count} {name}" for name, count in counts.items() if count]
    return ", ".join(said) or "none"


def _go_on(row: Dispatch) -> str:
    control.resume(row, timezone.now())
    return "It goes on."


def _pause(row: Dispatch) -> str:
    control.pause(row, "paused by the operator", timezone.now())
    return "It is paused; what is on its way arrives."


BUTTONS: dict[str, Callable[[Dispatch], str]] = {
    "_go_on": _go_on,
    "_pause": _pause,
    "_retry_failed": lambda row: f"{control.retry_failed(row.issue)} are tried again.",
    "_send_uncertain": lambda row: (
        f"{control.send_uncertain_again(row.issue)} are sent again."
    ),
    "_take_uncertain": lambda row: (
        f"{control.take_uncertain_as_accepted(row.issue, timezone.now())} count as"
        " accepted."
    ),
}


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "issue", "reader", "state", "attempts", "settled_at", "said")
    list_filter = ("state", "issue__newsletter")
    list_select_related = ("issue__newsletter", "subscriber")
    fields = (
        "issue", "reader", "state", "attempts", "said", "created_at",
        "started_at", "settled_at", "next_at", "lease_until", "claimed_by",
    )  # fmt: skip
    show_full_result_count = False

    @admin.display(description="reader")
    def reader(self, row: Delivery) -> str:
        return masked(row.subscriber.address) if row.subscriber else "erased"

    @admin.display(description="the mail server said")
    def said(self, row: Delivery) -> str:
        return without_addresses(row.reply)


@admin.register(Bounce)
class BounceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "kind", "source", "status", "said")
    list_filter = ("kind", "source")
    list_select_related = ("delivery",)
    show_full_result_count = False
