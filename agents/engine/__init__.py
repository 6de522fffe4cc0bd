"""The session engine: a log, leases on steps, and who looks after both.

- `sessions` begins and settles; `log` is the only writer of events; `batch` sends
  rows together; `sql` is what is written by hand, `db_triggers` what the tables refuse.
- `leases` takes a step (heartbeat, fencing) and commits what came of it.
- `retries` how often, `fairness` whose turn, `timetable` when a session is due.
- `sweep` finds what stands still; `steering` is an operator's hand; `health` and
  `summary` tell.
"""
