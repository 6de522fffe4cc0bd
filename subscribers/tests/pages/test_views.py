import json
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import signing
from django.utils import timezone

from subscribers.consent import abuse as defence
from subscribers.consent import tokens
from subscribers.consent.networks import client_ip, network_of
from subscribers.consent.record import WORDING, Circumstances
from subscribers.consent.status import subscribe
from subscribers.consent.tokens import Purpose
from subscribers.delivery import confirmations
from subscribers.letters.compose import Reader, compose
from subscribers.models import AttackMode, Confirmation, Subscriber, Suppression
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
Status = Subscriber.Status


@pytest.fixture
def weekly():
    return make_newsletter()


@pytest.fixture
def unhurried(monkeypatch):
    """Forms are judged as if they had been shown a minute ago."""
    monkeypatch.setattr(defence, "QUICKEST", timedelta(seconds=-1))


def form(**values):
    return {"email": "ada@example.org", "stamp": defence.stamp(), **values}


def ask(client, ip="203.0.113.7", **values):
    body = {"email": "ada@example.org", **values}
    return client.post(
        "/api/subscribe", json.dumps(body), "application/json", REMOTE_ADDR=ip
    )


def test_a_form_leads_to_a_letter_and_its_button_to_the_list(
    client, weekly, unhurried, tmp_path
):
    assert client.post("/subscribe", form()).status_code == 200
    confirmations.send_due(timezone.now())
    (letter,) = Path(tmp_path / "letters" / "confirmations").iterdir()
    link = re.search(rb"http://localhost:8000(/confirm/\S+)", letter.read_bytes())
    path = link[1].decode()

    assert "Confirm" in client.get(path).content.decode()
    assert Subscriber.objects.get().status == Status.PENDING
    client.post(path)

    assert Subscriber.objects.get().status == Status.ACTIVE


def test_known_and_unknown_addresses_get_the_same_answer(client, weekly, unhurried):
    make_reader(weekly, "known@example.org")
    make_reader(weekly, "left@example.org", status=Status.UNSUBSCRIBED)

    pages = {
        client.post("/subscribe", form(email=f"{name}@example.org")).content
        for name in ("known", "left", "unknown")
    }
    answers = {ask(client, email=f"{name}@example.org").content
               for name in ("known", "left", "unknown")}  # fmt: skip

    assert len(pages) == len(answers) == 1


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({}, 202),
        ({"email": "Ünïcode@müller.de"}, 202),
        ({"email": "😀@example.org"}, 202),
        ({"email": "nobody"}, 400),
        ({"email": "a@b.de\r\nBcc: x@y.de"}, 400),
        ({"email": ["a@b.de"]}, 400),
        ({"email": "a" * 2000 + "@b.de"}, 400),
        ({"newsletter": "none-such"}, 404),
    ],
)
def test_the_api_says_what_is_wrong(client, weekly, values, status):
    assert ask(client, **values).status_code == status


def test_the_api_takes_a_form_too(client, weekly):
    response = client.post("/api/subscribe", {"email": "ada@example.org"})

    assert response.status_code == 202
    assert Subscriber.objects.exists()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"x", "multipart/form-data"),
        (b"x", "multipart/form-data; boundary=\xc3"),
        (b"email=a@b.de", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"&".join(b"a=1" for _ in range(3000)), "application/x-www-form-urlencoded"),
        (b"a" * 9_000_000, "application/x-www-form-urlencoded"),
        (b'{"email":"' + b"a" * 20_000 + b'@b.de"}', "application/json"),
        (b'{"email":"a@b.de","newsletter":"\\u0000"}', "application/json"),
        (b"email=a@b.de&newsletter=%00", "application/x-www-form-urlencoded"),
        (b"email=" + b"a" * 2000, "application/x-www-form-urlencoded"),
    ],
)
def test_nothing_that_is_posted_breaks_the_form_or_the_api(
    client, weekly, body, content_type
):
    page = client.generic("POST", "/subscribe", body, content_type)
    answer = client.generic("POST", "/api/subscribe", body, content_type)

    assert (page.status_code, answer.status_code) == (400, 400)
    assert "<h1>Subscribe</h1>" in page.content.decode()
    assert answer.json()["status"] == "invalid"


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"[" * 9000])
def test_the_api_refuses_what_is_no_object(client, weekly, body):
    response = client.generic("POST", "/api/subscribe", body, "application/json")

    assert response.status_code == 400


def test_a_full_list_is_told(client):
    weekly = make_newsletter(subscriber_cap=1)
    make_reader(weekly)

    assert ask(client).status_code == 409


def test_a_robot_that_fills_in_the_hidden_field_is_thanked_and_forgotten(
    client, weekly, unhurried
):
    page = client.post("/subscribe", form(website="http://spam.example"))

    assert page.status_code == 200
    assert not Subscriber.objects.exists()


