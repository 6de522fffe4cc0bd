import re
import time
from pathlib import Path

import pytest
from django.core import signing
from django.utils import timezone

from subscribers.consent import record, tokens
from subscribers.consent.record import Circumstances
from subscribers.consent.status import subscribe
from subscribers.consent.tokens import Purpose
from subscribers.delivery import confirmations
from subscribers.models import (
    Subscriber,
    Suppression,
)
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
Status = Subscriber.Status


def test_preferences_are_saved_by_post(client):
    reader = make_reader(make_newsletter(topics=["agents", "chips"]), "ada@example.org")
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    client.post(page, {"pace": "paused", "less_of": ["chips"]})

    reader.refresh_from_db()
    assert (reader.status, reader.less_of) == (Status.PAUSED, ["chips"])


def test_the_preferences_link_of_a_forwarded_letter_shows_and_erases_nothing(client):
    reader = make_reader(make_newsletter(), "ada@example.org")
    token = tokens.make(Purpose.PREFERENCES, reader.pk)

    for door in (f"preferences/{token}", f"your-data/{token}"):
        for act in ("", "/export", "/erase", "/your-data"):
            said = client.post(f"/{door}{act}", {"sure": "yes", "pace": "weekly"})
            assert b"ada@example.org" not in said.content

    assert Subscriber.objects.exists()


@pytest.mark.parametrize("status", [Status.BOUNCED, Status.UNSUBSCRIBED])
def test_who_gets_no_letters_since_they_came_back_is_told_so(client, status):
    reader = make_reader(make_newsletter(), status=status)

    page = client.get(f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}")

    is_told = "Letters to this address came back" in page.content.decode()
    assert is_told is (status == Status.BOUNCED)
    assert "You are not on the list" in page.content.decode()


def test_what_is_stored_is_had_and_erased_by_a_fresh_link_that_comes_by_letter(
    client, tmp_path
):
    reader = make_reader(make_newsletter(), "ada@example.org")
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    asked = client.post(f"{page}/your-data").content.decode()
    confirmations.send_due(timezone.now())
    (letter,) = Path(tmp_path / "letters" / "confirmations").iterdir()
    link = re.search(rb"http://localhost:8000(/your-data/\S+)", letter.read_bytes())
    fresh = link[1].decode()
    shown = client.get(fresh).content.decode()
    exported = client.post(fresh).json()
    assert client.get(f"{fresh}/erase").status_code == 405
    client.post(f"{fresh}/erase")
    assert Subscriber.objects.exists()
    client.post(f"{fresh}/erase", {"sure": "yes"})

    assert "a***@e***.org" in asked
    assert b"To: ada@example.org\r\n" in letter.read_bytes()
    assert "Erase" in shown
    assert exported["address"] == "ada@example.org"
    assert not Subscriber.objects.exists()
    assert Suppression.objects.exists()
    for old in (page, fresh):
        assert "Nobody is here" in client.get(old).content.decode()


def test_few_letters_with_a_fresh_link_are_sent_however_often_one_asks(client):
    reader = make_reader(make_newsletter(), status=Status.UNSUBSCRIBED)
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}/your-data"

    for _ in range(3):
        client.post(page)

    assert confirmations.send_due(timezone.now()) == 1


def test_a_fresh_link_works_for_a_day(client, monkeypatch):
    reader = make_reader(make_newsletter())
    link = f"/your-data/{tokens.make(Purpose.OWN_DATA, reader.pk)}"
    assert client.get(link).status_code == 200

    later = time.time() + 24 * 3600 + 60
    monkeypatch.setattr(signing.time, "time", lambda: later)

    assert client.get(link).status_code == 404


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
    page = f"/your-data/{tokens.make(Purpose.OWN_DATA, reader.pk)}"

    asked = client.post(f"{page}/erase").content.decode()

    assert f'<a href="{page}">Back</a>' in asked
    assert "<form" not in asked


def test_topics_and_length_are_chosen_by_buttons_that_post(client):
    weekly = make_newsletter(topics=["agents", "chips", "law"], shared_outlets=True)
    reader = make_reader(weekly)
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"
    form = {
        "pace": "weekly",
        "topic:agents": "first",
        "topic:chips": "less",
        "topic:law": "usual",
        "topic:section:papers": "less",
        "topic:<b>": "first",
        "length": "short",
    }

    client.get(page, form)
    reader.refresh_from_db()
    assert (reader.first, reader.less_of, reader.length) == ([], [], "whole")
    saved = client.post(page, form).content.decode()

    reader.refresh_from_db()
    assert reader.first == ["agents"]
    assert reader.less_of == ["chips", "section:papers"]
    assert reader.length == "short"
    for shown in ("agents", "chips", "law", "What shipped", "Research worth knowing"):
        assert f"<legend>{shown}</legend>" in saved
    assert 'name="topic:agents" value="first" checked' in saved
    assert 'name="length" value="short" checked' in saved


@pytest.mark.parametrize("length", ["endless", ["short", "whole", "x"]])
def test_a_length_that_there_is_none_of_changes_nothing(client, length):
    reader = make_reader(make_newsletter(topics=["chips"]), length="short")
    page = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    said = client.post(page, {"pace": "weekly", "length": length})

    assert said.status_code == 400
    reader.refresh_from_db()
    assert reader.length == "short"


def test_without_topics_the_headings_of_the_profile_can_be_chosen(client):
    reader = make_reader(make_newsletter(profile="## Chips\n- open hardware\n"))

    page = client.get(f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}")

    assert "<legend>Chips</legend>" in page.content.decode()


@pytest.mark.parametrize("language", ["de", "ja"])
def test_what_is_stored_can_be_read_in_its_own_letters(client, language):
    reader = make_reader(make_newsletter(language=language, title="Überblick 週刊"))
    subscribe(reader.newsletter, "zoë@bücher.example", Circumstances(timezone.now()))
    one = Subscriber.objects.get(address__startswith="zoë")
    page = f"/your-data/{tokens.make(Purpose.OWN_DATA, one.pk)}"

    answer = client.post(page)

    told = answer.content.decode()
    assert "\\u" not in told
    assert "zoë@bücher.example" in told
    assert "Überblick 週刊" in told
    assert record.wording_in(language) in told
