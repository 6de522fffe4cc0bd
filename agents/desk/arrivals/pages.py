"""Webhooks that come in, on the desk; who may ask by mail; and all that was taken."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from agents.arrivals import mail
from agents.models import AllowedSender, Arrival, IncomingWebhook
from newsletter.admin import NotByHand
from newsletter.audit import Audited
from newsletter.pages.paths import address
from subscribers.addresses import comparable
from subscribers.webhooks import sealing, signing

Form, Does = IncomingWebhook.Form, IncomingWebhook.Does
# A shorter secret is guessed.
SHORTEST = 16


class IncomingWebhookForm(forms.ModelForm):  # type: ignore[type-arg]  # no [] at run time
    secret = forms.CharField(
        required=False,
        max_length=200,
        widget=forms.PasswordInput(
            attrs={"autocomplete": "off", "class": "vTextField"}
        ),
        help_text="Only where the other side made one, as Slack does (its signing secret). "
        "Empty: one is made, and shown once.",
    )

    class Meta:
        model = IncomingWebhook
        fields = ["name", "form", "does", "newsletter", "is_dry_run", "is_on"]

    def clean(self) -> dict[str, Any]:
        """A secret that can sign by that form, and a newsletter where one is begun for."""
        told: dict[str, Any] = super().clean() or {}
        secret = (told.get("secret") or "").strip()
        form = told.get("form")
        if secret and form == Form.STANDARD and (fault := signing.fault_of([secret])):
            self.add_error("secret", f"It cannot sign: {fault}.")
        elif secret and len(secret) < SHORTEST:
            self.add_error("secret", f"It has fewer than {SHORTEST} characters.")
        elif not secret and form == Form.SLACK and not self.instance.pk:
            self.add_error("secret", "Slack makes it: copy its signing secret here.")
        if told.get("does") == Does.SESSION and not told.get("newsletter"):
            self.add_error("newsletter", "Choose whose sessions it begins.")
        return told


@admin.register(IncomingWebhook)
class IncomingWebhookAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Addresses of ours that others call; each one's secret is shown once."""

    form = IncomingWebhookForm
    list_display = ["name", "form", "does", "newsletter", "is_on"]
    list_select_related = ["newsletter"]
    change_form_template = "admin/agents/incomingwebhook/change_form.html"

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who may only look has no field for the secret."""
        fields = list(self.form.Meta.fields)
        may_change = obj is None or self.has_change_permission(request, obj)
        return [*fields[:2], "secret", *fields[2:]] if may_change else fields

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Seal the secret that was given; without one a new webhook gets its own."""
        given = form.cleaned_data["secret"].strip()
        obj.shown_once = ""
        if given:
            obj.sealed = sealing.seal(given)
        elif not change:
            obj.shown_once = sealing.new_secret()
            obj.sealed = sealing.seal(obj.shown_once)
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Any, *rest: Any) -> HttpResponse:
        """Show the secret, in the answer itself and nowhere else."""
        return self._shown(request, obj, obj.shown_once)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Its address, and what came last, beside the fields."""
        row = self.get_object(request, object_id)
        latest = row.arrivals.select_related("execution", "session") if row else None
        more = {
            **(extra_context or {}),
            "address": address(f"/hooks/{row.place}") if row else "",
            "arrivals": list(latest[:20]) if latest else [],
        }
        return super().change_view(request, object_id, form_url, more)

    def get_urls(self) -> list[URLPattern]:
        own = self.admin_site.admin_view(require_POST(self.renew))
        name = "agents_incomingwebhook_secret"
        return [path("<int:pk>/secret/", own, name=name), *super().get_urls()]

    def renew(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Make a new secret; the old one opens nothing from now on."""
        row: IncomingWebhook = get_object_or_404(IncomingWebhook, pk=pk)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        secret = sealing.new_secret()
        row.sealed = sealing.seal(secret)
        row.save(update_fields=["sealed"])
        self.log_change(request, row, "A new secret.")
        return self._shown(request, row, secret)

    def _shown(
        self, request: HttpRequest, row: IncomingWebhook, secret: str
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "The address" + (" and the secret, shown once" if secret else ""),
            "opts": self.opts,
            "hook": row,
            "address": address(f"/hooks/{row.place}"),
            "secret": secret,
        }
        template = "admin/agents/incomingwebhook/made.html"
        answer = TemplateResponse(request, template, context)
        answer["Cache-Control"] = "no-store"
        return answer


class AllowedSenderForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = AllowedSender
        fields = ["address", "newsletter", "is_on"]

    def clean_address(self) -> str:
        return comparable(self.cleaned_data["address"])


@admin.register(AllowedSender)
class AllowedSenderAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Whose mail is answered."""

    form = AllowedSenderForm
    list_display = ["address", "newsletter", "is_on"]
    list_select_related = ["newsletter"]
    search_fields = ["address"]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Say where mail is not taken at all."""
        if not mail.is_open():
            messages.warning(
                request,
                "No mail is taken: INBOUND_ADDRESS and INBOUND_AUTHSERV_ID are not set.",
            )
        return super().changelist_view(request, extra_context)


@admin.register(Arrival)
class ArrivalAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    """What came in by webhook, mail and chat, and what became of it."""

    list_display = ["at", "trigger", "webhook", "sender", "status", "said"]
    list_filter = ["trigger", "status", "webhook"]
    list_select_related = ["webhook"]
    search_fields = ["uid", "key", "sender"]
    date_hierarchy = "at"
    fields = [
        "uid", "trigger", "webhook", "key", "at", "status", "said", "sender", "subject",
        "words", "answer", "conversation", "execution", "session", "attempts", "next_at",
        "emptied_at",
    ]  # fmt: skip
