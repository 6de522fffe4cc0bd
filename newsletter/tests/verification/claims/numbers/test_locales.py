"""Figures and dates of one language, held against those of another."""

import pytest
from hypothesis import given
from hypothesis.strategies import text

from newsletter.verification.claims.details import Detail, fidelity
from newsletter.verification.claims.numbers.locales import in_english


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("It costs 3.4 million euros.", "Es kostet 3,4 Mio. Euro."),
        ("It costs 2 billion euros.", "Il coûte 2 milliards d’euros."),
        ("It costs 2.5 million euros.", "Cuesta 2,5 millones de euros."),
        ("It has 7 billion parameters.", "Tiene 7 mil millones de parámetros."),
        ("It has 7 billion parameters.", "O modelo tem 7 bilhões de parâmetros."),
        ("It has 12,345,678.5 rows.", "Es hat 12.345.678,5 Zeilen."),
        ("It has 100 million users.", "用户数达到1亿。"),
        ("It has 350 million users.", "利用者は3億5000万人に達した。"),
        ("It has 30,000 users.", "3만 명이 쓴다."),
        ("It came out on 5 August 2025.", "2025年8月5日に公開された。"),
        ("It came out on 5 August 2025.", "Le modèle est sorti le 5 août 2025."),
        ("El modelo salió el 5 de agosto de 2025.", "It came out on 5 August 2025."),
        ("Le modèle atteint 71,2 pour cent.", "It reaches 71.2%."),
        ("Es gewinnt rund 3 Prozentpunkte.", "It gains 3.1 points."),
        ("OpenAIのGPT-5は71.2%を記録した。", "GPT-5 by OpenAI scores 71.2%."),
        ("Die Forscher trainierten das Modell mit 12.000 Bildern.", "12,000 images."),
        ("How OpenAI Made Its Open Weights Fast Enough", "OpenAI released weights."),
    ],
)
def test_what_one_language_says_another_bears(sentence, evidence):
    assert fidelity(sentence, evidence).unsupported == ()


@pytest.mark.parametrize(
    ("sentence", "evidence", "detail"),
    [
        ("It costs 3.5 million euros.", "Es kostet 3,4 Mio. Euro.", Detail.NUMBER),
        ("It has 10 million users.", "用户数达到1亿。", Detail.NUMBER),
        ("It came out on 6 August 2025.", "2025年8月5日に公開。", Detail.DATE),
        ("Le modèle atteint 71,3 pour cent.", "It reaches 71.2%.", Detail.NUMBER),
        ("Der Dienst ist mit GPT-6 und der alten Fassung da.", "GPT-5.", Detail.NAME),
        ("OpenAIのGPT-6は速い。", "GPT-5 by OpenAI.", Detail.NAME),
    ],
)
def test_another_figure_in_another_language_is_found(sentence, evidence, detail):
    assert [gap.detail for gap in fidelity(sentence, evidence).unsupported] == [detail]


@pytest.mark.parametrize(
    "sentence",
    ["Layers 3,4 and 5 are cut.", "It has 12.5 points.", "Version 1.234 is out."],
)
def test_english_is_left_as_it_is(sentence):
    assert in_english(sentence) == sentence


@given(text(alphabet="0123456789.,万億年月日 MioProzent", max_size=60))
def test_no_text_whatever_makes_it_raise(written):
    in_english(written)
