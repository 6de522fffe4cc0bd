from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from subscribers.consent import abuse, signup, throttle
from subscribers.consent.record import Circumstances
from subscribers.consent.status import subscribe
from subscribers.delivery import confirmations
from subscribers.models import (
    AttackMode,
    Subscriber,
    Throttle,
)
from subscribers.tests.support.forms import ask, form

pytestmark = pytest.mark.django_db
Status = Subscriber.Status


def test_one_address_can_sign_up_only_so_many_people_an_hour(client, weekly, settings):
    settings.SIGNUPS_PER_IP = 3

    statuses = [ask(client, email=f"r{n}@example.org").status_code for n in range(5)]

    signup.hear()
    assert statuses == [202, 202, 202, 429, 429]
    assert Subscriber.objects.count() == 3


def test_a_network_is_limited_though_each_of_its_addresses_is_used_once(
    client, weekly, settings
):
    settings.SIGNUPS_PER_NETWORK = 3

    for n in range(6):
        ask(client, ip=f"203.0.113.{n}", email=f"r{n}@example.org")

    signup.hear()
    assert Subscriber.objects.count() == 3


def test_limits_hold_where_each_process_has_a_memory_of_its_own(
    client, weekly, settings
):
    settings.SIGNUPS_PER_IP = 3
    statuses = []

    for n in range(5):
        cache.clear()  # the next request comes to another process
        statuses.append(ask(client, email=f"r{n}@example.org").status_code)

    assert statuses == [202, 202, 202, 429, 429]


def test_the_form_and_the_api_are_counted_together(client, weekly, unhurried, settings):
    settings.SIGNUPS_PER_IP = 3

    api = [ask(client, email=f"r{n}@example.org").status_code for n in range(2)]
    page = [
        client.post(
            "/subscribe", form(email=f"f{n}@example.org"), REMOTE_ADDR="203.0.113.7"
        ).status_code
        for n in range(2)
    ]

    assert (api, page) == ([202, 202], [200, 429])


@pytest.mark.parametrize(
    "same",
    [
        [f"ada+{n}@example.org" for n in range(9)],
        ["a.d.a@gmail.com", "ada@gmail.com", "Ada+x@googlemail.com"] * 3,
    ],
)
def test_the_spellings_of_one_mailbox_count_together(weekly, same, settings):
    settings.SIGNUPS_PER_IP = 100
    now = timezone.now()

    admitted = [abuse.judge_origin(one, "203.0.113.7", now) for one in same]

    assert admitted[4:6] == ["good", "robot"]
    assert abuse.judge_origin("bob@gmail.com", "203.0.113.7", now) == "good"


def test_a_mailbox_is_not_flooded_hour_after_hour(weekly):
    begun = timezone.now()

    admitted = [
        abuse.judge_origin(
            "ada@example.org", f"198.51.{n}.1", begun + timedelta(minutes=30 * n)
        )
        for n in range(14)
    ]

    assert admitted.count("good") == abuse.SIGNUPS_PER_MAILBOX_A_DAY


@pytest.mark.parametrize(
    ("name", "addresses", "ips"),
    [
        ("SIGNUPS_PER_DOMAIN", "r{n}@x{n}.evil.org", "198.51.{n}.1"),
        ("SIGNUPS_PER_DOMAIN", "r{n}@x{n}.evil.co.uk", "198.51.{n}.1"),
        ("SIGNUPS_PER_PROVIDER", "r{n}@gmail.com", "198.51.{n}.1"),
        ("SIGNUPS_PER_IP", "r{n}@d{n}.org", "2001:db8:1:2::{n}"),
        ("SIGNUPS_PER_NETWORK", "r{n}@d{n}.org", "2001:db8:1:{n}::1"),
    ],
)
def test_an_hour_counts_over_the_addresses_of_a_network_and_a_provider(
    settings, name, addresses, ips
):
    setattr(settings, name, 3)
    now = timezone.now()

    admitted = [
        abuse.judge_origin(addresses.format(n=n), ips.format(n=n), now)
        for n in range(1, 6)
    ]
    later = abuse.judge_origin(
        addresses.format(n=7), ips.format(n=7), now + timedelta(minutes=61)
    )

    assert admitted == ["good"] * 3 + ["too many"] * 2
    assert later == "good"


def test_a_carrier_is_limited_though_each_of_its_networks_is_used_once(settings):
    settings.SIGNUPS_PER_NETWORK = 1
    now = timezone.now()

    admitted = [
        abuse.judge_origin(f"r@d{n}.org", f"2001:db8:{n}::1", now) for n in range(12)
    ]

    assert admitted == ["good"] * 10 + ["too many"] * 2


def test_no_address_stands_in_what_is_counted_and_it_is_forgotten():
    now = timezone.now()
    abuse.judge_origin("ada@example.org", "203.0.113.7", now)

    for key in Throttle.objects.values_list("key", flat=True):
        assert len(key) == 64
    throttle.forget(now + timedelta(hours=1))
    assert Throttle.objects.count() == 1  # the mailbox's day
    throttle.forget(now + timedelta(days=1))
    assert not Throttle.objects.exists()


def test_a_flood_switches_attack_mode_on_and_the_operator_is_told(
    client,
    weekly,
    settings,
    mailoutbox,
    monkeypatch,
    django_capture_on_commit_callbacks,
):
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests
    settings.OPERATOR_EMAILS = ["operator@example.org"]
    settings.SUBSCRIBER_CAP = 0
    monkeypatch.setattr(abuse, "ATTACK_CONFIRMATIONS", 5)

    with django_capture_on_commit_callbacks(execute=True):
        for n in range(8):
            ask(client, ip=f"198.51.{n}.1", email=f"r{n}@d{n}.org")
        signup.hear()

    assert AttackMode.objects.count() == 1
    assert [letter.to for letter in mailoutbox] == [["operator@example.org"]]


def test_attack_mode_holds_sign_ups_tighter_and_ends_by_itself(
    client, weekly, settings
):
    settings.SIGNUPS_PER_IP = 10
    now = timezone.now()
    mode = AttackMode.objects.create(ends_at=now + timedelta(hours=1), reason="test")

    tight = [ask(client, email=f"r{n}@example.org").status_code for n in range(3)]
    mode.ends_at = now
    mode.save()

    assert tight == [202, 202, 429]
    assert ask(client, email="later@example.org").status_code == 202


def test_no_more_confirmation_letters_leave_in_an_hour_than_allowed(weekly, settings):
    settings.CONFIRMATIONS_PER_HOUR = 2
    settings.SUBSCRIBER_CAP = 0
    now = timezone.now()
    for n in range(3):
        subscribe(weekly, f"r{n}@example.org", Circumstances(now))

    assert confirmations.send_due(now) == 2
    assert confirmations.send_due(now) == 0
    assert confirmations.send_due(now + timedelta(hours=2)) == 1
