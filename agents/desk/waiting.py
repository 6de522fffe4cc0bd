"""What waits for a person: each concern in words, with the way to what settles it.

`waiting` is the one list of them. It asks the database as often for a hundred
newsletters as for one. To add a concern, write a function that yields it, and name it
in `SOURCES`.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import parseaddr
from itertools import groupby
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.urls import reverse

from agents.approval import letter
from agents.desk import approval
from agents.desk.session import LATELY, issues_of, off_subject
from agents.engine import health, log, sessions, timetable
from agents.engine.sessions import of_issues
from agents.models import ApprovalRequest, Arrival, Session
from agents.watching.stand_ins import stand_ins
from newsletter.intake.desk import waiting_for_review
from newsletter.models import Correction, Newsletter, without_outlets
from newsletter.outlets.health import failing_outlets
from subscribers import alerts
from subscribers.addresses import is_reserved
from subscribers.consent import hash_key
from subscribers.consent.hash_key import AnotherKey
from subscribers.delivery import restoring
from subscribers.delivery.late_bounces import late_bounces
from subscribers.delivery.transports.table import HARMLESS
from subscribers.models import Alert, Delivery, Dispatch, Subscriber, WebhookCall
from subscribers.webhooks import endpoints, outbox

# Of one sort so many are told one by one; the rest is a number.
MOST_OF_A_SORT = 8
# A correction that the weekly issue has not told by then will not be told by itself.
UNTOLD_AFTER = timedelta(days=9)
START_ONE = "start one (make dev, or the worker and the clock of the Procfile)"
# So long a webhook that was given up is spoken of.
LOST_LATELY = timedelta(days=7)


class Concern(NamedTuple):
    """Something that needs a person, the page where it is settled, and by what."""

    words: str
    address: str = ""
    # What is done there, as the button says it; empty where the words say it all.
    act: str = ""


def waiting() -> tuple[Concern, ...]:
    """All that needs a person now, what stops everything else first."""
    now = log.database_now()
    told: list[Concern] = []
    for source in SOURCES:
        found = list(source(now))
        told += found[:MOST_OF_A_SORT]
        if (more := len(found) - MOST_OF_A_SORT) > 0:
            told.append(Concern(f"And {more} more of these.", found[-1].address))
    return tuple(told)


def page_of(session: Session) -> str:
    """Where a session's buttons are."""
    page = reverse("admin:agents_session_change", args=[session.pk])
    return f"{page}#acts"


def _engine(_: datetime) -> Iterator[Concern]:
    pulse = health.pulse()
    if pulse.last_sweep is None:
        yield Concern(f"No worker has looked around yet: {START_ONE}.")
    elif pulse.at - pulse.last_sweep > LATELY:
        since = f"{pulse.last_sweep:%-d %B, %H:%M} UTC"
        yield Concern(f"No worker has looked around since {since}: nothing goes on.")
    elif pulse.last_sweep - pulse.at > LATELY:
        since = "since the clock was set back"
        yield Concern(f"No worker has looked around {since}: {START_ONE}.")
    elif pulse.oldest_stalled:
        since = f"{pulse.oldest_stalled:%-d %B, %H:%M} UTC"
        open_ones = f"{reverse('admin:agents_session_changelist')}?outcome=open"
        yield Concern(f"A session has stood still since {since}.", open_ones, "Look")
    begin = f"{reverse('admin:index')}#begin"
    for slug in pulse.missed:
        words = f"{slug}: its last date went by without a session."
        yield Concern(words, begin, "Begin one")
    for trouble in pulse.troubles:
        words = f"The clock is kept from its work: {trouble}"
        yield Concern(words, reverse("admin:subscribers_alert_changelist"), "Why")


def _approvals(_: datetime) -> Iterator[Concern]:
    found = list(approval.waiting())
    issues = issues_of([one.session for one in found])
    for one in found:
        issue = issues.get(one.session.name)
        draft = f" (“{issue.subject}”)" if issue else ""
        words = f"{one.session.newsletter.title}{draft}: {one.terms}"
        page = approval.page_beside(one.session, issue)
        yield Concern(words, page, "Decide")


def _wanted(_: datetime) -> Iterator[Concern]:
    """What conversations asked for: only a person does it."""
    waits = ApprovalRequest.objects.filter(status=ApprovalRequest.Status.WAITING)
    if number := waits.count():
        page = reverse("admin:agents_approvalrequest_changelist")
        words = f"Wanted by conversations: {number}. Nothing of it is done without you."
        yield Concern(words, f"{page}?status__exact=waiting", "Decide")


