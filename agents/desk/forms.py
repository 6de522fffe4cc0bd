"""What an operator fills in."""

from typing import Any

from django import forms

from agents.desk.acts import ACTS
from agents.models import RetryPolicy
from agents.prompts.code_steps import known_steps
from newsletter.models import Newsletter


class WishForm(forms.Form):
    """A button on a session's page, and what was said beside it."""

    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    at_seq = forms.IntegerField(min_value=0)
    reason = forms.CharField(max_length=300, required=False)
    step = forms.CharField(max_length=40, required=False)
    seen = forms.IntegerField(min_value=0, required=False)


class DecisionForm(forms.Form):
    """A yes or no to the draft that was shown, and what was noted beside it."""

    act = forms.ChoiceField(choices=[("approve", "approve"), ("stop", "stop")])
    draft = forms.CharField(min_length=64, max_length=64)
    why = forms.CharField(max_length=1000, required=False)


class AnswerForm(forms.Form):
    """What is decided on a conversation's request, about which draft if one was shown."""

    act = forms.ChoiceField(choices=[(one, one) for one in ("send", "grant", "refuse")])
    draft = forms.CharField(min_length=64, max_length=64, required=False)
    why = forms.CharField(max_length=1000, required=False)

    def clean(self) -> dict[str, Any]:
        """Only a draft that was shown is sent."""
        told: dict[str, Any] = super().clean() or {}
        if told.get("act") == "send" and not told.get("draft"):
            raise forms.ValidationError("No draft was named.")
        return told


class BeginForm(forms.Form):
    """The desk's button for a session outside the timetable."""

    newsletter = forms.ModelChoiceField(Newsletter.objects.filter(is_active=True))
    is_dry_run = forms.BooleanField(required=False)
    by_steps = forms.BooleanField(required=False)
    seen = forms.IntegerField(min_value=0, required=False)


class RetryPolicyForm(forms.ModelForm):  # type: ignore[type-arg]
    """A policy for a step that there is."""

    step = forms.ChoiceField(choices=lambda: [(slug, slug) for slug in known_steps()])
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
