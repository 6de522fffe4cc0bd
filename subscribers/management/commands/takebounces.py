"""`manage.py takebounces PATH …`: messages of the bounce mailbox, read and heeded.

A path is a Maildir, an mbox, a file with one message, or - for standard input, as a
mail server's pipe gives it. With --dry-run it only says how each one is understood.
Where the database is away, or ADDRESS_HASH_KEY another one, the exit code is 75, so that
a mail server tries again. What cannot be read is set aside in var/unread, counted, and told to the operator once a day;
the rest is heeded.
"""

import hashlib
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from subscribers import alerts
from subscribers.addresses import masked
from subscribers.bounces import intake as bounces
from subscribers.bounces.intake import Taken
from subscribers.bounces.notices import read
from subscribers.consent.hash_key import AnotherKey

# EX_TEMPFAIL of sysexits.h; any other code would have the notice returned or dropped.
TRY_AGAIN = 75
UNREAD = "unread"
NOT_RECORDED = (
    ". What was not: it was on record before, names no letter of ours, or is nothing to "
    "heed."
)
# The line of its own that an mbox has before each message.
BEGINS = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n")

logger = logging.getLogger(__name__)


class Command(Taught):
    help = __doc__
    examples = (
        ("/var/mail/bounces", "a Maildir or an mbox"),
        ("- < message.eml", "one message, as a mail server's pipe gives it"),
        ("/var/mail/bounces --dry-run", "how each would be understood"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="a Maildir, an mbox or a message"
        )
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="say what would be taken, take nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        kinds: Counter[str] = Counter()
        recorded = 0
        for name in options["paths"]:
            for label, raw in messages(name):
                if options["dry_run"]:
                    kinds.update(self._show(label, raw))
                    continue
                taken = self._take(label, raw)
                kinds[taken.kind if taken else UNREAD] += 1
                recorded += taken.recorded if taken else 0
        said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        told = f"{said or 'nothing'}; {recorded} put on record"
        if not options["dry_run"] and recorded < kinds.total():
            told += NOT_RECORDED
        self.stdout.write(told)

    def _take(self, label: str, raw: bytes) -> Taken | None:
        """Act on one message; None where it cannot be read, and is set aside."""
        try:
            return bounces.take(raw, timezone.now())
        except (OperationalError, InterfaceError, AnotherKey) as error:
            message = f"{label} was not taken: {error}"
            raise CommandError(message, returncode=TRY_AGAIN) from error
        # Anybody may write to the mailbox: no bytes of theirs may keep the others'
        # letters from being heeded, whatever they break.
        except Exception as error:
            self._set_aside(label, raw, error)
            return None

    def _set_aside(self, label: str, raw: bytes, error: Exception) -> None:
        folder: Path = settings.VAR_DIR / "unread"
        folder.mkdir(parents=True, exist_ok=True)
        # By its content: the same message is kept once, however often it is read.
        kept = folder / f"{hashlib.sha256(raw).hexdigest()[:24]}.eml"
        kept.write_bytes(raw)
        kept.chmod(0o600)
        logger.error(
            "A message cannot be read (%s); kept as %s", type(error).__name__, kept
        )
        self.stderr.write(f"{label} cannot be read ({type(error).__name__}): {kept}")
        # A mail server's pipe shows nobody what is written there.
        alerts.tell(
            "A message to the bounce mailbox cannot be read",
            f"It is kept as {kept}, and no word of it was heeded; nor may others be, of"
            " which no letter comes today. Look whether it asks to be let go.",
            once=f"unread:{timezone.now():%Y-%m-%d}",
        )

    def _show(self, label: str, raw: bytes) -> list[str]:
        try:
            notice = read(raw)
        except Exception as error:  # as above: the others are to be shown
            self.stdout.write(f"{label}\t{UNREAD} ({type(error).__name__})")
            return [UNREAD]
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
    """Each message under `name` as it lies there, with what to call it."""
    if name == "-":
        yield name, sys.stdin.buffer.read()
        return
    path = Path(name)
    if (path / "new").is_dir() or (path / "cur").is_dir():
        yield from _files(path / "new")
        yield from _files(path / "cur")
    elif path.is_dir():
        yield from _files(path)
    elif path.is_file():
        content = path.read_bytes()
        if content.startswith(b"From ") and b"\nFrom " in content:
            for at, found in enumerate(BEGINS.split(content)[1:]):
                yield str(at), found
        else:
            yield path.name, content
    else:
        raise usage(f"Nothing at {name!r}; give a Maildir, an mbox or a message.")


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not file.is_file():
            continue
        try:
            yield file.name, file.read_bytes()
        except OSError as error:  # a mail program moved it meanwhile, or it is not ours
            logger.error("%s cannot be opened: %s", file, error.strerror)
