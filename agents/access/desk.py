"""API keys on the desk: made there, shown once, revoked; nobody sees a secret again."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import (
    CheckboxSelectMultiple,
    ModelForm,
    MultipleChoiceField,
    SplitDateTimeField,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from agents.access import keys
from agents.access.scopes import MEANS, RIGHTS, Scope
from agents.models import ApiKey
from newsletter.audit import Audited

# Who may revoke others' keys too.
ALL = "agents.delete_apikey"


class KeyForm(ModelForm):  # type: ignore[type-arg]  # no [] at run time
    """Only scopes whose right on the desk its owner has can be chosen."""

    scopes = MultipleChoiceField(
        widget=CheckboxSelectMultiple,
        required=False,
        help_text="What it may do. Issues and their evidence need no scope.",
    )

    class Meta:
        model = ApiKey
        fields = ["name", "scopes", "requests_per_hour", "expires_at"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = self.fields.get("scopes")
        if isinstance(scopes, MultipleChoiceField):
            scopes.choices = [(one.value, f"{MEANS[one]} ({one})") for one in Scope]


class ApiKeyAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """One's own keys; owners of Crux see all."""

    form = KeyForm
    list_display = ["name", "prefix", "owner", "scoped", "last_used_at", "state"]
    list_select_related = ["owner"]
    actions = ["revoke"]
    change_form_template = "admin/agents/apikey.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiKey]:
        found: QuerySet[ApiKey] = super().get_queryset(request)
        return (
            found
            if request.user.has_perm(ALL)
            else found.filter(owner_id=request.user.pk)
        )

    @admin.display(description="scopes")
    def scoped(self, key: ApiKey) -> str:
        return ", ".join(key.scopes) or "none"

    @admin.display
    def state(self, key: ApiKey) -> str:
        if key.revoked_at:
            return f"revoked on {key.revoked_at:%-d %B %Y}"
        return f"until {key.expires_at:%-d %B %Y}" if key.expires_at else "in force"

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        """Each of the two boxes of a time has a name of its own, for who hears the page."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, SplitDateTimeField):
            for box, part in zip(field.widget.widgets, ("day", "time"), strict=True):
                box.attrs["aria-label"] = f"{field.label}, {part}"
        return field

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Offer what the operator may do, and nothing else."""
        made = super().get_form(request, *args, **kwargs)
        may = [
            (one.value, f"{MEANS[one]} ({one})")
            for one in Scope
            if request.user.has_perm(RIGHTS[one])
        ]

        class Offered(made):  # type: ignore[misc, valid-type]
            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__(*args, **kwargs)
                if "scopes" in self.fields:
                    self.fields["scopes"].choices = may

        return Offered

    def get_readonly_fields(
        self, request: HttpRequest, obj: ApiKey | None = None
    ) -> list[str]:
        """What a key may do is settled when it is made."""
        if obj is None:
            return []
        made = ["prefix", "owner", "created_at", "last_used_at", "revoked_at"]
        return [*self.form.Meta.fields, *made]

    def get_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> Any:
        return (
            [*self.form.Meta.fields]
            if obj is None
            else self.get_readonly_fields(request, obj)
        )

    def has_delete_permission(
        self, request: HttpRequest, obj: ApiKey | None = None
    ) -> bool:
        """It is revoked, so that its name stays on record."""
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """A new key is its maker's."""
        if change:
            return
        obj.owner = request.user
        obj.shown_once = keys.furnish(obj)
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Any, *rest: Any) -> HttpResponse:
        """Show the secret, in the answer itself and nowhere else."""
        context = {
            **self.admin_site.each_context(request),
            "title": "The key, shown once",
            "opts": self.opts,
            "key": obj,
            "token": obj.shown_once,
        }
        answer = TemplateResponse(request, "admin/agents/apikey_made.html", context)
        answer["Cache-Control"] = "no-store"
        return answer

    # --- Revoking ---------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        one = self.admin_site.admin_view(require_POST(self.revoke_one))
        return [
            path("<int:pk>/revoke/", one, name="agents_apikey_revoke"),
            *super().get_urls(),
        ]

    def revoke_one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The button on a key's page."""
        key = get_object_or_404(self.get_queryset(request), pk=pk)
        if not self.has_change_permission(request, key):
            raise PermissionDenied
        self._revoke(request, [key])
        return redirect("admin:agents_apikey_changelist")

    @admin.action(permissions=["change"], description="Revoke the chosen keys")
    def revoke(self, request: HttpRequest, chosen: QuerySet[ApiKey]) -> None:
        self._revoke(request, list(chosen))

    def _revoke(self, request: HttpRequest, chosen: list[ApiKey]) -> None:
        changed = keys.revoke(chosen)
        for key in chosen:
            self.log_change(request, key, "Revoked.")
        what = "key is" if changed == 1 else "keys are"
        messages.success(request, f"{changed} {what} worth nothing any more.")
