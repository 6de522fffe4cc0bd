"""`manage.py readmail --maildir DIR` or `readmail -`: requests that came by mail, taken.

It reads what is new in a Maildir and puts each message under `cur`, as seen; with `-` it
takes one message from standard input, as a mail server's pipe gives it. Where the database
is away the exit code is 75, so that a mail server tries again; what was not taken then stays
new.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import structlog
from django.core.management.base import CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from agents.arrivals import mail
from newsletter.management.examples import Taught
from newsletter.management.usage import usage

# EX_TEMPFAIL of sysexits.h.
TRY_AGAIN = 75
# No message of anybody's is read beyond this.
MOST_BYTES = 2_000_000
UNREAD = "unread"
logger = structlog.get_logger(__name__)


class Command(Taught):
    help = __doc__
    examples = (
        ("--maildir /var/mail/crux", "what is new in a Maildir"),
        ("- < message.eml", "one message, as a mail server's pipe gives it"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "pipe", nargs="?", choices=["-"], help="one message from a pipe"
        )
        parser.add_argument("--maildir", metavar="DIR", help="what is new in a Maildir")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["pipe"]) == bool(options["maildir"]):
            raise usage("Give --maildir DIR, or - for one message from a pipe.")
        if not mail.is_open():
            raise usage(f"{mail.Came.OFF}.")
        if options["pipe"]:
            raw = sys.stdin.buffer.read(MOST_BYTES)
            counted = Counter([self._take("the message", raw)])
        else:
            counted = self._of_maildir(Path(options["maildir"]))
        told = ", ".join(f"{count} {what}" for what, count in sorted(counted.items()))
        self.stdout.write(told or "nothing new")

    def _of_maildir(self, folder: Path) -> Counter[str]:
        if not (folder / "new").is_dir() or not (folder / "cur").is_dir():
            raise usage(f"{folder} is no Maildir: it has no new and cur.")
        counted: Counter[str] = Counter()
        for file in sorted((folder / "new").iterdir()):
            if not file.is_file() or file.is_symlink():
                continue
            with file.open("rb") as opened:
                raw = opened.read(MOST_BYTES)
            counted[self._take(file.name, raw)] += 1
            file.rename(folder / "cur" / f"{file.name}:2,S")
        return counted

    def _take(self, label: str, raw: bytes) -> str:
        try:
            return str(mail.take(raw))
        except (OperationalError, InterfaceError) as error:
            told = f"{label} was not taken: {error}"
            raise CommandError(told, returncode=TRY_AGAIN) from error
        # Anybody may write to the mailbox: no bytes of theirs may keep others' from being
        # read, whatever they break.
        except Exception as error:
            logger.exception("mail_unread", label=label)
            self.stderr.write(f"{label} cannot be read ({type(error).__name__}).")
            return UNREAD
