"""What was read is kept once, whole, and found again under its hash or its address."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from newsletter.issues.sources import Read, documents, keep
from newsletter.models import Source
from newsletter.text.identifiers import sha256_of

pytestmark = pytest.mark.django_db

URL = "https://lab.example/parser"


def make_read(text="Parser 2.0 is out.", **fields):
    defaults = {"url": URL, "final_url": URL, "title": "Parser"}
    return Read(**{**defaults, **fields}, text=text)


def test_the_same_text_from_the_same_address_is_kept_once():
    first, second = keep(make_read()), keep(make_read(title="Parser, again"))

    assert first == second
    assert Source.objects.get().title == "Parser"


def test_another_text_and_another_address_are_kept_beside_it():
    keep(make_read())
    keep(make_read("Parser 2.1 is out."))
    keep(make_read(url="https://copy.example/parser"))

    assert Source.objects.count() == 3


def test_the_hash_is_that_of_the_stored_text():
    source = keep(make_read("Grüße \x00an alle."))

    assert source.text == "Grüße an alle."
    assert source.sha256 == sha256_of(source.text)


def test_half_a_character_has_a_hash_too():
    assert len(sha256_of("\ud83d")) == 64


def test_what_is_too_long_for_its_column_is_cut():
    long = make_read(
        url=URL + "x" * 3000,
        final_url=URL + "y" * 3000,
        title="T\x00" * 600,
        publisher="P" * 300,
    )

    source = keep(long)

    lengths = [len(source.url), len(source.final_url), len(source.title)]
    assert lengths == [2000, 2000, 500]
    assert len(source.publisher) == 200


def test_when_it_was_read_is_kept_and_now_where_nobody_said():
    then, now = datetime(2025, 8, 5, 12, tzinfo=UTC), timezone.now()

    assert keep(make_read(fetched_at=then)).fetched_at == then
    assert keep(make_read("New.")).fetched_at >= now


def test_a_sample_is_marked_as_one():
    assert keep(make_read(), is_sample=True).is_sample
    assert not keep(make_read("Live.")).is_sample


@pytest.mark.parametrize(
    "asked",
    [
        "https://lab.example/parser",
        "https://lab.example/parser/",
        "HTTPS://Lab.Example/parser#top",
        "https://lab.example/parser?utm_source=x",
    ],
)
def test_a_text_is_found_by_any_spelling_of_its_address(asked):
    kept = keep(make_read())

    assert [document.sha256 for document in documents([asked], [])] == [kept.sha256]


def test_a_text_is_found_where_its_redirect_led():
    keep(make_read(url="https://short.example/p", final_url=URL))

    assert [document.url for document in documents([URL], [])] == [
        "https://short.example/p"
    ]


def test_a_text_is_found_by_its_hash_wherever_it_came_from():
    kept = keep(make_read())

    [document] = documents([], [kept.sha256])

    assert (document.url, document.text) == (URL, "Parser 2.0 is out.")
    assert document.published is None


def test_the_newest_text_comes_first():
    for day in (5, 7, 6):
        keep(make_read(f"Day {day}.", fetched_at=datetime(2025, 8, day, tzinfo=UTC)))

    assert [document.text for document in documents([URL], [])] == [
        "Day 7.",
        "Day 6.",
        "Day 5.",
    ]


def test_of_nothing_nothing_is_found():
    keep(make_read())

    assert documents([], []) == []
    assert documents(["https://other.example/"], ["f" * 64]) == []
