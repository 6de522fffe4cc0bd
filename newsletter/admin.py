"""For the operator: newsletters to edit; issues and their evidence to read."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, URLField
from django.forms import FloatField, IntegerField, ModelForm
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from newsletter.audit import Audited
from newsletter.intake.desk import StoryDesk
from newsletter.models import (
    Citation,
    Correction,
    Coverage,
    Issue,
    Newsletter,
    Outlet,
    Source,
    Story,
    StoryStepPolicy,
)
from newsletter.outlets.desk import OutletsOfNewsletter, OutletTrial
from newsletter.pages.learned import LearnedDesk
from newsletter.pages.paths import address_of, place_of
from newsletter.research.outlets.registry import KINDS
from newsletter.verification.scorecard.wording import rows


class NotByHand:
    """Rows that nobody adds, changes or deletes by hand."""

    can_delete = False
    extra = 0

    def has_add_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False


class ReadOnly(NotByHand):
    """Evidence: to be looked at in every field, or in those that are named."""

    model: type[Model]
    fields: ClassVar[Any] = None

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> list[str]:
        return list(self.fields or [field.name for field in self.model._meta.fields])


@admin.register(Newsletter)
class NewsletterAdmin(LearnedDesk, OutletsOfNewsletter, Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("title", "slug", "is_active", "weekday", "send_at", "timezone")
    list_filter = ("is_active",)
    search_fields = ("title", "slug")
    prepopulated_fields = {"slug": ("title",)}
    change_form_template = "admin/newsletter/newsletter_form.html"
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "title",
                    "slug",
                    "tagline",
                    "is_active",
                    "language",
                    "shows_pictures",
                )
            },
        ),
        ("What it is about", {"fields": ("profile", "topics", "tone", "rubric")}),
        ("Where it looks", {"fields": ("shared_outlets",)}),
        ("How it looks", {"fields": ("accent", "shows_sessions")}),
        ("What must hold", {"fields": ("when_links_fail",)}),
        (
            "Who decides",
            {
                "fields": (
                    "approval",
                    "approval_hours",
                    "when_undecided",
                    "reviews_stories",
                )
            },
        ),
        ("When", {"fields": ("workflow", "weekday", "send_at", "timezone")}),
        ("Letters", {"fields": ("sender_name", "sender_address", "subscriber_cap")}),
    )

    def view_on_site(self, newsletter: Newsletter) -> str:
        """Where readers find it, and subscribe."""
        return place_of(newsletter).home

    def has_delete_permission(
        self, request: HttpRequest, obj: Newsletter | None = None
    ) -> bool:
        """A newsletter is switched off; what it published stays."""
        return False


def _what_kinds_take() -> SafeString:
    told = ((kind.label, kind.takes, kind.example) for kind in KINDS.values())
    takes = format_html_join("", "<li><b>{}</b>: {} <code>{}</code></li>", told)
    return format_html("Each kind takes an address of its own:<ul>{}</ul>", takes)


class CellForm(ModelForm):  # type: ignore[type-arg]
    """A row of a list that can be edited there: each field is named for who hears it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = f"{field.label}, {self.instance}"


