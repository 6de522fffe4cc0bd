"""Interests on the desk: a name and YAML, each fault told with its line."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm, Textarea, ValidationError
from django.http import HttpRequest

from agents.desk.interests.keeping import EXAMPLE, followed, read, said_by
from newsletter.audit import Audited, changes, values_of
from newsletter.interests.faults import BadInterests
from newsletter.models import StoredInterests


class InterestsForm(ModelForm):  # type: ignore[type-arg]
    """A name and YAML; each fault is told with its line."""

    class Meta:
        model = StoredInterests
        fields = ("name", "text")
        widgets = {
            "text": Textarea(
                attrs={"rows": 40, "cols": 100, "spellcheck": "false", "class": "yaml"}
            )
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.held = StoredInterests.objects.filter(pk=self.instance.pk).first()

    def clean_text(self) -> str:
        text = str(self.cleaned_data["text"]).replace("\r\n", "\n")
        try:
            self.said = read(text)
        except BadInterests as error:
            raise ValidationError([str(fault) for fault in error.faults]) from None
        return text


class InterestsDesk(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Interests to write and change; who has them follows at once."""

    form = InterestsForm
    list_display = ("name", "whose", "changed_at")
    search_fields = ("name", "text")
    readonly_fields = ("whose", "sha256", "changed_at")
    fields = ("name", "text", "whose", "sha256", "changed_at")

    @admin.display(description="newsletters")
    def whose(self, row: StoredInterests) -> str:
        if row.pk is None:
            return "none yet"
        return ", ".join(map(str, row.newsletters.all())) or "none"

    def get_changeform_initial_data(
        self, request: HttpRequest
    ) -> dict[str, str | list[str]]:
        """A new one begins with the example, every key explained."""
        return {"text": EXAMPLE.read_text(encoding="utf-8")}

    def construct_change_message(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        add: bool = False,  # noqa: FBT001, FBT002  Django's
    ) -> Any:
        """What is said otherwise now, key by key: the whole text would hide it."""
        row = form.instance
        told = changes(row._said_before, said_by(row))
        if not told:
            return "Saved; it says what it said."
        return f"Added. {told}" if add else told

    def save_model(
        self,
        request: HttpRequest,
        obj: StoredInterests,
        form: InterestsForm,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Newsletters follow, each with a line of its own in its history."""
        obj._said_before = said_by(form.held)  # type: ignore[attr-defined]
        obj.say(obj.text, form.said)
        super().save_model(request, obj, form, change)
        before = {one.pk: values_of(one) for one in obj.newsletters.all()}
        for newsletter in followed(obj):
            told = changes(before[newsletter.pk], values_of(newsletter))
            if told:
                self.log_change(request, newsletter, f"Interests {obj}: {told}")
