"""What agents know of us and sound like: import it, or look something up."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from agents.assistants.task import CannotDo
from agents.executions.calling import newsletter_of
from agents.knowledge import documents
from agents.knowledge.importing import BadImport, take_in
from agents.models import Document
from agents.registry.schemas import Platform
from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from newsletter.models import Newsletter


class Command(Taught):
    help = (
        "Import documents or voice examples from a folder, a zip or a file (Markdown, "
        "or an export of Notion), or search them."
    )
    examples = (
        ("import notes/ --newsletter garden", "documents that its agents may search"),
        ("import posts.zip --voice", "texts that sound as you do"),
        ("search roses", "what holds that word"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        taking = what.add_parser("import")
        taking.add_argument("place", type=Path, help="a folder, a zip or a file")
        taking.add_argument("--voice", action="store_true", help="voice examples")
        taking.add_argument("--platform", default="", choices=["", *map(str, Platform)])
        taking.add_argument(
            "--newsletter", default="", metavar="SLUG", help="for whose agents"
        )
        looking = what.add_parser("search")
        looking.add_argument("query", help="words that they hold")
        looking.add_argument(
            "--newsletter", default="", metavar="SLUG", help="whose documents"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "search":
            self._search(options["query"], options["newsletter"])
            return
        slug = options["newsletter"]
        kind = Document.Kind.VOICE if options["voice"] else Document.Kind.DOCUMENT
        try:
            done = take_in(
                options["place"],
                kind=kind,
                platform=options["platform"],
                newsletter=_named(slug) if slug else None,
            )
        except BadImport as error:
            raise usage(error) from error
        self.stdout.write(
            f"{done.added} added, {done.changed} changed, {done.unchanged} as they "
            f"were, {done.skipped} skipped"
        )

    def _search(self, query: str, slug: str) -> None:
        found = documents.search(_named(slug), query)
        if not found:
            self.stdout.write("Nothing holds these words.")
        for one in found:
            self.stdout.write(
                f"{one.document.title} (version {one.document.version})\n{one.text}\n"
            )


def _named(slug: str) -> Newsletter:
    try:
        return newsletter_of(None, slug)
    except CannotDo as error:
        raise usage(error) from error
