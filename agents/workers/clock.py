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
# Between two looks. What is silent for longer than `chores.SILENT` is taken to hang.
OFTEN_SECONDS, MINUTE_SECONDS, SELDOM_SECONDS = 2.0, 60.0, 600.0
ASKING_SECONDS = 5.0
# And for how long stories are taken up: never so long that it looks dead.
ENRICHMENT_SECONDS = 15.0
FAREWELL_SECONDS = 5.0


def besides_steps(stop: threading.Event) -> tuple[Chore, ...]:
    """What goes on in threads of its own whoever does the steps and sweeps."""
    return (
        letters(stop),
        # The letters that new readers wait for; no issue's hold them up.
        Chore("confirmations", send_confirmations, TEND_SECONDS),
        # Places given up, what is kept no longer, credit to those whose letters stayed.
        Chore("tidying", tend, TEND_SECONDS),
        # Lists that an operator handed in: read, and taken in, however long that takes.
        Chore("lists", uploads.work, TEND_SECONDS),
        # What could not be told yet; letters that fail hold up no alert, nor does a slow
        # address of others.
        Chore("alerts", lambda: alerts.tell_owed(timezone.now()), TEND_SECONDS),
        Chore("webhooks", lambda: outbox.deliver_due(timezone.now()), TEND_SECONDS),
        Chore("kept answers", _forget_answers, SELDOM_SECONDS),
        Chore("approvals", _ask_and_settle, ASKING_SECONDS),
        # What the operator should hear of before they look.
        Chore("watch", notices.watch, MINUTE_SECONDS),
        recheck(),
        Chore("intake", _poll, MINUTE_SECONDS),
        Chore("enrichment", _enrich, ENRICHMENT_SECONDS),
        Chore("old pictures", _prune_pictures, SELDOM_SECONDS),
        # Remote sessions that nobody goes on with.
        Chore("remote sessions", put_away, MINUTE_SECONDS),
        Chore("executions", _execute, OFTEN_SECONDS),
        Chore("arrivals", _answer, OFTEN_SECONDS),
        Chore("old executions", _forget_calls, SELDOM_SECONDS),
    )


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

    return Chore("recheck", act, MINUTE_SECONDS)


def _forget_answers() -> None:
    """Answers of the API that nobody asks for again."""
    idempotency.forget(timezone.now())


# What follows imports what is heavy, or seldom needed, when there is something to do.


def _ask_and_settle() -> None:
    """What operators are to approve before it goes out, and what one of them has settled."""
    lately = sessions.decided_since(timezone.now() - timedelta(days=1))
    if any(sessions.awaiting_approval()) or lately.exists():
        from agents.approval import asking, settled  # noqa: PLC0415

        settled.tell_all()
        asking.ask_all()


def _poll() -> None:
    """What outlets tell, kept for research: each is asked at its own pace."""
    if settings.INTAKE and settings.CRUX_SOURCES != "sample":
        from newsletter.intake import polling  # noqa: PLC0415

        polling.poll_due(timezone.now())


def _enrich() -> None:
    """What intake finds out about its stories."""
    if settings.INTAKE and settings.CRUX_SOURCES != "sample":
        from newsletter.intake.enrichment import working  # noqa: PLC0415

        working.work_off(seconds=ENRICHMENT_SECONDS)


def _prune_pictures() -> None:
    """Pictures of stories that ended long ago and that no issue told."""
    from newsletter.intake.enrichment import pruning  # noqa: PLC0415

    pruning.prune_pictures(timezone.now())


def _execute() -> None:
    """Calls of agents that wait, and addresses to be called back."""
    now = timezone.now()
    waits = Q(status=Execution.Status.QUEUED) | Q(callback_at__lte=now)
    if Execution.objects.filter(waits).exists():
        from agents.executions import queue  # noqa: PLC0415

        queue.work_off()
        queue.call_back(now)


def _answer() -> None:
    """Requests that came in by chat and mail, and answers that are to go out."""
    now = timezone.now()
    if Arrival.objects.filter(next_at__lte=now).exists():
        from agents.arrivals import answering  # noqa: PLC0415
        from agents.workers.threads import drive  # noqa: PLC0415  it imports steps

        answering.work_off(now, drive)


def _forget_calls() -> None:
    """Calls that lost their process, and content that is kept no longer."""
    from agents.arrivals import answering  # noqa: PLC0415
    from agents.executions import queue  # noqa: PLC0415

    queue.settle(timezone.now())
    answering.forget(timezone.now())


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
