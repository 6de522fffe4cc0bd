"""The measurements of `crux.bench.letters.delivery`, on the database that is there."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from cryptography.hazmat.primitives.asymmetric import ed25519, rsa  # noqa: E402
from django.db import connection  # noqa: E402

from crux.bench.letters.servers import SendRun, SinkAddress, ceiling, rival, sink  # noqa: E402
from crux.faults.letters.readers import make_issue_with_readers  # noqa: E402
from newsletter.models import Issue  # noqa: E402
from subscribers.delivery import audience, ledger, sql  # noqa: E402
from subscribers.letters import dkim  # noqa: E402
from subscribers.letters.compose import Reader, compose  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
FEWEST = 1_000
OURS = "Crux, 2 senders, every letter in the ledger"
EDITIONS = 20
OF_EDITIONS = f"the same, readers with {EDITIONS} different editions"
RIVAL = "listmonk's shape in Go, 10 workers, no ledger"
CEILING = "smtp-source in C, 4 sessions, no ledger"
# What makes a commit last, power failing or not.
LASTING = ("fsync", "synchronous_commit", "full_page_writes")
FORGETS = (
    "This PostgreSQL may forget what it has committed (fsync, synchronous_commit or "
    "full_page_writes is off), so that no figure would be worth anything. Leave "
    "DATABASE_URL out, or name one that keeps it.\n"
)


def main(arguments: list[str]) -> int:
    """Print the table: judging is for those who read it. 2 where nothing could be judged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5, help="0 skips speed")
    parser.add_argument("--large", type=int, default=200_000, help="0 skips memory")
    given = parser.parse_args(arguments)
    if forgets():
        sys.stderr.write(FORGETS)
        return 2
    with sink() as server:
        issue = make_issue_with_readers(1)
        composition = compose(issue, at=NOW)
        size = len(
            composition.letter(Reader(1, 1, "r@readers.test")).content(eight_bit=True)
        )
        _say("sink", server.name)
        _say("letter", f"{size / 1000:.1f} kB")
        _say("database", _database())
        _making(composition.letter(Reader(1, 1, "r@readers.test")).content)
        if given.rounds:
            _race(server, given.readers, issue, given.rounds)
        if given.large:
            _memory(server, given.large)
    return 0


def _race(server: SinkAddress, readers: int, issue: Issue, rounds: int) -> None:
    """All in turn, round after round: what else the machine does meets each alike."""
    html, text = _templates(issue)
    senders: dict[str, Callable[[], SendRun | None]] = {
        OURS: partial(_send, server, readers, senders=2, group=32),
        OF_EDITIONS: partial(
            _send, server, readers, senders=2, group=32, editions=EDITIONS
        ),
        RIVAL: partial(rival, server.port, readers, html, text),
        CEILING: partial(ceiling, server.port, readers),
    }
    found: dict[str, list[SendRun]] = {name: [] for name in senders}
    for _ in range(rounds):
        for name, send in senders.items():
            if run := send():
                found[name].append(run)
    for name, runs in found.items():
        _say(name, _spread(runs) if runs else "not here: see docs/sending.md")
    _say(f"{OF_EDITIONS} : one", _ratio(found[OF_EDITIONS], found[OURS]))
    for name in (OURS, OF_EDITIONS):
        frozen = median(run.frozen_seconds for run in found[name])
        _say(f"{name}: freezing", f"{frozen:.2f} s")
    for other in (RIVAL, CEILING):
        if found[other]:
            _say(f"{OURS} : {other}", _ratio(found[OURS], found[other]))


def _spread(runs: Sequence[SendRun]) -> str:
    rates = sorted(run.letters_a_second for run in runs)
    memory = max(run.peak_megabytes for run in runs)
    said = f"{median(rates):.0f}/s ({rates[0]:.0f} to {rates[-1]:.0f})"
    return f"{said}, {memory} MB each" if memory else said


