"""The way of a reader to another address, by page and letter."""

import re
from pathlib import Path

import pytest
from django.utils import timezone

from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.delivery import confirmations
from subscribers.models import Subscriber
from subscribers.tests.support.makers import make_reader

pytestmark = pytest.mark.django_db
OLD, NEW = "ada@old.org", "ada@new.org"


@pytest.fixture
def reader(weekly):
    return make_reader(weekly, OLD)


def page_of(reader):
    return f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"


def ask(client, reader, address=NEW):
    return client.post(f"{page_of(reader)}/address", {"email": address})


def links(tmp_path):
    """Where the letters that left lead, by the address they went to."""
    confirmations.send_due(timezone.now())
    found = {}
    for letter in Path(tmp_path / "letters" / "confirmations").iterdir():
        text = letter.read_text()
        [to] = re.findall(r"^To: (\S+)", text, re.MULTILINE)
        found[to] = re.search(r"http://localhost:8000(/\w+-address/\S+)", text)[1]
    return found


def test_letters_move_once_the_new_address_says_yes_and_back_again(
    client, reader, tmp_path
):
    asked = ask(client, reader).content.decode()
    assert "Look into your other mailbox" in asked
    assert NEW not in asked
    by_address = links(tmp_path)
    assert set(by_address) == {OLD, NEW}

    assert b"Send it here" in client.get(by_address[NEW]).content
    assert Subscriber.objects.get().address == OLD
    assert b"come to this address" in client.post(by_address[NEW]).content
    assert Subscriber.objects.get().address == NEW
    assert client.get(page_of(reader)).status_code == 200

    assert b"Keep this address" in client.get(by_address[OLD]).content
    assert Subscriber.objects.get().address == NEW
    assert b"as before" in client.post(by_address[OLD]).content
    assert Subscriber.objects.get().address == OLD
    assert b"That is over" in client.get(by_address[NEW]).content


def test_a_taken_address_is_answered_like_a_free_one(client, reader, tmp_path):
    free = ask(client, reader).content
    make_reader(reader.newsletter, "bob@new.org")

    assert ask(client, reader, "bob@new.org").content == free

    assert set(links(tmp_path)) == {OLD}


@pytest.mark.parametrize("given", ["", "ada", OLD, "a\x00@b.org", "x" * 2000])
def test_what_is_no_other_address_is_refused_in_words(client, reader, given):
    answer = ask(client, reader, given)

    assert answer.status_code == 400
    assert b"Nothing was changed" in answer.content


def test_links_of_one_kind_are_worth_nothing_as_another(client, reader, tmp_path):
    ask(client, reader)
    new = links(tmp_path)[NEW]

    assert client.post(new.replace("new-", "old-")).status_code == 404
    assert client.post(f"/preferences/{new.rpartition('/')[2]}").status_code == 404


def test_after_a_change_what_is_stored_is_given_to_nobody_for_a_week(
    client, reader, tmp_path
):
    ask(client, reader)
    client.post(links(tmp_path)[NEW])

    assert b"Not yet" in client.post(f"{page_of(reader)}/your-data").content


def test_links_of_earlier_letters_go_on_working(client, reader, tmp_path):
    before, leave = page_of(reader), tokens.make(Purpose.UNSUBSCRIBE, reader.pk)
    ask(client, reader)
    client.post(links(tmp_path)[NEW])

    assert client.post(before, {"pace": "paused"}).status_code == 200
    client.post(f"/unsubscribe/{leave}", {"List-Unsubscribe": "One-Click"})
    assert Subscriber.objects.get().status == "unsubscribed"
