"""The form of the desk's log-in page: name, password, and a code where one is needed."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import ValidationError

from crux.second_factor import devices

MISSING = "This account asks for a code too: from your telephone, or a recovery code."
WRONG = (
    "The code is not right, or was used already. After wrong ones wait a little: each "
    "doubles the time until the next is looked at."
)


class LoginForm(AdminAuthenticationForm):
    """Django's, and a code; a wrong one counts as a wrong password does."""

    code = forms.CharField(
        label="Code",
        required=False,
        max_length=20,
        help_text="From your telephone, or a recovery code; empty if you set none up.",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "aria-describedby": "code-help",
                "spellcheck": "false",
                "autocapitalize": "none",
            }
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        user = self.get_user()
        if user is None or not devices.is_on(user):
            return cleaned
        if not cleaned.get("code"):
            raise ValidationError(MISSING, code="code_missing")
        device = devices.verified(user, cleaned["code"])
        if device is None:
            user_login_failed.send(
                sender=__name__,
                credentials={"username": user.get_username()},
                request=self.request,
            )
            raise ValidationError(WRONG, code="code_wrong")
        # django-otp puts it into the session at log-in.
        user.otp_device = device  # type: ignore[attr-defined]
        return cleaned
