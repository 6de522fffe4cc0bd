"""Runs one session of a newsletter here and now, or goes on with one that broke off."""

import argparse
import getpass
import re
from collections.abc import Sequence
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from agents.approval import asking, letter
from agents.brains.table import BRAINS
from agents.desk.interests import personal
from agents.engine import log, sample_or_live, sessions, steering, summary
from agents.engine.again import copying, forking
from agents.events.harness import TakenInterests
from agents.events.schema import Kind
from agents.models import Session
from agents.prices import LISTINGS
from agents.workers import terminal
from agents.workflows import limits
from agents.workflows.declaration import step_of
from agents.workflows.table import OF_ISSUES, UnknownWorkflow, newest, workflow_of
from newsletter.interests.faults import BadInterests
from newsletter.interests.schema import MOST_FOLLOW_UPS, MOST_TASKS
from newsletter.models import Issue, Newsletter
from newsletter.pages import saved
from newsletter.standards.rubric import BadRubric
from newsletter.text.similarity import with_nearest
from newsletter.text.words import listed
from subscribers import alerts

NEWEST = "newest"
NAME = re.compile(r"newsletter_\d{8}_\d{6}_[0-9a-z]{8}")
# What is settled when a session begins.
PLANS = (
    "newsletter", "workflow", "brain", "model", "max-turns", "as-of", "dry-run",
    "no-retry", "again", "interests", "max-tasks", "follow-ups", "step-by-step", "from", "with",
)  # fmt: skip
USAGE, NO_ISSUE = 2, 1
_MOST_TURNS = 1000
LETTERS_WAIT = (
    "\nLetters wait. They leave by themselves where `manage.py worker` or `manage.py "
    "clock` runs."
)


class Command(BaseCommand):
    help = (
        "Research, write, check and send one issue, showing every step. What a crash "
        "broke off goes on with --resume: no finished step is done again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.epilog = (
            "examples:\n"
            "  manage.py runnewsletter                      the only newsletter, now\n"
            "  manage.py runnewsletter --dry-run            compose, publish nothing\n"
            "  manage.py runnewsletter --again              where the day has its issue, one\n"
            "                                               more, mailed too\n"
            "  manage.py runnewsletter --workflow digest    nine steps to an issue by topic\n"
            "  manage.py runnewsletter --workflow digest --step gather_urls\n"
            "                                               its first step, and stop\n"
            "  manage.py runnewsletter --resume             the newest unfinished one\n"
            "  manage.py runnewsletter --resume --session ID\n"
            "                                               that one, from where it stands\n"
            "  manage.py runnewsletter --model claude-opus-5-5 --max-turns 20\n"
            "                                               every agent by this model\n"
            "  manage.py runnewsletter --no-retry           stop at the first error\n"
            "  manage.py runnewsletter --as-of 2026-11-05   as if it were that day\n"
            "  manage.py runnewsletter --step-by-step       held after each step, to look;\n"
            "                                               --resume goes on by one more\n"
            "  manage.py runnewsletter --from ID --step critic --with draft.json\n"
            "                                               that session from the critic on,\n"
            "                                               with an event changed: a fork\n"
            "  manage.py runnewsletter --interests interests.yaml --out issue\n"
            "                                               one for yourself, as files\n"
            "exit code: 0 an issue is there; 1 it ended without one (the last line says "
            "why);\n           2 the command was not understood"
        )
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
        session = self._session(options)
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
        if session.status != Session.Status.FINISHED:
            raise CommandError(terminal.one_line(session.reason), returncode=NO_ISSUE)
        if session.events.of_kind(Kind.EMAIL_SENT).filter(data__waiting__gt=0).exists():
            self.stdout.write(LETTERS_WAIT)
        if options["out"]:
            self.stdout.write(_saved(session, options["out"]))

    def _session(self, options: dict[str, Any]) -> Session:
        name = options["session"] or ""
        old = _to_resume(options)
        if old:
            _refuse_plans_for(old, options)
            return _let_go_on(_known(self._unfinished(old)))
        if name and not NAME.fullmatch(name):
            raise _usage(
                "--session takes a name such as newsletter_20261105_090000_1a2b3c4d, "
                f"not {name!r}."
            )
        if options["from"] or options["with"]:
            return _copy(options)
        taken = _interests(options)
        newsletter = (
            personal.newsletter_for(taken) if taken else _whose(options["newsletter"])
        )
        # Nobody who asks for files, or for themselves, writes to readers by it.
        is_own = bool(taken or options["out"])
        stays_here = bool(taken) and personal.stays_here(newsletter)
        brain, model = options["brain"], options["model"] or ""
        workflow = options["workflow"] or newsletter.workflow
        _refuse_unlisted("brain", brain, [*BRAINS])
        _refuse_unlisted("model", model, [*LISTINGS])
        if options["workflow"]:
            _refuse_unlisted("workflow", workflow, OF_ISSUES)
        plan = sessions.Plan(
            sources=_sources(newsletter),
            as_of=_day(options["as_of"]),
            brains=(brain,) if brain else (),
            is_dry_run=options["dry_run"] or (is_own and not stays_here),
            interests=taken,
            limits={
                limits.TASKS: _number(options, "max-tasks", 1, MOST_TASKS),
                limits.FOLLOW_UPS: _number(options, "follow-ups", 0, MOST_FOLLOW_UPS),
            },
            name=name,
            workflow=workflow,
            retries=not options["no_retry"],
            model=model,
            max_turns=_number(options, "max-turns", 1, _MOST_TURNS),
            by_steps=options["step_by_step"],
        )
        if not (plan.is_dry_run or is_own or options["again"]):
            _refuse_second(newsletter, plan)
        try:
            _refuse_unlisted("step", options["step"], [*newest(workflow).by_name])
            return sessions.start(newsletter, plan)
        except (UnknownWorkflow, BadRubric) as error:
            _tell(newsletter, error)
            raise _usage(f"{newsletter.title} cannot begin: {error}") from error

    def _unfinished(self, name: str) -> Session:
        found = Session.objects.select_related("newsletter")
        if name == NEWEST:
            newest_open = sessions.unfinished().select_related("newsletter").first()
            if newest_open is None:
                raise _usage("No session is unfinished; start one without --resume.")
            return newest_open
        session = found.filter(name=name).first()
        if session is None:
            raise _usage(f"No session {name!r}; the admin lists them.")
        if session.is_over and not _tried_again(session):
            raise _usage(
                f"Session {name!r} is over ({session.status}); start a new one."
            )
        return session


