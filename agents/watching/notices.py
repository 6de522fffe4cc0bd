"""Watching: tells the operator what would else be found too late, each thing once.

A session that stands still or waits long for what is away, a budget that is nearly spent, models of which none answers, an
edited draft that failed, letters that are held, uncertain or came back, an outlet that has
not answered for days, a webhook endpoint that was switched off for that. What ends a
session, stops a send or misses a slot is told where it happens.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.urls import reverse

from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import AgentRun, Budget, Session
from agents.runs.budgets import UNLIMITED, month_of, session_ceiling
from agents.watching.stand_ins import LOOK_AT, by_models, named, refused, taken_over
from newsletter.models import Issue
from newsletter.outlets.health import FailingOutlet, failing_outlets
from newsletter.pages.paths import address
from subscribers import alerts
from subscribers.consent import hash_key
from subscribers.consent.hash_key import AnotherKey
from subscribers.delivery.late_bounces import late_bounces
from subscribers.models import Alert, Delivery, Dispatch
from subscribers.webhooks import endpoints

STILL_AFTER = timedelta(hours=1)
# Models or a network that are away for less come back unnoticed.
WAITS_AFTER = timedelta(minutes=10)
# What an operator holds for a moment is no matter; what is forgotten is.
HELD_AFTER = timedelta(hours=1)
NEAR = Decimal("0.8")
# Outlets are asked at paces of their own: what ends for all of them, they find out apart.
ABOUT_THE_SAME_TIME = timedelta(hours=12)
MOST_NUMBERS = 170  # characters, of the 200 that a name of an alert may have
# A session may spend its last dollars between two looks.
LATELY = timedelta(minutes=10)


class Notice(NamedTuple):
    """What to tell, and the name under which it is told once for ever."""

    once: str
    subject: str
    text: str


def watch() -> None:
    """Look around, and tell what was not told yet."""
    now = log.database_now()
    found = [
        *_still(now),
        *_waiting_out(now),
        *_near_session_budgets(now),
        *_near_month_budgets(now),
        *_models(now),
        *_edits(),
        *_letters(now),
        *_sign_ups(),
        *_outlets(),
        *_webhooks(),
    ]
    names = {notice.once for notice in found}
    told = set(Alert.objects.filter(once__in=names).values_list("once", flat=True))
    for notice in found:
        if notice.once not in told:
            alerts.tell(notice.subject, notice.text, once=notice.once)


def _page(name: str, pk: int) -> str:
    return address(reverse(f"admin:{name}_change", args=[pk]))


def _still(now: datetime) -> Iterator[Notice]:
    """Open sessions that no timer holds, and that were silent for over an hour."""
    quiet = Session.objects.filter(
        Q(wake_at__isnull=True) | Q(wake_at__lte=now - STILL_AFTER),
        status=Session.Status.OPEN,
        moved_at__lt=now - STILL_AFTER,
    )
    for session in quiet.select_related("newsletter"):
        yield Notice(
            f"still:{session.pk}:{session.last_seq}",
            f"{session.newsletter}: a session stands still",
            f"{session.name} has not moved since {session.moved_at:%-d %B, %H:%M} UTC. "
            f"Is a worker running? {_page('agents_session', session.pk)}",
        )


def _waiting_out(now: datetime) -> Iterator[Notice]:
    """Open sessions that have waited for long for models, or a network, that are away."""
    held = Session.objects.filter(status=Session.Status.OPEN, wake_at__gt=now)
    for session in held.select_related("newsletter"):
        failed = session.events.of_kind(Kind.STEP_FAILED).order_by("seq")
        waits = [
            *failed.filter(data__waiting__isnull=False).values_list("data", flat=True)
        ]
        if not waits or datetime.fromisoformat(waits[-1]["retry_at"]) <= now:
            continue
        last = waits[-1]
        first = next(one for one in waits if one["key"] == last["key"])
        since, until = (
            datetime.fromisoformat(one["waiting"][name])
            for one, name in ((first, "since"), (last, "until"))
        )
        if since > now - WAITS_AFTER:
            continue
        yield Notice(
            f"waits:{session.pk}",
            f"{session.newsletter}: a session waits for what is away",
            f"{session.name} has waited since {since:%H:%M} UTC: {last['reason']}. It goes "
            f"on by itself when that is back, and waits until {until:%H:%M} UTC at the "
            f"latest. {_page('agents_session', session.pk)}",
        )


def _near_session_budgets(now: datetime) -> Iterator[Notice]:
    lately = Session.objects.filter(moved_at__gte=now - LATELY)
    rows = lately.select_related("newsletter__budget").annotate(
        spent=Sum("agent_runs__dollars")
    )
    for session in rows:
        own = getattr(session.newsletter, "budget", None)
        if not _is_near(session.spent, most := session_ceiling(own)):
            continue
        yield Notice(
            f"budget:session:{session.pk}",
            f"{session.newsletter}: a session's budget is nearly spent",
            f"{session.name} has cost ${session.spent:.2f} of ${most:.2f}. Beyond that "
            "its agents are given less, and then nothing: "
            f"{_page('agents_session', session.pk)}",
        )


def _near_month_budgets(now: datetime) -> Iterator[Notice]:
    month = month_of(now)
    runs = AgentRun.objects.filter(started_at__gte=month)
    most = Decimal(settings.MONTH_DOLLARS) or UNLIMITED
    if _is_near(spent := _dollars(runs), most):
        yield Notice(
            f"budget:month:{month:%Y-%m}:{most}",
            "The month's budget is nearly spent",
            f"All newsletters have cost ${spent:.2f} of ${most:.2f} (MONTH_DOLLARS) in "
            f"{month:%B}. Without more, issues will be made with less, or not at all.",
        )
    for own in Budget.objects.filter(month_dollars__gt=0).select_related("newsletter"):
        mine = _dollars(runs.filter(session__newsletter=own.newsletter_id))
        most = own.month_dollars or UNLIMITED
        if _is_near(mine, most):
            yield Notice(
                f"budget:month:{month:%Y-%m}:{own.newsletter_id}:{most}",
                f"{own.newsletter}: the month's budget is nearly spent",
                f"It has cost ${mine:.2f} of ${most:.2f} in {month:%B}. Change it: "
                f"{_page('agents_budget', own.pk)}",
            )


def _is_near(spent: Decimal | None, most: Decimal) -> bool:
    return most.is_finite() and (spent or Decimal(0)) >= NEAR * most


def _dollars(runs: QuerySet[AgentRun]) -> Decimal:
    return runs.aggregate(total=Sum("dollars"))["total"] or Decimal(0)


def _models(now: datetime) -> Iterator[Notice]:
    """That rules did what models were asked to, each once until that has changed.

    All of it, for whatever reason; or some, where models are refused it still.
    """
    last = by_models().values_list("pk", "started_at").first()
    over = sessions.of_issues().filter(
        status__in=(Session.Status.FINISHED, Session.Status.ABORTED),
        moved_at__gte=now - timedelta(days=1),
    )
    since = over.filter(created_at__gt=last[1]) if last else over
    failed = taken_over().filter(session__in=since)
    if (event := failed.order_by("created_at").last()) is None:
        yield from _refused(over)
        return
    yield Notice(
        f"models:{last[0] if last else 0}",
        "No model answers: rules make the issues",
        f"{event.data['reason'].rstrip('.')}. Until a model answers, rules do its work: "
        f"{LOOK_AT}. "
        f"{_page('agents_session', event.session_id)}",
    )


def _refused(over: QuerySet[Session]) -> Iterator[Notice]:
    for session in over.select_related("newsletter").order_by("-pk"):
        if one := refused(session.pk):
            yield Notice(
                one.once,
                f"{session.newsletter}: rules did what a model was refused for",
                f"As {named(one.roles)}: {one.why}. Until that is mended, rules do that work: "
                f"{one.look_at}. {_page('agents_session', session.pk)}",
            )


def _edits() -> Iterator[Notice]:
    """Drafts that an operator edited and left, though they failed verification."""
    for session, by, until in sessions.unmended():
        yield Notice(
            f"edit:{session.pk}:{until:%Y-%m-%dT%H%M%S.%f}",
            f"{session.newsletter}: an edited draft failed verification",
            f"{by} edited it. Unless it is mended until {until:%-d %B, %H:%M} UTC, no "
            f"issue goes out: {address(reverse('admin:agents_session_edit', args=[session.pk]))}",
        )


def _letters(now: datetime) -> Iterator[Notice]:
    """Sends that are held and forgotten, and letters that a crash left uncertain."""
    held = Dispatch.objects.filter(
        paused_at__lte=now - HELD_AFTER, issue__withdrawn_at__isnull=True
    )
    for dispatch in held.select_related("issue__newsletter"):
        issue = dispatch.issue
        yield Notice(
            f"held:{dispatch.pk}:{dispatch.paused_at:%Y-%m-%dT%H:%M}",
            f"{issue.newsletter}: letters of “{issue.subject}” are held",
            f"Since {dispatch.paused_at:%-d %B, %H:%M} UTC: "
            f"{dispatch.paused_because or 'no reason was given'}. "
            f"{_page('subscribers_dispatch', dispatch.pk)}",
        )
    uncertain = Delivery.objects.filter(state=Delivery.State.UNCERTAIN)
    issues = Issue.objects.filter(pk__in=uncertain.values("issue"))
    for issue in issues.select_related("dispatch", "newsletter"):
        yield Notice(
            f"uncertain:{issue.pk}",
            f"{issue.newsletter}: letters of “{issue.subject}” may have left in a crash, "
            "or not",
            "They are not sent again by themselves: compare them with the mail server's "
            "log (manage.py reconcile).",
        )
    for late in late_bounces(now):
        issue = late.dispatch.issue
        yield Notice(
            f"bounced:{issue.pk}",
            f"{issue.newsletter}: letters of “{issue.subject}” came back",
            f"{late.words} {_page('subscribers_dispatch', late.dispatch.pk)}",
        )


def _sign_ups() -> Iterator[Notice]:
    """Sign-ups that are taken, and wait for the right key."""
    if hash_key.is_another():
        # Once for each key, and none is told of here.
        name = hash_key.fingerprint(settings.ADDRESS_HASH_KEY)[:16]
        yield Notice(f"hash-key:{name}", "Nobody can sign up", AnotherKey.__doc__ or "")


def _outlets() -> Iterator[Notice]:
    """Those that died: each once, and again only after it had answered in between.

    One letter tells of all that died at about the same time; its `once` has their numbers.
    """
    before = Alert.objects.filter(once__startswith="outlet:").order_by("at")
    told = {
        number: at
        for once, at in before.values_list("once", "at")
        for number in str(once).split(":")[1].split(",")
    }

    def is_untold(one: FailingOutlet) -> bool:
        last = told.get(str(one.outlet.pk))
        return last is None or last < one.since

    if not (dead := [*filter(is_untold, failing_outlets())]):
        return
    latest = dead[-1].since + ABOUT_THE_SAME_TIME
    dying = (one for one in failing_outlets(timedelta()) if one.since <= latest)
    found = [*filter(is_untold, dying)]
    numbers = [str(one.outlet.pk) for one in found]
    while len(",".join(numbers)) > MOST_NUMBERS:  # the others are told next
        numbers.pop()
        found.pop()
    once = f"outlet:{','.join(numbers)}:{found[0].since:%Y-%m-%dT%H%M%S}"
    if len(found) == 1:
        subject, ending = f"{found[0].outlet} answers no more", ""
    else:
        subject = f"{len(found)} outlets answer no more"
        ending = "\n\nWhere many stop at once, look at this machine's network first."
    yield Notice(once, subject, "\n\n".join(map(_death, found)) + ending)


def _death(one: FailingOutlet) -> str:
    """Of an outlet that answers no more: since when, why, and where it is mended."""
    return (
        f"{one.outlet}: {one.failures} times since {one.since:%-d %B}: {one.fault}. "
        "Mend its address or switch it off: "
        f"{_page('newsletter_outlet', one.outlet.pk)}"
    )


def _webhooks() -> Iterator[Notice]:
    """Endpoints that were switched off because nothing arrived there for days."""
    for one in endpoints.off_by_itself():
        yield Notice(
            f"webhook:{one.pk}:{one.switched_off_at:%Y-%m-%dT%H%M%S}",
            f"The webhook endpoint “{one.name}” was switched off",
            f"Its last answer: {one.off_because}. Nothing is told there any more; once it "
            "is mended, switch it on and have what was given up sent again: "
            f"{_page('subscribers_webhookendpoint', one.pk)}",
        )
