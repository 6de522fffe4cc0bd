"""Real senders, a real mail server, a real database, and SIGKILL."""

import pytest

from subscribers.faults import rounds

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.usefixtures("committed"),
]


def test_senders_killed_at_random_moments_lose_and_double_nothing():
    finding = rounds.run(rounds.Plan(readers=4_000, kills=6, seed=1))

    assert finding.kills == 6
    assert finding.is_clean, finding


def test_kills_on_a_bad_day_lose_and_double_nothing():
    finding = rounds.run(rounds.Plan(readers=1_500, kills=4, seed=2, bad_day=True))

    assert finding.is_clean, finding


def test_ten_senders_at_once_send_each_letter_once():
    finding = rounds.run(rounds.Plan(readers=3_000, kills=0, senders=10, seed=3))

    assert finding.is_clean, finding
