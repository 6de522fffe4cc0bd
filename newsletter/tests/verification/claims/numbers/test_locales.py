"""Figures and dates of one language, held against those of another."""

from datetime import date

import pytest
from babel.dates import format_date
from hypothesis import assume, given
from hypothesis.strategies import (
    DrawFn,
    SearchStrategy,
    booleans,
    composite,
    integers,
    sampled_from,
    text,
)

from newsletter.text.language import KNOWN
from newsletter.text.words import MONTHS
from newsletter.verification.claims.details import Detail, fidelity
from newsletter.verification.claims.numbers import in_words
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
        ("年に最大3300万トンを認める。", "It allows up to 33 million tons a year."),
        ("4億7000万トンから18億トン増えた。", "It rose by 0.47-1.8 gigatonnes."),
        ("一基あたり平均で約220メガワットだ。", "35 turbines have 7.65 gigawatts."),
        ("10年に一度あるかないかだ。", "It occurs once per decade or less."),
        ("費用を1割下げうる。", "It could cut the cost by 10%."),
        ("長さ50センチの電極。", "A half-meter-long electrode."),
        ("午前9時47分に止まった。", "It stopped at 9:47 a.m."),
        ("1ギガワットで1時間2.59ドルだ。", "One-gigawatt sites pay $2.59 per hour."),
        ("2年間で3分の1減った。", "It fell by a third over two years."),
        (
            "第2四半期は14倍以上だ。",
            "The second quarter had more than 14 times as many.",
        ),
        ("7月9日から13日に見つかった。", "It was found between July 9 and July 13."),
        ("1日半後に再開した。", "It restarted after 36 hours."),
        ("耗时18个月新增44兆瓦。", "It took a year and a half to add 44 megawatts."),
        ("매출은 3배로 늘어 12억 달러가 됐다.", "Revenue tripled to $1.2 billion."),
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
        ("年に3億3000万トンだ。", "33 million tons a year.", Detail.NUMBER),
        ("費用を3割下げうる。", "It could cut the cost by 10%.", Detail.NUMBER),
        ("40%速い。", "It is up to 40% faster.", Detail.NUMBER),
        ("午前9時17分に止まった。", "It stopped at 9:47 a.m.", Detail.NUMBER),
    ],
)
def test_another_figure_in_another_language_is_found(sentence, evidence, detail):
    assert [gap.detail for gap in fidelity(sentence, evidence).unsupported] == [detail]


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("language", KNOWN)
def test_a_day_is_read_as_every_language_of_newsletters_writes_it(language, month):
    """As the CLDR has it; Norwegian stands there as Bokmål."""
    locale = {"no": "nb", "zh": "zh_Hans"}.get(language, language)
    written = format_date(date(2025, month, 5), "long", locale)

    name = MONTHS[month - 1].capitalize()
    assert f"5 {name}" in in_english(written) or f"{name} 5" in in_english(written)


def test_a_month_in_letters_that_only_match_it_is_left_alone():
    assert in_english("5 LUGLİO") == "5 LUGLİO"


@pytest.mark.parametrize(
    "sentence",
    [
        "Layers 3,4 and 5 are cut.",
        "It has 12.5 points.",
        "Version 1.234 is out.",
        "The 300 mill workers met 10 Mia fans.",
    ],
)
def test_english_is_left_as_it_is(sentence):
    assert in_english(sentence) == sentence


@given(text(alphabet="0123456789.,万億年月日 MioProzent", max_size=60))
def test_no_text_whatever_makes_it_raise(written):
    in_english(written)