@pytest.mark.parametrize("stamp", ["", "form:xyz:abc", None])
def test_a_form_sent_at_once_or_without_its_stamp_is_shown_again(client, weekly, stamp):
    values = form() if stamp is None else form(stamp=stamp)

    page = client.post("/subscribe", values)

    assert page.status_code == 400
    assert "ada@example.org" in page.content.decode()
    assert not Subscriber.objects.exists()


def test_one_address_can_sign_up_only_so_many_people_an_hour(client, weekly, settings):
    settings.SIGNUPS_PER_IP = 3

    statuses = [ask(client, email=f"r{n}@example.org").status_code for n in range(5)]

    assert statuses == [202, 202, 202, 429, 429]
    assert Subscriber.objects.count() == 3


def test_a_network_is_limited_though_each_of_its_addresses_is_used_once(
    client, weekly, settings
):
    settings.SIGNUPS_PER_NETWORK = 3

    for n in range(6):
        ask(client, ip=f"203.0.113.{n}", email=f"r{n}@example.org")

    assert Subscriber.objects.count() == 3


def test_a_flood_switches_attack_mode_on_and_the_operator_is_told(
    client,
    weekly,
    settings,
    mailoutbox,
    monkeypatch,
    django_capture_on_commit_callbacks,
):
    settings.OPERATOR_EMAILS = ["operator@example.org"]
    settings.SUBSCRIBER_CAP = 0
    monkeypatch.setattr(defence, "ATTACK_CONFIRMATIONS", 5)

    with django_capture_on_commit_callbacks(execute=True):
        for n in range(8):
            ask(client, ip=f"198.51.{n}.1", email=f"r{n}@d{n}.org")

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


def test_a_confirmation_letter_holds_nothing_a_stranger_wrote(weekly, tmp_path):
    subscribe(weekly, "buy.cheap.pills@example.org", Circumstances(timezone.now()))

    letter = confirmations.compose(Confirmation.objects.get())
    content = letter.content(eight_bit=True)

    assert content.count(b"pills") == 1
    assert b"To: buy.cheap.pills@example.org\r\n" in content


def links_of_a_letter(reader, issue):
    filled = compose(issue, at=timezone.now()).letter(Reader(1, reader.pk, "x@y.de"))
    text = filled.content(eight_bit=True).decode()
    return set(re.findall(r"http://localhost:8000(/[^\s\"<>]+)", text))


@pytest.mark.parametrize("status", [Status.ACTIVE, Status.PAUSED, Status.UNSUBSCRIBED])
def test_a_robot_that_opens_every_link_of_a_letter_changes_nothing(client, status):
    issue = make_issue()
    reader = make_reader(issue.newsletter, status=status)
    links = links_of_a_letter(reader, issue)
    seen = set()
    before = list(Subscriber.objects.values())

    while links:
        link = links.pop()
        seen.add(link)
        for method in (client.get, client.head, client.options):
            method(link)
        found = re.findall(
            r'(?:href|action)="(/(?!static)[^"]*)"', client.get(link).content.decode()
        )
        links |= set(found) - seen

    assert any("/unsubscribe/" in link for link in seen)
    assert any("/preferences/" in link for link in seen)
    assert list(Subscriber.objects.values()) == before


def test_one_click_works_without_cookie_or_csrf_and_without_a_redirect(client):
    client.handler.enforce_csrf_checks = True
    reader = make_reader(make_newsletter())
    token = tokens.make(Purpose.UNSUBSCRIBE, reader.pk)

    response = client.post(f"/unsubscribe/{token}", {"List-Unsubscribe": "One-Click"})

    assert response.status_code == 200
    assert not response.cookies
    reader.refresh_from_db()
    assert reader.status == Status.UNSUBSCRIBED


def test_an_unsubscribing_can_be_taken_back_from_its_page(client):
    reader = make_reader(make_newsletter(), confirmed_at=timezone.now())
    token = tokens.make(Purpose.UNSUBSCRIBE, reader.pk)

    page = client.post(f"/unsubscribe/{token}").content.decode()
    (undo,) = re.findall(r'action="(/come-back/[^"]+)"', page)
    client.get(undo)
    reader.refresh_from_db()
    assert reader.status == Status.UNSUBSCRIBED
    client.post(undo)

    reader.refresh_from_db()
    assert reader.status == Status.ACTIVE


@pytest.mark.parametrize("purpose", list(Purpose))
def test_a_token_of_one_purpose_opens_no_other_door(client, purpose):
    reader = make_reader(make_newsletter(), status=Status.PENDING)
    token = tokens.make(purpose, reader.pk)

    for door in set(Purpose) - {purpose}:
        assert client.post(f"/{door}/{token}").status_code == 404