def _edits(_: datetime) -> Iterator[Concern]:
    for session, by, until in sessions.unmended():
        page = reverse("admin:agents_session_edit", args=[session.pk])
        words = (
            f"{session.newsletter.title}: the draft that {by} edited failed "
            f"verification. Unless it is mended, no issue goes out: there is time until "
            f"{letter.when(until, session.newsletter)}."
        )
        yield Concern(words, page, "Mend it")


def _newsletters(_: datetime) -> Iterator[Concern]:
    last = of_issues().filter(newsletter=OuterRef("pk")).values("pk")[:1]
    if not Newsletter.objects.exists():
        page = reverse("admin:newsletter_newsletter_add")
        yield Concern("There is no newsletter yet.", page, "Make one")
    active = Newsletter.objects.filter(is_active=True).annotate(last=Subquery(last))
    lasts = [newsletter.last for newsletter in active if newsletter.last]
    aborted = Session.objects.filter(status=Session.Status.ABORTED).in_bulk(lasts)
    by_rules = stand_ins(lasts)
    strange = off_subject(lasts)
    for newsletter in active:
        page = reverse("admin:newsletter_newsletter_change", args=[newsletter.pk])
        if obstacle := timetable.obstacle(newsletter):
            words = f"{newsletter.title} cannot begin: {obstacle}"
            yield Concern(words, page, "Change it")
        if fault := _fault_of_sender(newsletter):
            yield Concern(f"{newsletter.title} {fault}", page, "Give it one")
        if ended := aborted.get(newsletter.last):
            words = f"{newsletter.title}: the last session {ended.ending}"
            yield Concern(words, page_of(ended), "Retry or run again")
        if told := by_rules.get(newsletter.last):
            page = reverse("admin:agents_session_change", args=[newsletter.last])
            words = f"{newsletter.title}: rules stood in for a model last time, {told.words}"
            yield Concern(words, page, "Look")
        if few := strange.get(newsletter.last):
            page = reverse("admin:newsletter_outlets", args=[newsletter.pk])
            yield Concern(f"{newsletter.title}: {few}", page, "Give it some")


def _transport(_: datetime) -> Iterator[Concern]:
    """Letters that are made and reach nobody, on a site that others read."""
    is_read = settings.BASE_URL.startswith("https:")
    if not is_read or settings.DELIVERY_TRANSPORT not in HARMLESS:
        return
    if Subscriber.objects.filter(status=Subscriber.Status.ACTIVE).exists():
        yield Concern(
            f"No letter reaches anybody: DELIVERY_TRANSPORT is "
            f"{settings.DELIVERY_TRANSPORT!r}. Set it to smtp or anymail; `manage.py "
            "doctor` looks at the rest."
        )


def _fault_of_sender(newsletter: Newsletter) -> str:
    """Why no mail server would take its letters; empty where none leave anyway."""
    if settings.DELIVERY_TRANSPORT in HARMLESS:
        return ""
    default = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    address = newsletter.sender_address or default
    if "." not in address.rpartition("@")[2] or is_reserved(address):
        return f"has no sender that a mail server would take ({address!r})."
    return ""


def _paused_sessions(_: datetime) -> Iterator[Concern]:
    held = Session.objects.filter(status=Session.Status.PAUSED)
    for session in held.select_related("newsletter"):
        words = f"{session.newsletter.title}: a session is paused."
        yield Concern(words, page_of(session), "Let it go on")


def _letters(now: datetime) -> Iterator[Concern]:
    if restoring.stands_elsewhere():
        yield Concern(f"No letter leaves: {restoring.SENTENCE}")
    held = Dispatch.objects.filter(
        paused_at__isnull=False, issue__withdrawn_at__isnull=True
    )
    for dispatch in held.select_related("issue__newsletter"):
        why = dispatch.paused_because or "no reason was given"
        issue = dispatch.issue
        words = f"{issue.newsletter}: letters of “{issue.subject}” are held: {why}"
        yield Concern(words, _page_of_dispatch(dispatch.pk), "Go on")
    uncertain = Delivery.objects.filter(
        issue=OuterRef("issue"), state=Delivery.State.UNCERTAIN
    )
    is_uncertain = Q(issue__deliveries__state=Delivery.State.UNCERTAIN)
    counted = (
        Dispatch.objects.filter(Exists(uncertain))
        .order_by("pk")
        .values_list("pk", "issue__newsletter__title", "issue__subject")
        .annotate(number=Count("issue__deliveries", filter=is_uncertain))
    )
    for dispatch_pk, newsletter, subject, number in counted:
        words = (
            f"{newsletter}: {number} of the letters of “{subject}” may have left in a "
            "crash or not: the mail server's record tells which."
        )
        yield Concern(words, _page_of_dispatch(dispatch_pk), "Settle them")
    for late in late_bounces(now):
        yield Concern(late.words, _page_of_dispatch(late.dispatch.pk), "Look")


