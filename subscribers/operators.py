"""Telling the operator what needs a person: in the log, and by letter where set."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail

logger = logging.getLogger(__name__)


def tell(subject: str, text: str) -> None:
    """Say it once. A letter that cannot be sent is not tried again: the log has it."""
    logger.error("For the operator: %s", subject)
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
