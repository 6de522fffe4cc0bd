"""Telling the operator what needs a person: in the log, by letter and by webhook."""

import logging
from smtplib import SMTPException

import httpx
from django.conf import settings
from django.core.mail import send_mail

logger = logging.getLogger(__name__)

WEBHOOK_SECONDS = 5.0


def tell(subject: str, text: str) -> None:
    """Say it once. What cannot be delivered is not tried again: the log has it."""
    logger.error("For the operator: %s", subject)
    _write(subject, text)
    _call(subject, text)


def _write(subject: str, text: str) -> None:
    if not settings.OPERATOR_EMAILS:
        return
    try:
        send_mail(
            f"[Crux] {subject}",
            text,
            settings.DEFAULT_FROM_EMAIL,
            settings.OPERATOR_EMAILS,
        )
    except (OSError, SMTPException) as error:
        logger.error("The operator could not be told by letter: %s", error)


def _call(subject: str, text: str) -> None:
    """Post `{"text": …}`, which chat services take as it is."""
    if not settings.OPERATOR_WEBHOOK:
        return
    message = {"text": f"{subject}\n{text}".strip()}
    try:
        answer = httpx.post(
            settings.OPERATOR_WEBHOOK, json=message, timeout=WEBHOOK_SECONDS
        )
        answer.raise_for_status()
    except httpx.HTTPError as error:
        logger.error("The operator's webhook failed: %s", type(error).__name__)
