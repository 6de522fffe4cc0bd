"""Which session the options of a command mean: a new one, one that goes on, or a copy.

What is wrong with them is told in one sentence, before the web or a model is asked.
"""

import contextlib
import getpass
import re
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from agents.brains.table import BRAINS
from agents.desk.interests import personal
from agents.engine import log, sample_or_live, sessions, steering
from agents.engine.again import copying, forking
from agents.events.harness import TakenInterests
from agents.management.what_next import way_on
from agents.models import Session
from agents.prices import LISTINGS
from agents.workflows import limits
from agents.workflows.table import OF_ISSUES, UnknownWorkflow, newest, workflow_of
from newsletter.interests.faults import BadInterests
from newsletter.interests.schema import MOST_FOLLOW_UPS, MOST_TASKS
from newsletter.management.usage import usage
from newsletter.models import Newsletter
from newsletter.standards.rubric import BadRubric
from newsletter.text.similarity import with_nearest
from subscribers import alerts

NEWEST = "newest"
NAME = re.compile(r"newsletter_\d{8}_\d{6}_[0-9a-z]{8}")
# What is settled when a session begins.
PLANS = (
    "newsletter", "workflow", "brain", "model", "max-turns", "as-of", "dry-run",
    "no-retry", "again", "interests", "max-tasks", "follow-ups", "step-by-step", "from", "with",
)  # fmt: skip
NO_ISSUE = 1
_MOST_TURNS = 1000


def session_of(options: dict[str, Any]) -> Session:
    """The session that is to be driven now; raises CommandError."""
    name = options["session"] or ""
    old = _to_resume(options)
    if old:
        _refuse_plans_for(old, options)
        return _let_go_on(_known(_unfinished(old)))
    if name and not NAME.fullmatch(name):
        raise usage(
            "--session takes a name such as newsletter_20261105_090000_1a2b3c4d, "
            f"not {name!r}."
        )
    if options["from"] or options["with"]:
        return _copy(options)
    return _begun(options)


def named(name: str) -> Session:
    """The session of that name; raises CommandError."""
    session = Session.objects.select_related("newsletter").filter(name=name).first()
    if session is None:
        raise usage(f"No session {name!r}; the desk lists them.")
    return session


def refuse_unlisted(what: str, name: str | None, known: Sequence[str]) -> None:
    """Raise unless the name is known, with the one that is nearest to it."""
    if name and name not in known:
        near = with_nearest(name, known).removeprefix(name)
        raise usage(f"No {what} {name!r}{near}; known: {', '.join(known)}.")


# --- A new one --------------------------------------------------------------------


def _begun(options: dict[str, Any]) -> Session:
    """A new session; the web is asked last, when all that is given can be."""
    brain, model = options["brain"], options["model"] or ""
    refuse_unlisted("brain", brain, [*BRAINS])
    refuse_unlisted("model", model, [*LISTINGS])
    refuse_unlisted("workflow", options["workflow"], OF_ISSUES)
    bounds = {
        limits.TASKS: _number(options, "max-tasks", 1, MOST_TASKS),
        limits.FOLLOW_UPS: _number(options, "follow-ups", 0, MOST_FOLLOW_UPS),
    }
    max_turns = _number(options, "max-turns", 1, _MOST_TURNS)
    day = _day(options["as_of"])
    taken = _interests(options)
    newsletter = (
        personal.newsletter_for(taken) if taken else _whose(options["newsletter"])
    )
    # Nobody who asks for files, or for themselves, writes to readers by it.
    is_own = bool(taken or options["out"])
    stays_here = bool(taken) and personal.stays_here(newsletter)
    workflow = options["workflow"] or newsletter.workflow
    # Of a workflow that there is not the newsletter is told below.
    with contextlib.suppress(UnknownWorkflow):
        refuse_unlisted("step", options["step"], [*newest(workflow).by_name])
    _refuse_unwritable(options["out"])
    plan = sessions.Plan(
        sources=_sources(newsletter),
        as_of=day,
        brains=(brain,) if brain else (),
        is_dry_run=options["dry_run"] or (is_own and not stays_here),
        interests=taken,
        limits=bounds,
        name=options["session"] or "",
        workflow=workflow,
        retries=not options["no_retry"],
        model=model,
        max_turns=max_turns,
        by_steps=options["step_by_step"],
    )
    if not (plan.is_dry_run or is_own or options["again"]):
        _refuse_second(newsletter, plan)
    try:
        return sessions.start(newsletter, plan)
    except (UnknownWorkflow, BadRubric) as error:
        _tell(newsletter, error)
        raise usage(f"{newsletter.title} cannot begin: {error}") from error


def _refuse_unwritable(folder: Path | None) -> None:
    """Raise where the issue's files could not be written when it is there."""
    try:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise usage(f"--out {folder}: {error.strerror}") from error


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
        raise usage(f"Whose issue? Say so with --newsletter: {known}.")
    if slug:
        raise usage(f"No newsletter {slug!r}; known: {known or 'none'}.")
    raise usage("There is no newsletter yet; make one in the admin.")


