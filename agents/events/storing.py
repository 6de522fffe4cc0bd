"""What either database can store of a JSON value that a model or a page made. Pure."""

import math
import re
from typing import Any

_HALF_PAIRS = re.compile("[\ud800-\udfff]")


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
