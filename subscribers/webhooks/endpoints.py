"""Who is called by webhook: the operator's own, by settings, and the endpoints of the desk."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from subscribers.models import WebhookCall, WebhookEndpoint
from subscribers.webhooks import sealing

ALERTS = "alerts"
# So long the secrets before a new one sign too, and so many of them.
BOTH_FOR = timedelta(days=1)
MOST_BEFORE = 10
# Once every call has failed for so long, an endpoint is switched off.
OFF_AFTER = timedelta(days=3)
OFF = "its endpoint is switched off"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, and the secrets that it knows us by, the newest first."""

    name: str
    url: str
    secrets: tuple[str, ...]
    is_on: bool = True
    tells_address: bool = False


def endpoint(name: str) -> Endpoint | None:
    """The one of the settings of that name, if there is one now."""
    known = {ALERTS: (settings.ALERT_WEBHOOK, settings.ALERT_WEBHOOK_SECRET)}
    url, secrets = known.get(name, ("", ()))
    return Endpoint(name, url, tuple(secrets)) if url else None


def endpoint_of(call: WebhookCall) -> Endpoint | None:
    """Whom a call is for, if there is one now; raises sealing.Unreadable."""
    to = call.to
    if to is None:
        return endpoint(call.endpoint)
    secrets = [sealing.open_sealed(to.sealed)]
    for one in _sealed_before(to, timezone.now()):
        # One that nobody can open is why a new one was made.
        with suppress(sealing.Unreadable):
            secrets.append(sealing.open_sealed(one))
    return Endpoint(to.name, to.url, tuple(secrets), to.is_on, to.tells_address)


def furnish(row: WebhookEndpoint) -> str:
    """Give an endpoint a new secret, unsaved; the secret itself. Old ones go on a day.

    Nobody knows which of them the other side has, where several were made.
    """
    secret, now = sealing.new_secret(), timezone.now()
    if row.sealed:
        before = [row.sealed, *_sealed_before(row, now)]
        row.sealed_before = " ".join(before[:MOST_BEFORE])
        row.before_until = now + BOTH_FOR
    row.sealed = sealing.seal(secret)
    return secret


def _sealed_before(row: WebhookEndpoint, now: datetime) -> list[str]:
    """The older secrets that sign too, the newest first; in base64, none has a space."""
    still = row.before_until is not None and now < row.before_until
    return row.sealed_before.split() if still else []


# --- Whether it answers --------------------------------------------------------------


def heard_from(row: WebhookEndpoint) -> None:
    """It answered."""
    failing = WebhookEndpoint.objects.filter(pk=row.pk, failing_since__isnull=False)
    failing.update(failing_since=None)


def not_heard_from(
    row: WebhookEndpoint, why: str, now: datetime, *, is_gone: bool
) -> None:
    """It failed; after days of that, or where it wants no more, it is switched off."""
    rows = WebhookEndpoint.objects.filter(pk=row.pk)
    rows.filter(failing_since=None).update(failing_since=now)
    on = rows.filter(is_on=True)
    if not is_gone:
        on = on.filter(failing_since__lte=now - OFF_AFTER)
    if on.update(is_on=False, switched_off_at=now, off_because=why[:300]):
        give_up_waiting(row, now)


def give_up_waiting(row: WebhookEndpoint, now: datetime) -> None:
    """What waits for an endpoint that is off goes no more, unless a person says so."""
    waiting = WebhookCall.objects.filter(to=row.pk, next_at__isnull=False)
    waiting.exclude(event="test").update(
        next_at=None,
        outcome=WebhookCall.Outcome.GIVEN_UP,
        settled_at=now,
        said=OFF,
    )


def switch_on(row: WebhookEndpoint) -> None:
    """Begin anew with it, unsaved."""
    row.is_on, row.off_because = True, ""
    row.failing_since = row.switched_off_at = None


def off_by_itself() -> list[WebhookEndpoint]:
    """Those that were switched off because they failed."""
    return list(
        WebhookEndpoint.objects.filter(is_on=False, switched_off_at__isnull=False)
    )
