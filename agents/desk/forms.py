"""What an operator fills in."""

from typing import Any

from django import forms
from django.conf.locale import LANG_INFO

from agents.desk.acts import ACTS
from agents.models import RetryPolicy
from agents.prompts.loader import roster
from agents.workflows.table import WORKFLOWS
from newsletter.models import Newsletter
from newsletter.text.language import KNOWN


class WishForm(forms.Form):
    """A button on a session's page, and what was said beside it."""

    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    at_seq = forms.IntegerField(min_value=0)
    reason = forms.CharField(max_length=300, required=False)
    step = forms.CharField(max_length=40, required=False)


class DecisionForm(forms.Form):
    """A yes or no to the draft that was shown, and what was noted beside it."""

    act = forms.ChoiceField(choices=[("approve", "approve"), ("stop", "stop")])
    draft_sha256 = forms.CharField(min_length=64, max_length=64)
    why = forms.CharField(max_length=1000, required=False)


class BeginForm(forms.Form):
    """The desk's button for a session outside the timetable."""

    newsletter = forms.ModelChoiceField(Newsletter.objects.filter(is_active=True))
    is_dry_run = forms.BooleanField(required=False)


def _workflows() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted({name for name, _ in WORKFLOWS})]


def _languages() -> list[tuple[str, str]]:
    named = [(code, LANG_INFO.get(code, {}).get("name", code)) for code in KNOWN]
    return sorted(named, key=lambda one: one[1])


def _and(stored: str, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """One with a country, or of a newer version, stays what it was."""
    return choices if stored in dict(choices) else [*choices, (stored, stored)]


class NewsletterForm(forms.ModelForm):  # type: ignore[type-arg]
    """A newsletter; what there is a list of is chosen from it."""

    class Meta:
        model = Newsletter
        fields = "__all__"  # noqa: DJ007  the admin names them

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = {"workflow": _workflows(), "language": _languages()}
        for name, choices in lists.items():
            self.fields[name] = forms.ChoiceField(
                choices=_and(getattr(self.instance, name), choices),
                help_text=self.fields[name].help_text,
            )


class RetryPolicyForm(forms.ModelForm):  # type: ignore[type-arg]
    """A policy for a step that there is."""

    step = forms.ChoiceField(choices=lambda: [(slug, slug) for slug in roster()])
    multiplier = forms.FloatField(
        min_value=1,
        required=False,
        help_text="By how much each further wait is longer.",
    )

    class Meta:
        model = RetryPolicy
        fields = [
            "step", "attempts", "first_wait_seconds", "multiplier",
            "longest_wait_seconds", "losses",
        ]  # fmt: skip
