"""Agents that are called, on the desk: `pages` is what an operator looks at and sets."""