def _whose(slug: str | None) -> Newsletter:
    """The newsletter of that slug; without one the only one that is active, or there."""
    newsletters = list(Newsletter.objects.order_by("slug"))
    named = [one for one in newsletters if one.slug == slug]
    active = [one for one in newsletters if one.is_active]
    meant = named if slug else active or newsletters
    known = ", ".join(one.slug for one in (newsletters if slug else meant))
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise _usage(f"Whose issue? Say so with --newsletter: {known}.")
    if slug:
        raise _usage(f"No newsletter {slug!r}; known: {known or 'none'}.")
    raise _usage("There is no newsletter yet; make one in the admin.")


def _refuse_second(newsletter: Newsletter, plan: sessions.Plan) -> None:
    """Raise where readers have an issue of that day, or of a later one."""
    as_of = plan.as_of or sample_or_live.as_of(plan.sources, timezone.now())
    out = newsletter.issues.shown().filter(
        covers_until__gte=as_of.date(),
        is_sample=plan.sources == Session.Sources.SAMPLE,
    )
    if newest_issue := out.order_by("-number").first():
        raise _usage(
            f"Issue {newest_issue.number} of {newest_issue.day} is out; another one would "
            "be published and mailed, too. Give --again to have it, or --dry-run to look."
        )


def _refuse_plans_for(name: str, options: dict[str, Any]) -> None:
    """A session keeps to the plan it began with; who gives another is not ignored."""
    plans = [plan for plan in PLANS if options[plan.replace("-", "_")]]
    if plans:
        given = " and ".join(f"--{plan}" for plan in plans)
        raise _usage(
            f"{given} cannot be given with a session that has begun ({name}): it goes "
            "on as it was planned."
        )


def _known(session: Session) -> Session:
    """The session, if this version of Crux knows its workflow."""
    try:
        workflow_of(session.workflow, session.version)
    except UnknownWorkflow as error:
        raise _usage(f"Session {session.name!r} cannot go on here: {error}") from error
    return session


def _to_resume(options: dict[str, Any]) -> str:
    """The name of the session to go on with, or NEWEST; "" for a new one."""
    name = options["session"] or ""
    if options["resume"] == NEWEST and name:
        return str(name)
    is_there = Session.objects.filter(name=name).exists()
    return str(options["resume"] or (name if is_there else ""))


