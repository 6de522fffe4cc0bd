"""Puts tags on the readers of a segment, or takes them off."""

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.management.usage import one_of, the_newsletter, usage
from subscribers.models import Segment, Subscriber
from subscribers.segments import query, tags

AT_A_TIME = 2000


class Command(Taught):
    help = "Tag the readers of a newsletter, all or those of a segment, or untag them."
    examples = (
        ("fair,2026 --newsletter garden", "all its readers"),
        (
            "fair --newsletter garden --segment spring --off",
            "take it off those of a segment",
        ),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tags", metavar="TAGS", help="apart by commas")
        parser.add_argument(
            "--newsletter", required=True, metavar="SLUG", help="whose readers"
        )
        parser.add_argument(
            "--segment", default="", metavar="NAME", help="those of it alone"
        )
        parser.add_argument("--off", action="store_true", help="take them off")

    def handle(self, **options: Any) -> None:
        names = tags.named(options["tags"])
        newsletter = the_newsletter(options["newsletter"])
        readers = Subscriber.objects.filter(newsletter=newsletter)
        if options["segment"]:
            rows = Segment.objects.filter(newsletter=newsletter)
            segment = one_of(rows, "segment", name__iexact=options["segment"])
            readers = query.readers(segment)
        if not names:
            raise usage("Name at least one tag.")
        chosen = list(readers.order_by("pk").values_list("pk", flat=True))
        now, by, count = timezone.now(), "tagsubscribers", 0
        for begin in range(0, len(chosen), AT_A_TIME):
            some = chosen[begin : begin + AT_A_TIME]
            try:
                if options["off"]:
                    count += tags.take_off(newsletter, some, names, now, by=by)
                else:
                    wanted = dict.fromkeys(some, names)
                    count += tags.put_on(newsletter, wanted, now, by=by)
            except tags.TooManyTags as error:
                raise usage(str(error)) from error
        self.stdout.write(f"{count} of {len(chosen)} readers changed.")
