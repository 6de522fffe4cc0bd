"""Lists in and out on the desk: whoever may, by way of a report, and on record."""

import csv
import io

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from crux.roles import EDITOR, OWNER, VIEWER
from subscribers.lists import uploads
from subscribers.models import ListUpload, Segment, Subscriber
from subscribers.segments import tags
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
ADD = reverse("admin:subscribers_listupload_add")
EXPORT = reverse("admin:subscribers_export")
SHEET = b"email,opted stop\nada@x.org,\nnobody,\n"


@pytest.fixture
def weekly():
    return make_newsletter(subscriber_cap=0)


def text(answer):
    return " ".join(answer.content.decode().split())


def hand_in(client, newsletter, content=SHEET):
    file = SimpleUploadedFile("list.csv", content)
    return client.post(ADD, {"newsletter": newsletter.pk, "file": file}, follow=True)


def test_a_list_is_handed_in_looked_at_and_taken_in(enter, weekly):
    client = enter(EDITOR)

    page = text(hand_in(client, weekly))
    assert "It waits for" in page
    assert "data-running" in page
    report = reverse("admin:subscribers_listupload_change", args=["1"]).replace(
        "/1/", f"/{ListUpload.objects.get().pk}/"
    )
    uploads.work()
    page = text(client.get(report))
    assert "Nobody knows what the heading" in page

    client.post(report, {"act": "again", "column-1": "nothing"})
    uploads.work()
    page = text(client.get(report))
    assert "<dt>taken in</dt><dd>1</dd>" in page
    assert "not an address a mail server takes" in page
    client.post(report, {"act": "take", "wording": " "})
    assert ListUpload.objects.get().state == "read"

    client.post(report, {"act": "take", "wording": "At the fair", "tag": "fair"})
    assert not Subscriber.objects.exists()
    uploads.work()
    page = text(client.get(report))
    assert "It is taken in" in page
    assert Subscriber.objects.get().tags.get().name == "fair"
    told = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(told) == ["Handed in", "Read again", "Had it taken in"]


def test_a_list_that_is_too_large_is_refused_beside_its_field(
    enter, weekly, monkeypatch
):
    monkeypatch.setattr(uploads, "MOST_BYTES", 10)

    assert "Split it" in text(hand_in(enter(EDITOR), weekly))


def test_a_viewer_hands_nothing_in_and_takes_nothing_out(enter, weekly):
    uploads.hand_in(weekly, "list.csv", [SHEET], by="ada")
    uploads.work()
    row = ListUpload.objects.get()
    page = reverse("admin:subscribers_listupload_change", args=[row.pk])
    client = enter(VIEWER)

    assert hand_in(client, weekly).status_code == 403
    assert client.get(page).status_code == 200
    assert client.post(page, {"act": "give_up"}).status_code == 403
    assert client.get(EXPORT).status_code == 403


def test_an_editor_takes_no_list_out(enter, weekly):
    assert enter(EDITOR).post(EXPORT, {"newsletter": weekly.pk}).status_code == 403


def test_an_owner_takes_a_list_out_and_it_is_on_record(enter, weekly):
    reader = make_reader(weekly, "ada@x.org")
    make_reader(weekly, "bob@x.org")
    tags.put_on(weekly, {reader.pk: ["=vip"]}, timezone.now(), by="ada")
    friends = Segment.objects.create(newsletter=weekly, name="Friends", tags=["=vip"])
    client = enter(OWNER)

    assert client.get(EXPORT).status_code == 200
    answer = client.post(EXPORT, {"newsletter": weekly.pk, "segment": friends.pk})

    assert answer.streaming
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [(row["address"], row["tags"]) for row in rows] == [("ada@x.org", "'=vip")]
    assert LogEntry.objects.get().change_message == (
        "Exported readers of the segment Friends: 1."
    )


def test_a_segment_of_another_newsletter_is_refused(enter, weekly):
    other = Segment.objects.create(newsletter=make_newsletter(), name="Others")

    answer = enter(OWNER).post(EXPORT, {"newsletter": weekly.pk, "segment": other.pk})

    assert "It is a segment of" in text(answer)
