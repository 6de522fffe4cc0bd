"""Agents that are called, on the desk: settings, calls, conversations, knowledge."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from agents.assistants.platforms import LIMITS
from agents.knowledge import documents
from agents.models import (
    AgentSetting,
    Conversation,
    Document,
    DocumentVersion,
    Execution,
    Message,
    Preference,
)
from agents.prices import LISTINGS
from agents.prompts.code_steps import known_steps
from agents.prompts.loader import assistants
from newsletter.admin import NotByHand
from newsletter.audit import Audited


class AgentSettingForm(forms.ModelForm):  # type: ignore[type-arg]
    """Only agents and models that there are."""

    slug = forms.ChoiceField(label="Agent")
    model = forms.ChoiceField(required=False, help_text="Empty: its prompt file's.")

    class Meta:
        model = AgentSetting
        fields = ["slug", "is_on", "model", "timeout_seconds", "budget_dollars"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {**assistants(), **known_steps()}
        self.fields["slug"].choices = [  # type: ignore[attr-defined]
            (slug, f"{spec.front.title} ({slug})") for slug, spec in known.items()
        ]
        self.fields["model"].choices = [  # type: ignore[attr-defined]
            ("", "as in its prompt file"),
            *((name, name) for name in LISTINGS),
        ]


@admin.register(AgentSetting)
class AgentSettingAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """What an agent goes by from its next call or step on; the history has the old value."""

    form = AgentSettingForm
    list_display = ["slug", "is_on", "model", "timeout_seconds", "budget_dollars"]


@admin.register(Execution)
class ExecutionAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = [
        "created_at",
        "agent",
        "status",
        "trigger",
        "took",
        "dollars",
        "brain",
    ]
    list_filter = ["agent", "status", "trigger", "brain"]
    search_fields = ["uid", "user", "error"]
    date_hierarchy = "created_at"
    fields = [
        "uid", "agent", "status", "user", "trigger", "conversation", "session", "given", "answered",
        "error", "brain", "model", "instead_of", "input_tokens", "output_tokens",
        "dollars", "took", "used", "created_at", "began_at", "ended_at", "emptied_at",
    ]  # fmt: skip

    @admin.display(description="milliseconds")
    def took(self, row: Execution) -> str:
        return f"{row.milliseconds:,}" if row.is_over else "…"

    @admin.display(description="input")
    def given(self, row: Execution) -> SafeString:
        return _pretty(row.input)

    @admin.display(description="output")
    def answered(self, row: Execution) -> SafeString:
        return _pretty(row.output)

    @admin.display(description="knowledge and voice examples")
    def used(self, row: Execution) -> SafeString:
        return _pretty(row.knowledge)


class MessageInline(NotByHand, admin.TabularInline):  # type: ignore[type-arg]
    model = Message
    fields = ["created_at", "role", "agent", "content", "execution", "session"]
    show_change_link = False


@admin.register(Conversation)
class ConversationAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["moved_at", "user", "newsletter", "trigger", "status"]
    list_filter = ["status", "trigger", "newsletter"]
    search_fields = ["uid", "user"]
    inlines = [MessageInline]


@admin.register(Preference)
class PreferenceAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """What users said they want: to be looked at, and deleted."""

    list_display = ["user", "text", "created_at"]
    search_fields = ["user", "text"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class DocumentForm(forms.ModelForm):  # type: ignore[type-arg]
    platform = forms.ChoiceField(
        required=False,
        choices=[("", "any"), *((one, one.title()) for one in map(str, LIMITS))],
        help_text="For a voice example: what it was written for.",
    )

    class Meta:
        model = Document
        fields = ["kind", "title", "newsletter", "platform", "text", "is_active"]


class VersionInline(NotByHand, admin.TabularInline):  # type: ignore[type-arg]
    model = DocumentVersion
    fields = ["number", "created_at", "by", "title", "sha256"]


@admin.register(Document)
class DocumentAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """What agents may know, and how we sound; each change is a version."""

    form = DocumentForm
    list_display = ["title", "kind", "platform", "newsletter", "version", "is_active"]
    list_filter = ["kind", "platform", "newsletter", "is_active"]
    search_fields = ["title", "text"]
    inlines = [VersionInline]

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Save it, and what was saved as a version."""
        super().save_model(request, obj, form, change)
        documents.keep(obj, by=request.user.get_username())


def _pretty(value: Any) -> SafeString:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return format_html('<pre class="data">{}</pre>', text)
