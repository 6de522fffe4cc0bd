"""Other link checkers, run as they come, each told the same limits."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

DRAFT = "draft.md"
TIMEOUT_SECONDS = 3


@dataclass(frozen=True, slots=True)
class Run:
    """What one checker said of the addresses, and how long it took as a process.

    A verdict is `ok`, `broken` or `unsure`; an address that it passed over has none.
    """

    seconds: float
    verdicts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rival:
    """A program that checks links: its command, and how to read what it prints."""

    name: str
    command: Callable[[int], Sequence[str]]
    read: Callable[[str, Sequence[str]], Mapping[str, str]]

    def run(self, urls: Sequence[str], at_once: int) -> Run | None:
        """Let it check the addresses; None when it is not installed."""
        with TemporaryDirectory() as folder:
            draft = "\n".join(f"- <{url}>" for url in urls)
            Path(folder, DRAFT).write_text(draft)
            command = list(self.command(at_once))
            program = _find(command[0])
            if program is None:
                return None
            began = time.perf_counter()
            done = subprocess.run(  # noqa: S603  the command is ours
                [program, *command[1:]],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            seconds = time.perf_counter() - began
        return Run(seconds, self.read(done.stdout, urls))


def _find(program: str) -> str | None:
    beside = Path(sys.executable).parent
    return shutil.which(program, path=str(beside)) or shutil.which(program)


def _lychee(at_once: int) -> Sequence[str]:
    return (
        "lychee", "--no-progress", "--format", "json", "--cache=false",
        "--max-concurrency", str(at_once), "--host-concurrency", str(at_once),
        "--host-request-interval", "0ms", "--max-retries", "1", "--retry-wait-time", "1",
        "--timeout", str(TIMEOUT_SECONDS), "--max-redirects", "5", DRAFT,
    )  # fmt: skip


def _read_lychee(printed: str, urls: Sequence[str]) -> Mapping[str, str]:
    """It names only those that it has something against."""
    said = json.loads(printed)
    lists = {"error_map": "broken", "timeout_map": "unsure", "excluded_map": "unsure"}
    return dict.fromkeys(urls, "ok") | {
        found["url"]: verdict
        for name, verdict in lists.items()
        for per_input in said[name].values()
        for found in per_input
    }


def _linkinator(at_once: int) -> Sequence[str]:
    return (
        "linkinator", DRAFT, "--markdown", "--format", "json", "--concurrency", str(at_once), "--timeout", str(TIMEOUT_SECONDS * 1000),
        "--retry-errors", "--retry-errors-count", "1",
    )  # fmt: skip


def _read_linkinator(printed: str, _: Sequence[str]) -> Mapping[str, str]:
    states = {"OK": "ok", "BROKEN": "broken", "SKIPPED": "unsure"}
    links = json.loads(printed[printed.index("{") :])["links"]
    return {link["url"]: states[link["state"]] for link in links if "url" in link}


RIVALS = (
    Rival("lychee", _lychee, _read_lychee),
    Rival("linkinator", _linkinator, _read_linkinator),
)
