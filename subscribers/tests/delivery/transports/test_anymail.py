from collections import Counter

import pytest
import requests
from anymail.backends.base import AnymailBaseBackend
from anymail.exceptions import AnymailAPIError, AnymailRequestsAPIError
from anymail.message import AnymailRecipientStatus
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.utils import timezone

from subscribers.consent.record import Circumstances
from subscribers.consent.status import subscribe
from subscribers.delivery import send as delivery
from subscribers.delivery.transports import anymail
from subscribers.delivery.transports.anymail import KEYED, ProviderTransport
from subscribers.delivery.transports.base import Result, Unreachable
from subscribers.letters import references
from subscribers.letters.envelope import Letter, Parts
from subscribers.models import Bounce, Delivery, Subscriber
from subscribers.tests.support.makers import make_issue, make_reader, make_readers

TEST = "anymail.backends.test.EmailBackend"


REFUSED = {
    "recipient_status": {
        "ada@example.org": AnymailRecipientStatus(message_id="1", status="rejected")
    }
}

TAKEN = {
    "recipient_status": {
        "ada@example.org": AnymailRecipientStatus(message_id="1", status="queued")
    }
}


@pytest.fixture(autouse=True)
def silences():
    """What is remembered of each provider that does not answer: nothing yet."""
    anymail._silences.clear()
    return anymail._silences


def letter(reference="7.0123456789abcdef"):
    headers = {"X-Delivery-ID": reference, "List-Id": "The Weekly <weekly.x.test>"}
    parts = Parts("A week", "Weekly <a@x.test>", "text", "<p>html</p>", headers)
    return Letter(7, reference, "b+7@x.test", "ada@example.org", None, lambda: parts)


def confirmation():
    """One of no issue: it has no name of a delivery among its headers."""
    parts = Parts("Confirm", "Weekly <a@x.test>", "text", "<p>html</p>", {})
    return Letter(7, "confirm.7.0", "a@x.test", "ada@example.org", None, lambda: parts)


def result_of(transport):
    ((_, outcome),) = transport.carry([letter()])
    return outcome.result


def test_a_provider_gets_parts_headers_and_the_name_of_the_delivery():
    assert result_of(ProviderTransport(TEST)) is Result.ACCEPTED

    (message,) = mail.outbox
    assert message.alternatives[0][0] == "<p>html</p>"
    assert message.anymail_test_params["metadata"] == {"delivery": letter().reference}
    assert message.anymail_test_params["envelope_sender"] == "b+7@x.test"
    assert message.extra_headers["List-Id"] == "The Weekly <weekly.x.test>"


class Answering(ProviderTransport):
    """A provider that answers as it is told."""

    def __init__(self, answer, *, is_keyed=False):
        super().__init__(TEST)
        self.answer = answer
        self.is_keyed = is_keyed

    def _message(self, letter):
        message = super()._message(letter)
        message.anymail_test_response = self.answer
        return message


def never_found():
    """As anymail tells it where a provider's name has no address."""
    error = type("Error", (AnymailAPIError, requests.ConnectionError), {})()
    error.__cause__ = requests.ConnectionError("NameResolutionError(failed to resolve)")
    return error


NO_NAME = never_found()


def refusal(code, body=b""):
    response = requests.Response()
    response.status_code = code
    response._content = body
    return AnymailRequestsAPIError(response=response, status_code=code)


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (refusal(422), Result.REJECTED),
        (refusal(413), Result.REJECTED),
        (refusal(500), Result.UNCERTAIN),
        # Taken, and what was said of it cannot be read.
        (refusal(200, b"<html>"), Result.UNCERTAIN),
        (AnymailAPIError("read timed out"), Result.UNCERTAIN),
        (REFUSED, Result.REJECTED),
    ],
)
def test_each_answer_of_a_provider_has_its_result(answer, result):
    assert result_of(Answering(answer)) is result


class Turning(Answering):
    """A provider that answers each time as the list says, the last for ever."""

    def __init__(self, answers, *, is_keyed):
        super().__init__(None, is_keyed=is_keyed)
        self.answers = list(answers)
        self.offered = 0

    def _message(self, letter):
        self.offered += 1
        self.answer = self.answers.pop(0) if self.answers[1:] else self.answers[0]
        return super()._message(letter)


@pytest.fixture
def waits(monkeypatch):
    """How long a provider was waited for, without waiting."""
    slept = []
    monkeypatch.setattr(anymail.time, "sleep", slept.append)
    return slept


