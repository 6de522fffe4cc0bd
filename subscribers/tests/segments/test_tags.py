import pytest
from django.utils import timezone

from subscribers.consent import personal_data
from subscribers.consent import status as consent
from subscribers.models import ReaderChange, Subscriber, Tag
from subscribers.segments import tags
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def put(reader, *names):
    return tags.put_on(reader.newsletter, {reader.pk: names}, NOW, by="ada")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        (" vip ;  early   bird, VIP", ["VIP", "early bird"]),
        ('["a","b"]', ["a", "b"]),
        ("x" * 100, ["x" * 60]),
        ("a\x00b", ["a", "b"]),
    ],
)
def test_tags_are_read_from_whatever_text(text, names):
    assert tags.named(text) == names


def test_a_tag_in_another_spelling_is_the_same(weekly):
    reader = make_reader(weekly)

    assert put(reader, "VIP") == 1
    assert put(reader, "vip", "Straße") == 1
    assert put(reader, "STRASSE") == 0

    assert [tag.name for tag in reader.tags.all()] == ["Straße", "VIP"]


def test_each_newsletter_has_its_own_tags(weekly):
    ours, theirs = make_reader(weekly), make_reader(make_newsletter())

    put(ours, "vip")

    assert tags.put_on(weekly, {theirs.pk: ["vip"]}, NOW, by="ada") == 0
    assert not theirs.tags.exists()


def test_a_tag_is_taken_off_and_both_stand_in_the_readers_history(weekly):
    reader = make_reader(weekly)
    put(reader, "vip", "beta")

    assert tags.take_off(weekly, [reader.pk], ["VIP", "nope"], NOW, by="ada") == 1
    assert tags.take_off(weekly, [reader.pk], ["vip"], NOW, by="ada") == 0

    assert [tag.name for tag in reader.tags.all()] == ["beta"]
    said = ReaderChange.objects.values_list("words", "by")
    assert list(said) == [
        ("tagged beta, vip", "ada"),
        ("no longer tagged vip", "ada"),
    ]


def test_a_newsletter_has_only_so_many_tags(weekly, monkeypatch):
    monkeypatch.setattr(tags, "MOST", 2)
    reader = make_reader(weekly)
    put(reader, "a", "b")

    with pytest.raises(tags.TooManyTags):
        put(reader, "a", "c")

    assert put(reader, "A") == 0


def test_tags_stand_in_the_readers_export_and_go_with_them(weekly):
    reader = make_reader(weekly)
    put(reader, "vip")

    [told] = personal_data.everything_about(reader.pk)["newsletters"]
    assert told["tags"] == ["vip"]
    assert told["changes"][0]["words"] == "tagged vip"

    consent.erase(reader.pk, NOW)
    assert not Subscriber.objects.exists()
    assert not ReaderChange.objects.exists()
    assert not Tag.subscribers.through.objects.exists()
