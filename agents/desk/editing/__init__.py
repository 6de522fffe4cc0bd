"""Editing a verified draft on the desk.

- `checking`: what code would hold against a draft, beside each sentence.
- `edits`: an edit put down on the log; `pages`: the page with the editor, and its live
  preview.
"""
