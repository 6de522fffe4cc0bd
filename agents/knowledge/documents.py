"""Documents and voice examples: kept with every version, and found by full text.

SQLite's FTS5, or PostgreSQL's own; see `newsletter.issues.search`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from agents.models import Document, DocumentText, DocumentVersion
from newsletter.issues.search import any_of
from newsletter.models import Newsletter
from newsletter.text.identifiers import sha256_of
from newsletter.text.searching import indexed, plain

LONGEST_TEXT = 200_000
MOST_FOUND = 20
_MOST_VOICES, _LONGEST_EXCERPT = 3, 1_200
_POSTGRESQL = """
SELECT found.document_id
FROM agents_documenttext AS found
JOIN agents_document AS document ON document.id = found.document_id,
     to_tsquery('simple', %s) AS asked
WHERE found.vector @@ asked AND document.is_active AND document.kind = %s
  AND (document.newsletter_id = %s OR document.newsletter_id IS NULL)
ORDER BY ts_rank(found.vector, asked, 1) DESC, document.id
LIMIT %s
"""
_SQLITE = """
SELECT document.id
FROM agents_documenttext_fts AS found
JOIN agents_document AS document ON document.id = found.rowid
WHERE found.words MATCH %s AND document.is_active AND document.kind = %s
  AND (document.newsletter_id = %s OR document.newsletter_id IS NULL)
ORDER BY found.rank, document.id
LIMIT %s
"""


class Excerpt(NamedTuple):
    """A document that answers, and the paragraphs of it that do."""

    document: Document
    text: str

    def as_used(self) -> dict[str, object]:
        """How an execution's record names it."""
        return {
            "document": self.document.pk,
            "version": self.document.version,
            "kind": self.document.kind,
            "title": self.document.title,
        }


def keep(document: Document, *, by: str = "") -> bool:
    """Save a document, a version of it where title or text changed; whether one did."""
    document.text = document.text.replace("\x00", "")[:LONGEST_TEXT]
    sha256 = sha256_of(f"{document.title}\n{document.text}")
    with transaction.atomic():
        held = (
            Document.objects.select_for_update().filter(pk=document.pk).first()
            if document.pk
            else None
        )
        number = held.version if held else 0
        newest = DocumentVersion.objects.filter(document=held, number=number).first()
        is_new = newest is None or newest.sha256 != sha256
        document.version = number + 1 if is_new else number
        document.changed_at = timezone.now() if is_new else document.changed_at
        document.save()
        if is_new:
            DocumentVersion.objects.create(
                document=document,
                number=document.version,
                title=document.title,
                text=document.text,
                sha256=sha256,
                by=by[:150],
            )
        words = indexed(f"{document.title}. {plain(document.text)}")
        DocumentText.objects.update_or_create(
            document=document, defaults={"words": words}
        )
    return is_new


def search(
    newsletter: Newsletter,
    query: str,
    *,
    kind: str = Document.Kind.DOCUMENT,
    most: int = 5,
) -> list[Excerpt]:
    """The documents that hold most of the words, with the paragraphs that do."""
    words = query.split()
    match = any_of(words)
    if not match:
        return []
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            _POSTGRESQL if is_postgresql else _SQLITE,
            [match, kind, newsletter.pk, min(most, MOST_FOUND)],
        )
        nearest = [key for (key,) in cursor.fetchall()]
    found = Document.objects.in_bulk(nearest)
    return [Excerpt(found[key], excerpt(found[key].text, words)) for key in nearest]


def voice(newsletter: Newsletter, platform: str) -> list[Document]:
    """The voice examples for a platform, those for it before those for any; newest first."""
    rows = Document.objects.filter(
        Q(newsletter=newsletter) | Q(newsletter=None),
        Q(platform=platform) | Q(platform=""),
        kind=Document.Kind.VOICE,
        is_active=True,
    )
    return list(rows.order_by("-platform", "-changed_at", "-pk")[:_MOST_VOICES])


def excerpt(text: str, words: Sequence[str]) -> str:
    """The paragraphs that hold most of the words, in their order, up to a length."""
    wanted = set(indexed(" ".join(words)).split())
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    counted = [len(wanted & set(indexed(part).split())) for part in parts]
    chosen: list[int] = []
    room = _LONGEST_EXCERPT
    for at in sorted(range(len(parts)), key=lambda at: (-counted[at], at)):
        if not chosen or (counted[at] and len(parts[at]) <= room):
            chosen.append(at)
            room -= len(parts[at])
    return "\n\n".join(parts[at] for at in sorted(chosen))[:_LONGEST_EXCERPT]
