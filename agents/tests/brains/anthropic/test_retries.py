import json
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import anthropic
import httpx2
import pytest

from agents.brains.anthropic import retries
from agents.brains.anthropic.retries import Patience, Trying, asked_wait, is_passing
from agents.brains.base import BrainFailed, Usage

REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/sessions")
HASTE = Patience(attempts=3, first_wait_seconds=0.001, longest_asked_seconds=1)


def status(code, kind="api_error", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = httpx2.Response(code, request=REQUEST, headers=named)
    body = {"type": "error", "error": {"type": kind, "message": "as told"}}
    client = anthropic.Anthropic(api_key="none")
    return client._make_status_error("as told", body=body, response=response)


def trying(seconds_left=10.0):
    return Trying(HASTE, lambda: seconds_left, Usage())


@pytest.fixture
def slept(monkeypatch):
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    return waits


@pytest.mark.parametrize("code", [200, 408, 429, 500, 503, 529])
def test_what_passes_by_itself_is_tried_again(code):
    assert is_passing(status(code))


@pytest.mark.parametrize("code", [400, 401, 402, 403, 404, 409, 413, 422])
def test_what_does_not_is_not(code):
    assert not is_passing(status(code))


def test_a_lock_is_asked_for_again_and_not_waited_for(slept):
    locked, one = status(409), trying()
    for _ in range(HASTE.attempts - 1):
        one.bear(locked)

    with pytest.raises(BrainFailed) as failed:
        one.bear(locked)

    assert len(slept) == HASTE.attempts - 1
    assert not failed.value.is_passing


def test_a_bill_is_never_a_passing_trouble():
    assert not is_passing(status(429, "billing_error"))


@pytest.mark.parametrize(
    "trouble",
    [httpx2.ReadTimeout("silence"), json.JSONDecodeError("cut", "", 0)],
)
def test_a_broken_line_passes(trouble):
    assert is_passing(trouble)


def test_the_wait_that_a_server_asks_for_is_read_in_all_three_forms():
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert asked_wait(status(429, retry_after="7")) == timedelta(seconds=7)
    assert asked_wait(status(429, retry_after_ms="250")) == timedelta(milliseconds=250)
    assert timedelta(80) > asked_wait(status(429, retry_after=later)) > timedelta(0)
    assert asked_wait(status(429, retry_after="soon")) is None
    assert asked_wait(status(429)) is None


def test_an_hour_is_not_waited_for_but_handed_on(slept):
    with pytest.raises(BrainFailed) as failed:
        trying().bear(status(429, retry_after="3600"))

    assert failed.value.retry_after == timedelta(hours=1)
    assert slept == []


def test_a_moment_is_waited_for(slept):
    trying().bear(status(429, retry_after="0.5"))

    assert slept == [0.5]


def test_nothing_is_waited_for_past_the_deadline(slept):
    with pytest.raises(BrainFailed):
        trying(seconds_left=0.1).bear(status(429, retry_after="0.5"))

    assert slept == []


def test_troubles_are_borne_so_often_and_counted(slept):
    lasting = trying()
    lasting.bear(status(529))
    lasting.bear(status(529))

    with pytest.raises(BrainFailed, match="529"):
        lasting.bear(status(529))

    assert lasting.troubles == 3
    assert lasting.usage.retries == 3
    assert len(slept) == 2
    assert slept[0] < slept[1]


def test_something_good_in_between_begins_the_count_anew(slept):
    lasting = trying()
    for _ in range(10):
        lasting.bear(status(529))
        lasting.calm()

    assert lasting.troubles == 0


def test_a_failure_that_another_attempt_cannot_mend_is_not_resumable():
    assert retries.failure(status(529), is_resumable=True).is_resumable
    assert not retries.failure(status(401), is_resumable=True).is_resumable
    assert retries.failure(status(401)).is_final


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (httpx2.ConnectError("refused"), "could not be reached: ConnectError"),
        (httpx2.ConnectTimeout("dark"), "could not be reached: ConnectTimeout"),
        (
            httpx2.RemoteProtocolError("peer closed connection"),
            "reply broke off before it was whole: RemoteProtocolError",
        ),
        (httpx2.ReadError("reset"), "reply broke off before it was whole: ReadError"),
        (
            httpx2.ReadTimeout("silence"),
            "was reached and said nothing for too long: ReadTimeout",
        ),
        (
            json.JSONDecodeError("cut", "", 0),
            "answer could not be read: JSONDecodeError",
        ),
    ],
)
@pytest.mark.parametrize("is_wrapped", [False, True])
def test_what_happened_on_the_line_is_told_as_it_was(trouble, told, is_wrapped):
    if is_wrapped:
        wrapped = anthropic.APIConnectionError(request=REQUEST)
        wrapped.__cause__, trouble = trouble, wrapped

    assert retries.describe(trouble).endswith(told)


def test_an_error_inside_a_stream_is_told_without_the_streams_status():
    assert retries.describe(status(529)) == "the platform answered 529: as told"
    assert retries.describe(status(200)) == (
        "the platform's reply ended in an error: as told"
    )


def test_what_went_wrong_is_told_without_an_address():
    told = retries.describe(httpx2.ConnectError("http://user:secret@host/"))

    assert told == "the platform could not be reached: ConnectError"
