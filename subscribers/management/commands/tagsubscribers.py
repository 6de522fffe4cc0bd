"""Puts tags on the readers of a segment, or takes them off."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.models import Newsletter
from subscribers.models import Segment, Subscriber
from subscribers.segments import query, tags

BAD_USE = 2
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
        newsletter = _one(
            Newsletter.objects, "newsletter", "slug", options["newsletter"]
        )
        readers = Subscriber.objects.filter(newsletter=newsletter)
        if options["segment"]:
            rows = Segment.objects.filter(newsletter=newsletter)
            readers = query.readers(_one(rows, "segment", "name", options["segment"]))
        if not names:
            raise CommandError("Name at least one tag.", returncode=BAD_USE)
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
                raise CommandError(str(error), returncode=BAD_USE) from error
        self.stdout.write(f"{count} of {len(chosen)} readers changed.")


def _one(rows: Any, what: str, field: str, name: str) -> Any:
    found = rows.filter(**{f"{field}__iexact": name}).first()
    if found is None:
        known = ", ".join(rows.values_list(field, flat=True)) or "none"
        message = f"No {what} {name!r}; known: {known}."
        raise CommandError(message, returncode=BAD_USE)
    return found
