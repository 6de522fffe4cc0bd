"""Processes that do steps: by Celery, by threads, or in a terminal.

- `steps`: one step from the lease to the commit, whoever calls it.
- `canvas`: the workflow as a Celery chain; `threads`: without a broker.
- `terminal`: one session, shown as it goes.
"""
