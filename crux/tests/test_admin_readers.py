"""Readers on the desk: found, added, their story; who may see and do what."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from crux.roles import EDITOR, OWNER, VIEWER
from subscribers.addresses import masked
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.delivery import send as delivery
from subscribers.models import Bounce, Delivery, Segment, Subscriber, Suppression, Tag
from subscribers.preferences import choosing
from subscribers.segments import tags
from subscribers.tests.support.makers import (
    make_issue,
    make_newsletter,
    make_reader,
    make_readers,
)

pytestmark = pytest.mark.django_db
LIST = reverse("admin:subscribers_subscriber_changelist")
ADD = reverse("admin:subscribers_subscriber_add")
ADA = "ada.lovelace@readers.org"
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _letters_to_a_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


@pytest.fixture
def weekly():
    return make_newsletter()


def story(reader):
    return reverse("admin:subscribers_subscriber_change", args=[reader.pk])


def text(answer):
    return " ".join(answer.content.decode().split())


# --- Finding --------------------------------------------------------------------------


def test_the_list_tells_who_complained_from_who_left(enter, weekly):
    spam = make_reader(weekly, ADA)
    for reader in (spam, make_reader(weekly, "carl@elsewhere.org")):
        consent.unsubscribe(reader.pk, Circumstances(NOW, "link"))
    consent.suppress(ADA, Suppression.Reason.COMPLAINED, NOW)

    shown = text(enter(VIEWER).get(LIST))

    assert shown.count("Unsubscribed: a letter was called spam<") == 1
    assert shown.count("Unsubscribed<") >= 1


@pytest.mark.parametrize("part", ["lovelace", "LOVE", "@readers.org", "a.l", ADA])
def test_an_editor_finds_a_reader_by_any_part_of_an_address(enter, weekly, part):
    make_reader(weekly, ADA)
    make_reader(weekly, "carl@elsewhere.org")
    client = enter(EDITOR)

    found = text(client.get(LIST, {"q": part}))

    assert ADA in found
    assert "carl@" not in found


def test_a_viewer_finds_by_a_whole_address_alone_and_sees_none(enter, weekly):
    reader = make_reader(weekly, ADA)
    client = enter(VIEWER)

    assert "a***@r***.org" not in text(client.get(LIST, {"q": "lovelace"}))
    for page in (client.get(LIST, {"q": ADA.upper()}), client.get(story(reader))):
        assert "a***@r***.org" in text(page)
        assert f">{ADA}<" not in text(page)


def test_signs_with_a_meaning_of_their_own_find_themselves(enter, weekly):
    make_reader(weekly, ADA)
    client = enter(OWNER)

    for part in ("%", "_", "a%e", "\\"):
        assert ADA not in text(client.get(LIST, {"q": part}))


# --- Adding ---------------------------------------------------------------------------


def test_an_editor_adds_a_reader_who_is_asked_by_letter(enter, weekly):
    client = enter(EDITOR)
    sent = {"newsletter": weekly.pk, "address": ADA, "way": "letter", "note": "x"}

    page = client.post(ADD, sent, follow=True)

    assert "A letter asks them to confirm" in text(page)
    assert Subscriber.objects.get().status == "pending"
    assert LogEntry.objects.get().change_message == "Asked by letter to confirm"


def test_a_note_is_needed_where_they_are_said_to_have_agreed(enter, weekly):
    client = enter(EDITOR)
    sent = {"newsletter": weekly.pk, "address": ADA, "way": "note", "note": " "}

    assert "nobody could show that they said yes" in text(client.post(ADD, sent))
    assert not Subscriber.objects.exists()
    client.post(ADD, {**sent, "note": "By hand, at the fair"})

    assert Subscriber.objects.get().status == "active"


def test_who_is_here_already_is_shown_the_way_to(enter, weekly):
    reader = make_reader(weekly, ADA)
    sent = {"newsletter": weekly.pk, "address": ADA, "way": "letter"}

    page = text(enter(EDITOR).post(ADD, sent))

    assert "They are on the list already." in page
    assert story(reader) in page


def test_of_who_had_everything_erased_nothing_is_told(enter, weekly):
    client = enter(EDITOR)
    sent = {"newsletter": weekly.pk, "address": ADA, "way": "letter"}
    pages = []
    for reason in ("erased", "complained"):
        consent.suppress(ADA, Suppression.Reason(reason), NOW)
        pages.append(text(client.post(ADD, sent)))

    assert "No letter may go to this address" in pages[0]
    assert all("complain" not in page and "was erased" not in page for page in pages)


def test_a_viewer_adds_nobody(enter, weekly):
    sent = {"newsletter": weekly.pk, "address": ADA, "way": "letter"}

    assert enter(VIEWER).post(ADD, sent).status_code == 403


# --- One reader's story ---------------------------------------------------------------


def test_a_readers_whole_story_stands_on_one_page_in_order(enter):
    issue = make_issue()
    reader = make_reader(issue.newsletter, ADA, status="pending")
    consent.confirm(reader.pk, Circumstances(NOW, "192.0.2.0/24"))
    choosing.prefer(reader.pk, timezone.now(), is_paused=True, less_of=[])
    choosing.prefer(reader.pk, timezone.now(), is_paused=False, less_of=[])
    delivery.send(issue)
    Bounce.objects.create(
        delivery=Delivery.objects.get(), kind="soft", source="server", said="full"
    )
    tags.put_on(issue.newsletter, {reader.pk: ["vip"]}, timezone.now(), by="grace")

    page = text(enter(VIEWER).get(story(reader)))

    told = [
        "Tagged vip</b> by grace",
        "came back; it may work later",
        "was taken by the mail server",
        "Every issue</b>",
        "No letters for now</b>",
        "Confirmed by the button in a letter",
    ]
    places = [page.index(one) for one in told]
    assert places == sorted(places)
    assert "192.0.2.0/24" in page
    assert ADA not in page


def test_a_servers_words_name_no_address_to_who_may_only_look(enter):
    issue = make_issue()
    reader = make_reader(issue.newsletter, ADA)
    delivery.send(issue)
    Delivery.objects.update(reply=f"550 <{ADA}>: no such user")

    client, [letter] = enter(VIEWER), Delivery.objects.all()
    letters = "admin:subscribers_delivery"

    for address in (
        story(reader),
        reverse(f"{letters}_changelist"),
        reverse(f"{letters}_change", args=[letter.pk]),
    ):
        page = text(client.get(address))
        assert "no such user" in page
        assert ADA not in page


def test_the_page_of_who_was_erased_says_so_and_no_more(enter, weekly):
    reader = make_reader(weekly, ADA)
    tags.put_on(weekly, {reader.pk: ["secret"]}, NOW, by="ada")
    client = enter(OWNER)
    chosen = {"action": "erase", "_selected_action": [reader.pk], "back": "reader"}

    page = text(client.post(LIST, {**chosen, "sure": "yes", "total": "1"}, follow=True))

    assert "This reader was erased" in page
    assert f"by {OWNER}" in page
    for personal in (ADA, "a***", "secret", weekly.title):
        assert personal not in page
    assert "secret" not in str(list(LogEntry.objects.values()))


@pytest.mark.parametrize("number", ["0", "999", "9" * 30, "x", "-1"])
def test_a_number_of_nobody_is_answered_in_words(enter, number):
    page = enter(VIEWER).get(
        reverse("admin:subscribers_subscriber_change", args=[number])
    )

    assert page.status_code == 410
    assert "Nobody of this number is here" in text(page)


# --- Many at once ---------------------------------------------------------------------


def act(client, action, query="", **more):
    first = Subscriber.objects.order_by("-pk").first().pk
    chosen = {"action": action, "_selected_action": [first], "select_across": "1"}
    return client.post(LIST + query, {**chosen, **more}, follow=True)


def test_a_thousand_are_acted_on_in_a_few_statements(
    enter, weekly, django_assert_max_num_queries
):
    make_readers(weekly, 1001)
    client = enter(EDITOR)

    assert "Unsubscribe: 1001 readers" in text(act(client, "let_go"))
    with django_assert_max_num_queries(80):
        page = act(client, "let_go", sure="yes", total="1001")

    assert "Unsubscribe: done for 1001." in text(page)
    assert not Subscriber.objects.exclude(status="unsubscribed").exists()
    assert LogEntry.objects.count() == 1001


def test_a_crowd_that_changed_meanwhile_is_asked_about_again(enter, weekly):
    make_readers(weekly, 3)
    client = enter(EDITOR)

    page = act(client, "let_go", sure="yes", total="2")

    assert "It was 2 readers when you were asked" in text(page)
    assert Subscriber.objects.filter(status="active").count() == 3


def test_many_are_tagged_and_untagged_each_on_their_own_list(enter, weekly):
    make_readers(weekly, 3)
    other = make_newsletter()
    make_reader(other)
    client = enter(EDITOR)

    assert 'name="said"' in text(act(client, "tag"))
    assert "Write at least one" in text(act(client, "tag", sure="yes", said=" , "))
    act(client, "tag", sure="yes", said="VIP, beta", total="4")

    count = Tag.objects.values_list("newsletter", "key", "subscribers")
    assert len(count) == 8
    tag = weekly.tags.get(key="vip")
    act(client, "untag", f"?tag={tag.pk}", sure="yes", said="vip", total="3")
    assert not tag.subscribers.exists()
    assert other.tags.get(key="vip").subscribers.count() == 1


def test_a_few_are_named_before_they_are_acted_on(enter, weekly):
    reader = make_reader(weekly, "carl@readers.org")
    client = enter(EDITOR)

    assert f"<li>{masked(reader.address)}</li>" in text(act(client, "let_go"))

    make_readers(weekly, 5)
    assert masked(reader.address) not in text(act(client, "let_go"))


def test_an_editor_erases_nobody(enter, weekly):
    make_reader(weekly)
    client = enter(EDITOR)

    act(client, "erase", sure="yes", total="1")

    assert Subscriber.objects.exists()
    assert 'value="erase"' not in text(client.get(LIST))


# --- Segments and tags ----------------------------------------------------------------


def test_a_segment_is_saved_counted_and_filters_the_list(enter, weekly):
    for reader in make_readers(weekly, 2):
        tags.put_on(weekly, {reader.pk: ["vip"]}, NOW, by="ada")
    make_reader(weekly, "carl@readers.org")
    client = enter(EDITOR)
    add = reverse("admin:subscribers_segment_add")
    sent = {"newsletter": weekly.pk, "name": "Friends", "tags": "VIP", "bounced": ""}

    page = text(client.post(add, {**sent, "statuses": ["active"]}, follow=True))

    segment = Segment.objects.get()
    assert f'?segment={segment.pk}">2</a>' in page
    assert "active; tagged VIP" in page
    shown = client.get(LIST, {"segment": segment.pk})
    assert shown.context["cl"].result_count == 2
    assert "Friends (2)" in text(client.get(LIST, {"_facets": "True"}))


def test_a_segment_names_only_tags_that_there_are(enter, weekly):
    sent = {"newsletter": weekly.pk, "name": "Friends", "tags": "vpi", "bounced": ""}

    page = text(enter(EDITOR).post(reverse("admin:subscribers_segment_add"), sent))

    assert "has no tag &#x27;vpi&#x27;; known: none" in page


def test_a_filter_of_the_list_becomes_a_segment(enter, weekly):
    reader = make_reader(weekly)
    tags.put_on(weekly, {reader.pk: ["vip"]}, NOW, by="ada")
    client = enter(EDITOR)
    asked = {"tag": Tag.objects.get().pk, "status__exact": "active", "bounced": "no"}

    way = client.get(LIST, asked).context["segment"]

    form = client.get(way).context["adminform"].form
    assert form["tags"].value() == "vip"
    assert form["statuses"].value() == ["active"]
    assert form["newsletter"].value() == weekly.pk
    assert form["bounced"].value() == "no"


@pytest.mark.parametrize("asked", ["tag=x", "segment=99", "tag=9" * 3, "bounced=x"])
def test_a_filter_of_anything_else_is_no_error(enter, weekly, asked):
    make_reader(weekly)

    assert enter(VIEWER).get(f"{LIST}?{asked}").status_code == 200


def test_a_tag_has_another_name_in_segments_too(enter, weekly):
    reader = make_reader(weekly)
    tags.put_on(weekly, {reader.pk: ["vip", "beta"]}, NOW, by="ada")
    Segment.objects.create(newsletter=weekly, name="Friends", tags=["Vip"])
    vip = Tag.objects.get(key="vip")
    client, page = enter(EDITOR), reverse("admin:subscribers_tag_change", args=[vip.pk])

    assert "There is a tag" in text(client.post(page, {"name": "BETA"}))
    client.post(page, {"name": "Friend"})

    assert Segment.objects.get().tags == ["Friend"]
    assert Tag.objects.get(pk=vip.pk).key == "friend"


# --- Another address ------------------------------------------------------------------


def test_an_editor_has_another_address_asked_and_a_viewer_not(enter, weekly):
    reader = make_reader(weekly, ADA)
    page = reverse("admin:subscribers_subscriber_move", args=[reader.pk])
    client = enter(VIEWER)
    assert client.post(page, {"address": "a@b.org"}).status_code == 403

    client = enter(EDITOR)
    told = text(client.post(page, {"address": "a@b.org"}, follow=True))

    assert "A letter to the new address asks to confirm it" in told
    assert "another address has been asked" in told
    assert f"a***@b***.org</b> by {EDITOR}" in told
    assert "a@b.org" not in str(list(LogEntry.objects.values()))
    again = text(client.post(page, {"address": ADA}, follow=True))
    assert "Letters go to that address already" in again
