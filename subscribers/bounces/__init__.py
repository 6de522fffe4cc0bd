"""A bounce's way: takebounces -> notices (what a message says) -> classify -> intake.

A provider's webhook -> events -> intake. Intake puts on record, scores and suppresses.
"""
