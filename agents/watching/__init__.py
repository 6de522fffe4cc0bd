"""Watching: what the operator should hear of before they look.

- `notices`: what is told once.
"""
