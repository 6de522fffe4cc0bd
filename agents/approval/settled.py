"""Telling those who were asked about a draft that somebody else has decided: each once."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings

from agents.approval import letter, people
from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import AgentEvent
from newsletter.models import Issue
from subscribers import alerts
from subscribers.alerts import Link
from subscribers.models import Alert

# What was settled longer ago is no news.
LATELY = timedelta(days=1)


class Untold(NamedTuple):
    """Whom to tell: an address, "" for webhooks; and the name under which that is done once."""

    once: str
    to: str


def tell_all() -> None:
    """Tell of every draft that was decided on lately, whoever was asked and does not know."""
    for line in sessions.decided_since(log.database_now() - LATELY):
        asked = Alert.objects.filter(once__startswith=f"approval:{line.session_id}.")
        # A question that has not left yet is none any more.
        asked.owed().exclude(to="").update(owed=[])
        reached = asked.exclude(told_at=None).order_by("pk")
        if untold := tuple(_untold(line, reached.values_list("to", flat=True))):
            _tell(line, untold)


def _untold(line: AgentEvent, asked: Iterable[str]) -> Iterator[Untold]:
    """Those who were asked and were not told, less who decided."""
    about = f"settled:{line.session_id}.{line.seq}:"
    known = Alert.objects.filter(once__startswith=about)
    told, names = set(known.values_list("once", flat=True)), people.approvers()
    for to in dict.fromkeys(asked):
        once = f"{about}{to or 'webhook'}"[:200]
        if once not in told and names.get(to) != line.data["by"]:
            yield Untold(once, to)


def _tell(line: AgentEvent, untold: Iterable[Untold]) -> None:
    newsletter = line.session.newsletter
    issue = Issue.objects.filter(session_name=line.session.name).first()
    if issue is None:
        return
    is_given = line.event_type == Kind.APPROVAL_GIVEN
    act, follows = (
        ("approved", "goes out") if is_given else ("stopped", "does not go out")
    )
    by, at = line.data["by"] or "an operator", letter.when(line.created_at, newsletter)
    note = line.data.get("why") or line.data.get("reason")
    why = f" and noted: “{note}”" if note else ""
    subject = f"Settled, {act} by {by}: {issue.subject}"
    text = (
        f"{newsletter.title}: {by} {act} “{issue.subject}” on {at}{why}. It {follows}; "
        "nothing is left to decide."
    )
    page = letter.desk_page(issue)
    for once, to in untold:
        if to:
            links = (Link("See it on the desk", page),)
            alerts.ask(subject, text, to=to, links=links, once=once)
        else:
            alerts.ask(subject, f"{text}\n\n{settings.BASE_URL}{page}", once=once)
