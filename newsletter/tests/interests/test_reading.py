"""interests.yaml: what is read, and how what is wrong is told."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.interests.faults import BadInterests
from newsletter.interests.reading import MOST_BYTES, read
from newsletter.interests.schema import Interests, Models, Topic
from newsletter.testing.examples import examples

EXAMPLE = Path(__file__).parents[3] / "interests.example.yaml"
MODELS = ("claude-opus-5-5", "claude-haiku-5-5")


def faults_of(text, models=MODELS):
    with pytest.raises(BadInterests) as refused:
        read(text, models)
    return [str(fault) for fault in refused.value.faults]


def test_the_example_sets_every_key_there_is():
    said = read(EXAMPLE.read_bytes(), MODELS)

    assert said.model_fields_set == set(Interests.model_fields)
    assert {name for name, _ in said.models} == set(Models.model_fields)


def test_german_interests_are_read_as_they_stand():
    said = read(
        "name: Garten am Sonntag\nreaders: Hobbygärtner auf Lehmboden\nlanguage: de\n"
        "topics:\n- topic: Rosen\n  weight: 4\n  notes: alte Sorten\n- Kompost\n"
        "avoid: [Rasenmäher]\ntone: Wie eine Nachbarin über den Zaun, trocken.\n"
    )

    assert said.by_weight == (
        Topic(topic="Rosen", weight=4, notes="alte Sorten"),
        Topic(topic="Kompost"),
    )
    assert said.tone == "Wie eine Nachbarin über den Zaun, trocken."


def test_no_is_norwegian_where_a_language_is_asked_and_no_where_yes_or_no_is():
    said = read("topics: [fjord]\nlanguage: no\nopinions: no\n")

    assert (said.language, said.opinions) == ("no", False)


@pytest.mark.parametrize("key", [*Interests.model_fields])
def test_a_typo_in_any_key_is_told_with_its_line_and_the_nearest(key):
    wrong = f"{key}x"

    [told] = faults_of(f"# mine\nreaders: somebody\n{wrong}: x\n")

    assert told.startswith(f"line 3: no key {wrong} (the nearest is {key}); known: ")


@pytest.mark.parametrize("key", [*Topic.model_fields])
def test_a_typo_in_a_topics_key_is_told_among_the_topics_keys(key):
    told = faults_of(f"topics:\n- topic: roses\n  {key}x: 1\n")

    assert told == [
        f"line 3: no key {key}x (the nearest is {key}); known: topic, weight, notes."
    ]


@pytest.mark.parametrize("role", [*Models.model_fields])
def test_a_typo_in_a_role_and_one_in_a_model_are_told(role):
    told = faults_of(
        f"topics: [roses]\nmodels:\n  {role}x: claude-opus-5-5\n  {role}: claude-opus-5\n"
    )
    mended = faults_of(f"topics: [roses]\nmodels:\n  {role}: claude-opus-55\n")

    assert told[0].startswith(f"line 3: no key {role}x (the nearest is {role})")
    assert mended == [
        f"line 3: models.{role}: no model claude-opus-55 (the nearest is "
        "claude-opus-5-5); known: claude-opus-5-5, claude-haiku-5-5."
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tone: wity", "line 1: tone: no tone wity (the nearest is witty); known: "),
        ("opinions: maybe", "line 1: opinions: 'maybe' is not yes or no."),
        ("dig_deeper: 7", "line 1: dig_deeper: '7' is not yes or no."),
        ("max_tasks: many", "line 1: max_tasks: 'many' is not a whole number."),
        ("max_tasks: 21", "line 1: max_tasks: '21' is not 20 or less."),
        ("max_tasks: 0", "line 1: max_tasks: '0' is not 1 or more."),
        ("follow_ups: 4", "line 1: follow_ups: '4' is not 3 or less."),
        ("length: shrt", "line 1: length: no length shrt (the nearest is short); "),
        ("length: 20", "line 1: length: '20' is not 150 or more."),
        ("language: German", "line 1: language: no language 'German'; known: ar, "),
        ("prefer: x.org", "line 1: prefer: 'x.org' is not a list, each on a line of"),
        ("prefer: [a b]", "line 1: prefer.1: no site; give one such as example.org."),
        ("avoid: [[a]]", "line 1: avoid.1: a list is not a text."),
        ("readers: " + "a" * 2001, "line 1: readers: more than 2,000 characters."),
        ("avoid: ['']", "line 1: avoid.1: it is empty."),
        ("readers: [a]", "line 1: readers: a list is not a text."),
        ("models: opus", "line 1: models: 'opus' is not keys with values."),
    ],
)
def test_a_wrong_value_is_told_with_its_line_and_what_is_wanted(text, told):
    [fault] = faults_of(f"{text}\ntopics: [roses]\n")

    assert fault.startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The text is empty"),
        ("topics: []", "line 1: Nothing to look for; give topics, or say in readers"),
        ("topics:\n- topic: a\n  weight: 6", "line 3: topics.1.weight: '6' is not 5"),
        ("topics: [a, A]", "line 1: The topic 'a' stands there twice."),
        ("topics: [a]\ntopics: [b]", "line 2: topics stands there twice."),
        ("topics:\n- weight: 1", "line 2: topics.1: topic is missing."),
        ("just words", "line 1: Interests are keys with values"),
        ("a: b: c", "line 1: This is no YAML: mapping values are not allowed here."),
        ("topics:\n\t- a", "line 2: This is no YAML: found character"),
        ("? [a]\n: b", "line 1: A key is a word."),
        ("topics: [a]\n---\ntopics: [b]", "line 2: A second document begins"),
        (b"readers: a\nname: \xff", "line 2: This is no UTF-8"),
        ("readers: \x00", "This is no YAML: unacceptable character"),
    ],
)
def test_what_is_no_interests_is_told_in_one_sentence(text, told):
    [fault] = faults_of(text)

    assert fault.startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", "Anchors and aliases are not"),
        ("topics: *a", "Anchors and aliases are not"),
        ("[" * 10_000, "More than 5 levels deep"),
        ("{a: " * 8_000, "More than 5 levels deep"),
        ("!!python/object/apply:os.system [ls]", "Tags such as !!int are not taken"),
        ("topics: [a]\nmax_tasks: !!int 3", "Tags such as !!int are not taken"),
        ("x" * 1_000_000, f"The text has more than {MOST_BYTES:,} bytes"),
        (b"- a\n" * 250_000, f"The text has more than {MOST_BYTES:,} bytes"),
        ("topics: [a]\nmax_tasks: " + "9" * 9_000, "max_tasks: the number is too la"),
    ],
)
def test_a_bomb_is_refused_before_it_costs_anything(text, told):
    [fault] = faults_of(text)

    assert told in fault


def test_so_many_faults_are_told_and_no_more():
    told = faults_of("topics: [a]\n" + "".join(f"k{n}: 1\n" for n in range(200)))

    assert len(told) == 20


_KEYS = st.sampled_from([*Interests.model_fields, "typo"])
_VALUES = st.recursive(
    st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=8), inner, max_size=3),
    ),
    max_leaves=6,
)


def _faults(text):
    """What is held against a text: nothing where it is read."""
    try:
        return [] if isinstance(read(text, MODELS), Interests) else ["no interests"]
    except BadInterests as refused:
        return [fault.message for fault in refused.faults] or ["nothing was told"]


@settings(max_examples=examples(60))
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_any_text_is_read_or_refused_in_sentences(text):
    assert all(told.endswith(".") for told in _faults(text))


@settings(max_examples=examples(60))
@given(st.dictionaries(_KEYS, _VALUES, max_size=4))
def test_any_values_of_the_keys_are_read_or_refused_in_sentences(values):
    text = "\n".join(f"{key}: {value!r}" for key, value in values.items())

    assert all(told.endswith(".") for told in _faults(text))
