"""The site measured: pages beside a bare Django view, search, a long session's page.

- `material`: 500 issues and 1,000 sessions, copies of one that was really made.
- `servers`, `bare`, `client`: gunicorn with two workers, and who asks it.
- `within`: search and the desk, timed inside one process.
- `pages`: the tables.
"""