@pytest.mark.parametrize(
    "lost", [refusal(500), refusal(409), AnymailAPIError("read timed out")]
)
def test_where_the_provider_knows_a_key_a_missing_answer_is_asked_for_again(
    lost, waits
):
    transport = Turning([lost, lost, TAKEN], is_keyed=True)

    assert result_of(transport) is Result.ACCEPTED

    assert transport.offered == 3
    assert sum(waits) < 900  # Brevo forgets a key after a quarter of an hour


def test_a_letter_that_never_gets_an_answer_is_held_and_never_left_for_later(waits):
    transport = Turning([refusal(500)], is_keyed=True)

    assert result_of(transport) is Result.UNCERTAIN

    assert transport.offered == 4


def test_a_letter_that_was_taken_before_its_answer_got_lost_is_accepted(waits):
    known = refusal(400, b'{"code": "duplicate_parameter", "message": "Key exists"}')

    keyed = Turning([AnymailAPIError("read timed out"), known], is_keyed=True)

    assert result_of(keyed) is Result.ACCEPTED
    assert result_of(Answering(known)) is Result.REJECTED


def test_without_a_key_a_letter_is_offered_once(waits):
    transport = Turning([refusal(503), TAKEN], is_keyed=False)

    assert result_of(transport) is Result.UNCERTAIN
    assert transport.offered == 1


def test_a_provider_that_asks_to_slow_down_is_asked_more_slowly(waits):
    busy = refusal(429)
    busy.response.headers["Retry-After"] = "7"
    transport = Turning([busy, busy, TAKEN], is_keyed=False)

    assert result_of(transport) is Result.ACCEPTED

    assert [wait for wait in waits if wait == 7.0] == [7.0, 7.0]
    assert transport.throttle.wait(anymail.LANE, 0.0) > 0


def test_a_provider_that_stays_busy_costs_a_letter_nothing(waits):
    with pytest.raises(Unreachable, match="busy"):
        result_of(Answering(refusal(429)))


def test_a_provider_that_is_down_leaves_few_letters_uncertain(waits):
    transport = Answering(refusal(500))
    results = []

    carried = transport.carry(letter() for _ in range(50))
    with pytest.raises(Unreachable, match="does not answer"):
        results.extend(outcome.result for _, outcome in carried)

    assert results == [Result.UNCERTAIN] * anymail.MOST_UNANSWERED


def test_a_provider_that_was_silent_is_tried_with_one_letter_and_ever_more_seldom(
    waits, monkeypatch
):
    clock = [1000.0]
    monkeypatch.setattr(anymail.time, "monotonic", lambda: clock[0])
    tried = []

    def try_at(seconds):
        clock[0] = 1000.0 + seconds
        transport = Answering(refusal(503))
        with pytest.raises(Unreachable):
            tried.extend(transport.carry(letter() for _ in range(5)))
        return len(tried)

    assert [try_at(at) for at in (0, 29, 31, 90, 92, 211, 213)] == [3, 3, 4, 4, 5, 5, 6]


def test_a_provider_that_answers_again_is_no_longer_held_to_be_silent(waits):
    silent = Answering(refusal(503))
    with pytest.raises(Unreachable):
        list(silent.carry(letter() for _ in range(5)))
    silent.silence.until = 0.0

    answering = Answering(TAKEN)

    assert len(list(answering.carry(letter() for _ in range(5)))) == 5


@pytest.mark.parametrize("code", [401, 402, 403, 404])
def test_a_wrong_key_of_ours_blames_no_letter(code):
    with pytest.raises(Unreachable):
        result_of(Answering(refusal(code)))


@pytest.mark.parametrize("code", [408, 420, 425])
def test_what_was_not_taken_now_is_asked_for_again(code, waits):
    assert result_of(Turning([refusal(code), TAKEN], is_keyed=False)) is Result.ACCEPTED


@pytest.mark.parametrize("then", [refusal(429), refusal(401), NO_NAME])
def test_a_letter_in_doubt_stays_so_whatever_comes_then(then, waits):
    transport = Turning([AnymailAPIError("read timed out"), then], is_keyed=True)

    assert result_of(transport) is Result.UNCERTAIN


def test_a_provider_whose_name_is_not_found_took_nothing():
    with pytest.raises(Unreachable, match="lets nobody in"):
        result_of(Answering(NO_NAME))


class OfAmazon(Exception):
    """As botocore raises it."""

    def __init__(self, code, status):
        super().__init__(code)
        answer = {"HTTPStatusCode": status}
        self.response = {"Error": {"Code": code}, "ResponseMetadata": answer}


