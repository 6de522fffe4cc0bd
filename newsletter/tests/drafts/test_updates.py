"""The label of an update, in the newsletter's own language."""

import pytest

from newsletter.drafts import updates
from newsletter.drafts.draft import is_ours, update_in
from newsletter.drafts.parsing import parse
from newsletter.standards.furniture import languages


@pytest.mark.parametrize(
    "language", ["en", "de", "de-CH", "fr", "es", "it", "nl", "pt"]
)
def test_what_a_language_opens_with_is_read_again(language):
    label = updates.opening(language, 12, "https://us.example/12")

    [block] = parse(f"# A\n\n{label} it is faster now.\n").lead
    assert update_in(block.text) == (12, "it is faster now.")
    assert is_ours(block.text)


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_a_language_that_an_issue_speaks_has_labels_too(language):
    assert updates.opening(language, 3, "/3") != updates.opening("en", 3, "/3")
    assert updates.earlier(language, 3) != updates.earlier("en", 3)


def test_an_unknown_language_is_labelled_in_english():
    assert updates.opening("fi", 3, "/3") == "Update to [issue 3](</3>):"


@pytest.mark.parametrize("said", ["Update to issue soon: x", "An update to issue 3: x"])
def test_other_sentences_are_no_label(said):
    assert update_in(said) is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Earlier", "issue 3")),
        ("de-CH", ("Früher", "Ausgabe 3")),
        ("fi", ("Earlier", "issue 3")),
    ],
)
def test_what_was_told_earlier_is_named_in_the_newsletters_language(language, words):
    assert updates.earlier(language, 3) == words
