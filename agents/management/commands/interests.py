"""Takes interests in from a YAML file, gives them out as one, or checks a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from agents.desk.interests import keeping
from newsletter.interests.faults import BadInterests
from newsletter.management.examples import Taught
from newsletter.management.usage import the_newsletter, usage
from newsletter.models import StoredInterests

STANDARD_OUTPUT = Path("-")


class Command(Taught):
    help = (
        "Keep the interests of a YAML file, write those that are kept to one, or only\n"
        "check a file: each wrong key or value is told with its line. docs/interests.md\n"
        "tells of every key, interests.example.yaml shows all of them."
    )
    examples = (
        ("check interests.yaml", "what is wrong with a file, by line"),
        (
            "import interests.yaml --newsletter garden",
            "kept, and that newsletter goes by them",
        ),
        ("export - --newsletter garden", "what it goes by, to standard output"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "act", choices=("import", "export", "check"), help="what is done"
        )
        parser.add_argument(
            "file",
            metavar="FILE",
            type=Path,
            help="the YAML; export: - for standard output",
        )
        parser.add_argument(
            "--name", metavar="NAME", help="under which name; else the file's own"
        )
        parser.add_argument(
            "--newsletter", metavar="SLUG", help="which newsletter goes by them"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        acts = {"import": self._import, "export": self._export, "check": self._check}
        try:
            acts[options["act"]](options["file"], options)
        except OSError as error:
            raise usage(f"{options['file']}: {error.strerror}") from error
        except BadInterests as error:
            told = "\n".join(f"{options['file']}: {one}" for one in error.faults)
            raise usage(told) from None

    def _check(self, file: Path, _: dict[str, Any]) -> None:
        said = keeping.read_file(file)[1]
        told = ", ".join(sorted(said.model_fields_set))
        self.stdout.write(f"{file} is good. It sets: {told}.")

    def _import(self, file: Path, options: dict[str, Any]) -> None:
        text, said = keeping.read_file(file)
        name = options["name"] or keeping.name_of(file, said)
        if name != slugify(name):
            raise usage(
                f"--name takes letters, digits and hyphens, such as "
                f"{slugify(name) or 'garden'!r}, not {name!r}."
            )
        slug = options["newsletter"]
        newsletter = the_newsletter(slug) if slug else None
        kept = keeping.keep(name, text, said)
        done = "Added" if kept.is_new else "Changed" if kept.changes else "Unchanged:"
        self.stdout.write(f"{done} interests {name} ({kept.row.sha256[:12]}).")
        if kept.changes and not kept.is_new:
            self.stdout.write(kept.changes)
        if newsletter:
            newsletter.interests = kept.row
            newsletter.go_by_interests()
            newsletter.save()
        whose = dict.fromkeys(
            [*map(str, kept.newsletters), *([str(newsletter)] if newsletter else [])]
        )
        self.stdout.write(f"Newsletters that go by them: {', '.join(whose) or 'none'}.")

    def _export(self, file: Path, options: dict[str, Any]) -> None:
        slug = options["newsletter"]
        newsletter = the_newsletter(slug) if slug else None
        row = newsletter.interests if newsletter else _stored(options["name"])
        if row is None:
            raise usage(f"{newsletter} has no interests.")
        if file == STANDARD_OUTPUT:
            self.stdout.write(row.text, ending="")
            return
        file.write_text(row.text, encoding="utf-8")
        self.stdout.write(f"Interests {row} are written to {file}.")


def _stored(name: str | None) -> StoredInterests:
    rows = StoredInterests.objects.all()
    found = rows.filter(name=name) if name else rows
    if len(found) == 1:
        return found[0]
    known = ", ".join(rows.values_list("name", flat=True)) or "none"
    what = f"No interests {name!r}" if name else "Say which with --name"
    raise usage(f"{what}; known: {known}.")
