"""The clock (scheduler): what the timetable holds, in threads that no step can hold up.

It is no message of Celery's: those wait behind steps, and expire by the workers' clocks.
"""

import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from agents.access import idempotency
from agents.engine import chores, sessions
from agents.engine import sweep as sweeping
from agents.models import Arrival, Execution
from agents.runs.leftovers import put_away
from agents.watching import notices
from agents.workers.chore import Chore
from agents.workers.side_by_side import SideBySide
from newsletter.tasks import recheck_all
from subscribers import alerts
from subscribers.lists import uploads
from subscribers.tasks import (
    TEND_SECONDS,
    due_issues,
    go_on_sending,
    send_confirmations,
    tend,
)
from subscribers.webhooks import outbox

# Of so many issues letters leave at once, each over EMAIL_CONNECTIONS of its own.
ISSUES_AT_ONCE = 8
# How often it is asked whether the week's look at past issues is due.
WEEKLY_SECONDS = 60.0
# How often remote sessions that nobody goes on with are put away.
LEFTOVER_SECONDS = 60.0
# How often it is looked for what the operator should hear of.
WATCH_SECONDS = 60.0
# How often it is looked for answers, and pictures, that are old enough to be dropped: what
# is silent for longer than `chores.SILENT` is taken to hang.
FORGET_SECONDS = 600.0
# How often it is looked for outlets whose turn it is.
INTAKE_SECONDS = 60.0
# How often it is looked for stories to find out about, and for how long they are taken up.
ENRICHMENT_SECONDS = 15.0
# How often it is asked whether a draft waits for a person.
ASKING_SECONDS = 5.0
# How often it is looked for calls of agents that wait, and for those to be emptied.
EXECUTION_SECONDS = 2.0
# How often it is looked for requests from chat and mail.
ARRIVAL_SECONDS = 2.0
FORGETTING_SECONDS = 600.0
FAREWELL_SECONDS = 5.0


def sweep(publish: Callable[[int], bool]) -> Chore:
    """Begin what is due, and publish for every session that stands still."""

    def act() -> None:
        sweeping.sweep(
            publish,
            grace=sweeping.message_grace(),
            at_once=settings.SESSIONS_AT_ONCE,
        )

    return Chore("sweep", act, settings.SWEEP_SECONDS)


def letters(stop: threading.Event) -> Chore:
    """Letters still to go: an issue whose mail server is silent holds up no other.

    Told to stop, it begins no more, and what is on its way is carried through.
    """
    issues = SideBySide(
        lambda issue_id: go_on_sending(issue_id, stop.is_set), most=ISSUES_AT_ONCE
    )

    def act() -> None:
        issues.go_on(due_issues(timezone.now()))

    return Chore("letters", act, TEND_SECONDS, issues.leave)


def confirmations() -> Chore:
    """The letters that new readers wait for; no issue's hold them up."""
    return Chore("confirmations", send_confirmations, TEND_SECONDS)


def tidying() -> Chore:
    """Places given up, what is kept no longer, credit to those whose letters stayed."""
    return Chore("tidying", tend, TEND_SECONDS)


def owed_alerts() -> Chore:
    """What the operator could not be told yet; letters that fail hold up none of it."""
    return Chore("alerts", lambda: alerts.tell_owed(timezone.now()), TEND_SECONDS)


def webhooks() -> Chore:
    """What others' addresses are told of; a slow one holds up no alert."""
    return Chore("webhooks", lambda: outbox.deliver_due(timezone.now()), TEND_SECONDS)


def kept_answers() -> Chore:
    """Answers of the API that nobody asks for again."""
    return Chore(
        "kept answers", lambda: idempotency.forget(timezone.now()), FORGET_SECONDS
    )


def watch() -> Chore:
    """What the operator should hear of before they look."""
    return Chore("watch", notices.watch, WATCH_SECONDS)


def askings() -> Chore:
    """What operators are to approve before it goes out, and what one of them has settled."""

    def act() -> None:
        lately = sessions.decided_since(timezone.now() - timedelta(days=1))
        if any(sessions.awaiting_approval()) or lately.exists():
            # Loaded for the first one.
            from agents.approval import asking, settled  # noqa: PLC0415

            settled.tell_all()
            asking.ask_all()

    return Chore("approvals", act, ASKING_SECONDS)


def lists() -> Chore:
    """Lists that an operator handed in: read, and taken in, however long that takes."""
    return Chore("lists", uploads.work, TEND_SECONDS)


