"""Asking a person before an issue goes out; what it comes to is decided in `workflows`.

- `asking`: the issue as a preview, and a letter to each operator, once.
- `people`: who may decide by letter, and under which name.
- `letter`: what they are told, until when, and the links they decide by.
"""
