"""The record of a session on the desk: its time, every line of its log, its drafts.

- `timeline`: attempts and waits as bars, and what each took.
- `lines`: the log by pages, each line in words.
- `pages`: one line of it with all reasons, and the drafts side by side.
"""