def recheck() -> Chore:
    """The weekly look at what past issues rest on; what breaks it off is made up for."""
    is_owed = False

    def act() -> None:
        nonlocal is_owed
        is_owed = is_owed or chores.is_due_this_week("recheck")
        if not is_owed:
            return
        if failed := recheck_all():
            alerts.tell(
                f"{len(failed)} past issues could not be looked at again",
                "\n".join(failed)
                + "\nAll others were. The log says more; once the cause is mended: "
                "manage.py recheck --newsletter SLUG --issue NUMBER",
            )
        is_owed = False

    return Chore("recheck", act, WEEKLY_SECONDS)


def intake() -> Chore:
    """What outlets tell, kept for research: each is asked at its own pace."""

    def act() -> None:
        if settings.INTAKE and settings.CRUX_SOURCES != "sample":
            # What asks the web is heavy, and an idle worker has no use for it.
            from newsletter.intake import polling  # noqa: PLC0415

            polling.poll_due(timezone.now())

    return Chore("intake", act, INTAKE_SECONDS)


def enrichment() -> Chore:
    """What intake finds out about its stories; never so long that it looks dead."""

    def act() -> None:
        if settings.INTAKE and settings.CRUX_SOURCES != "sample":
            from newsletter.intake.enrichment import working  # noqa: PLC0415  heavy

            working.work_off(seconds=ENRICHMENT_SECONDS)

    return Chore("enrichment", act, ENRICHMENT_SECONDS)


def old_pictures() -> Chore:
    """Pictures of stories that ended long ago and that no issue told."""

    def act() -> None:
        from newsletter.intake.enrichment import pruning  # noqa: PLC0415  seldom needed

        pruning.prune_pictures(timezone.now())

    return Chore("old pictures", act, FORGET_SECONDS)


def executions() -> Chore:
    """Calls of agents that wait; what of old ones is kept no longer."""

    def act() -> None:
        # What answers is heavy, and an idle worker has no use for it.
        now = timezone.now()
        waits = Q(status=Execution.Status.QUEUED) | Q(callback_at__lte=now)
        if Execution.objects.filter(waits).exists():
            from agents.executions import queue  # noqa: PLC0415

            queue.work_off()
            queue.call_back(now)

    return Chore("executions", act, EXECUTION_SECONDS)


def arrivals() -> Chore:
    """Requests that came in by chat and mail, and answers that are to go out."""

    def act() -> None:
        now = timezone.now()
        if Arrival.objects.filter(next_at__lte=now).exists():
            from agents.arrivals import answering  # noqa: PLC0415  heavy, as above
            from agents.workers.threads import drive  # noqa: PLC0415  it imports steps

            answering.work_off(now, drive)

    return Chore("arrivals", act, ARRIVAL_SECONDS)


def forgotten() -> Chore:
    """Calls that lost their process, and content that is kept no longer."""

    def act() -> None:
        from agents.arrivals import answering  # noqa: PLC0415  heavy, as above
        from agents.executions import queue  # noqa: PLC0415

        queue.settle(timezone.now())
        answering.forget(timezone.now())

    return Chore("old executions", act, FORGETTING_SECONDS)


def leftovers() -> Chore:
    """Remote sessions that nobody goes on with."""
    return Chore("remote sessions", put_away, LEFTOVER_SECONDS)


def begin(of: Iterable[Chore], stop: threading.Event) -> tuple[threading.Thread, ...]:
    """Begin each chore in a thread of its own, until `stop`; nothing waits for them."""
    threads = tuple(
        threading.Thread(
            target=chore.again_and_again, args=(stop,), name=chore.name, daemon=True
        )
        for chore in of
    )
    for thread in threads:
        thread.start()
    return threads


def besides_steps(stop: threading.Event) -> tuple[Chore, ...]:
    """What goes on in threads of its own whoever does the steps and sweeps."""
    return (
        letters(stop),
        confirmations(),
        tidying(),
        lists(),
        owed_alerts(),
        webhooks(),
        kept_answers(),
        askings(),
        watch(),
        recheck(),
        intake(),
        enrichment(),
        old_pictures(),
        leftovers(),
        executions(),
        arrivals(),
        forgotten(),
    )


def keep(publish: Callable[[int], bool], stop: threading.Event) -> None:
    """Keep the timetable until told to stop; steps are other processes'."""
    threads = begin((sweep(publish), *besides_steps(stop)), stop)
    stop.wait()
    wait_for(threads)


def wait_for(threads: Iterable[threading.Thread]) -> None:
    """Let chores that were told to stop end what they are at, within FAREWELL_SECONDS."""
    end = time.monotonic() + FAREWELL_SECONDS
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
