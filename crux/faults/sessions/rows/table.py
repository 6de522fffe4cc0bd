"""The rows of the fault matrix that need a PostgreSQL and a Redis.

Rows 1 to 3 are in `points`, 17, 22, 23 and 26 on SQLite in `on_sqlite`, 18 is the
simulation in the tests, and 11 to 13 are done over real HTTP in `brains`.
"""

from collections.abc import Callable
from typing import TypeAlias

from crux.faults.sessions.rows import (
    actors,
    approving,
    long_log,
    outages,
    processes,
    silence,
    told,
    versions,
    waiting,
)
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial

Row: TypeAlias = Callable[[Stage], Trial]

ROWS: dict[str, Row] = {
    "4": processes.zombie,
    "5": outages.flushed,
    "6": outages.redis_killed,
    "7": outages.broker_unreachable,
    "8": outages.postgres_restarted,
    "9": outages.postgres_away,
    "10": actors.overloaded,
    "11": actors.agents_that_err,
    "14": outages.mail_away,
    "15": processes.two_clocks,
    "16": processes.missed_slots,
    "17": processes.many_hints,
    "19": processes.never_published,
    "20": processes.poison,
    "21": outages.garbage,
    "24": outages.clock_jumps,
    "25": processes.deploy,
    "26": actors.refused,
    "27": actors.operators_at_once,
    "28": actors.left_in_between,
    "term": processes.graceful,
    "slow": waiting.long_steps,
    "ahead": waiting.clock_ahead,
    "cut": waiting.cut_all_the_time,
    "full": waiting.full_redis,
    "moved": waiting.hour_moved,
    "dark": silence.dark_database,
    "dark-r": silence.dark_broker,
    "slow-r": silence.slow_broker,
    "read-only": told.read_only,
    "disk-full": told.disk_full,
    "summary": told.no_summaries,
    "older": versions.older_version,
    "prompt": versions.broken_prompt,
    "key": versions.new_key,
    "asking": approving.killed_asking,
    "deciding": approving.decided_at_once,
    "approved": approving.killed_after_a_yes,
    "deadline": approving.deadline_while_down,
    "long": long_log.long_log,
}
