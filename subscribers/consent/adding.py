"""An operator adds one reader: asked by letter (opt-in), or vouched for with a note."""

from dataclasses import dataclass
from enum import Enum

from django.db import transaction

from newsletter.models import Newsletter
from subscribers.addresses import normalised
from subscribers.consent import capacity, hash_key, vouching
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.consent.vouching import Vouched
from subscribers.models import Subscriber, Suppression, address_hash

Status = Subscriber.Status
ASKED_BY_OPERATOR = "An operator had this address asked by letter."


class Answer(Enum):
    """What came of it, in words for the operator.

    Of who complained, bounced or had everything erased nothing is told but that no
    letter may go there.
    """

    TAKEN = "They are on the list, and get the next issue."
    ASKED = "A letter asks them to confirm; without their yes they get nothing."
    LATER = (
        "They have been asked already, and enough: a letter every ten minutes and three"
        " a day is all that one address is sent."
    )
    KNOWN = "They are on the list already."
    LEFT = (
        "They left this list, so only they can come back: by the form, or by the link"
        " in their last letter."
    )
    BOUNCED = (
        "They are on the list, and letters to them came back. Take them back in where"
        " you know that the address works."
    )
    PENDING = "They have been asked, and have yet to confirm: ask again by letter."
    BARRED = (
        "No letter may go to this address, so nobody was added. Whoever has it may sign"
        " up by the form themselves."
    )
    FULL = "The list has all the readers it may have."
    INVALID = "No mail server would take that address. Is there a typing error?"


@dataclass(frozen=True, slots=True)
class Added:
    """What came of it, and the reader's number where one is on the list."""

    answer: Answer
    reader: int | None = None


def add(
    newsletter: Newsletter, given: str, circumstances: Circumstances, *, note: str = ""
) -> Added:
    """Add one address; `note` says where they consented, without one they are asked."""
    address = normalised(given)
    if address is None:
        return Added(Answer.INVALID)
    hash_key.hold()
    digest = address_hash(address)
    with transaction.atomic():
        locked = consent.hold_list(newsletter)
        known = Subscriber.objects.filter(newsletter=locked, address_hash=digest)
        reader = known.select_for_update().first()
        if reader is not None:
            answer = _again(reader, circumstances, is_asking=not note)
            return Added(answer, reader.pk)
        if Suppression.objects.filter(address_hash=digest).exists():
            return Added(Answer.BARRED)
        if capacity.are_taken(locked):
            return Added(Answer.FULL)
        if note:
            [became] = vouching.vouch(
                locked, {address: False}, circumstances, wording=note
            ).values()
            answer = Answer.TAKEN if became is Vouched.TAKEN else Answer.BARRED
        else:
            reader = Subscriber.objects.create(newsletter=locked, address=address)
            consent.ask_to_confirm(reader, circumstances, ASKED_BY_OPERATOR)
            answer = Answer.ASKED
        return Added(answer, known.values_list("pk", flat=True).first())


def _again(
    reader: Subscriber, circumstances: Circumstances, *, is_asking: bool
) -> Answer:
    """What is to be said, or done, of one who is here already."""
    match reader.status:
        case Status.PENDING if is_asking:
            is_asked = consent.ask_to_confirm(reader, circumstances, ASKED_BY_OPERATOR)
            return Answer.ASKED if is_asked else Answer.LATER
        case Status.PENDING:
            return Answer.PENDING
        case Status.BOUNCED:
            return Answer.BOUNCED
        case Status.ACTIVE | Status.PAUSED:
            return Answer.KNOWN
    return Answer.LEFT
