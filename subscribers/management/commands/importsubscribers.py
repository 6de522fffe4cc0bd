"""Takes in readers from a CSV file; shows what it would do unless told to do it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.management.usage import the_newsletter, usage
from newsletter.models import Newsletter
from subscribers.addresses import masked
from subscribers.consent import hash_key
from subscribers.consent.hash_key import AnotherKey
from subscribers.lists import importing, table
from subscribers.lists.headings import (
    OF_THE_GONE,
    STANDINGS,
    Meaning,
    Membership,
    meaning_of,
    name_of,
)
from subscribers.lists.rows import entries
from subscribers.lists.staging import Staging
from subscribers.lists.table import BadSheet, Sheet
from subscribers.segments import tags

ABOUT_FILES = """
The file needs one line of headings with `email` (or `address`) in it; a bare list of
addresses, one a line, needs none. A column `status` says who may be written to:
subscribed, paused, pending, unsubscribed, bounced, complained, suppressed; the columns of
well-known systems are understood. One that may forbid letters and is not understood stops
the import: say with --column what it means.

Whoever left, bounced or complained, in the file or here, gets no letter: the file's
word on that is noted here, so that a later import cannot write to them either.
"""


class Command(Taught):
    help = (
        "Take in readers from a CSV file. Without --commit nothing is changed:\n"
        "it says row by row what would be done, and why."
    )
    examples = (
        ("list.csv --newsletter garden", "what it would do, row by row"),
        (
            "list.csv --newsletter garden --commit --wording 'Signed up at the fair, 2025'",
            "do it; the words are kept as their consent",
        ),
    )

    besides = ABOUT_FILES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the list")
        parser.add_argument(
            "--newsletter", required=True, metavar="SLUG", help="whose list"
        )
        parser.add_argument(
            "--commit", action="store_true", help="do it; without this it is only told"
        )
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            metavar="HEADING=MEANING",
            help="what a column says that is not known: nothing, status, needed, left, "
            "bounced, complained, suppressed, paused, pending or tags",
        )
        parser.add_argument(
            "--everybody",
            default="",
            choices=["mixed", *STANDINGS],
            help="how all in the file stand, whatever its columns say besides",
        )
        parser.add_argument(
            "--tag", default="", help="what all in it who are on the list are tagged"
        )
        parser.add_argument(
            "--encoding", default="", help="of a file that is no UTF-8, such as cp1252"
        )
        parser.add_argument(
            "--wording",
            default="",
            help="what they agreed to, where and how: it is kept as their consent",
        )

    def handle(self, **options: Any) -> None:
        newsletter = the_newsletter(options["newsletter"])
        wording = options["wording"].strip()
        if options["commit"] and not wording:
            raise usage(
                "Say with --wording what they agreed to: it is kept as consent."
            )
        try:
            hash_key.hold()
        except AnotherKey as error:
            raise usage(str(error)) from error
        try:
            told = dict(_column(one) for one in options["column"])
            with options["file"].open("rb") as file, Staging() as staging:
                sheet = table.read(file, options["encoding"])
                staging.fill(entries(sheet, told, _everybody(options)))
                self._take(newsletter, sheet, staging, wording, options)
        except (BadSheet, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise usage(f"{options['file']}: {why}") from error

    def _take(
        self,
        newsletter: Newsletter,
        sheet: Sheet,
        staging: Staging,
        wording: str,
        options: dict[str, Any],
    ) -> None:
        counted = importing.take(
            newsletter,
            staging,
            wording=wording,
            at=timezone.now(),
            commit=options["commit"],
            tagged=tags.named(options["tag"]),
            by="importsubscribers",
        )
        if options["verbosity"]:
            self._tell_rows(staging)
        self.stdout.write(f"Read as {sheet.read_as}: {counted.total()} rows.")
        for treatment in importing.Treatment:
            self.stdout.write(f"{counted[treatment]:>8} {treatment}")
        if not options["commit"]:
            self.stdout.write(
                "Nothing was changed; --commit does it, with --wording for the record."
            )

    def _tell_rows(self, staging: Staging) -> None:
        for line, address, treatment, reason in staging.told():
            shown = masked(address) if address else "-"
            why = f": {reason}" if reason else ""
            self.stdout.write(f"line {line:<6} {shown:<24} {treatment}{why}")


def _everybody(options: dict[str, Any]) -> Membership:
    """How everybody in the file stands; a file named for those who left says nothing."""
    said, name = options["everybody"], options["file"].name
    if not said and OF_THE_GONE.search(name):
        known = ", ".join(STANDINGS)
        raise BadSheet(
            f"Its name {name!r} may say that those in it are gone. Say it with "
            f"--everybody: {known}, or mixed where its columns tell."
        )
    return STANDINGS.get(said, Membership.SUBSCRIBED)


def _column(said: str) -> tuple[str, Meaning]:
    heading, _, word = said.rpartition("=")
    return name_of(heading), meaning_of(word.strip().lower())
