"""The quality of an issue, in numbers that no model had a say in. Pure.

Drawn up for every issue when it is verified, from the draft, what the web answered, the
stored texts, and what earlier issues told.
"""

from newsletter.verification.scorecard.card import Scorecard
from newsletter.verification.scorecard.compute import Edition, draw_up
from newsletter.verification.scorecard.wording import Row, read, rows

__all__ = ["Edition", "Row", "Scorecard", "draw_up", "read", "rows"]
