"""The engine's SQL that is written by hand, for each of the two databases.

What is not here the ORM says, or `agents.engine.batch` puts together of models.
"""

# The database's clock is the only one that leases and timers go by.
CLOCK = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')",
}
HOLD = {
    # The clock is read after the row is held: waiting for it may take a while.
    "postgresql": """
        WITH held AS MATERIALIZED
            (SELECT * FROM agents_session WHERE id = %s FOR NO KEY UPDATE)
        SELECT *, clock_timestamp() AS now FROM held
        """,
    # Here the transaction itself excludes all other writers.
    "sqlite": """
        SELECT *, strftime('%%Y-%%m-%%dT%%H:%%M:%%f+00:00', 'now') AS now
        FROM agents_session WHERE id = %s
        """,
}
# A log to be folded: through the ORM each line's JSON would take longer than all the rest.
LINES = {
    "postgresql": """
        SELECT event_type, data::text FROM agents_agentevent
        WHERE session_id = %s AND event_type = ANY(%s) ORDER BY seq
        """,
    "sqlite": """
        SELECT event_type, data FROM agents_agentevent
        WHERE session_id = %s AND event_type IN (SELECT value FROM json_each(%s))
        ORDER BY seq
        """,
}
# What needs new room and leaves nothing behind: a full disk refuses it, while rows may
# still change in the room that they have. A sort that has to go to disk; a table that is
# rolled back.
ROOM = {
    "postgresql": (
        "SET LOCAL work_mem = '64kB'",
        "SELECT count(*) FROM (SELECT md5(number::text) FROM "
        "generate_series(1, 4000) AS number ORDER BY 1) AS sorted",
    ),
    "sqlite": ("CREATE TABLE room AS SELECT zeroblob(65536) AS filler",),
}

# --- Triggers: `agents.engine.db_triggers` puts them up ------------------------------

POSTGRESQL_TRIGGERS = (
    """
    CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$
    """,
    """
    CREATE OR REPLACE FUNCTION check_session_status() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT EXISTS (
            SELECT FROM agents_legalmove WHERE before = OLD.status AND after = NEW.status
        ) THEN
            RAISE EXCEPTION 'a session may not go from % to %', OLD.status, NEW.status
            USING ERRCODE = 'check_violation';
        END IF;
        INSERT INTO agents_statuschange (session_id, before, after, changed_at)
        VALUES (OLD.id, OLD.status, NEW.status, clock_timestamp());
        RETURN NEW;
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER session_status BEFORE UPDATE OF status ON agents_session
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION check_session_status()
    """,
)
POSTGRESQL_APPEND_ONLY = (
    """
    CREATE OR REPLACE TRIGGER {prefix}_append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_event_change()
    """,
    """
    CREATE OR REPLACE TRIGGER {prefix}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()
    """,
)
POSTGRESQL_LIFT = (
    "DROP TRIGGER IF EXISTS {prefix}_append_only ON {table}",
    "DROP TRIGGER IF EXISTS {prefix}_no_truncate ON {table}",
)

SQLITE_TRIGGERS = (
    """
    CREATE TRIGGER IF NOT EXISTS session_status_legal
    BEFORE UPDATE OF status ON agents_session
    WHEN OLD.status <> NEW.status AND NOT EXISTS (
        SELECT 1 FROM agents_legalmove WHERE before = OLD.status AND after = NEW.status
    )
    BEGIN SELECT RAISE(ABORT, 'a session may not change its status like that'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS session_status_kept
    AFTER UPDATE OF status ON agents_session WHEN OLD.status <> NEW.status
    BEGIN
        INSERT INTO agents_statuschange (session_id, before, after, changed_at)
        VALUES (OLD.id, OLD.status, NEW.status, strftime('%Y-%m-%d %H:%M:%f', 'now'));
    END
    """,
)
# INSERT OR REPLACE deletes first; SQLite runs the trigger for that because
# crux.databases sets recursive_triggers on every connection.
SQLITE_APPEND_ONLY = (
    """
    CREATE TRIGGER IF NOT EXISTS {prefix}_no_update BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS {prefix}_no_delete BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
    """,
)
SQLITE_LIFT = (
    "DROP TRIGGER IF EXISTS {prefix}_no_update",
    "DROP TRIGGER IF EXISTS {prefix}_no_delete",
)

ALLOW_MOVE = (
    "INSERT INTO agents_legalmove (before, after) VALUES (%s, %s) "
    "ON CONFLICT DO NOTHING"
)
