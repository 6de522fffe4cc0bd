"""Breaks everything between Crux and the models, session by session; prints a table.

    python -m crux.faults.brains [--only WORD] [--kills 20] [--seed 1]

Whole sessions of the sample's week run over real HTTP, by the unmodified SDK, against
the loopback platform. On a database of its own, or on an empty one at DATABASE_URL.
"""

import argparse
import atexit
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import django

if __name__ == "__main__":
    FOLDER = tempfile.mkdtemp(prefix="crux-faults-")
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "crux.settings",
        "ENV_FILE": os.devnull,
        "VAR_DIR": FOLDER,
        "LOG_OUTPUT": "none",
        "CRUX_SOURCES": "sample",
        "LEASE_SECONDS": "2",
        "HEARTBEAT_SECONDS": "0.5",
        "MODEL_PATIENCE_MINUTES": "0",  # what takes minutes elsewhere: at once
        "MONTH_DOLLARS": "0",  # so many sessions in one month would come to its end
    }
    django.setup()

from django.core.management import call_command
from django.db import connection

from agents.models import Session
from agents.testing.anthropic.faults import STREAM, Fault, How
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.arena import Arena, SessionReport, short_of_time, with_front
from agents.testing.bad_minds import Clumsy, Doubling, Once, Parallel, Slipping
from agents.testing.judges import always
from agents.testing.minds import Judging, Mind, Said, local_mind

ROOT = Path(__file__).resolve().parents[3]
SILENT = Said(words="Nothing to report.", stop="end_turn")
LONG = 10_000
# A killed process has lived at most so long since it first wrote to the log.
LIFE_SECONDS = 2.5
# More deaths of one step than a policy bears would end the session, as they should.
KILLS_A_SESSION = 5
MANAGED, MESSAGES = ("managed",), ("messages",)
CREATE, TELL = "POST /v1/sessions$", "POST /v1/sessions/[^/]+/events$"
UPDATE = "POST /v1/sessions/[^/]+$"
ASK = "POST /v1/messages"

Within = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class Case:
    """One way for things to go wrong, and how the session is to end.

    `ends` is `issue`, or words that the reason must have; `by` names brains that must
    have spoken.
    """

    name: str
    brains: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    mind: Callable[[], Mind] = lambda: local_mind
    ends: str = "issue"
    by: str = ""
    within: Within = field(default=nullcontext)


def _of_lines() -> Iterator[Case]:
    """What happens on the line."""
    yield Case("nothing", MANAGED)
    yield Case("nothing", MESSAGES)
    for how, words in ((How.BROKEN, "breaks"), (How.ENDED, "ends")):
        for after in range(14):
            cut = Fault(how, STREAM, times=LONG, after=after)
            yield Case(f"every stream {words} after {after} events", MANAGED, (cut,))
        cuts = tuple(Fault(how, ASK, after=after) for after in range(1, 9))
        yield Case(f"a reply {words} after 1 to 8 events", MESSAGES, cuts)
    for brains, path in ((MANAGED, STREAM), (MESSAGES, ASK)):
        error = Fault(How.ERROR, path, times=3, after=2, kind="overloaded_error")
        yield Case("an error event in three streams", brains, (error,))
    pings = Fault(How.PINGS, STREAM, times=LONG)
    yield Case("streams with pings alone", MANAGED, (pings,))
    silence = Fault(How.SILENT, STREAM, times=LONG)
    yield Case("streams that say nothing", MANAGED, (silence,))
    yield from _of_answers()


