"""A new password by letter, by the way that readers' letters take."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import URLPattern, path

from subscribers import alerts


class ResetForm(PasswordResetForm):
    """Django's, with a letter that leaves as all others do."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: Mapping[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        given = {**context, **_site()}
        subject = "".join(render_to_string(subject_template_name, given).splitlines())
        text = render_to_string(email_template_name, given)
        letter = EmailMessage(subject, text, from_email, [to_email])
        alerts.way().send_messages([letter])


def urls() -> list[URLPattern]:
    """The pages by the names that Django's admin looks for."""
    ask = views.PasswordResetView.as_view(form_class=ResetForm)
    return [
        path("admin/password_reset/", ask, name="admin_password_reset"),
        path(
            "admin/password_reset/done/",
            views.PasswordResetDoneView.as_view(),
            name="password_reset_done",
        ),
        path(
            "admin/reset/<uidb64>/<token>/",
            views.PasswordResetConfirmView.as_view(),
            name="password_reset_confirm",
        ),
        path(
            "admin/reset/done/",
            views.PasswordResetCompleteView.as_view(),
            name="password_reset_complete",
        ),
    ]


def _site() -> dict[str, str]:
    """Where the link leads: never where a request says it came to."""
    address = urlsplit(settings.BASE_URL)
    return {
        "domain": address.netloc,
        "site_name": address.netloc,
        "protocol": address.scheme,
    }
