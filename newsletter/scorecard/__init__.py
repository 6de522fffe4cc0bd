"""The quality of an issue, in numbers that no model had a say in. Pure.

Drawn up for every issue when it is verified, from the draft, what the web answered, the
stored texts, and what earlier issues told.
"""

from newsletter.scorecard.drawing import Edition, draw_up
from newsletter.scorecard.parts import Scorecard
from newsletter.scorecard.telling import Row, read, rows

__all__ = ["Edition", "Row", "Scorecard", "draw_up", "read", "rows"]
