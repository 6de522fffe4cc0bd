"""The memory measured: a year of sessions with planted repeats, and how fast it is.

- `material.toml`: what happens in that year, written before the rules were tuned on half
  of it.
- `year`: what is told twice, what is found, what is wrongly left out.
- `step`: the memory's step after many issues, beside going through all of them.
"""
