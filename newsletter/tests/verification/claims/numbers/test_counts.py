"""Numbers in words of other languages, and few of a thing that are told as another few."""

import pytest

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers import counts


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("fr", "Deux bus et dix-huit trains", "two bus et 18 trains"),
        ("fr", "quatre-vingt-treize élèves, vingt et un neuf", "93 élèves, 21 neuf"),
        ("fr", "soixante-quinze lits neufs, neuf lits", "75 lits neufs, nine lits"),
        ("de", "Zwei Lücken, einundzwanzig Tage", "two Lücken, 21 Tage"),
        ("es", "veintidós casos, treinta y dos días", "22 casos, 32 días"),
        ("it", "trentotto casi, ventuno giorni, tu sei qui", "38 casi, 21 giorni, tu sei qui"),
        ("nl", "tweeëntwintig mensen", "22 mensen"),
        ("pt", "vinte e dois casos", "22 casos"),
        ("sv", "fem fel, tjugotre dagar", "five fel, 23 dagar"),
        ("da", "to fejl, fireoghalvtreds dage", "two fejl, 54 dage"),
        ("nb", "åtte feil, trettito dager", "eight feil, 32 dager"),
        ("pl", "dwóch badaczy, trzydziestu dwu badaczy", "two badaczy, 32 badaczy"),
        ("da", "It fell to most of the fire crews", "It fell to most of the fire crews"),
    ],
)  # fmt: skip
def test_numbers_are_read_in_the_words_of_their_language(language, text, read):
    assert counts.in_english(text, language) == read


def test_han_numbers_are_read_before_what_they_count():
    read = counts.han_in_english(
        "七个地区的十三岁孩子\uff0c三百万行\uff0c数百万\uff0c第三个\uff0c三四家"
    )

    assert (
        read
        == " seven 个地区的 13 岁孩子\uff0c300万行\uff0c数百万\uff0c第三个\uff0c三四家"
    )


@pytest.mark.parametrize(
    ("language", "sentence", "evidence", "holds"),
    [
        ("en", "Four flaws let attackers in.", "Three vulnerabilities were told.", False),
        ("en", "Three flaws let attackers in.", "Three vulnerabilities were told.", True),
        ("de", "Vier Lücken lassen Angreifer ein.", "Three vulnerabilities were told.", False),
        ("en", "Both authors found two flaws.", "Three of five holes are left.", True),  # 5 - 3
        ("en", "They assess four models.", "Five sets: A, B, C and D were tried.", True),
        ("en", "It runs on two batteries.", "A dual pack lasts three days.", True),
        ("fr", "Il coûte trois millions d'euros.", "It costs 2 million euros.", False),
        ("fr", "Il coûte trois millions d'euros.", "It costs 3 million euros.", True),
        ("en", "It saves three to ten billion euros.", "Elle veut économiser trois à dix milliards d'euros sur les aides, selon un rapport.", True),
        ("en", "It costs 3,000 yuan.", "它的价格为3000元。", True),
        ("en", "It costs 3,000 yuan.", "It costs 3,000 dollars.", False),
        ("en", "It costs 3,000 pesos.", "Cuesta $3.000 al mes, según la empresa.", True),
        ("es", "Toma 325 miligramos al día.", "He takes 325 milligrams a day.", True),
        ("es", "Toma 325 gramos al día.", "He takes 325 milligrams a day.", False),
        ("fr", "La BCE baisse d'un quart de point.", "La BCE baisse de 0,25 point.", True),
        ("en", "It has 5 million users a month.", "It has 5 million monthly users.", True),
        ("en", "Sales of the last three months rose.", "Sales of the fourth quarter rose.", True),
        ("es", "Ana Pérez, de 31 años, dirige el fondo.", "Ana Pérez (31) dirige el fondo.", True),
        ("de", "Höchstens 32 Menschen starben.", "Al menos 32 personas han muerto en accidentes de helicóptero.", False),
        ("en", "A dozen kilometres are left.", "Elle est située à une douzaine de kilomètres de la ville.", True),
        ("es", "Venció 3-2 a Magallanes por la quinta fecha.", "Venció 3-1 a Magallanes por la quinta fecha.", False),
        ("en", "Each Year it grows.", "It grows every year.", True),
    ],
)  # fmt: skip
def test_a_figure_is_held_whatever_words_tell_it(language, sentence, evidence, holds):
    assert fidelity(sentence, evidence, language=language).holds is holds
