"""The log, the attempts at steps and what was said to models, row by row: read-only."""

import json

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from agents.events import wording
from agents.models import AgentEvent, Journal, StepRun, ToolCall
from newsletter.admin import NotByHand


@admin.register(AgentEvent)
class AgentEventAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["seq", "created_at", "event_type", "agent_name", "means", "session"]
    list_display_links = ["seq", "event_type"]
    list_filter = ["event_type", "agent_name", "brain"]
    list_select_related = ["session"]
    search_fields = ["session__name"]
    show_full_result_count = False
    fields = [
        "session", "seq", "created_at", "event_type", "means", "agent_name", "brain",
        "instead_of", "pretty", "hash",
    ]  # fmt: skip

    @admin.display(description="what it says")
    def means(self, event: AgentEvent) -> str:
        return wording.for_operators(event.event_type, event.data) or "—"

    @admin.display(description="data")
    def pretty(self, event: AgentEvent) -> SafeString:
        text = json.dumps(event.data, indent=2, ensure_ascii=False)
        return format_html('<pre class="data">{}</pre>', text)


@admin.register(StepRun)
class StepRunAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["session", "key", "attempt", "status", "worker", "lease_until"]
    list_filter = ["status", "step"]
    list_select_related = ["session"]


class ToolCallInline(NotByHand, admin.TabularInline):  # type: ignore[type-arg]
    model = ToolCall
    fields = ["tool", "arguments", "attempt", "is_error", "answered_at"]


@admin.register(Journal)
class JournalAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    """What was said between a brain and its model, and the calls that came of it."""

    list_display = ["session", "key", "brain", "remote_id", "is_open", "reason"]
    list_filter = ["brain", "is_open"]
    list_select_related = ["session"]
    search_fields = ["session__name", "remote_id"]
    inlines = [ToolCallInline]