def _of_answers() -> Iterator[Case]:
    """What the platform answers."""
    for brains, path in ((MANAGED, "."), (MESSAGES, ASK)):
        soon = Fault(How.REFUSED, path, 3, 2, 429, "rate_limit_error")
        soon.headers["retry-after"] = "0.2"
        yield Case("429, retry-after in a moment", brains, (soon,))
        yield Case("529 four times", brains, (_overloaded(path, 4),))
        yield Case("500 before it was done", brains, (Fault(How.REFUSED, path, 3, 4),))
        for skipped in (0, 3, 7):
            done = Fault(How.UNDONE, path, 2, skipped)
            yield Case(
                f"500 after it was done, from call {skipped + 1}", brains, (done,)
            )
            lost = Fault(How.LOST, path, 2, skipped)
            yield Case(
                f"no answer although done, from call {skipped + 1}", brains, (lost,)
            )
    for path, what in (
        (CREATE, "session"),
        (TELL, "kick-off"),
        (UPDATE, "another round's budget"),
        ("archive", "archiving"),
    ):
        lost = Fault(How.LOST, path, times=2)
        yield Case(f"a lost answer: {what}", MANAGED, (lost,))
    hour = Fault(How.REFUSED, CREATE, 1, 0, 429, "rate_limit_error")
    hour.headers["retry-after"] = "3600"
    yield Case(
        "429, retry-after an hour", ("managed", "messages"), (hour,), by="messages"
    )
    for brains, path in ((MANAGED, "."), (MESSAGES, ASK)):
        following = (*brains, "local")
        never = _overloaded(path, LONG)
        yield Case("529 for ever", following, (never,), by="local")
        wrong = Fault(How.REFUSED, path, LONG, 0, 401, "authentication_error")
        yield Case("the key is wrong", following, (wrong,), by="local")
        yield Case("the key is wrong", brains, (wrong,), ends="401")
        spent = Fault(How.REFUSED, path, LONG, 0, 402, "billing_error")
        yield Case("no money left there", following, (spent,), by="local")


def _overloaded(path: str, times: int) -> Fault:
    return Fault(How.REFUSED, path, times, 0, 529, "overloaded_error")


def _of_minds() -> Iterator[Case]:
    """What the model does."""
    for brains in (MANAGED, MESSAGES):
        following = (*brains, "local")
        for stop in ("refusal", "terminated", "retries_exhausted", "budget_reached"):
            if brains == MESSAGES and stop != "refusal":
                continue
            erring = _once("writer", Said(stop=stop))
            yield Case(f"it stops: {stop}", following, mind=erring, by="local")
        if brains == MANAGED:
            tired = _once("evaluator", Said(stop="retries_exhausted"))
            yield Case("retries exhausted, then it works", brains, mind=tired)
        new = _once("critic", Said(words="?", stop="moon_phase"))
        yield Case("a stop reason from the future", brains, mind=new)
        yield Case("it ends without a word, once", brains, mind=_once("writer", SILENT))
        always = _once("research_papers", SILENT, LONG)
        yield Case("no word from an optional agent", brains, mind=always)
        mute = _once("critic", SILENT, LONG)
        yield Case(
            "no word from a critical one", brains, mind=mute, ends="critic failed"
        )
        yield Case(
            "wrong schema twice, then right",
            brains,
            mind=lambda: Clumsy("evaluator", local_mind),
        )
        yield Case(
            "a wrong sentence, then mended", brains, mind=lambda: Slipping(local_mind)
        )
        yield Case(
            "every tool asked for twice", brains, mind=lambda: Doubling(local_mind)
        )
        yield Case("three tools at once", brains, mind=lambda: Parallel(local_mind))
        errs = "a judge that errs on its tests"
        yield Case(errs, following, mind=_blind, by="local")
        yield Case(errs, brains, mind=_blind)
    unknown = {"type": "agent.dream", "content": [{"type": "text", "text": "sheep"}]}
    dreams = Said(interjected=(unknown,), words="…", stop="end_turn")
    yield Case("an event from the future", MANAGED, mind=_once("writer", dreams))
    hang = _once("writer", Said(hangs=True))
    yield Case(
        "it hangs: interrupted at the deadline",
        ("managed", "local"),
        mind=hang,
        by="local",
        within=lambda: short_of_time("writer", 2),
    )
    still = Fault(How.PINGS, ASK, times=1, after=1)
    yield Case(
        "a reply that only pings",
        ("messages", "local"),
        (still,),
        by="local",
        within=lambda: with_front("memory", by_code=False, timeout_seconds=2),
    )


