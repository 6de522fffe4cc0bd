"""Database triggers: a story goes only where the map has a way, and each move is kept;
what came of a step stays as it was.

Put up after every `migrate`, and made of `newsletter.research.lifecycle` each time.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connections

from newsletter.research.lifecycle import MOVES, State

_LEGAL = ", ".join(
    f"('{before}', '{after}')"
    for before, targets in MOVES.items()
    for after in sorted(targets)
)
_KEEP = (
    "INSERT INTO newsletter_storymove (story_id, before, after, moved_at, by, because)"
)
# Of an attempt that ended, what may not change: all but whether it still counts.
_STEP = (
    "{row}.key, {row}.outcome, {row}.result, {row}.ends, {row}.error, {row}.ended_at"
)
_STANDS = "what came of a step stays as it was"

POSTGRESQL = (
    f"""
    CREATE OR REPLACE FUNCTION check_story_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (OLD.state, NEW.state) NOT IN ({_LEGAL}) THEN
            RAISE EXCEPTION 'a story may not go from % to %', OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
        END IF;
        NEW.state_since := clock_timestamp();
        RETURN NEW;
    END $$
    """,
    f"""
    CREATE OR REPLACE FUNCTION check_new_story() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.state <> '{State.DISCOVERED}' THEN
            RAISE EXCEPTION 'a story begins as discovered, not as %', NEW.state
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    f"""
    CREATE OR REPLACE FUNCTION keep_story_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        {_KEEP}
        VALUES (NEW.id, CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.state END, NEW.state,
                clock_timestamp(), NEW.moved_by, NEW.moved_because);
        RETURN NULL;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION refuse_move_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND NOT EXISTS (
            SELECT FROM newsletter_story WHERE id = OLD.story_id
        ) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the moves of a story are append-only';
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER story_begins BEFORE INSERT ON newsletter_story
    FOR EACH ROW EXECUTE FUNCTION check_new_story()
    """,
    """
    CREATE OR REPLACE TRIGGER story_move_legal BEFORE UPDATE OF state ON newsletter_story
    FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION check_story_move()
    """,
    """
    CREATE OR REPLACE TRIGGER story_begun_kept AFTER INSERT ON newsletter_story
    FOR EACH ROW EXECUTE FUNCTION keep_story_move()
    """,
    """
    CREATE OR REPLACE TRIGGER story_move_kept AFTER UPDATE OF state ON newsletter_story
    FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION keep_story_move()
    """,
    """
    CREATE OR REPLACE TRIGGER story_move_append_only
    BEFORE UPDATE OR DELETE ON newsletter_storymove
    FOR EACH ROW EXECUTE FUNCTION refuse_move_change()
    """,
)
_NOW = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
SQLITE = {
    "story_begins": f"""
        BEFORE INSERT ON newsletter_story WHEN NEW.state <> '{State.DISCOVERED}'
        BEGIN SELECT RAISE(ABORT, 'a story begins as discovered'); END
        """,
    "story_move_legal": f"""
        BEFORE UPDATE OF state ON newsletter_story
        WHEN OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (VALUES {_LEGAL})
        BEGIN SELECT RAISE(ABORT, 'a story may not go there from its state'); END
        """,
    "story_begun_kept": f"""
        AFTER INSERT ON newsletter_story
        BEGIN
            {_KEEP}
            VALUES (NEW.id, '', NEW.state, {_NOW}, NEW.moved_by, NEW.moved_because);
        END
        """,
    "story_move_kept": f"""
        AFTER UPDATE OF state ON newsletter_story WHEN OLD.state <> NEW.state
        BEGIN
            UPDATE newsletter_story SET state_since = {_NOW} WHERE id = NEW.id;
            {_KEEP}
            VALUES (NEW.id, OLD.state, NEW.state, {_NOW}, NEW.moved_by,
                    NEW.moved_because);
        END
        """,
    "story_move_no_update": """
        BEFORE UPDATE ON newsletter_storymove
        BEGIN SELECT RAISE(ABORT, 'the moves of a story are append-only'); END
        """,
    "story_move_no_delete": """
        BEFORE DELETE ON newsletter_storymove
        WHEN EXISTS (SELECT 1 FROM newsletter_story WHERE id = OLD.story_id)
        BEGIN SELECT RAISE(ABORT, 'the moves of a story are append-only'); END
        """,
}

POSTGRESQL_STEPS = (
    f"""
    CREATE OR REPLACE FUNCTION refuse_step_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{_STANDS}';
    END $$
    """,
    f"""
    CREATE OR REPLACE TRIGGER story_step_stands BEFORE UPDATE ON newsletter_storystep
    FOR EACH ROW WHEN (OLD.outcome <> 'running' AND ({_STEP.format(row="OLD")})
                       IS DISTINCT FROM ({_STEP.format(row="NEW")}))
    EXECUTE FUNCTION refuse_step_change()
    """,
)
SQLITE_STEPS = {
    "story_step_stands": f"""
        BEFORE UPDATE ON newsletter_storystep
        WHEN OLD.outcome <> 'running'
             AND ({_STEP.format(row="OLD")}) IS NOT ({_STEP.format(row="NEW")})
        BEGIN SELECT RAISE(ABORT, '{_STANDS}'); END
        """,
}


def make_way(*, using: str, **_: Any) -> None:
    """Before a `migrate`: SQLite changes no table that another one's trigger reads."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER IF EXISTS story_move_no_delete")


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up as the map is now; again changes nothing."""
    connection = connections[using]
    there = connection.introspection.table_names()
    is_postgresql = connection.vendor == "postgresql"
    statements: list[str] = []
    if (
        "newsletter_storymove" in there
    ):  # or migrated back, to before there were stories
        statements += POSTGRESQL if is_postgresql else _made_anew(SQLITE)
    if "newsletter_storystep" in there:
        statements += POSTGRESQL_STEPS if is_postgresql else _made_anew(SQLITE_STEPS)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _made_anew(triggers: Mapping[str, str]) -> Iterator[str]:
    for name, body in triggers.items():
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield f"CREATE TRIGGER {name} {body}"
