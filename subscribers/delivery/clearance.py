"""Whether an issue may be sent at all: gathers what preflight judges."""

from collections.abc import Iterator
from datetime import datetime
from email.utils import parseaddr

from django.conf import settings

from newsletter.drafts.parsing import parse
from newsletter.models import Issue
from newsletter.standards.outcomes import Reason
from newsletter.standards.rubric import BadRubric
from subscribers.delivery.transports import HARMLESS, transport_name
from subscribers.letters import preflight
from subscribers.letters.compose import Composition, Reader, compose
from subscribers.letters.preflight import DeadLink, Fault
from subscribers.models import Dispatch

# Nobody's: ids begin at 1.
NOBODY = Reader(delivery_id=0, subscriber_id=0, address="reader@example.org")
# What became known after verification and is no matter for a note on the page alone.
GRAVE = (Reason.DEAD, Reason.WITHDRAWN, Reason.RETRACTED)


class NotCleared(Exception):
    """The issue must not be sent; the message says why and what to do."""

    def __init__(self, issue: Issue, faults: tuple[Fault, ...]) -> None:
        said = " ".join(fault.message for fault in faults)
        super().__init__(f"Issue {issue.number} is not sent. {said}")
        self.faults = faults


def demand(issue: Issue, at: datetime) -> None:
    """Raises NotCleared where something about `issue` or its letters is amiss.

    One whose audience is frozen was cleared then: what is on its way is not judged.
    """
    if Dispatch.objects.filter(issue=issue, frozen_at__isnull=False).exists():
        return
    if faults := tuple(found(issue, at)):
        raise NotCleared(issue, faults)


def found(issue: Issue, at: datetime) -> Iterator[Fault]:
    """Every fault of `issue` and of the letter a reader would get."""
    yield from preflight.of_draft(parse(issue.markdown))
    yield from _of_links(issue)
    composition = compose(issue, at=at)
    if transport_name(issue) not in HARMLESS:
        yield from preflight.of_sender(composition.sender_address, confirmed_domains())
    yield from of_composition(composition)


def of_composition(composition: Composition) -> Iterator[Fault]:
    """Faults of the letter that everybody gets."""
    letter = composition.letter(NOBODY)
    try:
        content = letter.content(eight_bit=True)
    except ValueError as error:
        message = f"The letter cannot be signed. {error} Correct DKIM_PRIVATE_KEY."
        yield Fault("dkim", message)
        return
    unsubscribe = letter.parts().headers["List-Unsubscribe"]
    yield from preflight.of_letter(content, unsubscribe[1 : unsubscribe.index(">")])


def confirmed_domains() -> tuple[str, ...]:
    """The domains that the operator has said letters come from."""
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return own, settings.DKIM_DOMAIN


def _of_links(issue: Issue) -> Iterator[Fault]:
    try:
        policy = issue.newsletter.rules.link_policy.for_links()
    except BadRubric as error:
        yield Fault("rubric", f"{error} Correct the newsletter's rubric.")
        return
    let_pass = {outcome.value for outcome in policy.passing | policy.warning}
    outcomes = issue.citations.exclude(outcome="").exclude(outcome__in=let_pass)
    dead = [
        DeadLink(url, f"verification found it {outcome.replace('_', ' ')}")
        for url, outcome in outcomes.order_by("url").values_list("url", "outcome")
    ]
    later = issue.corrections.standing().filter(reason__in=GRAVE)
    dead += [DeadLink(one.url, one.sentence.rstrip(".")) for one in later]
    yield from preflight.of_links(list(dict.fromkeys(dead)))