# Sentences of each language, with a place for a number in a unit of that language.
SAID_WITH_COMMAS = {
    "da": (
        "Tanken rummer {} liter.",
        "Skærmen er {} tommer.",
        "Det stiger {} procent.",
    ),
    "de": (
        "Der Tank fasst {} Liter Wasser.",
        "Das Feld misst {} Hektar.",
        "Das Bild ist {} Zoll groß.",
        "Es dauert {} Stunden.",
        "Der Gewinn betrug {} Milliarden Euro.",
        "Um {} % stieg die Zahl.",
    ),
    "el": ("Χωρά {} λίτρα.",),
    "es": ("El depósito tiene {} litros.", "Sube un {} %.", "Dura {} horas."),
    "fr": (
        "Le réservoir contient {} litres.",
        "L’écran de {} pouces est fin.",
        "Une hausse de {} %.",
        "Un disque de {} Go.",
        "Soit {} milliards de dollars.",
    ),
    "it": (
        "Il serbatoio contiene {} litri.",
        "Cresce del {} per cento.",
        "Dura {} ore.",
    ),
    "nl": ("De tank bevat {} liter water.", "Het duurt {} uur."),
    "no": ("Tanken rommer {} liter.", "Skjermen er {} tommer.", "Det tar {} timer."),
    "pl": ("Zbiornik ma {} litra.", "Ekran ma {} cala.", "Trwa {} godziny."),
    "pt": ("O tanque tem {} litros.", "A tela tem {} polegadas.", "Dura {} horas."),
    "ru": ("Бак вмещает {} литра воды.", "Рост на {} процента.", "Нужно {} часа."),
    "sr": ("Резервоар има {} литра.",),
    "sv": ("Tanken rymmer {} liter.", "Skärmen är {} tum.", "Det tar {} timmar."),
    "uk": ("Бак вміщує {} літра води.",),
    "bg": ("Резервоарът има {} литра.",),
}
SAID_WITH_POINTS = {
    "ar": ("يتسع الخزان {} لتر.",),
    "en": ("The tank holds {} litres.", "The screen is {} inches.", "It rose by {}%."),
    "fa": ("مخزن {} لیتر است.",),
    "he": ("המיכל מכיל {} ליטר.",),
    "hi": ("टैंक में {} लीटर पानी है।",),
    "ja": ("タンクは{}リットル入る。", "{}%上昇した。"),
    "ko": ("탱크는 {}리터이다.",),
    "th": ("ถังจุ {} ลิตร",),
    "ur": ("ٹینک میں {} لیٹر ہے",),
    "zh": ("水箱容量为{}升。", "上涨了{}%。"),
}
FRAMES = {"de": "„{}“, schreibt die Firma.", "fr": "« {} », écrit la société."}
THIN = "\N{NARROW NO-BREAK SPACE}"


def _of_one(said: dict[str, tuple[str, ...]]) -> SearchStrategy[tuple[str, str]]:
    return sampled_from([(name, one) for name, many in said.items() for one in many])


@composite
def numbers_said(draw: DrawFn, thousands: str, decimal: str) -> str:
    """A number that no rounding reaches: it has neither a nought nor ten of anything."""
    digits = text(alphabet="123456789", min_size=1, max_size=3)
    whole = draw(digits)
    if draw(booleans()):
        three = text(alphabet="123456789", min_size=3, max_size=3)
        whole += draw(sampled_from(thousands)) + draw(three)
    return whole + (decimal + draw(digits)[:2] if draw(booleans()) else "")


def _other_digit(number: str, place: int) -> str:
    """The number with one digit changed, to another that is no nought.

    What is left of a hundred can be worked out: 55 % where 45 % are told.
    """
    places = [at for at, letter in enumerate(number) if letter.isdigit()]
    at = places[place % len(places)]
    other = number[:at] + str(int(number[at]) % 9 + 1) + number[at + 1 :]
    assume(not (number.isdigit() and int(number) + int(other) == 100))
    return other


def _of(language: str, sentence: str) -> str:
    return FRAMES.get(language, "“{}”").format(sentence)


def _holds(sentence: str, evidence: str, language: str) -> bool:
    found = fidelity(sentence, evidence, language=language).unsupported
    return all(lack.detail is not Detail.NUMBER for lack in found)


