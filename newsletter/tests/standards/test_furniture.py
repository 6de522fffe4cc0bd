from datetime import date

import pytest

from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import furniture_of, joined, languages
from newsletter.text.sentences import split


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "7 August 2026"),
        ("de-AT", "7. August 2026"),
        ("fr", "7 août 2026"),
        ("es", "7 de agosto de 2026"),
        ("it", "7 agosto 2026"),
        ("nl", "7 augustus 2026"),
        ("pt_BR", "7 de agosto de 2026"),
        ("ja", "2026年8月7日"),
        ("ko-KR", "2026년 8월 7일"),
        ("zh-Hans", "2026年8月7日"),
        ("zh", "2026年8月7日"),
        ("zh-TW", "7 August 2026"),
        ("pl", "7 sierpnia 2026"),
        ("fo", "7 August 2026"),
    ],
)
def test_a_day_is_told_in_the_newsletters_language(language, told):
    assert furniture_of(language).whole_day(date(2026, 8, 7)) == told


@pytest.mark.parametrize("language", languages())
def test_an_issue_of_rules_says_so_in_its_own_language(language):
    words = furniture_of(language)

    assert words.by_rules.startswith(words.openings)
    assert words.by_rules.endswith(words.stop)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "sprawdził 1 źródło"),
        (2, "sprawdził 2 źródła"),
        (4, "sprawdził 4 źródła"),
        (5, "sprawdził 5 źródeł"),
        (11, "sprawdził 11 źródeł"),
        (12, "sprawdził 12 źródeł"),
        (14, "sprawdził 14 źródeł"),
        (21, "sprawdził 21 źródeł"),
        (22, "sprawdził 22 źródła"),
        (25, "sprawdził 25 źródeł"),
        (112, "sprawdził 112 źródeł"),
        (134, "sprawdził 134 źródła"),
    ],
)
def test_a_noun_has_the_form_that_its_number_takes(number, told):
    words = furniture_of("pl")

    assert words.counted(number, words.asked) == f"Ten numer {told}"


@pytest.mark.parametrize("language", languages())
def test_a_noun_has_all_forms_that_its_language_has(language):
    words, brief = furniture_of(language), brief_words_of(language)
    nouns = (words.story, words.more, words.considered, words.asked, words.left_out)

    wanted = {words.form_of(number) for number in range(200)}
    for noun in (*nouns, brief.launch, brief.paper):
        assert len(noun) > max(wanted)
        assert all("{number}" in form for form in noun)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "a, b and c"),
        ("de", "a, b und c"),
        ("ja", "a、b、c"),
        ("ko", "a, b, c"),
        ("zh", "a、b和c"),
    ],
)
def test_a_list_is_written_as_its_language_does(language, told):
    assert furniture_of(language).listed(["a", "b", "c"]) == told


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["It asked two.", "", "It has one."], "It asked two. It has one."),
        (["今号は二つを調べました。", "今号は一件です。"], "今号は二つを調べました。今号は一件です。"),
        (["本期有一条。", "OpenAI 发布。"], "本期有一条。OpenAI 发布。"),
        (["하나를 골랐습니다.", "둘을 조사했습니다."], "하나를 골랐습니다. 둘을 조사했습니다."),
        (["What is a model?", "今号は一件です。"], "What is a model? 今号は一件です。"),
        ([], ""),
    ],
)  # fmt: skip
def test_sentences_stand_behind_each_other_as_their_script_has_it(sentences, text):
    assert joined(sentences) == text
    assert [one.text for one in split(text)] == [one for one in sentences if one]
