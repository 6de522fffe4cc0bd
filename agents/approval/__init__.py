"""Asking a person before an issue goes out; what it comes to is decided in `workflows`.

- `asking`: the issue as a preview (`previewing`), and a letter to each operator, once.
- `people`: who may decide by letter, and under which name.
- `repeats`: what became of its stories elsewhere; no yes to what an issue told since.
- `letter`: what they are told, until when, and the links they decide by.
"""
