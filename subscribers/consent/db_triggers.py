"""Database triggers: consent is append-only, and nothing is told of who was erased.

Put up after every `migrate`: SQLite makes some tables anew in a migration and drops
their triggers on the way. The words are held here, whoever writes them and however late.
"""

from typing import Any

from django.db import connections

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION refuse_consent_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            PERFORM 1 FROM subscribers_subscriber
            WHERE id = OLD.subscriber_id AND status = 'erased';
            IF FOUND THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION 'consent is append-only';
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER consent_append_only
    BEFORE UPDATE OR DELETE ON subscribers_consent
    FOR EACH ROW EXECUTE FUNCTION refuse_consent_change()
    """,
    """
    CREATE OR REPLACE TRIGGER consent_no_truncate BEFORE TRUNCATE ON subscribers_consent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_consent_change()
    """,
    """
    CREATE OR REPLACE FUNCTION forget_reply() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.reply := ''; RETURN NEW; END $$
    """,
    """
    CREATE OR REPLACE TRIGGER delivery_to_nobody
    BEFORE UPDATE OF reply, subscriber_id ON subscribers_delivery
    FOR EACH ROW WHEN (NEW.subscriber_id IS NULL AND NEW.reply <> '')
    EXECUTE FUNCTION forget_reply()
    """,
    # The lock waits for an erasure that is under way.
    """
    CREATE OR REPLACE FUNCTION forget_said() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM 1 FROM subscribers_delivery
        WHERE id = NEW.delivery_id AND subscriber_id IS NOT NULL FOR SHARE;
        IF NOT FOUND THEN NEW.said := ''; END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER bounce_of_nobody
    BEFORE INSERT OR UPDATE OF said ON subscribers_bounce
    FOR EACH ROW WHEN (NEW.said <> '') EXECUTE FUNCTION forget_said()
    """,
)
SQLITE = (
    """
    CREATE TRIGGER IF NOT EXISTS consent_no_update BEFORE UPDATE ON subscribers_consent
    BEGIN SELECT RAISE(ABORT, 'consent is append-only'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS consent_no_delete BEFORE DELETE ON subscribers_consent
    WHEN NOT EXISTS (
        SELECT 1 FROM subscribers_subscriber
        WHERE id = OLD.subscriber_id AND status = 'erased'
    )
    BEGIN SELECT RAISE(ABORT, 'consent is append-only'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS delivery_to_nobody
    AFTER UPDATE OF reply, subscriber_id ON subscribers_delivery
    WHEN NEW.subscriber_id IS NULL AND NEW.reply <> ''
    BEGIN UPDATE subscribers_delivery SET reply = '' WHERE id = NEW.id; END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS bounce_of_nobody AFTER INSERT ON subscribers_bounce
    WHEN NEW.said <> '' AND NOT EXISTS (
        SELECT 1 FROM subscribers_delivery
        WHERE id = NEW.delivery_id AND subscriber_id IS NOT NULL
    )
    BEGIN UPDATE subscribers_bounce SET said = '' WHERE id = NEW.id; END
    """,
)
TABLES = frozenset({
    "subscribers_consent", "subscribers_delivery", "subscribers_bounce",
})  # fmt: skip


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up; again changes nothing."""
    connection = connections[using]
    if not set(connection.introspection.table_names()) >= TABLES:
        return  # migrated back, to before there was such a table
    statements = POSTGRESQL if connection.vendor == "postgresql" else SQLITE
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
