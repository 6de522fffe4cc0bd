"""The rows of the table of faults, each a function from the stage to a trial.

- `actors`: agents that err, operators, readers; `processes`: ours die and are doubled.
- `outages`: what the engine stands on goes away, comes back and lies.
- `waiting`: what must not wait, and what must be waited out; `silence`: connections that
  say nothing any more, and a slow broker.
- `told`: what only a person can mend, and has to be told of in time.
- `approving`: a person's yes before delivery, and whoever dies around it.
- `versions`: deploys and keys; `long_log`: pages of a very long log.
- `points`: kill -9 at 72 points; `chaos`: faults by a seed; `on_sqlite`: those of a file.
- `table`: which there are, by number.
"""
