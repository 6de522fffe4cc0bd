"""Admin of subscribers, deliveries and bounces. No address is shown whole."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, Model, QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from newsletter.admin import ReadOnly
from newsletter.models import Newsletter
from subscribers.addresses import masked
from subscribers.consent import personal_data
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.delivery import control
from subscribers.delivery import send as delivery
from subscribers.models import (
    Alert,
    AttackMode,
    Bounce,
    Consent,
    Delivery,
    Dispatch,
    Subscriber,
    Suppression,
    address_hash,
)


class ConsentLines(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Consent
    fields = ("act", "at", "network", "wording_version", "wording")


@admin.register(Subscriber)
class SubscriberAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Searching takes a whole address and finds its row; parts of one find nothing."""

    list_display = ("reader", "newsletter", "status", "bounce_score", "created_at")
    list_filter = ("newsletter", "status")
    search_fields = ("address_hash",)
    search_help_text = "A whole address; it is looked up by its hash."
    fields = (
        "reader", "newsletter", "status", "bounce_score", "less_of",
        "created_at", "confirmed_at", "left_at",
    )  # fmt: skip
    inlines = (ConsentLines,)
    actions = ("let_go", "never_write_again", "take_back", "erase")
    show_full_result_count = False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, above it what readers want less of: in sum, never who."""
        counted = [
            (
                newsletter,
                personal_data.count_readers(newsletter),
                personal_data.less_of(newsletter),
            )
            for newsletter in Newsletter.objects.order_by("pk")
        ]
        context = {**(extra_context or {}), "less_of": counted}
        return super().changelist_view(request, context)

    @admin.display(description="reader")
    def reader(self, row: Subscriber) -> str:
        return masked(row.address)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Subscriber], search_term: str
    ) -> tuple[QuerySet[Subscriber], bool]:
        if not search_term:
            return queryset, False
        return queryset.filter(address_hash=address_hash(search_term)), False

    def has_steer_permission(self, request: HttpRequest) -> bool:
        """Nobody edits a reader's row, and who may change readers may act on them."""
        return bool(request.user.has_perm("subscribers.change_subscriber"))

    @admin.action(description="Unsubscribe", permissions=["steer"])
    def let_go(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> HttpResponse | None:
        circumstances = Circumstances(timezone.now(), "operator")
        return self._each(
            request,
            queryset,
            lambda row: consent.unsubscribe(row.pk, circumstances),
            "Unsubscribe",
            "No issue goes to them any more. They may come back by themselves.",
        )

    @admin.action(description="Never write to them again", permissions=["steer"])
    def never_write_again(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> HttpResponse | None:
        reason, now = Suppression.Reason.OPERATOR, timezone.now()
        return self._each(
            request,
            queryset,
            lambda row: consent.suppress(row.address, reason, now),
            "Never write to again",
            "Their addresses are barred on every newsletter here, by whoever signs up.",
        )

    @admin.action(
        description="Take back in, where letters had bounced", permissions=["steer"]
    )
    def take_back(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> HttpResponse | None:
        return self._each(
            request,
            queryset,
            lambda row: consent.reinstate(row.pk),
            "Take back in",
            "Those whose letters had bounced get the next issue; others stay as they are.",
        )

    @admin.action(description="Erase everything about them", permissions=["steer"])
    def erase(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> HttpResponse | None:
        now = timezone.now()
        return self._each(
            request,
            queryset,
            lambda row: consent.erase(row.pk, now),
            "Erase",
            "Addresses, consents and preferences are deleted for good, on every "
            "newsletter here. This cannot be undone.",
        )

    def _each(
        self,
        request: HttpRequest,
        queryset: QuerySet[Subscriber],
        act: Callable[[Subscriber], object],
        name: str,
        told: str,
    ) -> HttpResponse | None:
        """Ask on a page of its own, which counts; once sure, act and write it down."""
        if request.POST.get("sure") != "yes":
            is_all = request.POST.get("select_across") == "1"
            by_newsletter = queryset.order_by("newsletter__title").values_list(
                "newsletter__title"
            )
            context = {
                **self.admin_site.each_context(request),
                "title": f"{name}: are you sure?",
                "opts": self.opts,
                "name": name,
                "told": told,
                "action": request.POST["action"],
                # All of a search are chosen by saying so, however many they are.
                "is_all": is_all,
                "chosen": request.POST.getlist("_selected_action")[
                    : 1 if is_all else None
                ],
                "total": queryset.count(),
                "page": request.get_full_path(),
                "counts": by_newsletter.annotate(Count("pk")),
            }
            template = "admin/subscribers/subscriber/sure.html"
            return TemplateResponse(request, template, context)
        rows = list(queryset)
        for row in rows:
            act(row)
            self._note(request, row, name)
        messages.success(request, f"{name}: done for {len(rows)}.")
        return None

    @staticmethod
    def _note(request: HttpRequest, row: Subscriber, name: str) -> None:
        """Put it into the history, which holds no address."""
        LogEntry.objects.create(
            user_id=request.user.pk,  # type: ignore[misc]  # nobody else comes here
            content_type=ContentType.objects.get_for_model(Subscriber),
            object_id=str(row.pk),
            object_repr=f"reader {row.pk}",
            action_flag=CHANGE,
            change_message=name,
        )


class SuppressionForm(forms.ModelForm):  # type: ignore[type-arg]
    """Takes an address and keeps its hash."""

    address = forms.EmailField(help_text="Only a keyed hash of it is kept.")

    class Meta:
        model = Suppression
        fields = ()

    def save(self, commit: bool = True) -> Suppression:  # noqa: FBT001, FBT002  Django's
        address: str = self.cleaned_data["address"]
        consent.suppress(address, Suppression.Reason.OPERATOR, timezone.now())
        found: Suppression = Suppression.objects.get(address_hash=address_hash(address))
        return found

    def save_m2m(self) -> None:
        """There is nothing of that kind."""


@admin.register(Suppression)
class SuppressionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "reason", "at")
    list_filter = ("reason",)
    form = SuppressionForm

    def has_change_permission(
        self, request: HttpRequest, obj: Suppression | None = None
    ) -> bool:
        return False

    def save_model(self, request: Any, obj: Any, form: Any, change: Any) -> None:
        """The form has saved it."""


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
                messages.info(request, act(obj))
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
    list_display = ("id", "issue", "reader", "state", "attempts", "settled_at", "reply")
    list_filter = ("state", "issue__newsletter")
    list_select_related = ("issue__newsletter", "subscriber")
    fields = (
        "issue", "reader", "state", "attempts", "reply", "created_at",
        "started_at", "settled_at", "next_at", "lease_until", "claimed_by",
    )  # fmt: skip
    show_full_result_count = False

    @admin.display(description="reader")
    def reader(self, row: Delivery) -> str:
        return masked(row.subscriber.address) if row.subscriber else "erased"


@admin.register(Bounce)
class BounceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "kind", "source", "status", "said")
    list_filter = ("kind", "source")
    list_select_related = ("delivery",)
    show_full_result_count = False


@admin.register(AttackMode)
class AttackModeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("began_at", "ends_at", "reason")
    actions = ("end",)

    @admin.action(description="End it now")
    def end(self, request: HttpRequest, queryset: QuerySet[AttackMode]) -> None:
        queryset.update(ends_at=timezone.now())


@admin.register(Alert)
class AlertAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What the operator was told; `owed` names the ways that failed so far."""

    list_display = ("subject", "at", "told_at", "owed")
