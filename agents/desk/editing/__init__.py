"""Editing a verified draft on the desk.

- `checking`: what code would hold against a draft, beside each sentence.
- `pages`: the page with the editor, and its live preview.
"""
