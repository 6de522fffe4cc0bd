"""Intake: what a poll, a new story and a topic cost, and what a weekly reading misses."""
