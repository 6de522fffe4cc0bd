"""Letters to any provider's API, by django-anymail; EMAIL_BACKEND names the provider.

Where the provider knows a letter by a key of ours, an answer that did not come is asked
for again at once: offered twice under its key, it arrives once. Keys are forgotten after
a quarter of an hour or more, so that is never left for later.
"""

import contextlib
import math
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import requests
from anymail.backends.resend import EmailBackend as ResendBackend
from anymail.backends.resend import ResendPayload
from anymail.exceptions import (
    AnymailAPIError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
)
from anymail.message import AnymailMessage
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.module_loading import import_string

from newsletter.web.retry_after import seconds_asked
from subscribers.delivery.throttle import Throttle
from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters.envelope import Letter
from subscribers.letters.references import REFERENCE

TAKEN = frozenset({"sent", "queued", "unknown"})
# Providers that take no metadata with a letter: their events name it by its only tag.
TAGGED = (
    "anymail.backends.mailersend.EmailBackend",
    "anymail.backends.postal.EmailBackend",
)
# How long to wait before a letter is offered again.
AGAIN_SECONDS = (1.0, 4.0, 10.0)
# After so many letters without an answer the provider is left alone for a while, which
# doubles with each one more.
MOST_UNANSWERED = 3
LEFT_ALONE_SECONDS = 30.0
MOST_ALONE_SECONDS = 300.0
MOST_SECONDS = 30.0
# Its own limit, whoever the reader is.
LANE = "provider"
# What Brevo says of a key that it knows.
KNOWN_KEY = "duplicate_parameter"
# It takes nobody's letters: no key, no money, no such address of theirs.
CLOSED = frozenset({401, 402, 403, 404, 405})
# It took nothing, and may a moment later: 420 is SparkPost's limit.
NOT_NOW = frozenset({408, 420, 425, 429})
# How requests, and botocore, say that nobody was spoken to yet.
NEVER_CONNECTED = (
    "NewConnectionError", "NameResolutionError", "CERTIFICATE_VERIFY_FAILED",
    "EndpointConnectionError", "ConnectTimeoutError", "NoCredentialsError",
)  # fmt: skip
SES = "anymail.backends.amazon_ses.EmailBackend"
# By itself botocore offers a letter three times, though each may have been taken.
ONCE = {"client_params": {"config": {"retries": {"total_max_attempts": 1}}}}
# What Amazon says under 400 and is no letter's fault.
# https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
OF_AMAZON = {
    "AccountSuspendedException": 403,
    "LimitExceededException": 403,
    "MailFromDomainNotVerifiedException": 403,
    "SendingPausedException": 403,
}


class KeyedResendBackend(ResendBackend):  # type: ignore[misc]  # anymail has no types
    """Resend, told a key for each letter: it takes the same key once within 24 hours.

    https://resend.com/docs/dashboard/emails/idempotency-keys
    """

    def build_message_payload(
        self, message: AnymailMessage, defaults: dict[str, Any]
    ) -> ResendPayload:
        headers = {"Idempotency-Key": f"letter-{message.metadata[REFERENCE]}"}
        return ResendPayload(message, defaults, self, headers=headers)


# Providers that take a key with each letter, and what replaces anymail's own backend.
KEYED = {
    "anymail.backends.resend.EmailBackend": (
        "subscribers.delivery.transports.anymail.KeyedResendBackend"
    ),
    "anymail.backends.brevo.EmailBackend": "anymail.backends.brevo.EmailBackend",
}


@dataclass(slots=True)
class Silence:
    """What all senders of a process know of a provider that does not answer.

    Each letter it is tried with may be in doubt for good, so these are few.
    """

    unanswered: int = 0
    until: float = -math.inf

    def note(self, now: float, *, is_answered: bool) -> None:
        """A letter was answered, or was not."""
        self.unanswered = 0 if is_answered else self.unanswered + 1
        if (more := self.unanswered - MOST_UNANSWERED) >= 0:
            seconds = min(LEFT_ALONE_SECONDS * 2**more, MOST_ALONE_SECONDS)
            self.until = now + seconds

    def lasts(self, now: float) -> bool:
        """Whether it is left alone."""
        return self.unanswered >= MOST_UNANSWERED and now < self.until


_silences: defaultdict[str, Silence] = defaultdict(Silence)


