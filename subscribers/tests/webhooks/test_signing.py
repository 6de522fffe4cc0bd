"""Signatures of webhooks, held to the example of the specification."""

import base64
from datetime import UTC, datetime

import pytest

from subscribers.webhooks.signing import BadSecret, headers, key_of

# https://github.com/standard-webhooks/standard-webhooks, its libraries' own test.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
UID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
AT = datetime.fromtimestamp(1614265330, tz=UTC)
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_signature_is_the_specifications():
    sent = headers(UID, AT, BODY, [SECRET])

    assert sent["webhook-id"] == UID
    assert sent["webhook-timestamp"] == "1614265330"
    assert sent["webhook-signature"] == SIGNATURE


def test_while_a_secret_is_changed_both_sign():
    other = "whsec_" + base64.b64encode(b"k" * 32).decode()

    first, second = headers(UID, AT, BODY, [other, SECRET])["webhook-signature"].split()

    assert first.startswith("v1,")
    assert second == SIGNATURE


@pytest.mark.parametrize(
    "wrong", ["", "whsec_", "whsec_c2hvcnQ=", "not base64!", "whsec_" + "A" * 100]
)
def test_a_secret_that_is_too_weak_or_none_is_refused_without_telling_it(wrong):
    with pytest.raises(BadSecret) as told:
        key_of(wrong)

    assert not wrong or wrong not in str(told.value)
