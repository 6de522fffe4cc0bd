"""Addresses that must not be written to, on the desk: their hashes alone."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import (
    HttpRequest,
)
from django.utils import timezone

from newsletter.audit import Audited
from subscribers.consent import status as consent
from subscribers.models import (
    Suppression,
    address_hash,
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
class SuppressionAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "reason", "at")
    list_filter = ("reason",)
    form = SuppressionForm

    def has_change_permission(
        self, request: HttpRequest, obj: Suppression | None = None
    ) -> bool:
        return False

    def save_model(self, request: Any, obj: Any, form: Any, change: Any) -> None:
        """The form has saved it."""
