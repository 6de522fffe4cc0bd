"""The desk's first page: what needs the operator, and how the last sessions went."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse

from agents.desk.session import LATELY, issues_of
from agents.engine import health, timetable
from agents.models import Session
from newsletter.models import Issue, Newsletter
from newsletter.verification.scorecard import wording
from newsletter.verification.scorecard.card import Scorecard
from subscribers.models import Delivery, Dispatch

SHOWN = 6


class Concern(NamedTuple):
    """Something that needs a person, and the page where it is seen to."""

    words: str
    address: str = ""


class Share(NamedTuple):
    """So many of so many."""

    name: str
    part: int
    whole: int

    @property
    def percent(self) -> float:
        """How long a bar of it is, in hundredths."""
        return 100 * self.part / self.whole if self.whole else 0.0


class Measured(NamedTuple):
    """An issue, and what its scorecard has of the one before and after it."""

    issue: Issue
    shares: tuple[Share, ...]
    per_story: Decimal | None


@dataclass(frozen=True, slots=True)
class Overview:
    """What the operator sees first."""

    concerns: tuple[Concern, ...]
    sessions: tuple[tuple[Session, Issue | None], ...]
    # Those of which a session could begin now.
    newsletters: tuple[Newsletter, ...]
    issues: tuple[Measured, ...]


def look() -> Overview:
    """Ask the database; nothing is changed by it."""
    sessions = list(Session.objects.select_related("newsletter")[:SHOWN])
    issues = issues_of(sessions)
    return Overview(
        concerns=(*_about_the_engine(), *_about_newsletters(), *_about_letters()),
        sessions=tuple((session, issues.get(session.name)) for session in sessions),
        newsletters=tuple(
            newsletter
            for newsletter in Newsletter.objects.filter(is_active=True)
            if not timetable.obstacle(newsletter)
        ),
        issues=tuple(_measured()),
    )


def _measured() -> Iterator[Measured]:
    published = Issue.objects.filter(status=Issue.Status.PUBLISHED)
    for issue in published.order_by("-published_at", "-pk")[:SHOWN]:
        if card := wording.read(issue.scorecard):
            yield Measured(issue, tuple(_shares(card)), card.cost.per_story)


def _shares(card: Scorecard) -> Iterator[Share]:
    quotes, details, recall = card.evidence, card.details, card.recall
    yield Share("Quotes found", quotes.exact + quotes.fuzzy, quotes.citations)
    yield Share("Details borne", details.checked - details.unsupported, details.checked)
    yield Share("Sentences cited", recall.factual_cited, recall.factual)
    yield Share("Stories of the week", card.freshness.in_window, card.freshness.dated)


def _about_the_engine() -> Iterator[Concern]:
    pulse = health.pulse()
    if pulse.last_sweep is None:
        yield Concern("No worker has looked around yet: start one with make dev.")
    elif pulse.at - pulse.last_sweep > LATELY:
        since = f"{pulse.last_sweep:%-d %B, %H:%M} UTC"
        yield Concern(f"No worker has looked around since {since}: nothing goes on.")
    elif pulse.oldest_stalled:
        since = f"{pulse.oldest_stalled:%-d %B, %H:%M} UTC"
        waiting = f"{reverse('admin:agents_session_changelist')}?status__exact=open"
        yield Concern(f"A session has stood still since {since}.", waiting)
    for slug in pulse.missed:
        yield Concern(f"{slug}: its last date went by without a session.")


def _about_newsletters() -> Iterator[Concern]:
    for newsletter in Newsletter.objects.filter(is_active=True):
        page = reverse("admin:newsletter_newsletter_change", args=[newsletter.pk])
        if obstacle := timetable.obstacle(newsletter):
            yield Concern(f"{newsletter.title} cannot begin: {obstacle}", page)
        last = newsletter.sessions.first()
        if last and last.status == Session.Status.ABORTED:
            words = f"{newsletter.title}: the last session ended without an issue"
            yield Concern(f"{words}: {last.reason}", _page_of(last))
        for held in newsletter.sessions.filter(status=Session.Status.PAUSED):
            yield Concern(f"{newsletter.title}: a session is paused.", _page_of(held))


def _page_of(session: Session) -> str:
    return reverse("admin:agents_session_change", args=[session.pk])


def _about_letters() -> Iterator[Concern]:
    for held in Dispatch.objects.filter(paused_at__isnull=False).select_related(
        "issue"
    ):
        why = held.paused_because or "no reason was given"
        yield Concern(f"Letters of “{held.issue.subject}” are held: {why}")
    uncertain = Delivery.objects.filter(state=Delivery.State.UNCERTAIN)
    for subject, number in uncertain.values_list("issue__subject").annotate(
        Count("id")
    ):
        yield Concern(
            f"{number} of the letters of “{subject}” may have left in a crash or not: "
            "compare them with the mail server's record."
        )
