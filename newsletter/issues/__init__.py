"""An issue, from a verified draft to its readers, and what becomes of it later.

- `publish`: once per session, with number, slug, citations and coverage.
- `page`, `letter`: the same draft as HTML, and as a letter in HTML and in plain text.
- `sources`: the texts that were read, stored and found again.
- `corrections`: past issues looked at again.
"""
