"""Interests on the desk.

- `keeping`: a file or a text read, stored, and followed by newsletters.
- `pages`: the form.
"""
