"""What to keep an eye on: attack mode, and what the operator was told."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import (
    HttpRequest,
)
from django.utils import timezone

from newsletter.admin import ReadOnly
from subscribers.models import (
    Alert,
    AttackMode,
)


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
