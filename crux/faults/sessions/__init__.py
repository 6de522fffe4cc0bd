"""Experiments that break things on purpose, and look at what is left."""
