"""How many examples a property is held to: a quarter of its own count, or all.

`make test` tries a quarter, so that it ends in minutes; `EXAMPLES=all make test` tries all.
"""

import os

ENVIRONMENT = "EXAMPLES"
SHARE = 4


def examples(count: int) -> int:
    """Of `count` examples those that are tried this time, one at least."""
    return count if os.environ.get(ENVIRONMENT) == "all" else max(1, count // SHARE)
