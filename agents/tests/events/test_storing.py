"""What a model may write into JSON and no database takes."""

import json

import pytest
from django.db import connection

from agents.events.storing import readable, storable


def test_what_is_stored_has_no_nul_characters():
    given = {"a\0": ["b\0c", 1, None, {"d": "\0"}]}

    assert storable(given) == {"a": ["bc", 1, None, {"d": ""}]}


def test_half_a_character_and_no_number_are_told_as_such():
    given = json.loads(
        '{"half \\ud83d": [NaN, -Infinity, 1e999, 0.5], "whole": "\\ud83d\\ude00"}'
    )

    assert storable(given) == {
        "half \ufffd": ["nan", "-inf", "inf", 0.5],
        "whole": "😀",
    }


def test_what_is_shown_has_no_character_that_nobody_sees():
    given = {
        "title": "\u202eA\u200b\x07 \x1bB\ufeff",
        "lines": ["a\tb\nc", "🏳️\u200d🌈"],
    }

    assert readable(given) == {"title": "A B", "lines": ["a\tb\nc", "🏳️\u200d🌈"]}


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgresql_takes_what_is_left():
    given = json.loads('{"a\\u0000": ["\\ud83d", "\\udc00x", NaN, 1e999]}')

    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::jsonb", [json.dumps(storable(given))])
        assert cursor.fetchone() is not None
