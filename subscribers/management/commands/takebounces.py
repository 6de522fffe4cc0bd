"""`manage.py takebounces PATH …`: messages of the bounce mailbox, read and heeded.

A path is a Maildir, an mbox, a file with one message, or - for standard input, as a
mail server's pipe gives it. With --dry-run it only says how each one is understood.
Where the database is away the exit code is 75, so that a mail server tries again.
"""

import mailbox
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from subscribers.addresses import masked
from subscribers.bounces import intake as bounces
from subscribers.bounces.notices import read

# EX_TEMPFAIL of sysexits.h; any other code would have the notice returned or dropped.
TRY_AGAIN = 75


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH")
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        kinds: Counter[str] = Counter()
        recorded = 0
        for name in options["paths"]:
            for label, raw in messages(name):
                if options["dry_run"]:
                    kinds.update(self._show(label, raw))
                    continue
                try:
                    taken = bounces.take(raw, timezone.now())
                except DatabaseError as error:
                    message = f"{label} was not taken: {error}"
                    raise CommandError(message, returncode=TRY_AGAIN) from error
                kinds[taken.kind] += 1
                recorded += taken.recorded
        said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        self.stdout.write(f"{said or 'nothing'}; {recorded} put on record")

    def _show(self, label: str, raw: bytes) -> list[str]:
        notice = read(raw)
        if not notice.failures:
            self.stdout.write(f"{label}\t{notice.kind}")
            return [notice.kind]
        kinds = []
        for failure in notice.failures:
            kind = bounces.judge(notice, failure)
            kinds.append(kind.value)
            address, said = masked(failure.recipient), failure.text[:80]
            self.stdout.write(
                f"{label}\t{kind}\t{failure.status or '-'}\t{address}\t{said}"
            )
        return kinds


def messages(name: str) -> Iterator[tuple[str, bytes]]:
    """Each message under `name`, with what to call it."""
    if name == "-":
        yield name, sys.stdin.buffer.read()
        return
    path = Path(name)
    if (path / "new").is_dir() or (path / "cur").is_dir():
        for key, message in mailbox.Maildir(path, create=False).iteritems():
            yield key, message.as_bytes()
    elif path.is_dir():
        for file in sorted(path.iterdir()):
            yield file.name, file.read_bytes()
    elif path.is_file():
        content = path.read_bytes()
        if content.count(b"\nFrom ") and content.startswith(b"From "):
            with closing(mailbox.mbox(path, create=False)) as box:
                for key, found in box.iteritems():
                    yield str(key), found.as_bytes()
        else:
            yield path.name, content
    else:
        raise CommandError(
            f"Nothing at {name!r}; give a Maildir, an mbox or a message."
        )