class ProviderTransport(Transport):
    """Hands letters to a provider one by one, over one kept session."""

    is_one_by_one = True

    def __init__(self, backend: str | None = None) -> None:
        name = backend or settings.EMAIL_BACKEND
        self.is_keyed = name in KEYED
        self.is_brevo = name.startswith("anymail.backends.brevo.")
        self.is_tagged = name in TAGGED
        path = KEYED.get(name, name)
        is_provider = hasattr(import_string(path), "esp_name")
        # Where a provider lacks a feature that is nice to have, letters go without.
        options: dict[str, Any] = (
            {"ignore_unsupported_features": True} if is_provider else {}
        )
        if name == SES:
            options |= ONCE
        self.backend: BaseEmailBackend = get_connection(path, **options)
        self.throttle = Throttle()
        self.silence = _silences[name]

    def carry(
        self, letters: Iterable[Letter]
    ) -> Iterator[tuple[Letter, LetterOutcome]]:
        for letter in letters:
            if self.silence.lasts(time.monotonic()):
                raise Unreachable("The provider does not answer; letters wait.")
            outcome = self._carry_one(letter)
            is_answered = outcome.result is not Result.UNCERTAIN
            self.silence.note(time.monotonic(), is_answered=is_answered)
            yield letter, outcome

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.backend.close()

    def _carry_one(self, letter: Letter) -> LetterOutcome:
        """What becomes of `letter`.

        Once an offer of it has no answer it is in doubt, whatever keeps us from asking
        again: later no key is known any more, and it would arrive twice.
        """
        doubts: list[LetterOutcome] = []
        try:
            return self._insist(letter, doubts)
        except Unreachable:
            if doubts:
                return doubts[-1]
            raise

    def _insist(self, letter: Letter, doubts: list[LetterOutcome]) -> LetterOutcome:
        """Offer it at the provider's throttle.

        Again where it asks to slow down, and where a key makes that safe.
        """
        for wait in (*AGAIN_SECONDS, None):
            time.sleep(self.throttle.wait(LANE, time.monotonic()))
            self.throttle.take(LANE, time.monotonic())
            try:
                outcome = self._offer(letter)
            except _TooFast as error:
                self.throttle.slow_down(LANE, time.monotonic())
                if wait is None:
                    raise Unreachable(f"The provider is busy: {error}") from error
                time.sleep(max(wait, error.seconds))
                continue
            if outcome.result is Result.ACCEPTED:
                self.throttle.speed_up(LANE)
            if outcome.result is not Result.UNCERTAIN or not self.is_keyed:
                return outcome
            doubts.append(outcome)
            if wait is not None:
                time.sleep(wait)
        return outcome

    def _offer(self, letter: Letter) -> LetterOutcome:
        message = self._message(letter)
        try:
            self.backend.open()
            self.backend.send_messages([message])
        except (AnymailRecipientsRefused, AnymailInvalidAddress) as error:
            return LetterOutcome(Result.REJECTED, _said(error))
        except AnymailAPIError as error:
            return self._failed(error)
        status = message.anymail_status
        if status.status is None or status.status <= TAKEN:
            return LetterOutcome(Result.ACCEPTED, f"taken as {status.message_id}"[:300])
        return LetterOutcome(
            Result.REJECTED, f"the provider says {sorted(status.status)}"
        )

    def _failed(self, error: AnymailAPIError) -> LetterOutcome:
        code = _status(error)
        if code in CLOSED or _never_connected(error):
            raise Unreachable(f"The provider lets nobody in: {_said(error)}") from error
        if code in NOT_NOW:
            raise _TooFast(error) from error
        if self.is_keyed and code == 400 and KNOWN_KEY in _body(error):
            return LetterOutcome(Result.ACCEPTED, "taken before, under the same key")
        # Below 400 it was taken, most likely, and what it said cannot be read.
        is_refusal = code is not None and 400 <= code < 500
        if not is_refusal or (self.is_keyed and code == 409):
            return LetterOutcome(Result.UNCERTAIN, _said(error))
        return LetterOutcome(Result.REJECTED, _said(error))

    def _message(self, letter: Letter) -> AnymailMessage:
        parts = letter.parts()
        headers = dict(parts.headers)
        if self.is_brevo:
            # https://developers.brevo.com/docs/send-a-transactional-email
            headers["idempotencyKey"] = str(uuid5(NAMESPACE_URL, letter.reference))
        message = AnymailMessage(
            subject=parts.subject,
            body=parts.text,
            from_email=parts.sender,
            to=[letter.recipient],
            headers=headers,
            metadata={REFERENCE: letter.reference},
            tags=[letter.reference] if self.is_tagged else [],
            track_opens=False,
            track_clicks=False,
        )
        message.attach_alternative(parts.html, "text/html")
        if letter.envelope_sender != parts.sender:
            message.envelope_sender = letter.envelope_sender
        return message


class _TooFast(Exception):
    """The provider asks to slow down; it took nothing."""

    def __init__(self, error: AnymailAPIError) -> None:
        super().__init__(_said(error))
        headers = getattr(error.response, "headers", None) or {}
        asked = str(headers.get("Retry-After", ""))
        # A wait that is longer is for another time: the lease would be over.
        seconds = seconds_asked(asked, datetime.now(UTC)) or 0.0
        self.seconds = min(seconds, MOST_SECONDS)


def _status(error: AnymailAPIError) -> int | None:
    """The answer's HTTP status; of Amazon's, what it comes to."""
    answer = getattr(error.__cause__, "response", None)
    if not isinstance(answer, dict):
        status: int | None = error.status_code
        return status
    code = answer.get("Error", {}).get("Code", "")
    return OF_AMAZON.get(code) or answer.get("ResponseMetadata", {}).get(
        "HTTPStatusCode"
    )


def _body(error: AnymailAPIError) -> str:
    return str(getattr(error.response, "text", ""))


def _never_connected(error: AnymailAPIError) -> bool:
    cause = error.__cause__
    said = f"{type(cause).__name__} {cause!r}"
    return isinstance(error, requests.ConnectTimeout) or (
        error.response is None and any(one in said for one in NEVER_CONNECTED)
    )


def _said(error: Exception) -> str:
    """The error in one line, as a reply may be kept."""
    return " ".join(str(error).split())[:300]
