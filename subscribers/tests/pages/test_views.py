import re
import time
from pathlib import Path

import pytest
from django.core import signing
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from newsletter.models import Issue
from subscribers.consent import abuse, record, signup, tokens
from subscribers.consent.networks import client_ip, network_of
from subscribers.consent.record import WORDING, Circumstances
from subscribers.consent.status import subscribe, suppress
from subscribers.consent.tokens import Purpose
from subscribers.delivery import confirmations
from subscribers.letters.compose import Reader, compose
from subscribers.models import (
    Confirmation,
    Consent,
    SignUpRequest,
    Subscriber,
    Suppression,
)
from subscribers.tests.support.forms import ask, form
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
Status = Subscriber.Status


def test_a_form_leads_to_a_letter_and_its_button_to_the_list(
    client, weekly, unhurried, heard, tmp_path
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


@pytest.mark.both_engines
def test_known_and_unknown_addresses_cause_the_same_work(client, weekly, settings):
    settings.SIGNUPS_PER_IP = 100
    make_reader(weekly, "known@example.org")
    make_reader(weekly, "left@example.org", status=Status.UNSUBSCRIBED)
    make_reader(weekly, "asked@example.org", status=Status.PENDING)
    suppress("never@example.org", Suppression.Reason.COMPLAINED, timezone.now())
    work = {}

    for name in ("known", "left", "asked", "never", "unknown"):
        with CaptureQueriesContext(connection) as queries:
            assert ask(client, email=f"{name}@example.org").status_code == 202
        work[name] = [re.sub(r"'[^']*'|\d+", "?", one["sql"]) for one in queries]

    assert len(work["known"]) > 3
    assert {str(one) for one in work.values()} == {str(work["known"])}


def test_a_readers_own_page_asks_once_which_newsletter_is_at_the_root(client, weekly):
    reader = make_reader(weekly)

    with CaptureQueriesContext(connection) as queries:
        client.get(f"/unsubscribe/{tokens.make(Purpose.UNSUBSCRIBE, reader.pk)}")

    root = 'WHERE "newsletter_newsletter"."is_active" ORDER BY'
    asked = [one["sql"] for one in queries if root in one["sql"]]
    assert len(asked) == 1


def test_a_mailbox_that_was_asked_for_too_often_causes_the_same_work(client, weekly):
    numbers = []

    for n in range(7):
        with CaptureQueriesContext(connection) as queries:
            assert ask(client, ip=f"198.51.{n}.1").status_code == 202
        numbers.append(len(queries))
    signup.hear()

    assert len(set(numbers)) == 1
    assert not SignUpRequest.objects.exists()
    assert Confirmation.objects.count() == 1


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

    signup.hear()
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


def test_a_list_that_filled_up_is_told_to_who_confirms_and_the_link_still_works(client):
    weekly = make_newsletter(subscriber_cap=1)
    reader = make_reader(weekly, status=Status.PENDING)
    other = make_reader(weekly)
    link = f"/confirm/{tokens.make(Purpose.CONFIRM, reader.pk)}"

    assert "The list is full" in client.post(link).content.decode()
    other.status = Status.UNSUBSCRIBED
    other.save()

    assert "Welcome" in client.post(link).content.decode()


@pytest.mark.parametrize("is_out", [False, True])
def test_who_confirms_is_led_to_the_newest_issue_where_there_is_one(client, is_out):
    weekly = make_newsletter()
    if is_out:
        make_issue(weekly, status="published")
    reader = make_reader(weekly, status=Status.PENDING)

    page = client.post(f"/confirm/{tokens.make(Purpose.CONFIRM, reader.pk)}")

    assert ("Read the latest issue" in page.content.decode()) is is_out


def test_a_robot_that_fills_in_the_hidden_field_is_thanked_and_forgotten(
    client, weekly, unhurried
):
    page = client.post("/subscribe", form(website="http://spam.example"))
    signup.hear()

    assert page.status_code == 200
    assert not Subscriber.objects.exists()


@pytest.mark.parametrize("stamp", ["", "form:xyz:abc", None])
def test_a_form_sent_at_once_or_without_its_stamp_is_shown_again(client, weekly, stamp):
    values = form() if stamp is None else form(stamp=stamp)

    page = client.post("/subscribe", values)
    signup.hear()

    assert page.status_code == 400
    assert "ada@example.org" in page.content.decode()
    assert not Subscriber.objects.exists()


def test_a_confirmation_letter_holds_nothing_a_stranger_wrote(weekly, tmp_path):
    subscribe(weekly, "buy.cheap.pills@example.org", Circumstances(timezone.now()))

    letter = confirmations.compose(Confirmation.objects.get())
    content = letter.content(eight_bit=True)

    assert content.count(b"pills") == 1
    assert b"To: buy.cheap.pills@example.org\r\n" in content


@pytest.mark.parametrize("kind", list(Confirmation.Kind))
def test_letters_that_ask_to_confirm_say_who_publishes(settings, kind):
    settings.POSTAL_ADDRESS, settings.IMPRINT_URL = "12 Long Lane", "https://a.b/who"
    reader = make_reader(make_newsletter(language="he"))
    asked = Confirmation.objects.create(subscriber=reader, kind=kind)

    parts = confirmations.compose(asked).parts()

    for said in (parts.text, parts.html):
        assert "12 Long Lane" in said
        assert "https://a.b/who" in said
    assert parts.html.count('dir="rtl"') == 2


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
        asked = (client.get, client.post)
        said = {ask(f"/{door}/{token}").status_code for ask in asked}
        assert 404 in said <= {404, 405}


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


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (Status.PENDING, 404, "Abonnieren Sie noch einmal"),
        (Status.ACTIVE, 200, "Die nächste Ausgabe geht an Sie."),
    ],
)
def test_a_link_that_is_too_old_says_what_to_do_in_the_newsletters_language(
    client, weekly, monkeypatch, status, code, said
):
    reader = make_reader(make_newsletter(slug="montag", language="de"), status=status)
    link = f"/confirm/{tokens.make(Purpose.CONFIRM, reader.pk)}"
    later = time.time() + 49 * 3600
    monkeypatch.setattr(signing.time, "time", lambda: later)

    response = client.get(link)

    assert response.status_code == code
    assert said in response.content.decode()


