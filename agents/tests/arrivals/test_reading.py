"""Bodies of strangers: whatever comes, it is read within limits, as text that can be kept."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.arrivals import reading
from agents.registry.schemas import MOST_FIELDS
from newsletter.testing.examples import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner)
    ),
    max_leaves=15,
)
SHAPED = st.fixed_dictionaries(
    {"data": st.fixed_dictionaries({"fields": VALUES, "formName": VALUES})}
)


@settings(max_examples=examples(150))
@given(st.binary(max_size=200) | VALUES.map(lambda told: json.dumps(told).encode()))
def test_whatever_bytes_come_they_are_an_object_or_nothing(body):
    assert isinstance(reading.of_json(body), dict)
    assert all("\0" not in one for one in reading.of_form(body).values())


@settings(max_examples=examples(150))
@given(st.dictionaries(st.text(max_size=9), VALUES) | SHAPED)
def test_every_object_is_a_form_that_can_be_kept(told):
    form = reading.as_form(told, "Contact", "")

    said = [form.form, *(one.label + one.value for one in form.fields)]
    "".join(said).encode()
    assert "\0" not in "".join(said)
    assert len(form.fields) <= MOST_FIELDS
    assert reading.words_of(told) == reading.words_of(told).strip()


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 100_000, b'{"a": NaN}'])
def test_what_would_break_a_parser_is_nothing(body):
    assert reading.of_json(body) == {}


def test_nested_values_are_told_under_the_names_on_their_way():
    form = reading.as_form({"repo": {"name": "crux", "stars": 3}, "ok": True}, "G", "")

    assert [(one.label, one.value) for one in form.fields] == [
        ("repo name", "crux"),
        ("repo stars", "3"),
        ("ok", "yes"),
    ]


def test_what_only_the_sender_may_know_is_no_field():
    form = reading.as_form({"token": "x", "response_url": "y", "text": "z"}, "S", "")

    assert [one.label for one in form.fields] == ["text"]
