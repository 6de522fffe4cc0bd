"""Runs one session of a newsletter here and now, or goes on with one that broke off."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.approval import asking, letter
from agents.engine import log, sessions, summary
from agents.events.schema import Kind
from agents.management.what_next import what_next
from agents.management.which_session import (
    NEWEST,
    NO_ISSUE,
    refuse_unlisted,
    session_of,
)
from agents.models import Session
from agents.workers import terminal
from agents.workflows.declaration import step_of
from agents.workflows.table import OF_ISSUES, workflow_of
from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from newsletter.models import Issue
from newsletter.pages import saved
from newsletter.text.words import listed

LETTERS_WAIT = (
    "\nLetters wait. They leave by themselves where `manage.py worker` or `manage.py "
    "clock` runs."
)


class Command(Taught):
    help = (
        "Research, write, check and send one issue, showing every step. What a crash "
        "broke off goes on with --resume: no finished step is done again."
    )

    examples = (
        ("", "the only newsletter, now"),
        ("--dry-run", "compose, publish nothing"),
        ("--again", "where the day has its issue, one more, mailed too"),
        ("--workflow digest", "nine steps to an issue by topic"),
        ("--workflow digest --step gather_urls", "its first step, and stop"),
        ("--resume", "the newest unfinished one"),
        ("--resume --session ID", "that one, from where it stands"),
        ("--model claude-opus-5-5 --max-turns 20", "every agent by this model"),
        ("--no-retry", "stop at the first error"),
        ("--as-of 2026-11-05", "as if it were that day"),
        ("--step-by-step", "held after each step; --resume goes on by one more"),
        (
            "--from ID --step critic --with draft.json",
            "that session from the critic on, with an event changed: a fork",
        ),
        ("--interests interests.yaml --out issue", "one for yourself, as files"),
    )
    besides = """
