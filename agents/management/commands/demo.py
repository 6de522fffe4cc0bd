"""Makes one issue from start to end on this machine, with nothing set up."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from agents.desk.interests import personal
from agents.engine import sample_or_live, sessions, summary
from agents.engine.sessions import Plan
from agents.events.harness import TakenInterests
from agents.models import Session
from agents.prompts.code_steps import CODE_STEPS
from agents.runs import backfill
from agents.workers import terminal
from agents.workflows.scouts import SCOUTS
from agents.workflows.table import OF_ISSUES, UnknownWorkflow, newest, workflow_of
from agents.workflows.weekly_brief import BRIEF
from newsletter.drafts.parsing import parse
from newsletter.interests.faults import BadInterests
from newsletter.issues.memory import Covered
from newsletter.issues.publish import publish
from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from newsletter.models import Issue, Newsletter
from newsletter.pages.paths import address, place_of
from newsletter.research.ranking.profile import default_profile
from newsletter.research.sample import server, week
from newsletter.research.sample.banner import BANNER
from newsletter.research.sample.stories import earlier_stories
from newsletter.text.words import in_words
from subscribers.delivery.transports.table import HARMLESS
from subscribers.models import Consent, Subscriber

# RFC 2606 keeps this domain for examples: a letter to it can reach nobody.
READER = "reader@example.com"
EARLIER = "newsletter_20250731_090000_00000000"


class Command(Taught):
    help = (
        "Run a whole session and show where its issue can be read. The live web is "
        "read where it answers, the bundled sample of August 2025 otherwise "
        "(CRUX_SOURCES decides it). Letters are files; nothing is mailed."
    )
    examples = (
        ("", "a weekly brief, here and now"),
        ("--workflow digest", "an issue by topic"),
        ("--interests interests.yaml", "one for yourself"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--workflow",
            metavar="NAME",
            help=f"one of {', '.join(OF_ISSUES)}; else {BRIEF.name}",
        )
        parser.add_argument(
            "--interests",
            metavar="FILE",
            help="an issue by this interests.yaml, by scouts if no workflow is named",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        taken = _interests(options["interests"])
        workflow = options["workflow"] or (SCOUTS.name if taken else BRIEF.name)
        try:
            newest(workflow)
        except UnknownWorkflow as error:
            raise usage(error) from error
        if settings.DELIVERY_TRANSPORT not in HARMLESS:
            raise usage(
                f"DELIVERY_TRANSPORT is {settings.DELIVERY_TRANSPORT!r}, and the demo "
                "mails nothing: run it with DELIVERY_TRANSPORT=file, or use "
                "manage.py runnewsletter."
            )
        try:
            sources = sample_or_live.choose()
        except sample_or_live.WebSilent:
            sources = Session.Sources.SAMPLE
        if sources is Session.Sources.SAMPLE and not server.is_possible():
            raise usage(
                "The bundled sample is served on 127.0.0.1, and nothing can be reached "
                "there: bring the loopback up first (ip link set lo up)."
            )
        newsletter = personal.newsletter_for(taken) if taken else _newsletter()
        _reader(newsletter)
        session = self._unfinished(newsletter, workflow)
        if session is None:
            session = _begin(newsletter, sources, workflow, taken)
        self._tell_beginning(session)
        try:
            terminal.drive(session, self.stdout)
        except UnknownWorkflow as error:
            raise usage(f"Session {session.name} cannot go on here: {error}") from error
        if not session.is_over:
            raise CommandError(
                f"Session {session.name} is {session.status}; let it go on with: "
                f"manage.py steersession {session.name} unpause",
                returncode=1,
            )
        path = Path(terminal.stored_summary(session))
        self.stdout.write(f"\n{summary.table(session.summary)}\n")
        if session.status != Session.Status.FINISHED:
            raise CommandError(terminal.one_line(session.reason), returncode=1)
        self._tell_end(session, path)

    def _unfinished(self, newsletter: Newsletter, workflow: str) -> Session | None:
        mine = sessions.unfinished().filter(newsletter=newsletter, workflow=workflow)
        broken_off = mine.first()
        if broken_off:
            self.stdout.write(f"Going on with {broken_off}, which broke off.")
        return broken_off

    def _tell_beginning(self, session: Session) -> None:
        means = ", ".join(session.brains or settings.CRUX_BRAINS)
        means = "No key, no server" if means == "local" else f"Brains: {means}"
        self.stdout.write(
            f"{session.newsletter.title}: {_steps(session)} make one issue. {means}; "
            "nothing is mailed."
        )
        if session.sources == Session.Sources.SAMPLE:
            self.stdout.write(str(BANNER))
        self.stdout.write("")

    def _tell_end(self, session: Session, path: Path) -> None:
        issue = _to_show(session)
        letters = (settings.VAR_DIR / "letters" / issue.slug).glob("*.eml")
        newest = max(letters, key=lambda file: file.stat().st_mtime, default=None)
        place = place_of(issue.newsletter)
        rows = (
            ("Issue", address(place.issue(issue))),
            ("Evidence", address(place.sources(issue))),
            ("Letter", _short(newest) if newest else "none"),
            ("Summary", _short(path)),
            ("Open them with", "make dev"),
        )
        for name, value in rows:
            self.stdout.write(f"{name:<15} {value}")
        if session.is_dry_run:
            self.stdout.write("The issue of that day was there; this was a rehearsal.")


def _steps(session: Session) -> str:
    """How many agents, or steps of code and agents, make an issue."""
    steps = workflow_of(session.workflow, session.version).by_name
    by_code = [name for name in steps if name in CODE_STEPS]
    number = in_words(len(steps))
    return f"{number} steps" if by_code else f"{number} agents"


def _to_show(session: Session) -> Issue:
    """The session's issue; of a rehearsal, the one that was published before."""
    issue = Issue.objects.get(session_name=session.name)
    if not session.is_dry_run:
        return issue
    others = issue.newsletter.issues.filter(
        status=Issue.Status.PUBLISHED, covers_until=issue.covers_until
    )
    return others.latest("number")