def _interests(options: dict[str, Any]) -> TakenInterests | None:
    """What --interests names; such an issue is nobody else's."""
    name = options["interests"]
    if not name:
        return None
    if options["newsletter"]:
        raise usage(
            "--interests makes an issue of its own; a newsletter goes by interests that "
            "it is given with: manage.py interests import FILE --newsletter SLUG"
        )
    try:
        return personal.find(name)
    except OSError as error:
        raise usage(f"{name}: {error.strerror}") from error
    except BadInterests as error:
        told = "\n".join(f"{name}: {fault}" for fault in error.faults)
        raise usage(told) from None
    except personal.NoInterests as error:
        raise usage(str(error)) from None


def _number(options: dict[str, Any], name: str, least: int, most: int) -> int | None:
    """What an option of this name says; None where it was not given."""
    text = options[name.replace("-", "_")]
    if not text:
        return None
    if not text.isdecimal() or not least <= int(text) <= most:
        raise usage(
            f"--{name} takes a whole number from {least} to {most}, not {text!r}."
        )
    return int(text)


def _day(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise usage(f"--as-of takes a date such as 2026-11-05, not {text!r}.") from None
    return datetime.combine(day, time(9), tzinfo=UTC)


def _sources(newsletter: Newsletter) -> Session.Sources:
    try:
        return sample_or_live.choose([newsletter])
    except sample_or_live.WebSilent as silence:
        _tell(newsletter, silence)
        raise CommandError(str(silence), returncode=NO_ISSUE) from silence


def _refuse_second(newsletter: Newsletter, plan: sessions.Plan) -> None:
    """Raise where readers have an issue of that day, or of a later one."""
    as_of = plan.as_of or sample_or_live.as_of(plan.sources, timezone.now())
    out = newsletter.issues.shown().filter(
        covers_until__gte=as_of.date(),
        is_sample=plan.sources == Session.Sources.SAMPLE,
    )
    if newest_issue := out.order_by("-number").first():
        raise usage(
            f"Issue {newest_issue.number} of {newest_issue.day} is out; another one would "
            "be published and mailed, too. Give --again to have it, or --dry-run to look."
        )


def _tell(newsletter: Newsletter, reason: Exception) -> None:
    """Tell the operator that no session began: perhaps nobody sees this terminal."""
    alerts.tell(f"{newsletter}: no session could begin", str(reason))


# --- One that goes on -------------------------------------------------------------


def _to_resume(options: dict[str, Any]) -> str:
    """The name of the session to go on with, or NEWEST; "" for a new one."""
    name = options["session"] or ""
    if options["resume"] == NEWEST and name:
        return str(name)
    is_there = Session.objects.filter(name=name).exists()
    return str(options["resume"] or (name if is_there else ""))


def _refuse_plans_for(name: str, options: dict[str, Any]) -> None:
    """A session keeps to the plan it began with; who gives another is not ignored."""
    plans = [plan for plan in PLANS if options[plan.replace("-", "_")]]
    if plans:
        given = " and ".join(f"--{plan}" for plan in plans)
        raise usage(
            f"{given} cannot be given with a session that has begun ({name}): it goes "
            "on as it was planned."
        )


def _unfinished(name: str) -> Session:
    if name == NEWEST:
        newest_open = sessions.unfinished().select_related("newsletter").first()
        if newest_open is None:
            raise usage("No session is unfinished; start one without --resume.")
        return newest_open
    session = named(name)
    if session.is_over and not _tried_again(session):
        what_to_do = way_on(session) or "Start a new one."
        raise usage(f"Session {name!r} is over ({session.status}). {what_to_do}")
    return session


def _known(session: Session) -> Session:
    """The session, if this version of Crux knows its workflow."""
    try:
        workflow_of(session.workflow, session.version)
    except UnknownWorkflow as error:
        raise usage(f"Session {session.name!r} cannot go on here: {error}") from error
    return session


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


# --- A copy -----------------------------------------------------------------------


def _copy(options: dict[str, Any]) -> Session:
    """A new session with a copy of another one's log, and with changed lines if given."""
    name, step, file = options["from"], options["step"], options["with"]
    if not (name and step):
        raise usage(
            "A copy needs --from ID and --step NAME; --with FILE changes its events."
        )
    others = [one for one in PLANS if one not in ("from", "with")]
    if given := [one for one in others if options[one.replace("-", "_")]]:
        raise usage(f"--{given[0]} cannot be given with --from: a copy keeps its plan.")
    session = named(name)
    try:
        if file is None:
            return copying.run_again(_known(session), step)
        changes = forking.read(file.read_text(encoding="utf-8"))
        return forking.fork(_known(session), step, changes, by=getpass.getuser())
    except (OSError, UnicodeDecodeError) as error:
        raise usage(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    except steering.NotPossible as error:
        told = f"{file}: {error}" if file else str(error)
        raise usage(told) from error
