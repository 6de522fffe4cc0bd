"""What reading a stranger's text may raise, kept from those who read the rest."""

from collections.abc import Callable
from typing import TypeVar

import structlog

logger = structlog.get_logger(__name__)

T = TypeVar("T")


def spared(read: Callable[[], T], otherwise: Callable[[str], T]) -> T:
    """What `read` makes of a text; where it raises, `otherwise` is told why."""
    try:
        return read()
    # Parsers are total, and proved so; whatever one misses costs its own sentence alone.
    except Exception as error:
        logger.exception("text_not_judged")
        return otherwise(f"code could not read it: {type(error).__name__}")
