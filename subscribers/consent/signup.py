"""A sign-up from outside, by form or API: checked, counted, and taken to consent."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from email_validator import EmailNotValidError, validate_email

from newsletter.models import Newsletter
from subscribers.consent import abuse as defence
from subscribers.consent import status as consent
from subscribers.consent.abuse import Verdict
from subscribers.consent.capacity import ListFull
from subscribers.consent.networks import network_of
from subscribers.consent.record import Circumstances


class Answer(StrEnum):
    """What the one who asked is told; never whether the address was known."""

    TAKEN = "taken"  # a letter is on its way, if one may be sent
    INVALID = "invalid"  # no mail server would take that address
    STALE = "stale"  # send the form again
    TOO_MANY = "too many"  # try later
    FULL = "full"  # the newsletter takes no more readers


@dataclass(frozen=True, slots=True)
class SignUp:
    """What came in."""

    newsletter: Newsletter
    address: str
    ip: str
    at: datetime
    honeypot: str = ""
    # What the form carried; None for the API, which has no form.
    stamp: str | None = None


def take(signup: SignUp) -> Answer:
    """Act on a sign-up; the same answer whether or not the address is known."""
    address = normalised(signup.address)
    if address is None:
        return Answer.INVALID
    verdict = _judge(signup, address)
    if verdict is Verdict.GOOD:
        circumstances = Circumstances(signup.at, network_of(signup.ip))
        try:
            consent.subscribe(signup.newsletter, address, circumstances)
        except ListFull:
            return Answer.FULL
        defence.watch(signup.at)
    return {
        Verdict.STALE: Answer.STALE,
        Verdict.TOO_MANY: Answer.TOO_MANY,
    }.get(verdict, Answer.TAKEN)


def normalised(address: str) -> str | None:
    """`address` as a mail server takes it, in one spelling; None where none would."""
    try:
        found = validate_email(address.strip(), check_deliverability=False)
    except EmailNotValidError:
        return None
    return found.normalized


def _judge(signup: SignUp, address: str) -> Verdict:
    if signup.stamp is not None:
        verdict = defence.judge_form(signup.stamp, signup.honeypot)
    else:
        verdict = Verdict.ROBOT if signup.honeypot else Verdict.GOOD
    if verdict is not Verdict.GOOD:
        return verdict
    return defence.judge_origin(address, signup.ip, signup.at)