@pytest.mark.parametrize("purpose", [Purpose.CONFIRM, Purpose.COME_BACK])
def test_who_is_not_on_the_list_is_not_told_that_the_link_was_cut(client, purpose):
    reader = make_reader(make_newsletter(), status=Status.BOUNCED)

    page = client.post(f"/{purpose}/{tokens.make(purpose, reader.pk)}").content.decode()

    assert "You are not on the list" in page
    assert "Letters to this address came back" in page
    assert "incomplete" not in page


@pytest.mark.parametrize(
    ("asked", "language"), [("de-AT,en;q=0.5", "de"), ("fr", "en"), ("*;;", "en")]
)
def test_a_link_that_was_cut_is_answered_in_a_language_of_the_site_that_a_browser_asks_for(
    client, weekly, asked, language
):
    make_newsletter(slug="montag", language="de")

    page = client.get("/unsubscribe/cut", headers={"Accept-Language": asked})

    assert f'<html lang="{language}"' in page.content.decode()


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


def test_what_is_kept_as_consent_stands_beside_every_form(client, weekly):
    for path in ("/", "/subscribe"):
        assert WORDING in client.get(path).content.decode()

    make_newsletter()

    assert WORDING in client.get("/subscribe").content.decode()


def test_consent_is_kept_in_the_words_of_the_newsletters_form(
    client, weekly, unhurried, heard
):
    type(weekly).objects.update(language="de")
    shown = [client.get(path).content.decode() for path in ("/", "/subscribe")]

    client.post("/subscribe", form())
    client.post(f"/confirm/{tokens.make(Purpose.CONFIRM, Subscriber.objects.get().pk)}")

    asked, confirmed = Consent.objects.order_by("pk")
    assert asked.wording == confirmed.wording != WORDING
    assert all(asked.wording in page for page in shown)


