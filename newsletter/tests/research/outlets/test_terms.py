# ruff: noqa: RUF001  letters of many scripts
"""Terms that narrow an outlet down, in every script and however they are written."""

import pytest

from newsletter.research.outlets.terms import mentions, wordless


@pytest.mark.parametrize(
    ("title", "is_about"),
    [
        ("Our LLM is here", True),
        ("LLMs everywhere", False),
        ("Fine tuning for all", True),
        ("Fine-Tuning!", True),
        ("Millm and thellm", False),
        ("", False),
    ],
)
def test_terms_are_found_as_whole_words(title, is_about):
    assert mentions(title, ("llm", "fine-tuning")) is is_about


@pytest.mark.parametrize(
    ("term", "title"),
    [
        ("AI", "A new AI tool for gardeners"), ("Ai", "An ai tool"), (" ai ", "The AI"),
        ("GPT-5.5", "GPT-5.5 is out"), ("gpt 5.5", "Introducing GPT-5.5"),
        ("c++", "Bindings for C++ and Rust"), ("C#", "C# gains unions"),
        ("node.js", "Node.js 24"), ("ＡＩ", "AI tools"), ("Straße", "STRASSE in Berlin"),
        ("トマト", "新しいトマトの品種が発売"), ("AI モデル", "新しいAIモデルを公開"),
        ("AI", "新しいAIモデルを公開"), ("언어 모델", "새로운 언어모델을 공개"), ("โมเดล", "เปิดตัวโมเดลใหม่"),
        ("modèles", "Les modeles et les mode\u0300les"), ("IA", "L’essor de l’IA"),
    ],
)  # fmt: skip
def test_a_term_is_found_however_it_is_written(term, title):
    assert mentions(title, (term,))


@pytest.mark.parametrize(
    ("term", "title"),
    [
        ("c", "C++ and C#"),
        ("c++", "C is fast"),
        ("ai", "Maintained"),
        ("トマト", "ポテト"),
    ],
)
def test_a_term_is_not_found_within_another_word(term, title):
    assert not mentions(title, (term,))


@pytest.mark.parametrize("term", ["", "  ", "++", "-", "…"])
def test_a_term_without_a_word_is_said_to_be_wrong(term):
    assert repr(term) in wordless(["ai", term])
    assert not wordless(["ai", "c++"])
    assert not mentions("Anything", (term,))
