"""Spans and multiples that other languages tell in words."""

import pytest

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers import locales
from newsletter.verification.claims.numbers.figures import comparable
from newsletter.verification.claims.numbers.in_words import in_english, with_thousands

ALIKE = [
    ("de", "Der Vertrag läuft zwei Jahre.", "It is a two-year contract."),
    ("de", "Das dauert zwei Jahre.", "Vorgesehen ist ein zweijähriger Vertrag."),
    ("de", "Es hat doppelt so viele Nutzer.", "The number of users has doubled."),
    ("de", "Der Wert hat sich mehr als verdoppelt.", "The value is up 2.3 times."),
    ("fr", "Le correctif arrive dans deux mois.", "A fix is due in two months."),
    ("fr", "Il faudra quinze jours.", "It will take two weeks."),
    ("fr", "Ils ont droit au double d'images.", "Twice the images as before."),
    ("fr", "Il va deux fois plus vite.", "Le temps a été divisé par deux."),
    ("fr", "Le test a été fait deux fois.", "The test was run again."),
    ("es", "Gastan el triple.", "El consumo se ha triplicado."),
    ("es", "Sus ventas se duplicaron en tres años.", "They doubled in 3 years."),
    ("it", "Vale il doppio.", "It is worth twice as much."),
    ("it", "L'accordo dura tre anni.", "Un accordo triennale."),
    ("it", "Ha tolto due volte la corrente.", "They cut the power and again."),
    ("pt", "O número de robôs quadruplicou.", "Four times as many robots."),
    ("nl", "Het duurt drie weken.", "It takes three weeks."),
    ("ja", "三年間の契約だ。", "It is a three-year contract."),
    ("ja", "利益は倍増した。", "Profit doubled."),
    ("zh", "两个月后用户增至两倍。", "In two months the users doubled."),
    ("zh", "产量五年来翻了一番。", "Output doubled in five years."),
    ("zh", "这是第三年。", "It is the last of them."),
    ("ko", "두 달 만에 이용자가 세 배가 됐다.", "Users tripled in two months."),
    ("ko", "3년간 공급한다.", "계약 기간은 3년이며 해지할 수 없다."),
]


@pytest.mark.parametrize(("language", "sentence", "evidence"), ALIKE)
def test_what_words_tell_is_borne_by_figures_and_words(language, sentence, evidence):
    assert fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("de", "Der Vertrag läuft drei Jahre.", "It is a two-year contract."),
        ("de", "Es hat dreimal so viele Nutzer.", "The number of users has doubled."),
        ("fr", "Le correctif arrive dans deux mois.", "A fix is due in four months."),
        ("fr", "Les ventes ont triplé.", "Les ventes ont doublé."),
        ("es", "Gastan el doble.", "El consumo se ha triplicado."),
        ("it", "L'accordo dura cinque anni.", "Un accordo triennale."),
        ("pt", "O número de robôs triplicou.", "Four times as many robots."),
        ("nl", "Het duurt vier weken.", "It takes three weeks."),
        ("ja", "五年間の契約だ。", "It is a three-year contract."),
        ("ja", "利益は3倍になった。", "Profit doubled."),
        ("zh", "还要四个月。", "It takes two more months."),
        ("zh", "用户增至三倍。", "用户翻了一番。"),
        ("ko", "네 달이 걸린다.", "심사에는 두 달이 걸린다."),
        ("ko", "이용자가 두 배가 됐다.", "이용자가 세 배로 늘었다."),
    ],
)
def test_another_span_or_multiple_is_found(language, sentence, evidence):
    assert not fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    "written",
    [
        "Faltbare Geräte",
        "um celular dobrável",
        "il double du film",
        "once a year",
        "Sei ruhig",
    ],
)
def test_what_only_begins_so_is_left_as_it_is(written):
    assert in_english(written) == written


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("es", "Hubo 49.101 contagios.", "Van 49 mil 101 contagios en el país."),
        ("es", "Hubo 9.745 contagios.", "Van nueve mil 745 contagios en el país."),
        ("es", "Son 2.345.678 dosis.", "Suman 2 millones 345 mil 678 dosis."),
        ("ja", "1世帯当たりでは約3600kWhになる。", "1万世帯に3600万kWhを送る。"),
        ("ja", "目標を1年早く超えた。", "2014年3月末に、2015年3月までの目標を超えた。"),
        ("ja", "最多の県は30人を超えた。", "最多の県は31.32人だった。"),
        ("ko", "설비를 70배 넘게 늘렸다.", "설비를 73배로 늘렸다."),
        ("ko", "기준의 일곱 배가 넘는다.", "기준의 7.6배였다."),
        ("ko", "4주 만에 크게 늘었다.", "최근 4주 사이 크게 늘었다."),
        ("ko", "1기가와트에 6조원이 든다.", "기가와트당 비용은 6조원이다."),
    ],
)
def test_numbers_as_their_language_writes_them_are_borne(language, sentence, evidence):
    assert fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("es", "Hubo 49.110 contagios.", "Van 49 mil 101 contagios en el país."),
        ("ja", "最多の県は35人を超えた。", "最多の県は31.32人だった。"),
        ("ko", "설비를 90배 넘게 늘렸다.", "설비를 73배로 늘렸다."),
        ("ko", "5주 만에 크게 늘었다.", "최근 4주 사이 크게 늘었다."),
    ],
)
def test_other_numbers_so_written_are_not(language, sentence, evidence):
    assert not fidelity(sentence, evidence, language=language).holds


def test_a_long_s_and_an_i_of_turkish_are_read_as_patterns_read_them():
    assert in_english("\u017fechstausend Mark") == "6 tausend Mark"
    assert in_english("D\u0130EC\u0130 milioni") == "10 milioni"
    assert with_thousands("\u017feis mil 745") == "6,745"
    assert locales.in_english("5,5 m\u0131llionen") == "5.5 million "
    assert comparable("in their th\u0131rties") == "in their 30s"
