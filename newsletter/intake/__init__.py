"""Intake: every story found, held in a state that the database keeps honest.

- `db_triggers`: no story goes where the map has no way, and each move is written down.
- `moving`: one move of a story, by whom and why.
- `admission`: what outlets tell becomes stories, each of them once.
"""
