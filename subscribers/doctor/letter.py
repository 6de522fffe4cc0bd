"""A specimen letter, looked at: the newest issue's, or a trial one without any."""

import re
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from html import unescape

from django.conf import settings

from newsletter.models import Issue, Newsletter
from newsletter.text.identifiers import sha256_of
from subscribers.delivery import clearance
from subscribers.delivery.clearance import NOBODY
from subscribers.doctor.authentication import Diagnosis, right, wrong
from subscribers.letters.compose import compose
from subscribers.letters.preflight import HEADERS

HREF = re.compile(r'\bhref="([^"]*)"')
# RFC 8058: what must be under the signature for one click to be trusted.
TO_BE_SIGNED = frozenset({"from", "list-unsubscribe", "list-unsubscribe-post"})
TRIAL = """# A trial

## What shipped

### 1. Nothing

This letter is only composed, and goes to nobody.
"""


def examine(newsletter: Newsletter, at: datetime) -> list[Diagnosis]:
    """What is to be said of the headers, the parts and the links of a real letter."""
    issue = newsletter.issues.order_by("-pk").first()
    composition = compose(issue or _trial(newsletter, at), at=at)
    obstacles = (
        clearance.found(issue, composition)
        if issue
        else clearance.of_composition(composition)
    )
    name = f"issue {issue.number}" if issue else "a trial issue"
    found = [
        wrong("letter", f"{name}: {obstacle.message}")
        for obstacle in obstacles
        if obstacle.code != "sender"  # a matter of its own
    ]
    if found:
        return found
    letter = composition.letter(NOBODY)
    content = letter.content(eight_bit=True)
    said = f"{name}: {len(content):,} bytes, {len(HEADERS)} headers, text and HTML"
    return [right("letter", said), _links(letter.parts().html), *_signature(content)]


def _links(html: str) -> Diagnosis:
    hrefs = [unescape(href) for href in HREF.findall(html)]
    for href in hrefs:
        if not href.startswith(("https://", "http://", "mailto:")):
            said = f"{href!r} leads nowhere in a letter."
            return wrong("links", said, "Write whole addresses.")
    ours = sum(href.startswith(f"{settings.BASE_URL}/") for href in hrefs)
    return right("links", f"{len(hrefs)} whole addresses, {ours} of them ours")


def _signature(content: bytes) -> list[Diagnosis]:
    message = message_from_bytes(content, EmailMessage, policy=SMTP)
    signature = message["DKIM-Signature"]
    if signature is None:
        return []
    named = re.search(r"\bh=([^;]*)", str(signature))
    signed = (
        {name.strip().lower() for name in named.group(1).split(":")} if named else set()
    )
    if missing := sorted(TO_BE_SIGNED - signed):
        said = f"The signature leaves out {', '.join(missing)}."
        return [wrong("signature", said, "Sign them too (RFC 8058).")]
    return [right("signature", "it covers From and both headers for unsubscribing")]


def _trial(newsletter: Newsletter, at: datetime) -> Issue:
    """An issue that is never saved."""
    return Issue(
        pk=0,
        newsletter=newsletter,
        number=1,
        slug="trial",
        subject="A trial",
        markdown=TRIAL,
        draft_sha256=sha256_of(TRIAL),
        created_at=at,
    )
