"""Structured logs: a line per fact on standard output, and in a file per session.

Lines are JSON. Every one passes `crux.redaction`, whoever wrote it. Bind or pass
`session_id` for a line to reach the file `VAR_DIR/logs/SESSION.log`.
"""

import logging
import logging.config
import re
import sys
from collections.abc import Iterable, MutableMapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from crux.redaction import redact_value

# These tell of every request they make, with the address and its parameters, and of
# every tick of the timetable. Their warnings count, and failures are errors.
TALKATIVE = (
    "httpx",
    "httpx2",
    "httpcore",
    "celery.beat",
    "celery.app.trace",
    "celery.worker.strategy",
)
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
SESSION_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")


# Commands that answer nothing, and whose output is their log.
_SERVE = frozenset({"clock", "dev", "live", "runserver", "worker"})


class Output(StrEnum):
    """How lines look."""

    JSON = "json"  # for machines
    CONSOLE = "console"  # for people
    NONE = "none"  # not at all


class Redactor:
    """A processor that strikes out what must not be read in a log."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self.secrets = tuple(secrets)

    def __call__(self, _: WrappedLogger, __: str, event: EventDict) -> EventDict:
        """`event` with every value redacted."""
        return {
            name: redact_value(name, value, self.secrets)
            for name, value in event.items()
        }


class Standard(logging.Handler):
    """Writes to what standard output, or error, is at the moment of writing.

    A StreamHandler keeps the one it met first, which may be closed by now.
    """

    def __init__(self, *, is_error: bool = False) -> None:
        super().__init__()
        self.is_error = is_error

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line, and at once."""
        stream = sys.stderr if self.is_error else sys.stdout
        try:
            stream.write(self.format(record) + "\n")
            stream.flush()
        except (OSError, ValueError):
            self.handleError(record)


class SessionFiles(logging.Handler):
    """Appends each line that names a session to that session's file."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self.directory = directory
        self.has_complained = False

    def emit(self, record: logging.LogRecord) -> None:
        """Append the line; opened and closed each time, so no file stays open."""
        session_name = _session_name(record)
        if session_name is None:
            return
        try:
            self._append(f"{session_name}.log", self.format(record) + "\n")
            self.has_complained = False
        except OSError as error:
            self._complain(error)

    def _complain(self, error: OSError) -> None:
        """Say once that no file can be written; a full disk says it of every line."""
        if not self.has_complained and sys.stderr is not None:
            self.has_complained = True
            sys.stderr.write(
                f"No log lines go to {self.directory}: {error.strerror or error}.\n"
            )

    def _append(self, name: str, line: str) -> None:
        try:
            file = (self.directory / name).open("a", encoding="utf-8")
        except FileNotFoundError:
            self.directory.mkdir(parents=True, exist_ok=True)
            file = (self.directory / name).open("a", encoding="utf-8")
        with file:
            file.write(line)


def _session_name(record: logging.LogRecord) -> str | None:
    """The session a record belongs to, if it names one and that can name a file."""
    fields: MutableMapping[str, Any] = structlog.contextvars.get_contextvars()
    if isinstance(record.msg, dict):
        fields = record.msg
    name = fields.get("session_id") or getattr(record, "session_id", None)
    if isinstance(name, str) and SESSION_NAME.fullmatch(name):
        return name
    return None


def _without_objects(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """`event` without what Django and uvicorn add for handlers of their own."""
    for name in ("request", "server_time", "color_message"):
        event.pop(name, None)
    return event


def _shared() -> list[Processor]:
    """What is added to a line, whether structlog or `logging` took it."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        _without_objects,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _formatter(renderer: Processor, secrets: Iterable[str]) -> dict[str, Any]:
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": _shared(),
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            Redactor(secrets),
            renderer,
        ],
    }


def is_beside_an_answer(arguments: Sequence[str]) -> bool:
    """Whether standard output is for what a command of manage.py answers.

    Then the log goes to standard error: who pipes a table, a file or progress on gets that
    alone.
    """
    name, command = [*arguments, "", ""][:2]
    return Path(name).name == "manage.py" and command not in _SERVE


def configuration(
    output: Output,
    level: str,
    directory: Path,
    secrets: Iterable[str],
    *,
    is_error: bool = False,
) -> dict[str, Any]:
    """The dictionary for `configure`: where lines go and what they look like.

    `is_error` has them written to standard error, not to standard output.
    """
    colours = (sys.stderr if is_error else sys.stdout).isatty()
    console = structlog.dev.ConsoleRenderer(
        colors=colours, exception_formatter=structlog.dev.plain_traceback
    )
    standard = (
        {"class": "logging.NullHandler"}
        if output is Output.NONE
        else {"()": Standard, "is_error": is_error, "formatter": str(output)}
    )
    sessions = {"()": SessionFiles, "directory": directory, "formatter": "json"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": _formatter(structlog.processors.JSONRenderer(), secrets),
            "console": _formatter(console, secrets),
        },
        "handlers": {"standard": standard, "sessions": sessions},
        "root": {"level": level, "handlers": ["standard", "sessions"]},
        "loggers": {
            **{name: {"level": "WARNING"} for name in TALKATIVE},
            # These come with handlers of their own; ours shall be the only ones.
            **{
                name: {"handlers": [], "level": level, "propagate": True}
                for name in ("django", "django.server", "gunicorn.error")
            },
        },
    }


def configure(dictionary: dict[str, Any]) -> None:
    """Set up `logging` and structlog alike; Django calls it with LOGGING."""
    logging.config.dictConfig(dictionary)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
