from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.mentions import mentions_in


def test_names_stand_within_sentences_and_are_nowhere_written_small():
    found = mentions_in(
        "Why Speech Moves to the Phone",
        "Last week Elgin gave Kettle away. Speech, as the speech team says, is private.",
    )

    assert {"elgin", "kettle"} <= found.names
    assert not {"speech", "last"} & found.names


def test_what_begins_a_sentence_may_be_a_name():
    asks = mentions_in("A quiet kitchen", "Kettle boils. Nobody hears it.")

    assert "kettle" not in asks.names
    assert "kettle" in asks.perhaps


def test_german_nouns_behind_an_article_are_no_names():
    found = mentions_in(
        "Ein Speicher für den Keller",
        "Der Speicher von Elgin steht im Keller und heißt Kettle.",
    )

    assert found.has_nouns
    assert {"elgin", "kettle"} <= found.names
    assert not {"speicher", "keller"} & found.names


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_text_has_names_that_are_not_common(title, text):
    found = mentions_in(title, text)

    assert not found.names & found.common
    assert found.names.isdisjoint({""})
