"""Composing (rendering) letters: an issue once, then each reader's values filled in."""

from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import format_datetime, formataddr, parseaddr
from functools import cache, cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

import idna
from django.conf import settings
from django.utils.crypto import salted_hmac

from newsletter.drafts.draft import Draft
from newsletter.issues import editions
from newsletter.issues.earlier import earlier
from newsletter.issues.letter import Put, Ways, letter_html, letter_text
from newsletter.models import Issue, Newsletter
from newsletter.pages import paths
from newsletter.text.identifiers import sha256_of
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.letters import mime, references
from subscribers.letters.envelope import Letter, Parts
from subscribers.signatures import Salt

if TYPE_CHECKING:
    from subscribers.letters.dkim import Signer


@dataclass(frozen=True, slots=True)
class Reader:
    """Where one letter goes."""

    delivery_id: int
    subscriber_id: int
    address: str
    # The hash of the edition that was frozen for it; empty: the issue.
    edition: str = ""


@dataclass(frozen=True)
class Composition:
    """An issue made ready once; `letter` fills it in for one reader."""

    issue_id: int
    subject: str
    sender_name: str
    sender_address: str
    headers: dict[str, str]
    text: str
    html: str
    marks: mime.Marks
    # What readers are told was wrong, as far as it was known.
    corrected: tuple[str, ...] = ()
    is_edition: bool = False

    def letter(self, reader: Reader) -> Letter:
        """The letter of `reader`; its content is made when it is asked for."""
        reference = references.of_delivery(reader.delivery_id)
        recipient = envelope_address(reader.address)

        def content(*, eight_bit: bool) -> bytes:
            skeleton = self._eight_bit if eight_bit else self._seven_bit
            message = skeleton.fill(self._values(reader, reference, recipient))
            return signed(message, self.domain)

        def parts() -> Parts:
            return self._parts(self._values(reader, reference, recipient))

        return Letter(
            delivery_id=reader.delivery_id,
            reference=reference,
            envelope_sender=self._envelope_sender(reference),
            recipient=recipient,
            content=content,
            parts=parts,
            is_dotless=self._is_dotless,
        )

    def dated(self, at: datetime) -> "Composition":
        """The same letters with another date."""
        return replace(self, headers={**self.headers, "Date": format_datetime(at)})

    @property
    def domain(self) -> str:
        return self.sender_address.rpartition("@")[2]

    @cached_property
    def _eight_bit(self) -> mime.Skeleton:
        return self._skeleton(eight_bit=True)

    @cached_property
    def _is_dotless(self) -> bool:
        """What is filled in holds no line end, unless it is quoted-printable."""
        skeleton = self._eight_bit
        is_quoted = any(
            place.startswith(mime.QUOTED.encode()) for place in skeleton.places
        )
        return not is_quoted and not any(
            b"\n." in constant for constant in skeleton.constants
        )

    @cached_property
    def _seven_bit(self) -> mime.Skeleton:
        return self._skeleton(eight_bit=False)

    def _skeleton(self, *, eight_bit: bool) -> mime.Skeleton:
        at = self.marks.at
        own = (
            f"Message-ID: <{at('MESSAGE_ID')}>\r\n"
            f"X-Delivery-ID: {at('REFERENCE')}\r\n"
            f"List-Unsubscribe: <{at('UNSUBSCRIBE')}>,\r\n <{at('MAILTO')}>\r\n"
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
        )
        lines = [
            mime.mailbox("From", self.sender_name, self.sender_address),
            f"To: {at('TO')}\r\n".encode(),
            mime.header("Subject", self.subject),
            *(mime.header(name, value) for name, value in self.headers.items()),
            own.encode(),
        ]
        message = mime.message(
            lines, self.text, self.html, eight_bit=eight_bit, marks=self.marks
        )
        return mime.split(message, self.marks)

    def _values(
        self, reader: Reader, reference: str, recipient: str
    ) -> dict[bytes, bytes]:
        token = tokens.make(Purpose.UNSUBSCRIBE, reader.subscriber_id)
        preferences = tokens.make(Purpose.PREFERENCES, reader.subscriber_id)
        name = references.of_letter(self.issue_id, reader.subscriber_id)
        own = {b"EDITION": self._edition(reader).encode()} if self.is_edition else {}
        return {
            **own,
            b"TO": recipient.encode(),
            b"MESSAGE_ID": f"{name}@{self.domain}".encode(),
            b"REFERENCE": reference.encode(),
            b"UNSUBSCRIBE": tokens.link(Purpose.UNSUBSCRIBE, token).encode(),
            b"MAILTO": f"mailto:{self.sender_address}?subject=unsubscribe%20{token}".encode(),
            b"OPINION": self._opinion(reader).encode(),
            b"PREFERENCES": tokens.link(Purpose.PREFERENCES, preferences).encode(),
        }

    def _opinion(self, reader: Reader) -> str:
        token = tokens.make(Purpose.OPINION, reader.subscriber_id)
        return f"{tokens.link(Purpose.OPINION, token)}/{self.issue_id}"

    def _edition(self, reader: Reader) -> str:
        token = tokens.make(Purpose.EDITION, reader.subscriber_id)
        return f"{tokens.link(Purpose.EDITION, token)}/{self.issue_id}"

    def _parts(self, values: dict[bytes, bytes]) -> Parts:
        filled = {name.decode(): value.decode() for name, value in values.items()}

        def put(text: str) -> str:
            for name, value in filled.items():
                text = text.replace(self.marks.at(name), value)
            return text

        return Parts(
            subject=self.subject,
            sender=formataddr((self.sender_name, self.sender_address)),
            text=put(self.text),
            html=put(self.html),
            headers={
                **self.headers,
                "Message-ID": f"<{filled['MESSAGE_ID']}>",
                "X-Delivery-ID": filled["REFERENCE"],
                "List-Unsubscribe": f"<{filled['UNSUBSCRIBE']}>, <{filled['MAILTO']}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )

    def _envelope_sender(self, reference: str) -> str:
        if not settings.BOUNCE_ADDRESS:
            return self.sender_address
        local, _, domain = settings.BOUNCE_ADDRESS.rpartition("@")
        return f"{local}+{reference}@{domain}"


def compose(issue: Issue, *, at: datetime, edition: Draft | None = None) -> Composition:
    """The letters of `issue`, or of an `edition` of it, dated `at`.

    Same input, same bytes.
    """
    return Composer(issue, at=at).compose(edition)


class Composer:
    """An issue with what is known of it now, for it and as many editions as there are."""

    def __init__(self, issue: Issue, *, at: datetime) -> None:
        self._issue = issue
        self._at = at
        self._marks = _marks(issue)
        self._corrections = tuple(issue.corrections.standing())
        place = paths.place_of(issue.newsletter)
        self._web = paths.address(place.issue(issue))
        self._before = earlier(issue, lambda told: paths.address(place.issue(told)))
        claims = issue.citations.values_list("claim", flat=True)
        self._put = Put(self._web, claims, self._before)

    def compose(self, edition: Draft | None = None) -> Composition:
        """The letters of the issue, or of an edition of it."""
        issue, newsletter = self._issue, self._issue.newsletter
        name, address = sender_of(newsletter)
        domain = address.rpartition("@")[2]
        ways = self._ways(is_edition=edition is not None)
        told = self._corrections
        if edition:
            told = tuple(editions.corrections_in(edition, issue, told))
        return Composition(
            issue_id=issue.pk,
            subject=_plain(issue.subject),
            sender_name=name,
            sender_address=address,
            headers={
                "Date": format_datetime(self._at),
                "List-Id": f"{_phrase(newsletter.title)} <{newsletter.slug}.{domain}>",
                "Feedback-ID": f"{issue.number}:{newsletter.slug}:letter:{_sender_id(domain)}",
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "OOF, AutoReply",
                "Content-Language": newsletter.language,
            },
            text=letter_text(issue, ways, told, edition, self._before),
            html=letter_html(issue, ways, (), told, edition, self._put),
            marks=self._marks,
            corrected=tuple(one.sentence for one in self._corrections),
            is_edition=edition is not None,
        )

    def _ways(self, *, is_edition: bool) -> Ways:
        at = self._marks.at
        return Ways(
            web=self._web,
            preferences=at("PREFERENCES"),
            unsubscribe=at("UNSUBSCRIBE"),
            opinion="" if self._issue.is_sample else at("OPINION"),
            edition=at("EDITION") if is_edition else "",
        )


def still_true(composition: Composition, issue: Issue) -> bool:
    """Whether its letters bear every correction that stands now, and no other."""
    standing = issue.corrections.standing().values_list("sentence", flat=True)
    return tuple(standing) == composition.corrected


def _marks(issue: Issue) -> mime.Marks:
    """The marks of one issue's letters, which nobody without our key can write."""
    name = f"{issue.pk}.{sha256_of(issue.markdown)}"
    return mime.Marks(salted_hmac(Salt.MARKS, name).hexdigest())


def sender_of(newsletter: Newsletter) -> tuple[str, str]:
    """The name and the address that letters of `newsletter` come from."""
    _, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    name = newsletter.sender_name or newsletter.title
    return _plain(name), envelope_address(newsletter.sender_address or address)


def signed(message: bytes, domain: str) -> bytes:
    """`message` with our DKIM signature, where a key is set."""
    pem = settings.DKIM_PRIVATE_KEY
    if not pem:
        return message
    signer = signer_of(settings.DKIM_DOMAIN or domain, settings.DKIM_SELECTOR, pem)
    return signer.sign(message) + message


def envelope_address(address: str) -> str:
    """`address` with its domain in ASCII, as every mail server takes it (RFC 5891).

    One that cannot be so written stays as it is: the mail server will say so.
    """
    local, _, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}@{idna.encode(domain).decode()}"
    except idna.IDNAError:
        return address


def _plain(text: str) -> str:
    return " ".join(text.split())


def _phrase(text: str) -> str:
    """`text` as the phrase before a List-Id: no character with a meaning of its own."""
    return "".join(c for c in _plain(text) if c.isalnum() or c in " -'") or "Newsletter"


def _sender_id(domain: str) -> str:
    """5 to 15 characters that stay the same for ever (Feedback-ID)."""
    return "crux" + sha256(domain.encode()).hexdigest()[:8]


@cache
def signer_of(domain: str, selector: str, key: str) -> "Signer":
    """The DKIM signer of a key, which is read and checked once."""
    # Only who signs shall hold OpenSSL in memory: it is the largest thing a sender loads.
    from subscribers.letters import dkim  # noqa: PLC0415  as said above

    return dkim.load(domain, selector, key)