def _short(path: Path) -> str:
    try:
        return str(path.relative_to(settings.BASE_DIR))
    except ValueError:
        return str(path)


def _newsletter() -> Newsletter:
    newsletter, _ = Newsletter.objects.get_or_create(
        slug="crux",
        defaults={
            "title": "Crux",
            "tagline": "What shipped and what was found out in AI, every Thursday.",
            "profile": default_profile(),
            "shared_outlets": True,
        },
    )
    return newsletter


def _reader(newsletter: Newsletter) -> None:
    reader, is_new = Subscriber.objects.get_or_create(
        newsletter=newsletter,
        address=READER,
        defaults={"status": Subscriber.Status.ACTIVE},
    )
    if is_new:
        Consent.objects.create(
            subscriber=reader,
            act=Consent.Act.IMPORTED,
            wording="Made by the demo; the address can reach nobody.",
            wording_version="demo",
        )


def _interests(file: str | None) -> TakenInterests | None:
    """The interests of a file. Others make another newsletter: its issue is new."""
    if not file:
        return None
    try:
        taken = personal.find(file)
    except BadInterests as error:
        told = "\n".join(f"{file}: {fault}" for fault in error.faults)
        raise usage(told) from None
    except (OSError, personal.NoInterests) as error:
        raise usage(error) from error
    return taken.model_copy(update={"name": f"{taken.name}-{taken.sha256[:6]}"})


def _begin(
    newsletter: Newsletter,
    sources: Session.Sources,
    workflow: str,
    taken: TakenInterests | None,
) -> Session:
    """A session; where the day has its issue already it publishes none again."""
    if sources is Session.Sources.SAMPLE:
        _seed(newsletter)
    plan = Plan(
        sources=sources,
        is_dry_run=_has_issue(newsletter, sources),
        workflow=workflow,
        interests=taken,
    )
    return sessions.start(newsletter, plan)


def _has_issue(newsletter: Newsletter, sources: Session.Sources) -> bool:
    day = sample_or_live.as_of(sources, timezone.now()).date()
    there = newsletter.issues.filter(status=Issue.Status.PUBLISHED, covers_until=day)
    return there.exists()


def _seed(newsletter: Newsletter) -> None:
    """The issue of the week before, so that the memory has something to remember."""
    stories, before = earlier_stories(), week.EARLIER_ISSUE
    on = before.published
    issue = publish(
        newsletter,
        session_name=EARLIER,
        subject=before.subject,
        preheader="",
        draft=parse(before.markdown),
        citations=(),
        coverage=map(Covered, stories),
        disclosures=[],
        is_sample=True,
        covers_from=on - timedelta(days=7),
        covers_until=on,
        now=datetime.combine(on, sample_or_live.NOON),
    )
    backfill.remember(issue, stories, on=on, sources=Session.Sources.SAMPLE)
