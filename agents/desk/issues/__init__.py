"""An issue on the desk.

- `showing`: what stands beside it, its letter, and what its buttons do.
- `errata`: what it had wrong, written by an operator; `pages`: the page itself.
"""