def _ratio(ours: Sequence[SendRun], others: Sequence[SendRun]) -> str:
    """The median of the rounds: both ran within the same half minute."""
    ratios = sorted(
        one.letters_a_second / other.letters_a_second
        for one, other in zip(ours, others, strict=True)
    )
    return f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def _templates(issue: Issue) -> tuple[str, str]:
    """The letter's parts as Go takes them."""
    composition = compose(issue, at=NOW)
    html = composition.html.replace("{{", "{ {")
    text = composition.text.replace("{{", "{ {")
    for mark, name in (("UNSUBSCRIBE", "Unsubscribe"), ("PREFERENCES", "Preferences")):
        html = html.replace(composition.marks.at(mark), f"{{{{.{name}}}}}")
        text = text.replace(composition.marks.at(mark), f"{{{{.{name}}}}}")
    return html, text


def _memory(server: SinkAddress, large: int) -> None:
    few = _send(server, FEWEST, senders=1, group=32)
    many = _send(server, large, senders=1, group=32)
    _say(f"peak memory, {FEWEST} readers", f"{few.peak_megabytes} MB")
    _say(
        f"peak memory, {large} readers",
        f"{many.peak_megabytes} MB at {many.letters_a_second:.0f}/s (1 sender)",
    )


def _making(content: Callable[..., bytes]) -> None:
    _say("filling in a letter", f"{_rate(lambda: content(eight_bit=True)):.0f}/s")
    message = content(eight_bit=True)
    for name, key in (
        ("RSA-2048", rsa.generate_private_key(public_exponent=65537, key_size=2048)),
        ("Ed25519", ed25519.Ed25519PrivateKey.generate()),
    ):
        sign = partial(dkim.Signer("crux.test", "s1", key).sign, message)
        _say(f"signing it, {name}", f"{_rate(sign):.0f}/s")


def _send(
    server: SinkAddress, readers: int, *, senders: int, group: int, editions: int = 0
) -> SendRun:
    """Freeze first, so that every sender finds its work ready; then send."""
    issue = make_issue_with_readers(readers, editions)
    frozen = time.monotonic()
    audience.freeze(issue, sql.database_time())
    frozen = time.monotonic() - frozen
    environment = {
        **os.environ,
        "DELIVERY_TRANSPORT": "smtp",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(server.port),
        "DELIVERY_GROUP": str(group),
    }
    command = [sys.executable, "-m", "crux.bench.letters.sender", str(issue.pk)]
    processes = [
        subprocess.Popen(  # noqa: S603  our own program
            command, cwd=ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for _ in range(senders)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None  # noqa: S101  a pipe was asked for
        process.stdout.readline()
    began = time.monotonic()
    for process in processes:
        assert process.stdin is not None  # noqa: S101  a pipe was asked for
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.stdout.readline() for process in processes if process.stdout]
    seconds = time.monotonic() - began
    for process in processes:
        process.communicate()
    accepted = ledger.counts(issue)["accepted"]
    if accepted != readers:
        raise RuntimeError(f"{accepted} of {readers} letters were accepted.")
    return SendRun(readers / seconds, max(int(one) for one in said), frozen)


def _rate(act: Callable[[], object]) -> float:
    """How often a second `act` can be done."""
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < 0.5:
        act()
        done += 1
    return done / (time.perf_counter() - began)


def forgets() -> bool:
    """Whether a commit here may be lost: then it costs less than it should."""
    return connection.vendor == "postgresql" and "off" in _lasting().values()


def _database() -> str:
    """What a commit costs here."""
    if connection.vendor != "postgresql":
        return connection.vendor
    shown = [f"{name} {value}" for name, value in _lasting().items()]
    version = connection.connection.info.server_version // 10000
    return ", ".join((f"PostgreSQL {version}", *shown))


def _lasting() -> dict[str, str]:
    found = {}
    with connection.cursor() as cursor:
        for name in LASTING:
            cursor.execute(f"SHOW {name}")
            found[name] = str(cursor.fetchone()[0])
    return found


def _say(what: str, value: object) -> None:
    sys.stdout.write(f"{what:62} {value}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