def test_a_form_of_several_languages_has_the_words_of_each(client, weekly):
    make_newsletter(language="de")
    make_newsletter(language="de-AT")

    page = client.get("/subscribe").content.decode()

    assert page.count(WORDING) == page.count(record.wording_in("de")) == 1
    assert f'<span lang="de">{record.wording_in("de")}</span>' in page


def test_who_mistypes_an_address_is_asked_again_for_that_newsletter_alone(
    client, weekly, unhurried
):
    make_newsletter(title="Wochenblatt", language="de")

    answers = [
        client.post("/subscribe", form(email="ada@", newsletter=weekly.slug)),
        client.get("/subscribe", {"newsletter": weekly.slug}),
    ]

    for page in (answer.content.decode() for answer in answers):
        assert f'type="hidden" name="newsletter" value="{weekly.slug}"' in page
        assert "Wochenblatt" not in page
        assert record.wording_in("de") not in page


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


def test_a_link_of_no_use_says_so_and_shows_a_way_on(client, weekly):
    assert 'href="/latest"' not in client.get("/confirm/cut").content.decode()
    make_issue(weekly, status="published")
    reader = make_reader(weekly, "ada@example.org")
    come_back = f"/come-back/{tokens.make(Purpose.COME_BACK, reader.pk)}"
    used = f"/unsubscribe/{tokens.make(Purpose.UNSUBSCRIBE, reader.pk)}"
    reader.delete()

    for path, status in [("/confirm/cut", 404), (used, 200), (come_back, 405)]:
        response = client.get(path)
        page = response.content.decode()
        assert response.status_code == status
        assert 'href="/latest"' in page
        assert 'href="/subscribe"' in page
    assert response["Allow"] == "POST"


def test_a_second_newsletters_privacy_page_is_in_its_language(client, weekly):
    other = make_newsletter(
        slug="montag", language="de", sender_address="montag@crux.dev"
    )
    home = client.get("/n/montag/").content.decode()
    page = client.get("/privacy?newsletter=montag").content.decode()

    assert 'href="/privacy?newsletter=montag"' in home
    assert 'href="/privacy"' in client.get("/").content.decode()
    assert '<html lang="de"' in page
    assert "mailto:montag@crux.dev" in page
    assert f"· {other.title}</title>" in page
    assert '<html lang="en"' in client.get("/privacy?newsletter=none").content.decode()


@pytest.mark.parametrize("path", ["/subscribe", "/privacy"])
def test_no_name_of_a_newsletter_in_an_address_is_an_error(client, weekly, path):
    assert client.get(path, {"newsletter": "\0"}).status_code == 200


def test_the_privacy_page_follows_the_settings(client, weekly, settings):
    settings.POSTAL_ADDRESS = "1 Long Road\nSmalltown"
    settings.DEFAULT_FROM_EMAIL = "News <news@crux.dev>"
    weekly.sender_address = ""
    weekly.save()
    assert "1 Long Road" in client.get("/privacy").content.decode()
    assert "mailto:news@crux.dev" in client.get("/privacy").content.decode()
    assert "a mail server of whoever" in client.get("/privacy").content.decode()

    settings.DELIVERY_TRANSPORT = "anymail"
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"

    assert "through Postmark" in client.get("/privacy").content.decode()


def test_a_page_that_caches_keep_has_a_form_that_works(client, weekly, unhurried):
    issue = make_issue(weekly, status=Issue.Status.PUBLISHED)
    page = client.get(f"/issues/{issue.slug}/").content.decode()

    stamp = re.search(r'name="stamp" value="([^"]+)"', page)[1]
    response = client.post("/subscribe", form(stamp=stamp))

    assert "Nearly there" in response.content.decode()


def test_a_shared_stamp_is_the_same_for_ten_minutes_and_no_longer(monkeypatch):
    def stamp_at(seconds):
        monkeypatch.setattr(time, "time", lambda: float(seconds))
        return abuse.shared_stamp()

    assert stamp_at(6_000) == stamp_at(6_599) != stamp_at(6_600)
