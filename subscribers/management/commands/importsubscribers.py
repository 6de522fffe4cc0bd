"""Takes in readers from a CSV file; shows what it would do unless told to do it."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from newsletter.models import Newsletter
from subscribers.addresses import masked
from subscribers.lists import importing
from subscribers.lists import table as sheets
from subscribers.lists.rows import entries
from subscribers.lists.table import BadSheet

BAD_USE = 2
EXAMPLES = """
The file needs one line of headings with `email` (or `address`) in it; a bare list of
addresses, one a line, needs none. A column `status` says who may be written to:
subscribed, paused, pending, unsubscribed, bounced, complained, suppressed. Encoding and
separator are found out.

Whoever left, bounced or complained, in the file or here, gets no letter: the file's
word on that is noted here, so that a later import cannot write to them either.

  manage.py importsubscribers list.csv --newsletter weekly
  manage.py importsubscribers list.csv --newsletter weekly --commit \\
      --wording "Signed up for The Weekly at example.org/news, double opt-in, 2023-25"
"""


class Command(BaseCommand):
    help = (
        "Take in readers from a CSV file. Without --commit nothing is changed:\n"
        "it says row by row what would be done, and why."
    )

    def create_parser(self, *args: Any, **options: Any) -> Any:
        options["formatter_class"] = RawDescriptionHelpFormatter
        return super().create_parser(*args, epilog=EXAMPLES, **options)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--newsletter", required=True, metavar="SLUG", help="whose list"
        )
        parser.add_argument(
            "--commit", action="store_true", help="do it; without this it is only told"
        )
        parser.add_argument(
            "--wording",
            default="",
            help="what they agreed to, where and how: it is kept as their consent",
        )

    def handle(self, **options: Any) -> None:
        newsletter = _newsletter(options["newsletter"])
        wording = options["wording"].strip()
        if options["commit"] and not wording:
            message = "Say with --wording what they agreed to: it is kept as consent."
            raise CommandError(message, returncode=BAD_USE)
        try:
            sheet = sheets.read(options["file"].read_bytes())
            found = entries(sheet)
        except (BadSheet, OSError) as error:
            message = f"{options['file']}: {error}"
            raise CommandError(message, returncode=BAD_USE) from error
        planned = importing.take(
            newsletter,
            found,
            wording=wording,
            at=timezone.now(),
            commit=options["commit"],
        )
        if options["verbosity"]:
            self._tell_rows(planned)
        counted = Counter(row.verdict for row in planned)
        self.stdout.write(
            f"Read as {sheet.encoding}, cells apart by {sheet.separator!r}: "
            f"{len(planned)} rows."
        )
        for verdict in importing.Verdict:
            self.stdout.write(f"{counted[verdict]:>8} {verdict}")
        if not options["commit"]:
            self.stdout.write(
                "Nothing was changed; --commit does it, with --wording for the record."
            )

    def _tell_rows(self, planned: list[importing.Planned]) -> None:
        for row in planned:
            shown = masked(row.entry.address) if row.entry.address else "-"
            reason = f": {row.reason}" if row.reason else ""
            self.stdout.write(
                f"line {row.entry.line:<6} {shown:<24} {row.verdict}{reason}"
            )


def _newsletter(slug: str) -> Newsletter:
    newsletter = Newsletter.objects.filter(slug=slug).first()
    if newsletter is None:
        known = ", ".join(Newsletter.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(
            f"No newsletter {slug!r}; known: {known}.", returncode=BAD_USE
        )
    return newsletter
