"""Intake under kill -9: at each point of a poll and of each step of enrichment.

- `acting`: the outlet, the pages and the points at which a worker dies.
- `processes`: workers as processes of their own, forked and killed.
- `judging`: what must be true of stories whatever died.
- `rows`: the experiments.
"""
