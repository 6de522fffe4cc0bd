"""The experiments: death at every point, several workers at once, no database, no broker."""

import signal
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from statistics import median

from django.db import connection
from django.test import override_settings

from crux.faults.intake import processes
from crux.faults.intake.acting import AGAIN, POINTS, Ledger
from crux.faults.intake.judging import breaches, breaches_of_redirects, extra
from crux.faults.sessions.servers import Postgres, wait_until
from crux.faults.sessions.trials import Trial
from newsletter.models import Newsletter, Outlet, StoryStep
from newsletter.research.enrichment import Outcome
from newsletter.research.lifecycle import State
from newsletter.research.story import Kind

_NUMBERS = count(1)
# Where a redirect is found, written down and followed.
REDIRECT_POINTS = ("text:computed", "text:stored", "text:moved", "text:committed")


def deaths(folder: Path, points: Sequence[str]) -> Trial:
    """A worker dies at each point, and another one does the rest."""
    trial = Trial("kill", f"kill -9 in a poll and in each step: {len(points)} points")
    recoveries, extras = [], 0
    for point in points:
        newsletter, paid = _newsletter(folder)
        code = processes.end_of(processes.begin(processes.worker(paid, point)))
        trial.expect(code == -signal.SIGKILL, f"{point}: nobody died, but {code}")
        results = _results(newsletter)
        began = time.monotonic()
        code = processes.end_of(processes.begin(processes.worker(paid)))
        recoveries.append(time.monotonic() - began)
        trial.expect(code == 0, f"{point}: who came after ended with {code}")
        trial.expect(processes.is_done(), f"{point}: something stands still")
        trial.breaches += [f"{point}: {one}" for one in breaches(newsletter, paid)]
        is_kept = results <= _results(newsletter)
        trial.expect(is_kept, f"{point}: a result that was stored is another one")
        extras += extra(newsletter, paid)
    trial.recovery_seconds = median(recoveries)
    trial.extra_calls = extras
    trial.outcome = f"slowest recovery {max(recoveries):.1f} s"
    return trial


def side_by_side(folder: Path) -> Trial:
    """Four workers at once poll two outlets that tell the same stories."""
    trial = Trial("many", "4 workers at once, two outlets tell the same stories")
    newsletter, paid = _newsletter(folder, outlets=2)
    # Nobody dies here, so no lease may run out, however busy the machine.
    with override_settings(LEASE_SECONDS=60):
        workers = [processes.begin(processes.worker(paid)) for _ in range(4)]
        codes = [processes.end_of(pid) for pid in workers]
    trial.expect(codes == [0] * 4, f"they ended with {codes}")
    trial.breaches += breaches(newsletter, paid)
    trial.extra_calls = extra(newsletter, paid)
    trial.expect(trial.extra_calls == 0, "something was done twice")
    return trial


def redirects(folder: Path) -> Trial:
    """Two outlets tell the same under two addresses: a death, then two workers at once."""
    trial = Trial(
        "one", "two addresses, one leads to the other: a death, then 2 workers"
    )
    folded = 0
    for point in REDIRECT_POINTS:
        newsletter, paid = _newsletter(folder, outlets=2, tails=("", AGAIN))
        code = processes.end_of(processes.begin(processes.worker(paid, point)))
        trial.expect(code == -signal.SIGKILL, f"{point}: nobody died, but {code}")
        workers = [processes.begin(processes.worker(paid)) for _ in range(2)]
        codes = [processes.end_of(pid) for pid in workers]
        trial.expect(codes == [0] * 2, f"{point}: they ended with {codes}")
        trial.expect(processes.is_done(), f"{point}: something stands still")
        found = breaches_of_redirects(newsletter, paid)
        trial.breaches += [f"{point}: {one}" for one in found]
        trial.extra_calls = (trial.extra_calls or 0) + extra(newsletter, paid)
        folded += newsletter.stories.filter(state=State.DUPLICATE).count()
    trial.expect(folded > 0, "nothing was a duplicate")
    trial.outcome = f"{folded} duplicates"
    return trial


def no_database(folder: Path, postgres: Postgres) -> Trial:
    """The database dies while pages are read, and comes back after two seconds."""
    trial = Trial("db", "PostgreSQL away for 2 s while pages are read; no broker")
    newsletter, paid = _newsletter(folder)
    worker = processes.begin(processes.chores(paid))
    begun = wait_until(lambda: any(":score:" in key for key in paid.paid()), 30)
    trial.expect(begun, "nothing was begun")
    connection.close()
    postgres.restart(away_seconds=2)
    began = time.monotonic()
    trial.expect(processes.wait_until_done(), "something stands still")
    trial.recovery_seconds = time.monotonic() - began
    processes.kill(worker)
    trial.breaches += breaches(newsletter, paid)
    trial.extra_calls = extra(newsletter, paid)
    return trial


def _newsletter(
    folder: Path, *, outlets: int = 1, tails: Sequence[str] = ()
) -> tuple[Newsletter, Ledger]:
    number = next(_NUMBERS)
    newsletter = Newsletter.objects.create(
        slug=f"intake-{number}",
        title="Intake",
        topics=["AI agents", "open source"],
        profile="- open weights\n- language models\n- token cost",
        is_active=True,
    )
    for place in range(outlets):
        Outlet.objects.create(
            newsletter=newsletter,
            name=f"house {number} {place}",
            how="feed",
            url=f"https://house-{number}.example{tails[place] if tails else ''}",
            kind=Kind.LAUNCH,
        )
    return newsletter, Ledger(folder / f"paid-{number}.log")


def _results(newsletter: Newsletter) -> set[tuple[str, str]]:
    """Every result that stands, by its key."""
    done = StoryStep.objects.filter(story__newsletter=newsletter, outcome=Outcome.DONE)
    return {(key, str(result)) for key, result in done.values_list("key", "result")}


def run(folder: Path, points: int, postgres: Postgres | None) -> Iterator[Trial]:
    """The rows, one after the other."""
    Outlet.objects.all().delete()
    step = max(1, len(POINTS) // points) if points else 0
    if step:
        yield deaths(folder, POINTS[::step][:points])
    yield side_by_side(folder)
    yield redirects(folder)
    if postgres:
        yield no_database(folder, postgres)
