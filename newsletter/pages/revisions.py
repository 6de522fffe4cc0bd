"""Revisions: the database itself notes each change of what public pages show.

Whoever writes, by whatever program, a trigger adds a line to `Revision`; the ids that
stand there are the state of all that is shown. Not the highest of them alone: a
transaction that began earlier may end later. Only the newest are kept, and only who adds
a line removes old ones, so a set of ids never comes back.

The triggers are put up after every `migrate`, as SQLite makes some tables anew.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, connections

# What no public page shows, or shows only by way of another table. Sources never change.
UNSHOWN = frozenset({
    "coveragekey", "forgetting", "issuetext", "lesson", "outlet", "outlethealth",
    "outletpoll", "outletyield", "revision", "source", "story", "storykey", "storymove",
    "storypicture", "storystep", "storysteppolicy", "storytelling", "storyvote",
})  # fmt: skip
_TABLE = "newsletter_revision"
# Nobody waits for a transaction that removes the same lines.
_FUNCTION = """
    CREATE OR REPLACE FUNCTION note_revision() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE newest bigint;
    BEGIN
        INSERT INTO newsletter_revision DEFAULT VALUES RETURNING id INTO newest;
        DELETE FROM newsletter_revision WHERE id IN (
            SELECT id FROM newsletter_revision WHERE id < newest - 20
            FOR UPDATE SKIP LOCKED
        );
        RETURN NULL;
    END $$
"""
_POSTGRESQL = """
    CREATE OR REPLACE TRIGGER {table}_revised
    AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION note_revision()
"""
_SQLITE = """
    CREATE TRIGGER IF NOT EXISTS {table}_revised_by_{act} AFTER {act} ON {table}
    BEGIN
        INSERT INTO newsletter_revision (id) VALUES (NULL);
        DELETE FROM newsletter_revision WHERE id < last_insert_rowid() - 20;
    END
"""


class _Shared:
    """A question to the database that is asked once for all threads that wait for it.

    Its answer is trusted for so many seconds from when it was asked. After that whoever
    comes is told what was asked later: of those who come while one is being answered, one
    asks the next for all.
    """

    def __init__(
        self, trusted_seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._trusted_seconds, self._clock = trusted_seconds, clock
        self._turn = threading.Condition()
        self._is_asked = False
        self._begun = self._answered = self._doubted = 0
        self._trusted = ("", -math.inf)  # an answer, and until when
        self._answer = ""

    def doubt(self) -> None:
        """Trust nothing that was asked before: this process has just written."""
        with self._turn:
            self._doubted = self._begun
            self._trusted = ("", -math.inf)

    def now(self) -> str:
        answer, until = self._trusted
        if self._clock() < until:
            return answer
        with self._turn:
            wanted = self._begun + 1
            while self._answered < wanted and self._is_asked:
                self._turn.wait()
            if self._answered >= wanted:
                return self._answer
            self._is_asked = True
            self._begun = asked = self._begun + 1
        until = self._clock() + self._trusted_seconds
        try:
            answer = _ask()
        except DatabaseError:
            with self._turn:
                self._is_asked = False
                self._turn.notify_all()
            raise
        with self._turn:
            self._answer, self._answered, self._is_asked = answer, asked, False
            if asked > self._doubted:
                self._trusted = (answer, until)
            self._turn.notify_all()
        return answer


def _ask() -> str:
    """The query says as well as any whether the connection still works, so Django need
    not ask that before with another one (CONN_HEALTH_CHECKS); where it fails, Django does.
    """
    connection.health_check_done = True  # type: ignore[attr-defined]
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM newsletter_revision")
            found = cursor.fetchall()
    except DatabaseError:
        connection.health_check_done = False  # type: ignore[attr-defined]
        raise
    return " ".join(str(key) for (key,) in sorted(found))


_shared = _Shared(settings.KEPT_PAGES_TRUSTED_SECONDS)


def now() -> str:
    """What the database shows, as a text that is another after a change.

    It may be KEPT_PAGES_TRUSTED_SECONDS old.
    """
    return _shared.now()


def doubt() -> None:
    """See to it that `now` tells of what this process wrote before."""
    _shared.doubt()


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up; again changes nothing."""
    there = set(connections[using].introspection.table_names())
    if _TABLE not in there:
        return  # migrated back, to before there was such a table
    vendor = connections[using].vendor
    with connections[using].cursor() as cursor:
        for statement in _statements(vendor, there):
            cursor.execute(statement)


def _statements(vendor: str, there: set[str]) -> Iterator[str]:
    models = apps.get_app_config("newsletter").get_models()
    shown = (one._meta for one in models if one._meta.model_name not in UNSHOWN)
    tables = [one.db_table for one in shown if one.db_table in there]
    if vendor == "postgresql":
        yield _FUNCTION
        yield from (_POSTGRESQL.format(table=table) for table in tables)
    else:
        for act in ("INSERT", "UPDATE", "DELETE"):
            yield from (_SQLITE.format(table=table, act=act) for table in tables)
