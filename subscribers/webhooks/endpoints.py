"""Who is called by webhook, by name: the settings hold address and secret, no table.

Another receiver, or another subject, is another name here.
"""

from dataclasses import dataclass

from django.conf import settings

ALERTS = "alerts"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, and the secrets that it knows us by, the newest first."""

    name: str
    url: str
    secrets: tuple[str, ...]


def endpoint(name: str) -> Endpoint | None:
    """The one of that name, if there is one now."""
    known = {ALERTS: (settings.ALERT_WEBHOOK, settings.ALERT_WEBHOOK_SECRET)}
    url, secrets = known.get(name, ("", ()))
    return Endpoint(name, url, tuple(secrets)) if url else None
