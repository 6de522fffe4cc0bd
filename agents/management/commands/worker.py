"""Serves all sessions from one process, without a broker."""

import gc
import signal
import threading
from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandParser

from agents.workers import clock, threads
from newsletter.management.examples import Taught


class Command(Taught):
    # The others load every page and form, which a worker has no use for.
    requires_system_checks = ("agents", "letters", Tags.security)
    help = (
        "Run every open session and do all that `clock` does, in threads of this process: "
        "worker, timetable and sweep in one. SIGTERM or Ctrl-C gives running steps back."
    )
    examples = (
        ("", "without a broker: worker, timetable and sweep in one"),
        ("--threads 2", "on a small machine"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--threads",
            type=int,
            default=threads.THREADS,
            metavar="N",
            help=f"steps at once (default {threads.THREADS})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        gc.freeze()  # what is loaded now stays; collecting garbage passes it by
        chores = clock.begin(clock.besides_steps(stop), stop)
        threads.work(stop, size=options["threads"])
        clock.wait_for(chores)
