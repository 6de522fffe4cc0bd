#!/usr/bin/env python
"""Django's command line for Crux."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError


def complaint(error: OperationalError) -> str:
    """What is wrong with the database and what to do, in one line."""
    what = " ".join(str(error).split()).rstrip(".")
    todo = {
        "no such table": "Run manage.py migrate first.",
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
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(complaint(error))
