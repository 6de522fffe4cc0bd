"""Banned words are told in any case, form and script, and nothing else is."""

import pytest

from newsletter.standards.banned import found_in


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("robust", "A Robust index."),
        ("leverage", "It leverages caches, leveraging two."),
        ("game-changer", "Two game-changers."),
        ("naïve", "A nai\u0308ve cache."),
        ("revolutionär*", "Die revolutionären Rosen."),
        ("прорыв*", "Это прорывная модель."),
        ("革命的", "これは革命的なモデルです。"),
        ("突破", "这是重大突破性的模型。"),
        ("ปฏิวัติ", "โมเดลปฏิวัติวงการ"),
        ("C++", "Written in C++."),
    ],
)
def test_a_banned_word_is_told(word, text):
    assert list(found_in(text, [word])) == [word]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("robust", "Robustness matters."),
        ("leverage", "A leveret runs."),
        ("revolutionär", "Die revolutionären Rosen."),
        ("*", "Anything at all."),
        ("", "Anything at all."),
        ("art", "A smart part."),
    ],
)
def test_another_word_is_not(word, text):
    assert list(found_in(text, [word])) == []
