"""The gate before sending: whether an issue may leave. Gathers what preflight judges."""

from collections.abc import Iterator
from datetime import datetime
from email.utils import parseaddr

from django.conf import settings

from newsletter.models import Issue
from newsletter.standards.link_policy import Ruling
from newsletter.standards.outcomes import Outcome, Reason
from newsletter.standards.rubric import BadRubric
from subscribers.delivery.transports.table import HARMLESS, transport_name
from subscribers.letters import preflight
from subscribers.letters.compose import Composition, Reader, compose
from subscribers.letters.preflight import DeadLink, Obstacle
from subscribers.models import Dispatch

# Nobody's: ids begin at 1.
NOBODY = Reader(delivery_id=0, subscriber_id=0, address="reader@example.org")
# What became known after verification and is no matter for a note on the page alone.
GRAVE = (Reason.DEAD, Reason.WITHDRAWN, Reason.RETRACTED)


class NotCleared(Exception):
    """The issue must not be sent; the message says why and what to do."""

    def __init__(self, issue: Issue, obstacles: tuple[Obstacle, ...]) -> None:
        said = " ".join(obstacle.message for obstacle in obstacles)
        super().__init__(f"Issue {issue.number} is not sent. {said}")
        self.obstacles = obstacles


def demand(issue: Issue, at: datetime) -> Composition:
    """The letters of `issue`; raises NotCleared where something about them is amiss.

    One whose audience is frozen was cleared then: what is on its way is not judged.
    """
    composition = compose(issue, at=at)
    if Dispatch.objects.filter(issue=issue, frozen_at__isnull=False).exists():
        return composition
    if obstacles := tuple(found(issue, composition)):
        raise NotCleared(issue, obstacles)
    return composition


def found(issue: Issue, composition: Composition) -> Iterator[Obstacle]:
    """Every obstacle of `issue` and of the letter a reader would get."""
    yield from preflight.of_draft(issue.draft)
    yield from _of_links(issue)
    if transport_name(issue) not in HARMLESS:
        yield from preflight.of_sender(composition.sender_address, confirmed_domains())
    yield from of_composition(composition)


def of_composition(composition: Composition) -> Iterator[Obstacle]:
    """Faults of the letter that everybody gets."""
    letter = composition.letter(NOBODY)
    try:
        content = letter.content(eight_bit=True)
    except ValueError as error:
        message = f"The letter cannot be signed. {error} Correct DKIM_PRIVATE_KEY."
        yield Obstacle("dkim", message)
        return
    unsubscribe = letter.parts().headers["List-Unsubscribe"]
    yield from preflight.of_letter(content, unsubscribe[1 : unsubscribe.index(">")])


def confirmed_domains() -> tuple[str, ...]:
    """The domains that the operator has said letters come from."""
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return own, settings.DKIM_DOMAIN


def _of_links(issue: Issue) -> Iterator[Obstacle]:
    try:
        policy = issue.newsletter.rules.link_policy
    except BadRubric as error:
        yield Obstacle("rubric", f"{error} Correct the newsletter's rubric.")
        return
    let_pass = [one.value for one in Outcome if policy.on(one) is not Ruling.FAIL]
    outcomes = issue.citations.exclude(outcome="").exclude(outcome__in=let_pass)
    dead = [
        DeadLink(url, f"verification found it {outcome.replace('_', ' ')}")
        for url, outcome in outcomes.order_by("url").values_list("url", "outcome")
    ]
    later = issue.corrections.standing().filter(reason__in=GRAVE)
    dead += [DeadLink(one.url, one.sentence.rstrip(".")) for one in later]
    yield from preflight.of_links(list(dict.fromkeys(dead)))
