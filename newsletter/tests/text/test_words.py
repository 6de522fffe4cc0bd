import re

import pytest

from newsletter.text.words import any_of, length_in_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("The city opens a bridge of 300 metres", 8),
        ("Die Stadt eröffnet eine Brücke", 5),
        ("市は橋を開通させる", 5),
        ("城市开通大桥", 3),
        # Twelve syllables in four words: six, as in Chinese and Japanese.
        ("시청은 다리를 시민에게 개방", 6),
        ("KTX 노선 3개", 4),
    ],
)
def test_two_letters_of_a_dense_script_are_a_word(text, words):
    assert length_in_words(text) == words


def test_a_korean_report_is_about_as_long_as_the_same_in_english():
    korean = (
        "시의회는 목요일 회의에서 내년 예산안을 통과시키고 낡은 도서관 두 곳을 새로 짓는 데 "
        "40억원을 쓰기로 했다. 공사는 3월에 시작해 이듬해 가을에 끝난다."
    )
    english = (
        "The city council passed next year's budget at its meeting on Thursday and will "
        "spend 4 billion won on rebuilding two old libraries. Work begins in March and "
        "ends in the autumn of the year after."
    )

    assert length_in_words(korean) == pytest.approx(length_in_words(english), rel=0.2)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sixteen", "sixteen"),
        ("Sixty", "Sixty"),
        ("six", "six"),
        ("sixte", "six"),
        ("gb", "gb"),
        ("gbs", "gb"),
        ("SEC", "SEC"),
        ("secs", "secs"),
        ("m.p.", "m.p."),
        ("mxp", None),
        ("eleven", None),
    ],
)
def test_of_many_words_the_longest_is_found_in_any_letters(text, found):
    words = ["six", "sixteen", "sixty", "GB", "sec", "m.p."]
    pattern = re.compile(any_of(words, plural=True), re.IGNORECASE)

    match = pattern.match(text)

    assert (match and match.group()) == found
