"""Writes a newsletter's list as CSV."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from newsletter.management.examples import Taught
from newsletter.management.usage import one_of, the_newsletter, usage
from newsletter.models import Newsletter
from subscribers.lists.exporting import lines
from subscribers.models import Subscriber
from subscribers.segments import query


class Command(Taught):
    help = (
        "Write every subscriber of a newsletter, or of a segment, as CSV, with status, "
        "times, tags and the "
        "consent that stands: UTF-8, cells safe to open in a spreadsheet. "
        "importsubscribers reads it again. The file holds personal data: only your "
        "account may read it, and it should not outlive its purpose."
    )
    examples = (
        (
            "--newsletter garden --output readers.csv",
            "to a new file that only you may read",
        ),
        (
            "--newsletter garden --segment fair",
            "who is in that segment, to standard output",
        ),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--newsletter", required=True, metavar="SLUG", help="whose list"
        )
        parser.add_argument(
            "--segment", default="", metavar="NAME", help="who is in it alone"
        )
        parser.add_argument(
            "--output",
            type=Path,
            metavar="FILE",
            help="a new file; default: standard output",
        )

    def handle(self, **options: Any) -> None:
        newsletter = the_newsletter(options["newsletter"])
        readers = _readers(newsletter, options["segment"])
        output: Path | None = options["output"]
        if output is None:
            for line in lines(readers):
                self.stdout.write(line, ending="")
            return
        try:
            descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise usage(
                f"{output} cannot be written: {error.strerror}; name a new file."
            ) from error
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.writelines(lines(readers))


def _readers(newsletter: Newsletter, segment: str) -> QuerySet[Subscriber]:
    if not segment:
        return Subscriber.objects.filter(newsletter=newsletter)
    segments = newsletter.segments.all()
    return query.readers(one_of(segments, "segment", name__iexact=segment))
