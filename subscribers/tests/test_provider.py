import pytest
import requests
from anymail.exceptions import AnymailAPIError, AnymailRequestsAPIError
from anymail.message import AnymailRecipientStatus
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.utils import timezone

from subscribers import delivery, references
from subscribers.consent import Circumstances, subscribe
from subscribers.models import Bounce, Delivery, Subscriber
from subscribers.tests.makers import make_issue, make_reader
from subscribers.transports.base import Letter, Parts, Result, Unreachable
from subscribers.transports.provider import KEYED, ProviderTransport

TEST = "anymail.backends.test.EmailBackend"


REFUSED = {
    "recipient_status": {
        "ada@example.org": AnymailRecipientStatus(message_id="1", status="rejected")
    }
}


def letter(reference="7.0123456789abcdef"):
    headers = {"X-Delivery-ID": reference, "List-Id": "The Weekly <weekly.x.test>"}
    parts = Parts("A week", "Weekly <a@x.test>", "text", "<p>html</p>", headers)
    return Letter(7, reference, "b+7@x.test", "ada@example.org", None, lambda: parts)


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


def refusal(code):
    response = requests.Response()
    response.status_code = code
    return AnymailRequestsAPIError(response=response, status_code=code)


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (refusal(429), Result.DEFERRED),
        (refusal(422), Result.REJECTED),
        (refusal(500), Result.UNCERTAIN),
        (AnymailAPIError("read timed out"), Result.UNCERTAIN),
        (REFUSED, Result.REJECTED),
    ],
)
def test_each_answer_of_a_provider_has_its_result(answer, result):
    assert result_of(Answering(answer)) is result


def test_where_the_provider_knows_a_key_a_missing_answer_is_asked_for_again():
    assert result_of(Answering(refusal(500), is_keyed=True)) is Result.DEFERRED


def test_a_wrong_key_of_ours_blames_no_letter():
    with pytest.raises(Unreachable):
        result_of(Answering(refusal(401)))


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

    keys = {values["headers"]["Idempotency-Key"] for values in sent}
    assert keys == {"letter-7.0123456789abcdef"}


def test_every_keyed_backend_can_be_made(settings):
    settings.ANYMAIL = {"RESEND_API_KEY": "x", "BREVO_API_KEY": "x"}

    for backend in KEYED:
        assert ProviderTransport(backend).is_keyed


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
