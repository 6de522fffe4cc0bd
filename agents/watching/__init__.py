"""Watching: what the operator should hear of before they look.

- `notices`: what is told once.
- `stand_ins`: that rules do what models were asked to.
"""
