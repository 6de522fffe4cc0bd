"""A bounce's way: takebounces -> writers (who wrote), notices (what it says) -> classify
-> intake.

A provider's webhook -> events -> intake. Intake puts on record, scores and suppresses.
"""
