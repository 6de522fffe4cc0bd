"""A test letter: an issue as its readers will get it, to one operator."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.contrib.auth import get_user_model

from newsletter.models import Issue
from subscribers.delivery.clearance import NOBODY
from subscribers.delivery.transports.base import LetterOutcome
from subscribers.delivery.transports.table import TRANSPORTS, transport_name
from subscribers.letters.compose import compose, envelope_address

FOLDER = "tests"


def operators() -> Sequence[str]:
    """The addresses that a test may go to: of operators alone, each once."""
    staff = get_user_model().objects.filter(is_staff=True, is_active=True)
    own = staff.exclude(email="").order_by("pk").values_list("email", flat=True)
    return tuple(dict.fromkeys((*settings.OPERATOR_EMAILS, *own)))


def send(issue: Issue, address: str, now: datetime) -> LetterOutcome:
    """Send it and say what the server answered; no delivery is booked for it.

    Its links out lead to nobody's preferences. Raises Unreachable.
    """
    letters = replace(
        compose(issue, at=now), subject=f"[Test] {' '.join(issue.subject.split())}"
    )
    reader = replace(NOBODY, address=envelope_address(address))
    with closing(TRANSPORTS[transport_name(issue)](FOLDER)) as transport:
        [(_, outcome)] = transport.carry([letters.letter(reader)])
    return outcome
