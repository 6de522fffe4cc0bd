"""The desk: sessions with their logs, read-only, for operators."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from agents import progress
from agents.models import Agent, AgentEvent, AgentRun, Session, StepRun


class ReadOnly:
    """Rows that are looked at and never edited by hand."""

    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EventInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = AgentEvent
    fields = ["seq", "created_at", "agent_name", "brain", "event_type", "means"]
    readonly_fields = ["means"]
    ordering = ["seq"]

    @admin.display(description="what it says")
    def means(self, event: AgentEvent) -> str:
        return progress.describe(event.event_type, event.data) or "—"


class RunInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = AgentRun
    fields = [
        "key", "attempt", "brain", "model", "status", "seconds", "tool_calls",
        "input_tokens", "output_tokens", "cache_read_tokens", "dollars", "error",
    ]  # fmt: skip


@admin.register(Session)
class SessionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["name", "newsletter", "status", "created_at", "took", "cost", "why"]
    list_filter = ["status", "newsletter", "sources"]
    search_fields = ["name"]
    date_hierarchy = "created_at"
    inlines = [RunInline, EventInline]

    @admin.display(description="seconds")
    def took(self, session: Session) -> str:
        return str(session.summary.get("total_elapsed_sec", ""))

    @admin.display(description="dollars")
    def cost(self, session: Session) -> str:
        return str(session.summary.get("totals", {}).get("dollars", ""))

    @admin.display(description="reason")
    def why(self, session: Session) -> str:
        return session.reason[:120]


@admin.register(AgentEvent)
class AgentEventAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["session", "seq", "event_type", "agent_name", "brain", "means"]
    list_filter = ["event_type", "agent_name", "brain"]
    search_fields = ["session__name"]
    list_select_related = ["session"]
    readonly_fields = ["pretty"]

    @admin.display(description="what it says")
    def means(self, event: AgentEvent) -> str:
        return progress.describe(event.event_type, event.data)

    @admin.display(description="data")
    def pretty(self, event: AgentEvent) -> SafeString:
        return format_html("<pre>{}</pre>", event.data)


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The ids under which an agent stands on the platform may be set by hand."""

    list_display = ["slug", "remote_id", "remote_version", "is_active"]


@admin.register(StepRun)
class StepRunAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["session", "key", "attempt", "status", "worker", "lease_until"]
    list_filter = ["status", "step"]
    list_select_related = ["session"]