@given(
    _of_one(SAID_WITH_COMMAS),
    numbers_said(f" .{THIN}", ","),
    integers(0, 9),
    booleans(),
)
def test_a_true_quotation_with_decimal_commas_holds_and_one_other_digit_does_not(
    said, number, place, is_framed
):
    language, template = said
    evidence = template.format(number)
    sentence = _of(language, evidence) if is_framed else evidence
    other = template.format(_other_digit(number, place))

    assert _holds(sentence, evidence, language)
    assert _holds(sentence.replace(THIN, " "), evidence, language)
    assert _holds(sentence, evidence.replace(THIN, " "), language)
    assert not _holds(other, evidence, language)


@given(_of_one(SAID_WITH_POINTS), numbers_said(",", "."), integers(0, 9), booleans())
def test_a_true_quotation_with_decimal_points_holds_and_one_other_digit_does_not(
    said, number, place, is_framed
):
    language, template = said
    evidence = template.format(number)
    sentence = _of(language, evidence) if is_framed else evidence
    other = template.format(_other_digit(number, place))

    assert _holds(sentence, evidence, language)
    assert not _holds(other, evidence, language)


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("de", "Der Tank fasst 1,5 Liter.", "The tank holds 1.5 litres of water."),
        (
            "en",
            "The tank holds 1.5 litres.",
            "Der Tank fasst 1,5 Liter und ist nicht neu.",
        ),
        (
            "en",
            "It has a 6.7 inch screen.",
            "L’écran de 6,7 pouces est plus fin, et plat.",
        ),
        (
            "en",
            "It runs for 5 hours.",
            "Der Roboter läuft 5 Stunden und ist nicht laut.",
        ),
        ("fr", "Le champ compte 0,4 hectare.", "Das Feld misst 0,4 Hektar."),
        ("ru", "Бак вмещает 1,5 литра.", "The tank of the robot holds 1.5 litres."),
        ("de", "Er fasst 1.523 Liter.", "Le réservoir contient 1 523 litres."),
        (
            "fr",
            "Il contient 1 523 litres.",
            "The tank of the robot holds 1,523 litres.",
        ),
        ("nl", "Was er 1,5 liter of meer?", "Was er 1,5 liter of meer?"),
        (
            "de",
            "Schichten 3, 4 und 5 fallen weg.",
            "Layers 3,4 and 5 of the net are cut.",
        ),
        (
            "en",
            "“Er fasst 1,5 Liter und ist neu”, it says.",
            "Er fasst 1,5 Liter und ist neu.",
        ),
    ],
)
def test_a_number_is_the_same_in_the_writing_of_two_languages(
    language, sentence, evidence
):
    assert fidelity(sentence, evidence, language=language).unsupported == ()


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("de", "Der Tank fasst 5 Liter.", "Der Tank fasst 1,5 Liter Wasser."),
        ("de", "Der Tank fasst 15 Liter.", "Der Tank fasst 1,5 Liter Wasser."),
        (
            "en",
            "The tank holds 5 litres.",
            "Der Tank fasst 1,5 Liter und ist nicht neu.",
        ),
        ("fr", "Il contient 523 litres.", "Le réservoir contient 1 523 litres."),
        (
            "en",
            "It runs for 5 minutes.",
            "Der Roboter läuft 5 Stunden und ist nicht laut.",
        ),
    ],
)
def test_a_part_of_a_number_is_not_the_number(language, sentence, evidence):
    assert not fidelity(sentence, evidence, language=language).holds


def test_a_line_of_evidence_is_read_once_for_all_that_is_held_to_it(monkeypatch):
    line, read = "It has 71 parts, and nobody has read of them so far.", []
    real = in_words.in_english
    monkeypatch.setattr(
        in_words, "in_english", lambda text: read.append(text) or real(text)
    )

    for count in range(5):
        fidelity(f"It has {count} parts.", line)

    assert read.count(line) == 1
