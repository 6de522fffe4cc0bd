"""Retry and backoff: how troubles with the platform are judged, how long borne.

Waits are bounded whatever a server asks for: one that is too long hands the role to the
next brain, and the step comes back later.
"""

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import TypeVar

import anthropic
import httpx2

from agents.brains.base import BrainFailed, Usage
from newsletter.web.retry_after import seconds_asked

T = TypeVar("T")


class Unreadable(Exception):
    """The model's reply could not be read."""


# All that goes wrong between us and the platform. A stream breaks with the transport's
# own exceptions, and an empty or cut body with the decoder's.
TROUBLES = (httpx2.HTTPError, anthropic.APIError, json.JSONDecodeError, Unreadable)
# What the SDK raises where it puts a streamed reply together: for arguments of a tool that
# are no JSON, and for events that are missing, out of order or without what they should have.
NOT_READ = (ValueError, RuntimeError, AssertionError, AttributeError, LookupError)
# An `error` event inside a stream raises with the stream's own status.
PASSING_STATUSES = frozenset({200, 408, 429})
# A lock that was not to be had in time, which the SDK too would ask for again. One that
# stays is no platform that is busy: minutes change nothing.
LOCKED = HTTPStatus.CONFLICT
MONEY_CODES = frozenset(
    {"enforced_spend_limit_reached", "contract_spend_limit_reached"}
)
# What came was no answer of a platform that is busy or away: minutes change nothing.
NO_ANSWERS = (json.JSONDecodeError, Unreadable)
# What the SDK says nothing of: a web page, or the stream of another interface.
NO_REPLY = "the events of the Messages API are missing; does that server speak it?"


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long one call is tried."""

    attempts: int = 6
    first_wait_seconds: float = 0.5
    longest_wait_seconds: float = 20.0
    # A server that asks for more than this is not waited for.
    longest_asked_seconds: float = 60.0


USUAL = Patience()


def is_passing(trouble: Exception) -> bool:
    """Whether the same call may work a moment later."""
    if isinstance(trouble, anthropic.APIStatusError):
        if trouble.error_code in MONEY_CODES or trouble.type == "billing_error":
            return False
        return trouble.status_code in PASSING_STATUSES or trouble.status_code >= 500
    return not isinstance(trouble, anthropic.APIResponseValidationError)


def _is_locked(trouble: Exception) -> bool:
    return isinstance(trouble, anthropic.APIStatusError) and (
        trouble.status_code == LOCKED
    )


def failure(trouble: Exception, *, is_resumable: bool = False) -> BrainFailed:
    """The trouble as the end of this brain's attempt."""
    return BrainFailed(
        describe(trouble),
        retry_after=asked_wait(trouble),
        is_final=not is_passing(trouble),
        is_passing=is_passing(trouble) and not isinstance(trouble, NO_ANSWERS),
        is_resumable=is_resumable and is_passing(trouble),
    )


def describe(trouble: Exception) -> str:
    """One line on what went wrong, without addresses or keys."""
    if isinstance(trouble, anthropic.APIStatusError):
        said = trouble.api_message or trouble.type or "no message"
        if trouble.status_code == HTTPStatus.OK:  # an `error` event inside a stream
            return f"the platform's reply ended in an error: {said}"[:500]
        return f"the platform answered {trouble.status_code}: {said}"[:500]
    if isinstance(trouble, Unreadable):
        why = str(trouble.__cause__ or "") or NO_REPLY
        return f"its reply could not be read: {why}"[:300]
    # The SDK's own word for a line that failed hides which way it did.
    is_hiding = isinstance(trouble, anthropic.APIConnectionError)
    cause = (is_hiding and trouble.__cause__) or trouble
    return f"{_told(cause)}: {type(cause).__name__}"


def _told(trouble: BaseException) -> str:
    match trouble:
        case httpx2.RemoteProtocolError() | httpx2.ReadError():
            return "the platform's reply broke off before it was whole"
        case httpx2.ReadTimeout():
            return "the platform was reached and said nothing for too long"
        case json.JSONDecodeError() | anthropic.APIResponseValidationError():
            return "the platform's answer could not be read"
        case _:
            return "the platform could not be reached"


def asked_wait(trouble: Exception) -> timedelta | None:
    """What the server asked us to wait, in seconds, milliseconds or as a date."""
    if not isinstance(trouble, anthropic.APIStatusError):
        return None
    headers = trouble.response.headers
    now = datetime.now(UTC)
    milliseconds = seconds_asked(headers.get("retry-after-ms", ""), now)
    if milliseconds is not None:
        return timedelta(milliseconds=milliseconds)
    seconds = seconds_asked(headers.get("retry-after", ""), now)
    return None if seconds is None else timedelta(seconds=seconds)


@dataclass(slots=True)
class Trying:
    """Bears with one thing that goes wrong again and again, up to a point."""

    patience: Patience
    seconds_left: Callable[[], float]
    usage: Usage
    troubles: int = 0

    def bear(self, trouble: Exception, *, is_resumable: bool = False) -> None:
        """Wait a moment after a trouble; raises BrainFailed when it was one too many."""
        self.troubles += 1
        self.usage.retries += 1
        is_worth_it = is_passing(trouble) or _is_locked(trouble)
        if not is_worth_it or self.troubles >= self.patience.attempts:
            raise failure(trouble, is_resumable=is_resumable) from trouble
        wait = self._wait(trouble)
        if wait > min(self.patience.longest_asked_seconds, self.seconds_left()):
            raise failure(trouble, is_resumable=is_resumable) from trouble
        time.sleep(wait)

    def calm(self) -> None:
        """Something went well: the count of troubles begins anew."""
        self.troubles = 0

    def _wait(self, trouble: Exception) -> float:
        wait = self.patience.first_wait_seconds * 2.0 ** (self.troubles - 1)
        wait = min(wait, self.patience.longest_wait_seconds)
        wait *= 1 - random.random() / 4  # noqa: S311  spreads retries, guards nothing
        asked = asked_wait(trouble)
        return max(wait, asked.total_seconds()) if asked else wait

    def patiently(self, act: Callable[[], T], *, is_resumable: bool = False) -> T:
        """Do what may safely be done twice, again after troubles that pass.

        It counts its own alone: that it went well says nothing of what did not before.
        """
        before = self.troubles
        while True:
            try:
                done = act()
            except TROUBLES as trouble:
                self.bear(trouble, is_resumable=is_resumable)
            else:
                self.troubles = before
                return done
