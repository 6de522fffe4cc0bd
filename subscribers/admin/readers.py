"""Readers on the desk: found, added, acted upon, and each one's whole story.

Whole addresses are for who may change readers, and stand where somebody is looked for:
in what a search found, and on a reader's own page. Who may only look sees them masked,
and finds by a whole address: by parts of one it could be spelled out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE, DELETION
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from newsletter import bulk
from newsletter.admin import ReadOnly
from newsletter.bulk import ActsOnMany
from newsletter.models import Newsletter
from subscribers import tasks
from subscribers.addresses import masked
from subscribers.admin import story
from subscribers.admin.acts import ACTS, BulkAct, Wish
from subscribers.admin.filters import BouncedFilter, SegmentFilter, TagFilter
from subscribers.consent import adding, moving, personal_data
from subscribers.consent.adding import Answer
from subscribers.consent.record import Circumstances
from subscribers.models import Subscriber, Suppression, address_hash
from subscribers.preferences import sums
from subscribers.segments import tags

MAY_CHANGE = "subscribers.change_subscriber"
MAY_ERASE = "subscribers.delete_subscriber"
# What of a filter of the list a segment can hold, by its name here and there.
SAVED = {
    "newsletter__id__exact": "newsletter",
    "status__exact": "statuses",
    "bounced": "bounced",
}


class AddForm(forms.Form):
    """Whom to add, and what makes it right."""

    newsletter = forms.ModelChoiceField(Newsletter.objects.order_by("title"))
    address = forms.CharField(
        max_length=320,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        label="E-mail address",
    )
    way = forms.ChoiceField(
        label="What makes it right",
        choices=[
            ("letter", "Ask them by letter: they are on the list once they say yes"),
            ("note", "They have said yes already: I write down where and when"),
        ],
        widget=forms.RadioSelect,
        initial="letter",
    )
    note = forms.CharField(
        max_length=1000,
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Where, when and by which words they said yes",
        help_text="It is kept as their consent, and they can read it in their export.",
    )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("way") == "note" and not given.get("note"):
            self.add_error("note", "Without it nobody could show that they said yes.")
        if given.get("way") == "letter":
            given["note"] = ""
        return given


@admin.register(Subscriber)
class SubscriberAdmin(ActsOnMany, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A list to find readers in, and a page each that tells their story."""

    one, several = "reader", "readers"
    list_filter = (
        *("newsletter", "status", SegmentFilter, TagFilter, BouncedFilter),
        "created_at",
    )
    # Only that there is a field to search in: `get_search_results` says how.
    search_fields = ("address",)
    actions = ("tag", "untag", "let_go", "never_write_again", "take_back", "erase")
    show_full_result_count = False

    # --- The list ---------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Subscriber]:
        rows: QuerySet[Subscriber] = super().get_queryset(request)
        barred = Suppression.objects.filter(address_hash=OuterRef("address_hash"))
        rows = rows.annotate(barred=Subquery(barred.values("reason")[:1]))
        return rows.select_related("newsletter").prefetch_related("tags")

    def get_list_display(self, request: HttpRequest) -> Any:
        is_looking = bool(request.GET.get("q")) and request.user.has_perm(MAY_CHANGE)
        name = "whole_address" if is_looking else "reader"
        return [name, "newsletter", "standing", "tagged", "bounce_score", "created_at"]

    @admin.display(description="reader")
    def reader(self, row: Subscriber) -> str:
        return masked(row.address)

    @admin.display(description="reader", ordering="address")
    def whole_address(self, row: Subscriber) -> str:
        return row.address

    @admin.display(description="status", ordering="status")
    def standing(self, row: Any) -> str:
        """Their status, and why they may not be written to where that does not say it."""
        told = str(row.get_status_display())
        if not row.barred or row.status == row.Status.BOUNCED:
            return told
        return f"{told}: {story.BARRED[Suppression.Reason(row.barred)]}"

    @admin.display(description="tags")
    def tagged(self, row: Subscriber) -> str:
        return ", ".join(tag.name for tag in row.tags.all()) or "—"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Subscriber], search_term: str
    ) -> tuple[QuerySet[Subscriber], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q(address_hash=address_hash(term))
        if request.user.has_perm(MAY_CHANGE):
            found |= Q(address__icontains=term)
        return queryset.filter(found), False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, above it what readers chose: in sum, never who, never of a few."""
        context = {
            **(extra_context or {}),
            "title": "Readers",
            "chosen": self._chosen() if not request.GET else [],
            "fewest": sums.FEWEST,
            "may_add": self.may_add(request),
            "segment": _as_segment(request.GET)
            if request.user.has_perm("subscribers.add_segment")
            else "",
        }
        return super().changelist_view(request, context)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Who may only look is told that a part of an address finds nothing."""
        shown = super().get_changelist_instance(request)
        may_change = request.user.has_perm(MAY_CHANGE)
        what = "A part of an address" if may_change else "A whole address"
        shown.search_help_text = f"{what}, in small or capital letters."
        return shown

    @staticmethod
    def _chosen() -> list[tuple[Newsletter, int, sums.Chosen]]:
        return [
            (newsletter, personal_data.count_readers(newsletter), chosen)
            for newsletter in Newsletter.objects.order_by("pk")
            if (chosen := sums.chosen(newsletter))
        ]

    # --- Who may ----------------------------------------------------------------------

    @staticmethod
    def may_add(request: HttpRequest) -> bool:
        return bool(request.user.has_perm("subscribers.add_subscriber"))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Adding has a page of its own, which asks for consent."""
        return self.may_add(request)

    def has_steer_permission(self, request: HttpRequest) -> bool:
        """Nobody edits a reader's row, and who may change readers may act on them."""
        return bool(request.user.has_perm(MAY_CHANGE))

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """What cannot be undone is an owner's to do."""
        return bool(request.user.has_perm(MAY_ERASE))

    # --- Adding one -------------------------------------------------------------------

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add a reader: by letter, or with a note of where they said yes."""
        if not self.may_add(request):
            raise PermissionDenied
        first = Newsletter.objects.order_by("title").first()
        form = AddForm(request.POST or None, initial={"newsletter": first})
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            added = adding.add(
                given["newsletter"],
                given["address"],
                Circumstances(timezone.now(), "operator"),
                note=given["note"],
            )
            if added.answer in (Answer.TAKEN, Answer.ASKED):
                told = (
                    "Added, with a note of where they consented"
                    if given["note"]
                    else "Asked by letter to confirm"
                )
                _note(request, [added.reader or 0], told, ADDITION)
                tasks.hint(tasks.send_confirmations)
                messages.success(request, added.answer.value)
                return redirect("admin:subscribers_subscriber_change", added.reader)
            form.add_error("address", added.answer.value)
            if added.reader:
                page = "admin:subscribers_subscriber_change"
                form.there = reverse(page, args=[added.reader])  # type: ignore[attr-defined]
        context = {
            **self.admin_site.each_context(request),
            "title": "Add a reader",
            "opts": self.opts,
            "form": form,
        }
        return TemplateResponse(
            request, "admin/subscribers/subscriber/add.html", context
        )

    # --- One reader -------------------------------------------------------------------

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A reader's whole story; of one who was erased, only that."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        number = int(object_id) if object_id.isdecimal() else 0
        rows = Subscriber.objects.select_related("newsletter")
        reader = rows.filter(pk=number).first() if number < 1 << 63 else None
        context = {
            **self.admin_site.each_context(request),
            "title": f"Reader {number}",
            "opts": self.opts,
            "number": number,
        }
        if reader is None:
            context["erased"] = story.erased_at(number)
            page = "admin/subscribers/subscriber/gone.html"
            return TemplateResponse(request, page, context, status=410)
        may_change, status = self.has_steer_permission(request), Subscriber.Status
        context |= {
            "reader": reader,
            "address": reader.address if may_change else masked(reader.address),
            "told": story.tell(reader),
            "may_change": may_change,
            "may_erase": self.has_erase_permission(request),
            "list": reverse("admin:subscribers_subscriber_changelist"),
            "acts": self._offered(reader),
            "may_move": may_change
            and reader.status in (status.ACTIVE, status.PAUSED, status.BOUNCED),
            "is_asked": reader.address_changes.filter(state="asked").exists(),
        }
        page = "admin/subscribers/subscriber/story.html"
        return TemplateResponse(request, page, context)

    @staticmethod
    def _offered(reader: Subscriber) -> list[tuple[str, str]]:
        """Name and label of the acts that would change something."""
        status = Subscriber.Status
        names = ["tag", "untag", "let_go", "never_write_again", "take_back"]
        if reader.status == status.UNSUBSCRIBED:
            names.remove("let_go")
        if reader.status != status.BOUNCED:
            names.remove("take_back")
        if not reader.tags.exists():
            names.remove("untag")
        return [(name, ACTS[name].name) for name in names]

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(require_POST(self.move))
        own = path("<int:pk>/address/", page, name="subscribers_subscriber_move")
        return [own, *super().get_urls()]

    def move(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask another address whether their letters may go there."""
        if not self.has_steer_permission(request):
            raise PermissionDenied
        circumstances = Circumstances(timezone.now(), "operator")
        answer = moving.ask(
            pk, request.POST.get("address", ""), circumstances,
            by=request.user.get_username(),
        )  # fmt: skip
        if answer is moving.Answer.ASKED:
            _note(request, [pk], "Asked another address by letter", CHANGE)
            tasks.hint(tasks.send_confirmations)
            messages.success(request, answer.value)
        elif answer is not None:
            messages.error(request, answer.value)
        return redirect("admin:subscribers_subscriber_change", pk)

    # --- Many readers -----------------------------------------------------------------

    @admin.action(description="Tag", permissions=["steer"])
    def tag(self, request: HttpRequest, queryset: QuerySet[Subscriber]) -> Any:
        return self.ask_or_do(request, queryset, "tag")

    @admin.action(description="Untag", permissions=["steer"])
    def untag(self, request: HttpRequest, queryset: QuerySet[Subscriber]) -> Any:
        return self.ask_or_do(request, queryset, "untag")

    @admin.action(description="Unsubscribe", permissions=["steer"])
    def let_go(self, request: HttpRequest, queryset: QuerySet[Subscriber]) -> Any:
        return self.ask_or_do(request, queryset, "let_go")

    @admin.action(description="Never write to them again", permissions=["steer"])
    def never_write_again(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> Any:
        return self.ask_or_do(request, queryset, "never_write_again")

    @admin.action(
        description="Take back in, where letters had bounced", permissions=["steer"]
    )
    def take_back(self, request: HttpRequest, queryset: QuerySet[Subscriber]) -> Any:
        return self.ask_or_do(request, queryset, "take_back")

    @admin.action(description="Erase everything about them", permissions=["erase"])
    def erase(self, request: HttpRequest, queryset: QuerySet[Subscriber]) -> Any:
        return self.ask_or_do(request, queryset, "erase")

    def called(self, row: Subscriber) -> str:
        return masked(row.address)

    def act_of(self, name: str) -> BulkAct:
        return ACTS[name]

    def problem_with(self, name: str, said: str) -> str:
        is_missing = ACTS[name].asks and not tags.named(said)
        return "Write at least one." if is_missing else ""

    def do(self, request: HttpRequest, name: str, rows: Sequence[int]) -> None:
        before, given = _statuses(rows), request.POST
        wish = Wish(request.user.get_username(), timezone.now(), bulk.said(given))
        try:
            ACTS[name].do(rows, wish)
        except tags.TooManyTags as error:
            raise bulk.Refused(str(error)) from None
        flag = DELETION if name == "erase" else CHANGE
        _note(request, rows, ACTS[name].name, flag, before)

    def asks_too(self, request: HttpRequest, name: str) -> dict[str, Any]:
        is_danger = name in ("erase", "never_write_again")
        return {"is_required": True, "is_danger": is_danger}


def _statuses(readers: Sequence[int]) -> dict[int, str]:
    """How these readers stand now; who was erased is missing."""
    rows = Subscriber.objects.filter(pk__in=readers)
    return dict(rows.values_list("pk", "status"))


def _note(
    request: HttpRequest,
    readers: Sequence[int],
    told: str,
    flag: int,
    before: Mapping[int, str] | None = None,
) -> None:
    """Put it into the history, which holds no address and no tag.

    With how readers stood `before`, from which status to which each of them came.
    """
    before = before or {}
    after = _statuses(readers) if before else {}

    def words(pk: int) -> str:
        was, now = before.get(pk, ""), after.get(pk, "erased")
        return told if was in ("", now) else f"{told}: {was} → {now}"

    bulk.note(request, Subscriber, "reader", {pk: words(pk) for pk in readers}, flag)


def _as_segment(asked: QueryDict) -> str:
    """The way to a segment's form filled in with a filter of the list; empty: none."""
    kept = QueryDict(mutable=True)
    for here, there in SAVED.items():
        if asked.get(here):
            kept[there] = str(asked[here])
    if since := asked.get("created_at__gte"):
        kept["joined_from"] = str(since)[:10]
    if tag := asked.get("tag"):
        kept["tag"] = str(tag)
    page = reverse("admin:subscribers_segment_add")
    return f"{page}?{kept.urlencode()}" if kept else ""
