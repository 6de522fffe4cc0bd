"""After a restore from a dump (backup): nothing leaves before a person has said so.

What left after the dump is not in it, and would be sent again. The ledger knows where
its tables stand; a dump that was restored stands elsewhere.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from newsletter.models import Issue
from subscribers import alerts
from subscribers.delivery import ledger, sql
from subscribers.delivery.reconcile import GRACE, Record
from subscribers.models import Delivery, Dispatch, LedgerHome, Subscriber

State = Delivery.State
HELD = "held: the database was restored from a dump"
SENTENCE = (
    "The database was restored from a dump. What left since then is not in it and would"
    " be sent again. Run `manage.py restored LOG …` with the mail server's logs since the"
    " dump, or `manage.py restored --hold`."
)
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Restored:
    """How many letters that a dump holds as not sent became what."""

    accepted: int
    queued: int
    held: int


def is_unsettled() -> bool:
    """Whether this is a restored dump of which nobody has said what had left."""
    place = sql.place()
    LedgerHome.objects.get_or_create(pk=1, defaults={"place": place})
    if not stands_elsewhere():
        return False
    alerts.tell("Sending waits after a restore", SENTENCE, once=f"restored {place}")
    return True


def stands_elsewhere() -> bool:
    """The same, for a page: it writes and tells nothing."""
    return LedgerHome.objects.filter(pk=1).exclude(place=sql.place()).exists()


def settle(record: Record, now: datetime) -> Restored:
    """Take what logs say was sent as sent; send what they prove was not; hold the rest."""
    with transaction.atomic():
        is_whole = _is_whole(record, now)
        states = [*ledger.OPEN, State.UNCERTAIN]
        rows = Delivery.objects.select_for_update().filter(state__in=states)
        accepted, queued, held = [], [], []
        for pk, issue, reader in rows.values_list("pk", "issue", "subscriber"):
            if record.has(pk, (issue, reader)):
                accepted.append(pk)
            elif is_whole and not record.names(pk, (issue, reader)):
                queued.append(pk)
            else:
                held.append(pk)
        _move(accepted, State.ACCEPTED, "found in the mail server's record", now)
        _move(queued, State.QUEUED, "", None)
        _move(held, State.UNCERTAIN, HELD, None)
        # Tokens and references of rows that are lost must not fit new ones.
        models = (Delivery, Issue, Subscriber)
        sql.skip_ids([model._meta.db_table for model in models])
        LedgerHome.objects.update_or_create(
            pk=1, defaults={"place": sql.place(), "restored_at": now}
        )
    return Restored(len(accepted), len(queued), len(held))


def must_wait(dispatch: Dispatch) -> bool:
    """Whether an issue may be one that went out after the dump: a newsletter's first."""
    restored_at = (
        LedgerHome.objects.filter(pk=1).values_list("restored_at", flat=True).first()
    )
    if restored_at is None:
        return False
    since = Dispatch.objects.filter(
        issue__newsletter=dispatch.issue.newsletter_id, frozen_at__gte=restored_at
    )
    return not since.exists()


def _is_whole(record: Record, now: datetime) -> bool:
    """Whether a log is whole from the newest thing in the dump until now."""
    newest = Delivery.objects.aggregate(
        created=Max("created_at"), started=Max("started_at"), settled=Max("settled_at")
    )
    known = [at for at in newest.values() if at is not None]
    return bool(known) and any(
        span.holds(max(known), now - GRACE) for span in record.whole
    )


def _move(ids: list[int], state: State, reply: str, settled: datetime | None) -> None:
    for at in range(0, len(ids), CHUNK):
        Delivery.objects.filter(pk__in=ids[at : at + CHUNK]).update(
            state=state, reply=reply, claimed_by="", settled_at=settled, next_at=None
        )
