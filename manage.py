#!/usr/bin/env python
"""Django's command line for Crux."""

import os
import select
import signal
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


def is_unread() -> bool:
    """Whether who read our output has gone, as `| head` does."""
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    return bool(output.poll(0))


def main() -> None:
    """Run a command; what a person or a pipe broke off ends it without a traceback."""
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except (OperationalError, ProgrammingError) as error:
        is_ours = isinstance(error, ProgrammingError) and "not exist" not in str(error)
        if is_ours or "--traceback" in sys.argv:
            raise
        sys.exit(complaint(error))
    except BrokenPipeError:
        if not is_unread():
            raise
        # What is left in the buffer would be tried once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
    except KeyboardInterrupt:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write("\nStopped; what was finished stays done.\n")
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    main()
