"""Taking documents in from a folder or a zip: Markdown, or an export of Notion.

Notion writes each page as `Title 0123…ef.md`, the id being 32 hexadecimal digits: a page
that was renamed or moved keeps its id, so it stays one document with another version.
"""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from agents.knowledge.documents import LONGEST_TEXT, keep
from agents.models import Document
from newsletter.models import Newsletter

SUFFIXES = frozenset({".md", ".markdown", ".txt"})
MOST_FILES = 2_000
MOST_BYTES = 1_000_000
# A zip within the zip, as Notion writes great exports: so deep and no deeper.
DEEPEST = 2
_NOTION = re.compile(r"^(?P<title>.*?)[ _-]?(?P<id>[0-9a-f]{32})$")
_HEADING = re.compile(r"\A\s*#\s+(?P<title>[^\n]{1,200})\n")


class BadImport(ValueError):
    """There is nothing to import there; the message says why."""


@dataclass(frozen=True, slots=True)
class File:
    """One file as it was found: where, and its text."""

    path: str
    text: str


@dataclass(slots=True)
class Imported:
    """What an import did."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    skipped: int = 0


def take_in(
    place: Path,
    *,
    kind: str = Document.Kind.DOCUMENT,
    platform: str = "",
    newsletter: Newsletter | None = None,
) -> Imported:
    """Import all texts of a folder or zip; a second time only what changed. BadImport."""
    done = Imported()
    for file in _files(place):
        if file is None:
            done.skipped += 1
            continue
        origin, title = named(file)
        document = Document.objects.filter(origin=origin).first()
        is_known = document is not None
        document = document or Document(origin=origin, newsletter=newsletter, kind=kind)
        document.title, document.text = title, file.text
        document.platform = platform or document.platform
        if not keep(document, by="import"):
            done.unchanged += 1
        elif is_known:
            done.changed += 1
        else:
            done.added += 1
    if not (done.added or done.changed or done.unchanged):
        raise BadImport(f"{place} holds no Markdown or text file.")
    return done


def named(file: File) -> tuple[str, str]:
    """By which name a file stays itself, and what it is called."""
    path = PurePosixPath(file.path)
    found = _NOTION.match(path.stem)
    heading = _HEADING.match(file.text)
    stem = found["title"] if found else path.stem
    title = heading["title"] if heading else stem
    origin = f"notion:{found['id']}" if found else f"file:{file.path}"
    return origin[:300], (title.strip() or "Untitled")[:200]


def _files(place: Path) -> Iterator[File | None]:
    """Every text there, in order; None for one that is not taken."""
    if place.is_dir():
        yield from _in_folder(place)
    elif zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            yield from _in_zip(archive, "", DEEPEST)
    elif place.suffix.lower() in SUFFIXES and place.is_file():
        yield _file(place.name, place.read_bytes()[: MOST_BYTES + 1])
    else:
        raise BadImport(f"{place} is neither a folder, a zip nor a Markdown file.")


def _in_folder(place: Path) -> Iterator[File | None]:
    paths = (path for path in sorted(place.rglob("*")) if path.is_file())
    for number, path in enumerate(paths):
        if number >= MOST_FILES:
            raise BadImport(f"{place} holds more than {MOST_FILES} files.")
        if path.is_symlink() or path.suffix.lower() not in SUFFIXES:
            yield None
            continue
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        yield _file(path.relative_to(place).as_posix(), content)


def _in_zip(
    archive: zipfile.ZipFile, within: str, deepest: int
) -> Iterator[File | None]:
    entries = sorted(archive.infolist(), key=lambda one: one.filename)
    if len(entries) > MOST_FILES:
        raise BadImport(f"The zip holds more than {MOST_FILES} files.")
    for entry in entries:
        suffix = PurePosixPath(entry.filename).suffix.lower()
        if entry.is_dir():
            continue
        if suffix == ".zip" and deepest > 1:
            with archive.open(entry) as opened, zipfile.ZipFile(opened) as inner:
                yield from _in_zip(inner, f"{within}{entry.filename}/", deepest - 1)
        elif suffix in SUFFIXES:
            # What a header says of its size is a stranger's word: no more is unpacked.
            with archive.open(entry) as opened:
                content = opened.read(MOST_BYTES + 1)
            yield _file(f"{within}{entry.filename}", content)
        else:
            yield None


def _file(path: str, content: bytes) -> File | None:
    if len(content) > MOST_BYTES:
        return None
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    return File(path, text[:LONGEST_TEXT]) if text.strip() else None