def amazons(code, status):
    error = AnymailAPIError(code)
    error.__cause__ = OfAmazon(code, status)
    return error


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (amazons("MessageRejected", 400), Result.REJECTED),
        (amazons("InternalFailure", 500), Result.UNCERTAIN),
        (amazons("SendingPausedException", 400), Unreachable),
        (amazons("TooManyRequestsException", 429), Unreachable),
    ],
)
def test_each_answer_of_amazon_has_its_result(answer, result, waits):
    transport = Answering(answer)

    if result is Unreachable:
        with pytest.raises(Unreachable):
            result_of(transport)
    else:
        assert result_of(transport) is result


def test_amazon_is_offered_a_letter_once(monkeypatch):
    given = []
    monkeypatch.setattr(anymail, "import_string", lambda _: AnymailBaseBackend)
    monkeypatch.setattr(anymail, "get_connection", lambda _, **one: given.append(one))

    ProviderTransport(anymail.SES)

    [options] = given
    assert options["client_params"] == {
        "config": {"retries": {"total_max_attempts": 1}}
    }


def test_resend_is_told_a_key_that_stays_the_same(settings):
    settings.ANYMAIL = {"RESEND_API_KEY": "x"}
    transport = ProviderTransport("anymail.backends.resend.EmailBackend")
    sent = []

    class Session:
        def request(self, **values):
            sent.append(values)
            response = requests.Response()
            response.status_code = 200
            response._content = b'{"id": "abc"}'
            return response

        def close(self):
            pass

    for _ in range(2):
        transport.backend.session = Session()
        assert result_of(transport) is Result.ACCEPTED
    transport.backend.session = Session()
    [(_, outcome)] = transport.carry([confirmation()])

    keys = [values["headers"]["Idempotency-Key"] for values in sent]
    assert keys == ["letter-7.0123456789abcdef"] * 2 + ["letter-confirm.7.0"]
    assert outcome.result is Result.ACCEPTED


def test_every_keyed_backend_can_be_made(settings):
    settings.ANYMAIL = {"RESEND_API_KEY": "x", "BREVO_API_KEY": "x"}

    for backend in KEYED:
        assert ProviderTransport(backend).is_keyed


@pytest.mark.django_db
def test_no_more_than_the_letter_at_the_provider_is_in_doubt(monkeypatch):
    issue = make_issue()
    make_readers(issue.newsletter, 12)
    seen = []

    class Watching(ProviderTransport):
        def _offer(self, letter):
            states = Delivery.objects.values_list("state", flat=True)
            seen.append(Counter(states)["started"])
            return super()._offer(letter)

    monkeypatch.setattr(delivery, "open_transport", lambda _: Watching(TEST))

    assert delivery.send(issue).accepted == 12
    assert seen == [1] * 12


@pytest.mark.django_db
class TestEvents:
    @pytest.fixture
    def sent(self):
        issue = make_issue()
        make_reader(issue.newsletter, "ada@example.org")
        delivery.send(issue)
        return Delivery.objects.get()

    def tell(self, sent, kind, **values):
        reference = values.pop("reference", references.of_delivery(sent.pk))
        event = AnymailTrackingEvent(
            event_type=kind,
            timestamp=timezone.now(),
            metadata={"delivery": reference},
            **values,
        )
        tracking.send(object, event=event, esp_name="Test")

    def test_a_hard_bounce_ends_in_no_more_letters(self, sent):
        self.tell(sent, "bounced", mta_response="550 5.1.1 user unknown")

        assert Subscriber.objects.get().status == Subscriber.Status.BOUNCED
        assert Bounce.objects.get().kind == "hard"

    def test_hearing_of_it_twice_counts_once(self, sent):
        for _ in range(3):
            self.tell(sent, "bounced", mta_response="452 4.2.2 mailbox full")

        assert Subscriber.objects.get().bounce_score == 2

    def test_a_complaint_lets_the_reader_go_for_ever(self, sent):
        self.tell(sent, "complained")
        weekly = sent.issue.newsletter

        subscribe(weekly, "ada@example.org", Circumstances(timezone.now()))

        assert Subscriber.objects.get().status == Subscriber.Status.UNSUBSCRIBED

    def test_an_event_that_names_no_delivery_truly_does_nothing(self, sent):
        self.tell(sent, "complained", reference=f"{sent.pk}.{'0' * 16}")

        assert not Bounce.objects.exists()

    def test_what_a_crash_left_uncertain_is_settled_by_the_provider(self, sent):
        Delivery.objects.update(state="uncertain")

        self.tell(sent, "delivered")

        sent.refresh_from_db()
        assert sent.state == Delivery.State.ACCEPTED
