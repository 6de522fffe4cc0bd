"""The rows of the table of faults, each a function from the stage to a trial.

- `actors`: agents that err, operators, readers; `processes`: ours die and are doubled.
- `outages`: what the engine stands on goes away, comes back and lies.
- `waiting`: what must not wait, and what must be waited out.
- `points`: kill -9 at 72 points; `chaos`: faults by a seed; `on_sqlite`: those of a file.
- `table`: which there are, by number.
"""
