import pytest

from subscribers.delivery.throttle import (
    LONGEST_INTERVAL,
    Throttle,
    asks_to_slow_down,
    provider_of,
)


def test_a_provider_nobody_has_asked_about_is_written_to_at_once():
    throttle = Throttle()

    assert throttle.is_free
    assert throttle.wait("google", 0) == 0


def test_a_provider_that_asks_to_slow_down_is_written_to_at_intervals():
    throttle = Throttle()
    throttle.slow_down("google", 0)
    waits = []
    for _ in range(3):
        waits.append(throttle.wait("google", 0))
        throttle.take("google", 0)

    assert waits == [0.25, 0.5, 0.75]
    assert throttle.wait("yahoo", 0) == 0


def test_asking_again_doubles_the_interval_up_to_a_limit():
    throttle = Throttle()
    for _ in range(30):
        throttle.slow_down("google", 0)

    assert throttle.wait("google", 0) == LONGEST_INTERVAL


def test_letters_that_are_taken_bring_the_speed_back_in_the_end():
    throttle = Throttle()
    throttle.slow_down("google", 0)
    taken = 0
    while not throttle.is_free:
        throttle.speed_up("google")
        taken += 1

    assert 5 < taken < 50


@pytest.mark.parametrize(
    ("reply", "asks"),
    [
        ("421 4.7.0 Try again later", True),
        ("451 4.7.650 rate limited", True),
        ("454 Throttling failure: Maximum sending rate exceeded", True),
        ("450 4.2.0 greylisted, try again later", True),
        ("452 4.2.2 mailbox full", False),
        ("550 5.1.1 user unknown", False),
        ("450 4.1.1 unknown in local table", False),
    ],
)
def test_only_what_is_about_our_pace_slows_us_down(reply, asks):
    assert asks_to_slow_down(reply) == asks


def test_domains_of_one_provider_share_its_pace():
    assert provider_of("a@GoogleMail.com") == provider_of("b@gmail.com") == "google"
    assert provider_of("c@example.org") == "example.org"