def _blind() -> Mind:
    """A judge that finds whatever it is shown supported."""
    return Judging(always("supported"), local_mind)


def _once(slug: str, said: Said, times: int = 1) -> Callable[[], Mind]:
    return lambda: Once(slug, said, local_mind, times)


def judge(case: Case, found: SessionReport) -> list[str]:
    """What is wrong with how a case ended; empty if nothing is."""
    problems = list(found.problems)
    if case.ends not in found.ending:
        problems.append(f"it ended with {found.ending!r}, not {case.ends!r}")
    if case.by and case.by not in found.brains:
        problems.append(f"{case.by} did not speak, but {found.brains}")
    return problems


class Table:
    """One line a case, as it ends."""

    def __init__(self) -> None:
        self.failed = self.played = 0
        self._write(
            f"{'fault':<46} {'brains':<16} {'ended with':<30} {'talks':>5} {'calls':>5} "
            f"{'again':>5} {'sec':>5}"
        )

    def add(
        self, name: str, brains: Sequence[str], found: SessionReport, wrong: list[str]
    ) -> None:
        self.played += 1
        ending = found.ending
        if ending == "issue" and found.brains:
            ending = f"issue by {found.brains}"
        self._write(
            f"{name:<46} {','.join(brains):<16} {ending[:30]:<30} "
            f"{found.kick_offs:>5} {found.calls:>5} {found.retries:>5} "
            f"{found.seconds:>5.1f}"
        )
        if wrong:
            self.failed += 1
            for problem in wrong:
                self._write(f"    WRONG: {problem}")

    def _write(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def play(arena: Arena, table: Table, only: str) -> None:
    """All cases whose name has `only`."""
    for case in (*_of_lines(), *_of_minds()):
        if only not in case.name:
            continue
        arena.server.faults.add(*case.faults)
        with case.within():
            found = arena.play(case.brains, case.mind())
        table.add(case.name, case.brains, found, judge(case, found))


def kill(arena: Arena, table: Table, kills: int, seed: int) -> None:
    """Kill the process that drives a session, at random moments, until it is done."""
    chance = random.Random(seed)  # noqa: S311  moments, not secrets
    for brains in (MANAGED, MESSAGES):
        done = 0
        while done < kills:
            arena.server.platform.mind = local_mind
            session, began = arena.begin(brains), time.monotonic()
            died = 0
            while not _is_over(session):
                worker = _worker(arena, session)
                if done >= kills or died >= KILLS_A_SESSION:
                    worker.wait()
                elif _killed(worker, session, chance.random() * LIFE_SECONDS):
                    done, died = done + 1, died + 1
            found = arena.look(session, time.monotonic() - began)
            case = Case(f"killed {died} times", brains)
            table.add(case.name, brains, found, judge(case, found))


def _killed(worker: subprocess.Popen[bytes], session: Session, seconds: float) -> bool:
    """Kill a worker so long after it wrote its first line; False if it ended before."""
    known = session.last_seq
    while worker.poll() is None and session.last_seq == known:
        time.sleep(0.01)
        session.refresh_from_db()
    try:
        worker.wait(seconds)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
        return True
    return False


def _is_over(session: Session) -> bool:
    session.refresh_from_db()
    return session.is_over


def _worker(arena: Arena, session: Session) -> subprocess.Popen[bytes]:
    """A process that drives the session."""
    environment = {**os.environ, "ANTHROPIC_BASE_URL": arena.server.url}
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "manage.py", "runnewsletter", "--resume", session.name],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def main() -> int:
    """Play and kill; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--kills", type=int, default=20, help="for each brain")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))  # noqa: S311
    chosen = parser.parse_args()
    with AnthropicServer() as server:
        arena = Arena(server)
        call_command("migrate", verbosity=0)
        arena.prepare()
        table = Table()
        play(arena, table, chosen.only)
        if "kill" in chosen.only or not chosen.only:
            kill(arena, table, chosen.kills, chosen.seed)
    told = f"{table.played} sessions, {table.failed} wrong; {connection.vendor}"
    sys.stdout.write(f"{told}, seed {chosen.seed}\n")
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
