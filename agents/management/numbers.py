"""Whole numbers as arguments of commands, within their bounds."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    """What argparse makes a number of, or tells in one sentence why it is none."""

    def read(text: str) -> int:
        # As many digits as the greatest has: no number is too long to be read.
        is_number = text.isdecimal() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            raise ArgumentTypeError(
                f"it takes a whole number from {least:,} to {most:,}, not {text[:20]!r}"
            )
        return int(text)

    return read
