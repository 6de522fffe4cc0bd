"""Readers on the desk. No address is shown whole."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
)
from django.template.response import TemplateResponse
from django.utils import timezone

from newsletter.admin import ReadOnly
from newsletter.models import Newsletter
from subscribers.addresses import masked
from subscribers.consent import personal_data
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import (
    Consent,
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
