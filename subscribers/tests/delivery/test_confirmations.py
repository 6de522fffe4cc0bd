"""Letters that ask to confirm, on a mail server's bad day: late, and never dropped."""

from datetime import UTC, datetime, timedelta

import pytest

from subscribers.consent.record import Circumstances
from subscribers.consent.status import subscribe
from subscribers.delivery import confirmations
from subscribers.delivery.transports import table
from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.models import Confirmation
from subscribers.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)


class Server(Transport):
    """It answers as it is told, for ever with the last."""

    answers = (Result.ACCEPTED,)

    def __init__(self):
        self.left = list(self.answers)

    def carry(self, letters):
        for letter in letters:
            answer = self.left.pop(0) if self.left[1:] else self.left[0]
            if isinstance(answer, Exception):
                raise answer
            yield letter, LetterOutcome(answer)

    def close(self):
        pass


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(confirmations, "open_confirmations", Server)
    monkeypatch.setattr(Server, "answers", (Result.ACCEPTED,))
    return Server


@pytest.fixture
def asked():
    """Two who signed up."""
    weekly = make_newsletter()
    for name in ("ada", "bob"):
        subscribe(weekly, f"{name}@example.org", Circumstances(NOW))


@pytest.mark.usefixtures("asked")
def test_a_mail_server_that_is_away_costs_no_try_however_long(server):
    server.answers = (Unreachable("away"),)
    for minutes in range(0, 600, 5):
        assert confirmations.send_due(NOW + timedelta(minutes=minutes)) == 0

    server.answers = (Result.ACCEPTED,)

    assert confirmations.send_due(NOW + timedelta(minutes=600, seconds=3)) == 2


@pytest.mark.usefixtures("asked")
def test_what_left_before_the_server_went_away_is_not_sent_again(server):
    server.answers = (Result.ACCEPTED, Unreachable("away"))
    assert confirmations.send_due(NOW) == 1

    server.answers = (Result.ACCEPTED,)

    assert confirmations.send_due(NOW) == 1
    assert [one.attempts for one in Confirmation.objects.all()] == [1, 1]


@pytest.mark.usefixtures("asked")
def test_what_is_refused_for_now_is_tried_again_ever_more_seldom_for_most_of_a_day(
    server,
):
    server.answers = (Result.DEFERRED,)
    waits, now = [], NOW
    while Confirmation.objects.filter(due_at__isnull=False).exists():
        confirmations.send_due(now)
        due = Confirmation.objects.order_by("pk").first().due_at
        waits.append((due - now) // timedelta(minutes=1) if due else None)
        now = due or now

    assert waits == [10, 20, 40, 80, 160, 320, 640, 1280, None]


def test_who_waits_for_a_letter_waits_no_five_minutes_for_another_ones(settings):
    settings.DELIVERY_TRANSPORT = "smtp"

    transport = table.open_confirmations()

    assert transport.lanes[0].server.timeout_seconds == table.CONFIRMATION_SECONDS
    assert len(transport.lanes) == settings.EMAIL_CONNECTIONS


@pytest.mark.parametrize(
    ("language", "spoken"), [("de", "de"), ("de-AT", "de"), ("fi", "en")]
)
def test_a_letter_that_asks_says_which_language_it_speaks(language, spoken):
    weekly = make_newsletter(language=language, title="Wochenblatt")
    subscribe(weekly, "ada@example.org", Circumstances(NOW))

    letter = confirmations.compose(Confirmation.objects.get())

    assert f"Content-Language: {spoken}\r\n".encode() in letter.content(eight_bit=True)
