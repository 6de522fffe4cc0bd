"""Database triggers: a story goes only where the map has a way, and each move is kept.

Put up after every `migrate`, and made of `newsletter.research.lifecycle` each time.
"""

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


def make_way(*, using: str, **_: Any) -> None:
    """Before a `migrate`: SQLite changes no table that another one's trigger reads."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER IF EXISTS story_move_no_delete")


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up as the map is now; again changes nothing."""
    connection = connections[using]
    if "newsletter_storymove" not in connection.introspection.table_names():
        return  # migrated back, to before there were stories
    if connection.vendor == "postgresql":
        statements = list(POSTGRESQL)
    else:
        statements = [
            statement
            for name, body in SQLITE.items()
            for statement in (
                f"DROP TRIGGER IF EXISTS {name}",
                f"CREATE TRIGGER {name} {body}",
            )
        ]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
