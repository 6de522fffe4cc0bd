"""What letters carry that left before today: literal, as an earlier version signed it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from newsletter.models import Issue, Newsletter
from subscribers.addresses import hashed
from subscribers.consent import abuse, tokens
from subscribers.consent.tokens import Purpose
from subscribers.letters import references
from subscribers.letters.compose import compose
from subscribers.signatures import (
    NobodysLink,
    Salt,
    keys,
    operators_token,
    read_operators_token,
)

KEY = "a-key-for-tests-of-sent-letters"
SIGNED_AT = datetime(2025, 8, 7, 9, tzinfo=UTC)
SENT = {
    Purpose.CONFIRM: "12.1ujwTg.UduWO_MDC_DJ53VensOC1f-leOR631xbRz8-BwsZtcA",
    Purpose.UNSUBSCRIBE: "12.giIXQ2LGy-m2jYmIEOxyb4s9v5V_iJmNzSVOUS3QIW4",
    Purpose.COME_BACK: "12.1ujwTg.YCjgx2xud_rU3UHKtgIRQ_GA8L8hlev4hCTDTy1Q-T8",
    Purpose.PREFERENCES: "12.1B0W2mEQYhsX2931KreWRYJZOJ3eBmqn64OQCTb9j-0",
    Purpose.EDITION: "12.CifU0theZudQ6f5cuSiM3tzq1RWhTnk0iif9yalmbBE",
}
FORM = "form:1ujwTg:mvn1TnTZwtnLm8KXBdigpZobR2Z1Mbtgkb9nyVgSTvk"
DELIVERY = "34.0279d6f46dad50af"
LETTER = "5.12.498d344172b74750"
MARKS = "7e258600e55ac899887280df2547f34ec2925a0d"
ADDRESS_HASH = "a61c5a6ce2e971c9d09d611ddeca76d7b6ed23e71d104d74e24d59c21df4e4dc"


@pytest.fixture(params=["the key", "the key before"], autouse=True)
def _key(request, settings):
    """What was sent must be known under the same key, and after a change of it."""
    if request.param == "the key":
        settings.SECRET_KEY = KEY
    else:
        settings.SECRET_KEY_FALLBACKS = [KEY]


@pytest.mark.parametrize("purpose", SENT)
def test_a_link_in_a_letter_that_was_sent_goes_on_working(purpose):
    with time_machine.travel(SIGNED_AT + timedelta(minutes=1)):
        assert tokens.read(purpose, SENT[purpose]) == 12


def test_a_form_that_was_open_meanwhile_is_taken():
    with time_machine.travel(SIGNED_AT + timedelta(minutes=1)):
        assert abuse.judge_form(FORM) == "good"


def test_a_bounce_of_a_letter_that_was_sent_finds_its_delivery():
    assert references.deliveries_in(f"b+{DELIVERY}@crux.example") == {34}
    assert references.letters_in(f"<{LETTER}@crux.example>") == {(5, 12)}


@pytest.mark.django_db
def test_what_is_made_now_is_what_was_made_then(settings):
    settings.SECRET_KEY = KEY
    issue = Issue(pk=5, number=5, slug="five", subject="Five", markdown="# Five\n")
    issue.newsletter = Newsletter(slug="weekly", title="The Weekly")

    made = compose(issue, at=SIGNED_AT).marks.key
    with time_machine.travel(SIGNED_AT, tick=False):
        assert {purpose: tokens.make(purpose, 12) for purpose in SENT} == SENT
        assert abuse.stamp() == FORM
    assert references.of_delivery(34) == DELIVERY
    assert references.of_letter(5, 12) == LETTER
    assert made == MARKS
    assert hashed("Ada@Example.org", KEY) == ADDRESS_HASH


def test_only_the_newest_key_signs(settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old", "older"]

    assert keys() == ("new", "old", "older")
    assert tokens.make(Purpose.UNSUBSCRIBE, 12) != SENT[Purpose.UNSUBSCRIBE]


def test_no_two_salts_are_alike():
    assert len({str(salt) for salt in Salt}) == len(Salt) == 18


# --- Links of operators' letters ----------------------------------------------------

OPERATORS = ("ops@example.com", "ana@example.com")


def test_an_operators_link_says_whose_it_is_and_names_no_address():
    token = operators_token(Salt.APPROVE, "12.abc", "Ana@example.com")

    assert read_operators_token(Salt.APPROVE, token, OPERATORS) == (
        "12.abc",
        "ana@example.com",
    )
    assert "ana" not in token.lower().rpartition(".")[0]


@pytest.mark.parametrize(
    ("salt", "operators"), [(Salt.STOP, OPERATORS), (Salt.APPROVE, OPERATORS[:1])]
)
def test_it_is_worth_nothing_for_another_act_nor_once_they_are_gone(salt, operators):
    token = operators_token(Salt.APPROVE, "12.abc", "ana@example.com")

    with pytest.raises(NobodysLink):
        read_operators_token(salt, token, operators)


@pytest.mark.parametrize("token", ["", "12", "12.abc", "12.abd.{signature}"])
def test_a_link_that_was_cut_or_changed_says_nothing(token):
    signature = operators_token(Salt.STOP, "12.abc", OPERATORS[0]).rpartition(".")[2]

    with pytest.raises(NobodysLink):
        read_operators_token(Salt.STOP, token.format(signature=signature), OPERATORS)


def test_an_older_key_may_have_signed_an_operators_link(settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    token = operators_token(Salt.STOP, "12.abc", OPERATORS[0])

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]

    assert read_operators_token(Salt.STOP, token, OPERATORS)[0] == "12.abc"
