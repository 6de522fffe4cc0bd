"""The memory measured: a year of sessions with planted repeats, and how fast it is.

- `material.toml`: what happens in that year, written before the rules were tuned on half
  of it.
- `retold.toml`: events with interviews, columns and reactions about them, and reports in
  other languages.
- `events.json.gz`: events that happen once, as three outlets tell each.
- `events`: what of them is told twice, in an issue or again.
- `year`: what is told twice, what is found, what is wrongly left out.
- `sessions`: a year of whole sessions, from the search to the published issue.
- `step`: the memory's step after many issues, beside going through all of them.
"""
