"""The consent record: who agreed to what, when, and by which words."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from newsletter.translations import speaking
from subscribers.models import Consent, Subscriber

Act = Consent.Act

# Shown beside every form of ours, word for word as it is kept; a program that uses the
# API shows it, too.
WORDING_VERSION = "2"
WORDING = gettext_noop(
    "I want to receive this newsletter by e-mail. I can leave at any time, by the link in"
    " every letter, and have everything about me erased."
)
# What the other buttons say.
WORDINGS = {
    Act.WITHDREW: "I want no more letters of this newsletter.",
    Act.MOVED: "I want the letters of this newsletter at this address from now on.",
    Act.RETURNED: "I did not mean to leave this newsletter.",
}
OPERATORS_VERSION = "operator"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """When something was agreed to, and from which network (never a whole address)."""

    at: datetime
    network: str = ""


def wording_in(language: str) -> str:
    """What a form of a newsletter in `language` asks to agree to, and what is kept."""
    with speaking(language):
        return gettext(WORDING)


def line(
    subscriber: Subscriber, act: Act, circumstances: Circumstances, wording: str = ""
) -> Consent:
    """A line to be saved; `wording` stands for our own where an operator gave it."""
    said = wording or WORDINGS.get(act)
    return Consent(
        subscriber=subscriber,
        act=act,
        wording=said or wording_in(subscriber.newsletter.language),
        wording_version=OPERATORS_VERSION if wording else WORDING_VERSION,
        network=circumstances.network,
        at=circumstances.at,
    )


def add(subscriber: Subscriber, act: Act, circumstances: Circumstances) -> None:
    line(subscriber, act, circumstances).save()