exit code: 0 an issue is there; 1 it ended without one (the last line says why);
           2 the command was not understood
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--newsletter",
            metavar="SLUG",
            help="whose issue; needed where several are active",
        )
        parser.add_argument(
            "--workflow",
            metavar="NAME",
            help=f"one of {', '.join(OF_ISSUES)}; else the newsletter's",
        )
        parser.add_argument(
            "--session", metavar="ID", help="the name of a new session, or one to go on"
        )
        parser.add_argument(
            "--resume",
            metavar="ID",
            nargs="?",
            const=NEWEST,
            help="go on with that session, or with the newest unfinished one",
        )
        parser.add_argument("--step", metavar="NAME", help="do this step and stop")
        parser.add_argument(
            "--step-by-step",
            action="store_true",
            help="hold the session after each step; --resume goes on by one",
        )
        parser.add_argument(
            "--from",
            metavar="ID",
            help="a new session with a copy of that one's log up to --step",
        )
        parser.add_argument(
            "--with",
            metavar="FILE",
            type=Path,
            help="with --from: the events to change, as JSON; the new session is marked "
            "as a fork for ever, and asks a person before it delivers",
        )
        parser.add_argument("--brain", metavar="NAME", help="ask this brain alone")
        parser.add_argument(
            "--model", metavar="NAME", help="have every agent ask this model"
        )
        parser.add_argument(
            "--max-turns",
            metavar="N",
            help="turns that a model may take in one round of an agent",
        )
        parser.add_argument(
            "--no-retry",
            action="store_true",
            help="stop at a step that errs; --resume --session ID tries it again",
        )
        parser.add_argument(
            "--interests",
            metavar="FILE",
            help="an issue by this interests.yaml, or by those kept under a name; "
            "nothing is mailed",
        )
        parser.add_argument(
            "--out",
            metavar="DIR",
            type=Path,
            help="write Markdown, HTML and evidence there; nothing is mailed",
        )
        parser.add_argument(
            "--max-tasks", metavar="N", help="scouts that are sent out at most"
        )
        parser.add_argument(
            "--follow-ups", metavar="N", help="how often they may be sent out again"
        )
        parser.add_argument("--as-of", metavar="DATE", help="look back from this day")
        parser.add_argument(
            "--again",
            action="store_true",
            help="publish and mail one more where an issue of that day or later is out",
        )
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="compose the issue; publish and send nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        session = session_of(options)
        # A copy begins at its step and goes on.
        step = "" if options["from"] else options["step"] or ""
        if step:
            _refuse_unless_due(session, step)
        self.stdout.write(
            f"{session.name}: {session.newsletter.title}, {session.sources} sources, "
            f"as of {session.as_of:%Y-%m-%d}"
        )
        terminal.drive(session, self.stdout, only=step)
        if session.status == Session.Status.PAUSED and log.state(session).has_stepped:
            self.stdout.write(
                f"Held: {_held_before(session)}. Look at its lines on the desk, then go on "
                f"by one step with: manage.py runnewsletter --resume {session}"
            )
            return
        if session.status == Session.Status.PAUSED:
            raise CommandError(
                f"Session {session.name} is paused; let it go on with: "
                f"manage.py steersession {session.name} unpause",
                returncode=NO_ISSUE,
            )
        asked = log.state(session).asked
        if asked and asked.is_open and not session.is_over:
            asking.ask(session, asked)
            self.stdout.write(
                f"{letter.terms(asked, session.newsletter)} Decide on the desk, by the "
                f"letter, or with: manage.py steersession {session} approve (or stop)"
            )
            return
        if not session.is_over:
            self.stdout.write(f"Go on with: manage.py runnewsletter --resume {session}")
            return
        path = terminal.stored_summary(session)
        self.stdout.write(f"\n{summary.table(session.summary)}\n\nSummary: {path}")
        for line in what_next(session):
            self.stdout.write(line)
        if session.status != Session.Status.FINISHED:
            raise CommandError(terminal.one_line(session.reason), returncode=NO_ISSUE)
        if session.events.of_kind(Kind.EMAIL_SENT).filter(data__waiting__gt=0).exists():
            self.stdout.write(LETTERS_WAIT)
        if options["out"]:
            self.stdout.write(_saved(session, options["out"]))


def _held_before(session: Session) -> str:
    ahead = log.state(session).open
    return f"next is {listed([turn.replace('_', ' ') for turn in ahead])}"


def _saved(session: Session, folder: Path) -> str:
    """Write the issue's files, and say where the first of them are."""
    try:
        files = saved.save(Issue.objects.get(session_name=session.name), folder)
    except OSError as error:
        raise CommandError(
            f"The issue is there, and its files cannot be written to {folder}: "
            f"{error.strerror}",
            returncode=NO_ISSUE,
        ) from error
    pages = "\n".join(f"  {path}" for path in files if path.parent == folder)
    rehearsed = (
        "\nIt was a rehearsal: the next issue does not know of it."
        if session.is_dry_run
        else ""
    )
    told = session.events.get(event_type=Kind.EMAIL_SENT).data
    sent = told["recipients"] - told["waiting"]
    mailed = f"{sent:,} letters went out" if sent else "Nothing was mailed"
    return f"\n{mailed}. The issue and its evidence:\n{pages}{rehearsed}"


def _refuse_unless_due(session: Session, step: str) -> None:
    """Raise unless this step of the session could run now."""
    workflow = workflow_of(session.workflow, session.version)
    refuse_unlisted("step", step, [*workflow.by_name])
    outlook = sessions.look(session.pk)
    stages = [list(dict.fromkeys(map(step_of, turns))) for turns in outlook.ahead]
    ahead = [name for names in stages for name in names]
    if step not in ahead:
        known = ", ".join(ahead) or "none"
        raise usage(f"Step {step!r} is not ahead of {session}; ahead: {known}.")
    if step not in stages[0]:
        due = ", ".join(stages[0])
        raise usage(f"Step {step!r} cannot run yet; first: {due}.")