def _tried_again(session: Session) -> bool:
    """Give the step at which a session without retries stopped another attempt.

    Any other session that is over stays so.
    """
    if session.retries:
        return False
    try:
        steering.retry(session, by="runnewsletter --resume")
    except steering.NotPossible:
        return False
    return True


def _let_go_on(session: Session) -> Session:
    """The session, and where it is held after a step it may do the next one."""
    state = log.state(session)
    if state.is_paused and state.has_stepped:
        steering.unpause(session, by="runnewsletter --resume")
    return session


def _held_before(session: Session) -> str:
    ahead = log.state(session).open
    return f"next is {listed([turn.replace('_', ' ') for turn in ahead])}"


def _copy(options: dict[str, Any]) -> Session:
    """A new session with a copy of another one's log, and with changed lines if given."""
    name, step, file = options["from"], options["step"], options["with"]
    if not (name and step):
        raise _usage(
            "A copy needs --from ID and --step NAME; --with FILE changes its events."
        )
    others = [one for one in PLANS if one not in ("from", "with")]
    if given := [one for one in others if options[one.replace("-", "_")]]:
        raise _usage(
            f"--{given[0]} cannot be given with --from: a copy keeps its plan."
        )
    session = Session.objects.filter(name=name).select_related("newsletter").first()
    if session is None:
        raise _usage(f"No session {name!r}; the admin lists them.")
    try:
        if file is None:
            return copying.run_again(_known(session), step)
        changes = forking.read(file.read_text(encoding="utf-8"))
        return forking.fork(_known(session), step, changes, by=getpass.getuser())
    except (OSError, UnicodeDecodeError) as error:
        raise _usage(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    except steering.NotPossible as error:
        told = f"{file}: {error}" if file else str(error)
        raise _usage(told) from error


def _refuse_unlisted(what: str, name: str | None, known: Sequence[str]) -> None:
    """Raise unless the name is known, with the one that is nearest to it."""
    if name and name not in known:
        near = with_nearest(name, known).removeprefix(name)
        raise _usage(f"No {what} {name!r}{near}; known: {', '.join(known)}.")


def _number(options: dict[str, Any], name: str, least: int, most: int) -> int | None:
    """What an option of this name says; None where it was not given."""
    text = options[name.replace("-", "_")]
    if not text:
        return None
    if not text.isdecimal() or not least <= int(text) <= most:
        raise _usage(
            f"--{name} takes a whole number from {least} to {most}, not {text!r}."
        )
    return int(text)


def _interests(options: dict[str, Any]) -> TakenInterests | None:
    """What --interests names; such an issue is nobody else's."""
    name = options["interests"]
    if not name:
        return None
    if options["newsletter"]:
        raise _usage(
            "--interests makes an issue of its own; a newsletter goes by interests that "
            "it is given with: manage.py interests import FILE --newsletter SLUG"
        )
    try:
        return personal.find(name)
    except OSError as error:
        raise _usage(f"{name}: {error.strerror}") from error
    except BadInterests as error:
        told = "\n".join(f"{name}: {fault}" for fault in error.faults)
        raise _usage(told) from None
    except personal.NoInterests as error:
        raise _usage(str(error)) from None


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
    _refuse_unlisted("step", step, [*workflow.by_name])
    outlook = sessions.look(session.pk)
    stages = [list(dict.fromkeys(map(step_of, turns))) for turns in outlook.ahead]
    ahead = [name for names in stages for name in names]
    if step not in ahead:
        known = ", ".join(ahead) or "none"
        raise _usage(f"Step {step!r} is not ahead of {session}; ahead: {known}.")
    if step not in stages[0]:
        due = ", ".join(stages[0])
        raise _usage(f"Step {step!r} cannot run yet; first: {due}.")


def _usage(message: str) -> CommandError:
    return CommandError(message, returncode=USAGE)


def _sources(newsletter: Newsletter) -> Session.Sources:
    try:
        return sample_or_live.choose()
    except sample_or_live.WebSilent as silence:
        _tell(newsletter, silence)
        raise CommandError(str(silence), returncode=NO_ISSUE) from silence


def _tell(newsletter: Newsletter, reason: Exception) -> None:
    """Tell the operator that no session began: perhaps nobody sees this terminal."""
    alerts.tell(f"{newsletter}: no session could begin", str(reason))


def _day(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise _usage(
            f"--as-of takes a date such as 2026-11-05, not {text!r}."
        ) from None
    return datetime.combine(day, time(9), tzinfo=UTC)
