"""Which catalogue a newsletter's language has, and how long an answer speaks it."""

import pytest
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext

from newsletter.translations import begin_in_english, catalogue_of, speak, speaking


@pytest.mark.parametrize(
    ("language", "catalogue"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("pt_BR", "pt"),
        ("zh", "zh-hans"),
        ("zh-CN", "zh-hans"),
        ("zh-Hans-SG", "zh-hans"),
        ("zh-TW", "en"),
        ("zh-Hant", "en"),
        ("pl-PL", "pl"),
        ("sv-FI", "sv"),
        ("no", "nb"),
        ("nb-NO", "nb"),
        ("nn", "nb"),
        ("fo", "en"),
        ("", "en"),
        ("no language", "en"),
    ],
)
def test_a_language_without_a_catalogue_is_told_in_english(language, catalogue):
    assert catalogue_of(language) == catalogue


def test_what_is_said_in_a_language_leaves_the_one_around_it_as_it_was():
    with speaking("en"):
        with speaking("de-CH"):
            inside = gettext("Unsubscribe")

        assert (inside, gettext("Unsubscribe")) == ("Abbestellen", "Unsubscribe")


def test_no_answer_speaks_the_language_of_the_one_before(rf):
    def view(request):
        told = gettext("Unsubscribe")
        speak("de")
        return HttpResponse(told)

    answer = begin_in_english(view)

    assert [answer(rf.get("/")).content for _ in range(2)] == [b"Unsubscribe"] * 2
    assert translation.get_language() == "en"