@admin.register(Outlet)
class OutletAdmin(OutletTrial, Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "newsletter", "kind", "how", "prior", "is_active", "url")
    list_editable = ("prior", "is_active")
    list_filter = ("newsletter", "is_active", "kind", "how")
    list_select_related = ("newsletter",)
    search_fields = ("name", "url")
    formfield_overrides = {URLField: {"assume_scheme": "https"}}

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> Any:
        return super().get_changelist_form(request, form=CellForm, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Most outlets are feeds."""
        return {"how": "feed", **super().get_changeform_initial_data(request)}

    fieldsets = (
        (
            None,
            {
                "fields": ("newsletter", "name", "how", "url"),
                "description": _what_kinds_take(),
            },
        ),
        ("How far it is trusted", {"fields": ("kind", "prior", "terms", "is_active")}),
    )


@admin.register(Story)
class StoryAdmin(ReadOnly, StoryDesk):
    """A queue to work through, and a page each that tells a story's history."""


class CitationInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Citation
    fields = ("position", "claim", "quote", "source", "match", "outcome")


class CoverageInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Coverage
    fields = ("story_id", "title", "url", "kind", "why", "what_is_new", "thread")


class CorrectionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Correction
    fk_name = "issue"
    fields = ("noticed_at", "reason", "sentence", "settled_at", "told_in")


@admin.register(Issue)
class IssueAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "subject",
        "newsletter",
        "no",
        "status",
        "published_at",
        "is_sample",
    )
    list_filter = ("newsletter", "status", "is_sample")
    list_select_related = ("newsletter",)
    search_fields = ("subject", "session_name", "slug")
    date_hierarchy = "published_at"
    inlines = (CorrectionInline, CitationInline, CoverageInline)
    fields = (
        *("newsletter", "number", "subject", "preheader", "status", "page", "slug"),
        *("session_name", "is_sample", "covers_from", "covers_until", "published_at"),
        *("disclosures", "figures", "scorecard", "draft_sha256", "markdown"),
    )

    @admin.display(description="No.", ordering="number")
    def no(self, issue: Issue) -> str:
        """None of a preview: it makes room for what comes out."""
        return str(issue.number) if issue.status == Issue.Status.PUBLISHED else ""

    @admin.display(description="Page")
    def page(self, issue: Issue) -> SafeString | str:
        """Where readers find it."""
        if issue.status != Issue.Status.PUBLISHED:
            return "on no public page"
        return format_html('<a href="{0}">{0}</a>', address_of(issue))

    @admin.display(description="In numbers")
    def figures(self, issue: Issue) -> SafeString | str:
        """The scorecard as readers see it."""
        told = [(row.name, row.value, row.note) for row in rows(issue.scorecard)]
        return format_html_join("", "{}: <b>{}</b> {}<br>", told) or "none was drawn up"


@admin.register(Source)
class SourceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("title", "publisher", "url", "fetched_at", "is_sample")
    list_filter = ("is_sample", "publisher")
    search_fields = ("title", "url", "sha256")
    date_hierarchy = "fetched_at"


@admin.register(Citation)
class CitationAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("claim", "issue", "position", "match", "outcome")
    list_filter = ("match", "outcome")
    list_select_related = ("issue__newsletter",)
    search_fields = ("claim", "quote", "url")


@admin.register(Coverage)
class CoverageAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("title", "issue", "kind", "story_id")
    list_filter = ("kind",)
    list_select_related = ("issue__newsletter",)
    search_fields = ("title", "url", "story_id")


@admin.register(Correction)
class CorrectionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "sentence",
        "issue",
        "reason",
        "noticed_at",
        "settled_at",
        "told_in",
    )
    list_filter = ("reason",)
    list_select_related = ("issue__newsletter", "told_in__newsletter")
    search_fields = ("sentence", "url")
    date_hierarchy = "noticed_at"


class StoryStepPolicyForm(ModelForm):  # type: ignore[type-arg]
    """A policy by which a step is tried at least once, and never sooner than before."""

    attempts = IntegerField(
        min_value=1, max_value=20, help_text="Failures until it is given up."
    )
    multiplier = FloatField(
        min_value=1, help_text="By how much each further wait is longer."
    )
    losses = IntegerField(
        min_value=1, max_value=100, help_text="Dead workers until it is given up."
    )

    class Meta:
        model = StoryStepPolicy
        fields = ("attempts", "first_wait_seconds", "multiplier", "losses")


@admin.register(StoryStepPolicy)
class StoryStepPolicyAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    form = StoryStepPolicyForm
    list_display = ("step", "attempts", "first_wait_seconds", "multiplier", "losses")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: StoryStepPolicy | None = None
    ) -> bool:
        """Each step has one."""
        return False
