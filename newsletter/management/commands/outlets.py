"""Takes a newsletter's outlets in from an OPML file, and gives them out as one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from newsletter.management.examples import Taught
from newsletter.management.usage import the_newsletter, usage
from newsletter.models import Newsletter
from newsletter.outlets import importing
from newsletter.research.outlets.opml import MOST_BYTES, NoOpml

STANDARD_OUTPUT = Path("-")


class Command(Taught):
    help = (
        "Take outlets in from an OPML file, or give them out as one. An import without\n"
        "--commit changes nothing: it says what would be added, is known, or refused."
    )
    examples = (
        ("import feeds.opml --newsletter garden", "what it would do"),
        ("import feeds.opml --newsletter garden --commit", "do it"),
        ("export garden.opml --newsletter garden", "its own outlets, as a file"),
        ("export - --shared", "the shared ones, to standard output"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", choices=("import", "export"), help="what is done")
        parser.add_argument(
            "file", metavar="FILE", type=Path, help="the OPML; - for standard output"
        )
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--newsletter", metavar="SLUG", help="whose outlets")
        whose.add_argument("--shared", action="store_true", help="the shared ones")
        parser.add_argument(
            "--commit", action="store_true", help="add them; else it is only told"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        newsletter = (
            None if options["shared"] else the_newsletter(options["newsletter"])
        )
        try:
            if options["act"] == "export":
                self._export(newsletter, options["file"])
            else:
                self._import(newsletter, options["file"], commit=options["commit"])
        except OSError as error:
            raise usage(f"{options['file']}: {error.strerror}") from error
        except NoOpml as error:
            raise usage(f"{options['file']}: {error}") from error

    def _export(self, newsletter: Newsletter | None, file: Path) -> None:
        given = importing.give_out(newsletter)
        if file == STANDARD_OUTPUT:
            self.stdout.write(given.decode())
            return
        file.write_bytes(given)
        self.stdout.write(f"Written to {file}.")

    def _import(
        self, newsletter: Newsletter | None, file: Path, *, commit: bool
    ) -> None:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
        act = importing.take_in if commit else importing.plan
        done = act(newsletter, raw)
        told = (
            *(("new", one.name, one.url) for one in done.new),
            *(("known", one.name, one.url) for one in done.known),
            *(("refused", one.name, f"{one.url} {one.why}") for one in done.refused),
        )
        for what, name, rest in told:
            self.stdout.write(f"{what:8} {name}  {rest}")
        self.stdout.write(
            f"{len(done.new)} {'added' if commit else 'to add'}, "
            f"{len(done.known)} known, {len(done.refused)} refused."
        )
        if not commit and done.new:
            self.stdout.write("Nothing was changed: add --commit to do it.")
        if done.refused and not (done.new or done.known):
            raise CommandError(f"Nothing of {file} can be an outlet, as said above.")
