"""The experiment of `kill_send`: send, kill, send again, reconcile, count."""

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.conf import settings  # noqa: E402  only after the set-up
from django.db import connection  # noqa: E402

from crux.faults.letters import sender  # noqa: E402  only after the set-up
from crux.faults.letters.readers import NAMES, change_minds, make_issue_with_readers  # noqa: E402
from newsletter.models import Issue  # noqa: E402
from subscribers.delivery import audience, control, ledger, sql  # noqa: E402
from subscribers.delivery.clearance import NOBODY  # noqa: E402
from subscribers.delivery.reconcile import GRACE, Reconciled, Record, Span, reconcile  # noqa: E402
from subscribers.letters import editions, references  # noqa: E402
from subscribers.letters.compose import compose  # noqa: E402
from subscribers.models import Delivery  # noqa: E402
from subscribers.testing import sink  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
LEASE_SECONDS = 3
LONGEST_LIFE_SECONDS = 5
BYTES_A_LINE = 22
# Senders are forked from a process that has loaded all: to start each anew costs seconds.
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload([sender.__name__])


@dataclass(frozen=True, slots=True)
class KillPlan:
    """How the run goes."""

    readers: int = 20_000
    kills: int = 20
    senders: int = 2
    seed: int = 0
    bad_day: bool = False
    editions: int = 20  # its readers have so many, and change their minds meanwhile


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What the run left behind."""

    kills: int
    reconciled: Reconciled
    counts: dict[str, int]
    arrived: int
    lost: int  # the ledger says accepted, the mail server knows nothing of it
    doubled: int  # the mail server has it more than once
    unknown: int  # the mail server has it, the ledger does not say accepted
    unsettled: int
    editions: int  # different ones that arrived
    wrong: int  # what arrived is not the edition that was frozen

    @property
    def is_clean(self) -> bool:
        amiss = (self.lost, self.doubled, self.unknown, self.unsettled, self.wrong)
        return not any(amiss)


class Yard:
    """The mail server, the senders, and the log that outlives them all."""

    def __init__(self, plan: KillPlan, folder: Path, stack: ExitStack) -> None:
        self.plan = plan
        self.log = folder / "accepted.log"
        self.log.touch()
        self.outlines = folder / "outlines.log"
        self.stack = stack
        self.chance = random.Random(plan.seed)  # noqa: S311  moments, not secrets
        temper = ["--bad-day"] if plan.bad_day else []
        server = self._start(
            "subscribers.testing.sink", "--log", str(self.log),
            "--outlines", str(self.outlines), *temper,
        )  # fmt: skip
        self.port = int(_line(server))

    def senders(self, issue: Issue, number: int) -> list[ForkServerProcess]:
        """Senders that begin at the same moment, though the breaker had stopped it."""
        control.resume(issue.dispatch, sql.database_time())
        changed = {
            "DELIVERY_GROUP": settings.DELIVERY_GROUP,
            "DELIVERY_LEASE_SECONDS": LEASE_SECONDS,
            "DELIVERY_TRANSPORT": "smtp",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.port,
        }
        start = _FORKED.Barrier(number + 1)
        processes = [
            _FORKED.Process(target=sender.main, args=(issue.pk, changed, start))
            for _ in range(number)
        ]
        for process in processes:
            process.start()
            self.stack.callback(_end_sender, process)
        start.wait(sender.LONGEST_START_SECONDS)
        return processes

    @property
    def arrived(self) -> int:
        """About how many letters the mail server has taken."""
        return self.log.stat().st_size // BYTES_A_LINE

    def wait_for(
        self, letters: int, senders: Sequence[ForkServerProcess], seconds: float
    ) -> None:
        """Return once so many more have arrived, all senders left, or time is up."""
        goal, end = self.arrived + letters, time.monotonic() + seconds
        while self.arrived < goal and time.monotonic() < end:
            if not any(one.is_alive() for one in senders):
                return
            time.sleep(0.0005)

    def kill_after(self, issue: Issue, letters: int) -> int:
        """Kill all senders once `letters` more have arrived; how many were living."""
        senders = self.senders(issue, self.plan.senders)
        self.wait_for(letters, senders, LONGEST_LIFE_SECONDS)
        living = [one for one in senders if one.is_alive()]
        for one in living:
            one.kill()
        for one in senders:
            one.join()
        return len(living)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603  our own programs
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.stack.callback(_end, process)
        return process


def frozen_issue(plan: KillPlan) -> Issue:
    """An issue with its readers written down, on a connection that works."""
    connection.close()
    issue = make_issue_with_readers(plan.readers, plan.editions)
    audience.freeze(issue, sql.database_time())
    change_minds(issue, NAMES[-3:])
    return issue


def run(plan: KillPlan) -> Aftermath:
    """The whole experiment; the issue and its readers stay in the database."""
    issue = frozen_issue(plan)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stage = Yard(plan, folder, stack)
        kills = 0
        while kills < plan.kills:
            owed = sum(ledger.counts(issue)[state] for state in ledger.OPEN)
            if not owed:
                break
            make_due(stage, issue, sql.database_time())
            rounds_left = (plan.kills - kills) // plan.senders + 1
            letters = stage.chance.randint(1, max(1, 2 * owed // (rounds_left + 1)))
            kills += stage.kill_after(issue, letters)
        return conclude(stage, issue, kills)


def conclude(stage: Yard, issue: Issue, kills: int) -> Aftermath:
    """Let others finish, reconcile, and compare."""
    connection.close()
    finish(stage, issue)
    # Bytes that the dead had sent are still on their way.
    time.sleep(0.5)
    first = last = settle(stage, issue)
    # A bad day leaves more uncertain, without any kill.
    while last.requeued:
        finish(stage, issue)
        last = settle(stage, issue)
    return look(issue, stage, kills, first)


def finish(stage: Yard, issue: Issue) -> None:
    """Send until nothing is owed: what was claimed or started expires meanwhile."""
    number = stage.plan.senders
    while True:
        for one in stage.senders(issue, number):
            one.join()
        number = 1
        ahead = sql.database_time() + timedelta(seconds=LEASE_SECONDS)
        make_due(stage, issue, ahead)
        if not any(ledger.counts(issue)[state] for state in ledger.OPEN):
            return
        time.sleep(0.5)


def make_due(stage: Yard, issue: Issue, now: datetime) -> None:
    """What was refused for now is due at once, or a bad day would last for days."""
    if stage.plan.bad_day:
        waiting = Delivery.objects.filter(issue=issue, next_at__isnull=False)
        waiting.update(next_at=now - timedelta(minutes=1))


def settle(stage: Yard, issue: Issue) -> Reconciled:
    """Reconcile with the log; every sender is dead, so it is whole."""
    now = sql.database_time()
    since = now - timedelta(days=1)
    record = Record(whole=(Span(since, now + GRACE),))
    record.add(stage.log.read_text())
    return reconcile(issue, record, now=now)


def look(issue: Issue, stage: Yard, kills: int, first: Reconciled) -> Aftermath:
    """Compare the ledger with what the mail server took."""
    taken = Counter(stage.log.read_text().split())
    told = dict(map(str.split, stage.outlines.read_text().splitlines()))
    frozen = outlines(issue)
    accepted = {
        references.of_delivery(pk)
        for pk in Delivery.objects.filter(
            issue=issue, state=Delivery.State.ACCEPTED
        ).values_list("id", flat=True)
    }
    counts = ledger.counts(issue)
    settled = (Delivery.State.ACCEPTED, Delivery.State.REJECTED)
    return Aftermath(
        kills=kills,
        reconciled=first,
        counts={state: count for state, count in counts.items() if count},
        arrived=len(taken),
        lost=len(accepted - taken.keys()),
        doubled=sum(count - 1 for count in taken.values()),
        unknown=len(taken.keys() - accepted),
        unsettled=sum(counts.values()) - sum(counts[state] for state in settled),
        editions=len(set(told.values())),
        wrong=sum(told[one] != frozen.get(one) for one in taken.keys() & told.keys()),
    )


def outlines(issue: Issue) -> dict[str, str]:
    """What each letter must tell in which order, by its reference, as it was frozen."""
    rows = list(Delivery.objects.filter(issue=issue).values_list("id", "edition"))
    now = sql.database_time()
    of_edition = {
        sha256: sink.outline(
            compose(
                issue,
                at=now,
                edition=editions.draft_of(issue, sha256) if sha256 else None,
            )
            .letter(NOBODY)
            .content(eight_bit=True)
        )
        for sha256 in {edition for _, edition in rows}
    }
    return {references.of_delivery(pk): of_edition[edition] for pk, edition in rows}


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None  # noqa: S101  a pipe was asked for
    return process.stdout.readline()


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def _end_sender(process: ForkServerProcess) -> None:
    process.kill()
    process.join()


def table(plan: KillPlan, aftermath: Aftermath, seconds: float) -> str:
    """The figures, for people."""
    first = aftermath.reconciled
    rows = [
        ("readers", plan.readers),
        ("senders at once", plan.senders),
        ("kills that met a living sender", aftermath.kills),
        ("the mail server", "refuses and hangs up" if plan.bad_day else "takes all"),
        ("uncertain after them: in the server's log", first.accepted),
        ("uncertain after them: not in it, sent again", first.requeued),
        ("arrived", aftermath.arrived),
        ("in the ledger", aftermath.counts),
        ("lost", aftermath.lost),
        ("doubled", aftermath.doubled),
        ("arrived unknown to the ledger", aftermath.unknown),
        ("unsettled", aftermath.unsettled),
        ("editions that arrived", aftermath.editions),
        ("not the edition that was frozen", aftermath.wrong),
        ("seconds", round(seconds, 1)),
        ("seed", plan.seed),
    ]
    return "".join(f"{name:45} {value}\n" for name, value in rows) + "\n"


def plans(readers: int, kills: int, seed: int) -> list[KillPlan]:
    """Kills; fewer of them on a bad day; and a crowd of senders without any."""
    return [
        KillPlan(readers, kills, seed=seed),
        KillPlan(max(100, readers // 20), max(2, kills // 5), seed=seed, bad_day=True),
        KillPlan(max(100, readers // 5), 0, senders=10, seed=seed),
    ]


def main(arguments: list[str]) -> int:
    """Exit code 0 where nothing was lost, doubled or left unsettled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args(arguments)
    sys.stdout.write(f"letters a group: {settings.DELIVERY_GROUP}\n\n")
    is_clean = True
    for plan in plans(given.readers, given.kills, given.seed):
        began = time.monotonic()
        aftermath = run(plan)
        sys.stdout.write(table(plan, aftermath, time.monotonic() - began))
        sys.stdout.flush()
        is_clean = is_clean and aftermath.is_clean
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
