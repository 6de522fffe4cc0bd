"""The API beside the pages, and what watching live costs: `python -m crux.bench.doors.doors`.

- `material`: an issue, a session to watch, a key; `growing`: the session's log as it grows.
- `streams`: who watches; `doors`: the measurements and their tables.
"""
