"""What of a JSON value that a model or a page made can be stored, and be shown. Pure."""

import math
import re
from typing import Any

_HALF_PAIRS = re.compile("[\ud800-\udfff]")
# Control characters but for the tab and the end of a line, what has no width, and what
# turns the direction of writing: https://www.unicode.org/reports/tr36/
_UNSEEN = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)


def storable(value: Any) -> Any:
    """A JSON value without what PostgreSQL refuses in one.

    These are NUL characters, halves of surrogate pairs, and numbers that are none (NaN),
    which Python reads where JSON has no such thing.
    """
    match value:
        case str():
            return _HALF_PAIRS.sub("\ufffd", value.replace("\0", ""))
        case float() if not math.isfinite(value):
            return str(value)
        case dict():
            return {storable(key): storable(member) for key, member in value.items()}
        case list() | tuple():
            return [storable(member) for member in value]
        case _:
            return value


def readable(value: Any) -> Any:
    """A JSON value without characters that nobody sees, and that change what is seen."""
    match value:
        case str():
            return _UNSEEN.sub("", value)
        case dict():
            return {key: readable(member) for key, member in value.items()}
        case list():
            return [readable(member) for member in value]
        case _:
            return value
