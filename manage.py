#!/usr/bin/env python
"""Django's command line for Crux."""

import os
import sys

try:
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, ProgrammingError
except ModuleNotFoundError as missing:
    if missing.name != "django":
        raise
    sys.exit(
        f"{sys.executable} has no Django. Run .venv/bin/python manage.py …; "
        "`make demo` makes .venv, and installs into it."
    )


def complaint(error: OperationalError | ProgrammingError) -> str:
    """What is wrong with the database and what to do, in one line."""
    # Behind a relation that is missing PostgreSQL quotes the query.
    said, _, _ = str(error).partition("\nLINE ")
    what = " ".join(said.split()).rstrip(".?")
    todo = {
        "no such table": "Run manage.py migrate first.",
        "no such column": "Run manage.py migrate first.",
        "does not exist": "Run manage.py migrate first, or mend DATABASE_URL.",
        "unable to open": "May this account write to the directory of VAR_DIR?",
        "readonly": "May this account write to the directory of VAR_DIR?",
        "full": "Make room on the disk, then do it again; what was finished stays done.",
        "locked": "Another process writes; do it again in a moment.",
    }
    hints = (hint for words, hint in todo.items() if words in what)
    return f"The database: {what}. {next(hints, 'See DATABASE_URL.')}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as error:
        is_ours = isinstance(error, ProgrammingError) and "not exist" not in str(error)
        if is_ours or "--traceback" in sys.argv:
            raise
        sys.exit(complaint(error))