@pytest.mark.parametrize(("minutes", "status"), [(-1, 200), (1, 404)])
def test_the_button_of_a_confirmation_works_for_two_days(
    client, monkeypatch, minutes, status
):
    reader = make_reader(make_newsletter(), status=Status.PENDING)
    token = tokens.make(Purpose.CONFIRM, reader.pk)
    later = time.time() + 48 * 3600 + 60 * minutes
    monkeypatch.setattr(signing.time, "time", lambda: later)

    assert client.post(f"/confirm/{token}").status_code == status

    reader.refresh_from_db()
    assert (reader.status == Status.ACTIVE) == (status == 200)


@pytest.mark.parametrize("token", ["1", "1.abc", "x" * 500, "1.%00", "../1"])
def test_a_token_that_was_made_up_opens_nothing(client, token):
    reader = make_reader(make_newsletter())

    assert client.post(f"/unsubscribe/{token}").status_code == 404

    reader.refresh_from_db()
    assert reader.status == Status.ACTIVE


def test_no_link_of_a_letter_holds_the_address(client):
    issue = make_issue()
    reader = make_reader(issue.newsletter, "ada@example.org")

    for link in links_of_a_letter(reader, issue):
        assert "ada" not in link
        assert "%40" not in link


def test_preferences_are_saved_exported_and_erased_by_post_only(client):
    reader = make_reader(make_newsletter(topics=["agents", "chips"]), "ada@example.org")
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    client.post(page, {"pace": "paused", "less_of": ["chips"]})
    reader.refresh_from_db()
    exported = client.post(f"{page}/export").json()
    assert client.get(f"{page}/erase").status_code == 405
    client.post(f"{page}/erase")
    assert Subscriber.objects.exists()
    client.post(f"{page}/erase", {"sure": "yes"})

    assert (reader.status, reader.less_of) == (Status.PAUSED, ["chips"])
    assert exported["address"] == "ada@example.org"
    assert not Subscriber.objects.exists()
    assert Suppression.objects.exists()
    assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    "values", [{}, {"List-Unsubscribe": "One-Click"}, {"pace": ""}]
)
def test_preferences_not_chosen_are_not_changed(client, values):
    weekly = make_newsletter(topics=["chips"])
    reader = make_reader(weekly, status=Status.PAUSED, less_of=["chips"])
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    response = client.post(page, values)

    assert response.status_code == 400
    reader.refresh_from_db()
    assert (reader.status, reader.less_of) == (Status.PAUSED, ["chips"])


def test_whoever_is_not_sure_of_erasing_goes_back_by_a_link(client):
    reader = make_reader(make_newsletter())
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    asked = client.post(f"{page}/erase").content.decode()

    assert f'<a href="{page}">Back</a>' in asked
    assert "<form" not in asked


def test_a_page_about_topics_promises_no_more_than_is_done(client):
    reader = make_reader(make_newsletter(topics=["chips"]))

    page = client.get(f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}")

    assert "yours does not change by itself" in page.content.decode()


def test_what_is_kept_as_consent_stands_beside_every_form(client, weekly):
    for path in ("/", "/subscribe"):
        assert WORDING in client.get(path).content.decode()

    make_newsletter()

    assert WORDING in client.get("/subscribe").content.decode()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "ip", "network"),
    [
        (0, "198.51.100.9", "203.0.113.7", "203.0.113.7", "203.0.113.0/24"),
        (1, "8.8.8.8, 198.51.100.9", "10.0.0.1", "198.51.100.9", "198.51.100.0/24"),
        (2, "8.8.8.8", "10.0.0.1", "10.0.0.1", "10.0.0.0/24"),
        (1, "made up", "10.0.0.1", "10.0.0.1", "10.0.0.0/24"),
        (1, "198.51.100.9:4711", "10.0.0.1", "198.51.100.9", "198.51.100.0/24"),
        (1, "[2001:db8:1:2::7]:47", "::1", "2001:db8:1:2::7", "2001:db8:1::/48"),
        (0, "", "::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"),
        (0, "", "", "", ""),
    ],
)
def test_where_a_request_came_from_is_what_our_own_proxies_say(
    rf, settings, proxies, forwarded, remote, ip, network
):
    settings.TRUSTED_PROXIES = proxies
    request = rf.get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR=remote)

    assert client_ip(request) == ip
    assert network_of(ip) == network


def test_an_address_in_the_query_unsubscribes_nobody(client):
    reader = make_reader(make_newsletter(), "ada@example.org")

    client.get("/unsubscribe?email=ada@example.org")
    client.post("/unsubscribe?email=ada@example.org")

    reader.refresh_from_db()
    assert reader.status == Status.ACTIVE