def _page_of_dispatch(pk: int) -> str:
    return f"{reverse('admin:subscribers_dispatch_change', args=[pk])}#acts"


def _outlets(_: datetime) -> Iterator[Concern]:
    for newsletter in without_outlets():
        page = reverse("admin:newsletter_outlets", args=[newsletter.pk])
        words = f"{newsletter} has no outlets: it can only end without an issue."
        yield Concern(words, page, "Give it some")
    for one in failing_outlets():
        page = reverse("admin:newsletter_outlet_change", args=[one.outlet.pk])
        words = f"{one.outlet} has not answered since {one.since:%-d %B}: {one.fault}"
        yield Concern(words, page, "Mend or switch off")


def _stories(_: datetime) -> Iterator[Concern]:
    """What newsletters that review their stories have to be decided on."""
    for newsletter, number in waiting_for_review():
        page = reverse("admin:newsletter_story_changelist")
        query = f"?state__exact=review&newsletter__id__exact={newsletter.pk}"
        stories = "1 story waits" if number == 1 else f"{number} stories wait"
        yield Concern(
            f"{newsletter}: {stories} to be reviewed.", page + query, "Review"
        )


def _corrections(now: datetime) -> Iterator[Concern]:
    untold = Correction.objects.standing().filter(
        told_in=None, noticed_at__lte=now - UNTOLD_AFTER
    )
    page = reverse("admin:newsletter_correction_changelist")
    by_issue = untold.select_related("issue__newsletter").order_by("issue_id", "pk")
    for issue, found in groupby(by_issue, key=lambda one: one.issue):
        number = len(list(found))
        words = f"{issue}: no later issue has told what became of its evidence"
        yield Concern(
            f"{words} ({number} to tell).", f"{page}?issue__id__exact={issue.pk}"
        )


def _alerts(now: datetime) -> Iterator[Concern]:
    page = reverse("admin:subscribers_alert_changelist")
    if not alerts.ways() and settings.DELIVERY_TRANSPORT not in HARMLESS:
        words = "Nobody would be told if something went wrong: set OPERATOR_EMAILS."
        yield Concern(words, page)
    yield from _webhooks(now)
    untold = Alert.objects.owed().filter(at__lte=now - alerts.PATIENCE).count()
    if untold:
        which = "An alert has" if untold == 1 else f"{untold} alerts have"
        yield Concern(
            f"{which} not reached you yet; that is tried again.", page, "Look"
        )


def _webhooks(now: datetime) -> Iterator[Concern]:
    """Endpoints that are off by themselves, calls and answers that did not arrive."""
    lately = now - LOST_LATELY
    for one in endpoints.off_by_itself():
        page = reverse("admin:subscribers_webhookendpoint_change", args=[one.pk])
        words = (
            f"The webhook endpoint “{one.name}” was switched off: {one.off_because}."
        )
        yield Concern(words, page, "Look")
    lost = WebhookCall.objects.filter(
        outcome=WebhookCall.Outcome.GIVEN_UP, at__gte=lately
    ).exclude(event=outbox.TEST)
    if number := lost.count():
        calls = reverse("admin:subscribers_webhookcall_changelist")
        words = f"{number} webhook calls were given up this week."
        yield Concern(words, f"{calls}?outcome__exact=given_up", "Look")
    failed = Arrival.objects.filter(status=Arrival.Status.FAILED, at__gte=lately)
    if number := failed.count():
        arrivals = reverse("admin:agents_arrival_changelist")
        words = f"{number} requests of this week were answered, and it did not arrive."
        yield Concern(words, f"{arrivals}?status__exact=failed", "Look")


def _sign_ups(_: datetime) -> Iterator[Concern]:
    if hash_key.is_another():
        yield Concern(f"Nobody can sign up: {AnotherKey.__doc__}")


SOURCES: tuple[Callable[[datetime], Iterator[Concern]], ...] = (
    _engine,
    _transport,
    _sign_ups,
    _approvals,
    _wanted,
    _edits,
    _newsletters,
    _paused_sessions,
    _letters,
    _outlets,
    _stories,
    _corrections,
    _alerts,
)
