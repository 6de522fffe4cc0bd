"""Full-text search over published issues: SQLite's FTS5, or PostgreSQL's own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from django.db import connection

from newsletter.models import Issue, IssueText, Newsletter
from newsletter.text import truncate
from newsletter.text.searching import (
    Phrase,
    asked,
    indexed,
    nearest_word,
    plain,
    spot,
)

MOST_FOUND = 30
_MOST_READ = 52  # issues, for words that are spelt like one of a query
# Words of a query that are in none of them: each is held to all of theirs.
_MOST_SLIPS = 2
# What matches, which newsletter, and how many at most.
_POSTGRESQL = """
SELECT found.issue_id
FROM newsletter_issuetext AS found
JOIN newsletter_issue AS issue ON issue.id = found.issue_id,
     to_tsquery('simple', %s) AS asked
WHERE found.vector @@ asked
  AND issue.newsletter_id = %s AND issue.status = 'published'
  AND issue.withdrawn_at IS NULL
ORDER BY ts_rank(found.vector, asked, 1) DESC, issue.number DESC
LIMIT %s
"""
_SQLITE = """
SELECT issue.id
FROM newsletter_issuetext_fts AS found
JOIN newsletter_issue AS issue ON issue.id = found.rowid
WHERE found.words MATCH %s AND issue.newsletter_id = %s AND issue.status = 'published'
  AND issue.withdrawn_at IS NULL
ORDER BY found.rank, issue.number DESC
LIMIT %s
"""
_BEFORE, _AFTER = 60, 180  # characters of a snippet around the word that was found


class Found(NamedTuple):
    """An issue that answers, and the line of it that does."""

    issue: Issue
    before: str
    word: str
    after: str


def keep(issue: Issue) -> None:
    """Take an issue into the index, or what it says now in the place of what it said."""
    text = f"{issue.subject}. {issue.preheader}.\n{plain(issue.markdown)}"
    IssueText.objects.update_or_create(
        issue=issue, defaults={"text": text, "words": indexed(text)}
    )


def find(newsletter: Newsletter, query: str) -> list[Found]:
    """The published issues that hold all words of `query`, the nearest first.

    A word finds longer ones that begin with it; words joined by a hyphen, and runs of
    Chinese or Japanese signs, are looked for as they stand together.
    """
    phrases = asked(query)
    if not phrases:
        return []
    is_postgresql = connection.vendor == "postgresql"
    statement = _POSTGRESQL if is_postgresql else _SQLITE
    match = _for_postgresql(phrases) if is_postgresql else _for_sqlite(phrases)
    with connection.cursor() as cursor:
        cursor.execute(statement, [match, newsletter.pk, MOST_FOUND])
        nearest = [key for (key,) in cursor.fetchall()]
    rows = IssueText.objects.select_related("issue")
    found = rows.defer("words", "issue__markdown", "issue__page_html").in_bulk(nearest)
    return [_found(found[key], phrases) for key in nearest]


def instead(newsletter: Newsletter, query: str) -> str:
    """What to look for where a word of `query` is in no issue, but one near it is.

    "" where nothing would be found so. The newest issues alone are read for it.
    """
    shown = IssueText.objects.filter(issue__in=newsletter.issues.shown())
    rows = list(
        shown.order_by("-issue__number").values_list("words", "text")[:_MOST_READ]
    )
    known = Counter(chain.from_iterable(set(words.split()) for words, _ in rows))
    words = [word for phrase in asked(query) for word in phrase.words]
    slips = [word for word in words if not any(one.startswith(word) for one in known)]
    if not 0 < len(slips) <= _MOST_SLIPS:
        return ""
    texts = [text for _, text in rows]
    meant = {slip: _as_written(nearest_word(slip, known), texts) for slip in slips}
    better = " ".join(meant.get(word, word) for word in words)
    return better if all(meant.values()) and find(newsletter, better) else ""


def _as_written(word: str, texts: Iterable[str]) -> str:
    """A word of the index with its accents, as a text has it; "" of none."""
    if not word:
        return ""
    places = ((text, spot(Phrase((word,), is_open=False), text)) for text in texts)
    found = (text[slice(*place)] for text, place in places if place)
    return next((one for one in found if indexed(one) == word), word)


def nearest(newsletter: Newsletter, words: Sequence[str], most: int) -> list[int]:
    """The keys of the published issues that hold any of the words, the nearest first."""
    match = any_of(words)
    if not match:
        return []
    is_postgresql = connection.vendor == "postgresql"
    statement = _POSTGRESQL if is_postgresql else _SQLITE
    with connection.cursor() as cursor:
        cursor.execute(statement, [match, newsletter.pk, most])
        return [key for (key,) in cursor.fetchall()]


def any_of(words: Sequence[str]) -> str:
    """What this database's index is asked for any of the words; "" for none of them."""
    phrases = [one for word in words for one in asked(word)]
    is_postgresql = connection.vendor == "postgresql"
    write = _for_postgresql if is_postgresql else _for_sqlite
    parts = (f"({write([one])})" for one in phrases)
    return (" | " if is_postgresql else " OR ").join(parts)


def _for_postgresql(phrases: Sequence[Phrase]) -> str:
    """https://www.postgresql.org/docs/current/datatype-textsearch.html"""
    return " & ".join(
        " <-> ".join(f"'{word}'" for word in phrase.words) + ":*" * phrase.is_open
        for phrase in phrases
    )


def _for_sqlite(phrases: Sequence[Phrase]) -> str:
    """https://www.sqlite.org/fts5.html"""
    return " ".join(
        f'"{" ".join(phrase.words)}"' + "*" * phrase.is_open for phrase in phrases
    )


def _found(row: IssueText, phrases: Sequence[Phrase]) -> Found:
    """The issue, and of the lines that answer the longest: a story tells more than its
    heading, and than the lead, which repeats headings.
    """
    _, *lines = row.text.split("\n")[1:] or [""]
    if not lines:  # kept when an index knew no lines
        lines = ["", row.text[len(row.issue.subject) + 2 :]]
    places = {line: spot(phrases[0], line) for line in lines}
    told = [line for line in lines[1:] if places[line]]
    line = max(told, key=len, default=lines[0])
    at = places[line]
    if at is None:  # it is in the subject
        return Found(row.issue, "", "", _until(line or lines[-1], _BEFORE + _AFTER))
    begin, end = at
    start = max(0, begin - _BEFORE)
    before = line[start:begin]
    if start:
        before = f"… {truncate.behind_cut(before)}"
    return Found(row.issue, before, line[begin:end], _until(line[end:], _AFTER))


def _until(text: str, most: int) -> str:
    return text if len(text) <= most else f"{truncate.before_cut(text[:most])} …"
