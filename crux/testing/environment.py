"""The environment that tests run in: Crux's defaults, whatever the shell and .env hold.

Only the addresses of servers pass: `DATABASE_URL` as the database to test on, and
`REDIS_URL` under a name of its own, so that nothing but a test that asks for Redis
meets it.
"""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, MutableMapping
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / ".env.example"
TESTS_REDIS_URL = "TESTS_REDIS_URL"
# The name of a migrated database that each process of tests copies its own from.
TEMPLATE = "TESTS_TEMPLATE"
NAME = re.compile(r"^#?([A-Z][A-Z0-9_]*)=", re.MULTILINE)


def known_names(example: Path = EXAMPLE) -> frozenset[str]:
    """The names that `.env.example` lists, set or commented out."""
    return frozenset(NAME.findall(example.read_text()))


def is_prepared(environment: Mapping[str, str] = os.environ) -> bool:
    """Has `prepare` been here, in this process or in the one that started it?"""
    return environment.get("ENV_FILE") == os.devnull


def prepare(environment: MutableMapping[str, str] = os.environ) -> None:
    """Make `environment` fit for tests; doing it again changes nothing."""
    if redis_url := environment.pop("REDIS_URL", ""):
        environment.setdefault(TESTS_REDIS_URL, redis_url)
    for name in known_names() - {"DATABASE_URL", "ENV_FILE", "VAR_DIR"}:
        environment.pop(name, None)
    environment["ENV_FILE"] = os.devnull
    environment["KEPT_PAGES_TRUSTED_SECONDS"] = "0"  # what was written shows at once
    environment["DJANGO_SETTINGS_MODULE"] = "crux.settings"
    if not environment.get("VAR_DIR", "").startswith(tempfile.gettempdir()):
        environment["VAR_DIR"] = tempfile.mkdtemp(prefix="crux-tests-")
        atexit.register(shutil.rmtree, environment["VAR_DIR"], ignore_errors=True)
