"""How a correction is told, in every language that an issue has words in."""

import string
from dataclasses import fields

import pytest

from newsletter.drafts.draft import is_correction, is_ours
from newsletter.standards.correction_words import CorrectionWords, correction_words_of
from newsletter.standards.furniture import languages
from newsletter.text.sentences import split

ENGLISH = correction_words_of("en")
TITLES = ["“Model A”", "“모델 A”", "“模型一”", "“Modell A v4.5: ein Bericht”"]


def names_in(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("language", languages())
def test_each_language_has_all_words_and_the_same_places_in_them(language):
    words = correction_words_of(language)

    assert (words is ENGLISH) is (language == "en")
    for field in fields(CorrectionWords):
        told, as_told = getattr(words, field.name), getattr(ENGLISH, field.name)
        # Why a page does not open is told in English, so no other language tells it.
        assert names_in(told) == names_in(as_told) - (
            {"reason"} if language != "en" else set()
        )


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", languages())
def test_each_is_one_sentence_that_needs_no_source(language, title):
    words = correction_words_of(language)
    pages = [title, words.page.format(address="https://a.example/post")]
    told = [
        words.of_page(template, page, reason="answers 404")
        for template in (words.gone, words.changed, words.withdrawn, words.retracted)
        for page in pages
    ]
    told += [words.wrong.format(wrong="12 models", right="120 models")]
    told += [words.in_item.format(item="Model A", text=told[-1])]

    for sentence in told:
        whole = words.since.format(number=12) + sentence
        assert len(split(sentence)) == len(split(whole)) == 1
        assert not sentence[0].islower()
        assert is_correction(whole)
        assert is_ours(whole)
        assert not is_correction(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Since issue tracking began, OpenAI has been the best.",
        "Zu Ausgabe von Werten dient die Funktion print.",
        "Sobre el número de parámetros no se sabe nada.",
        "第3号機が動き出した。",
        "关于第3期工程的消息。",
    ],
)
def test_what_only_begins_so_is_no_correction(sentence):
    assert not is_correction(sentence)


def test_a_language_without_words_has_english_ones():
    assert correction_words_of("ar") is ENGLISH
    assert correction_words_of("zh-TW") is ENGLISH
    assert correction_words_of("de-AT") is correction_words_of("de")
