"""Money in kronor and the like: one currency by its code, sign, and names in many languages."""

import pytest

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers.currencies import in_english

SAME = [
    ("sv", "Bron kostar 20 miljoner kronor.", "The bridge costs SEK 20 million."),
    ("sv", "Bolaget omsatte 340 mkr.", "Its turnover was 340 million Swedish kronor."),
    ("sv", "Anslaget är 250 miljoner kronor.", "Anslaget är 250 MSEK."),
    ("sv", "Staten betalar 20 miljoner kronor.", "Staten betalar 20 miljoner."),
    ("da", "Staten giver 60 mio. kr. til byen.", "The state gives 60 million kroner."),
    ("da", "Det kostede 8 milliarder kroner.", "It cost DKK 8bn."),
    ("no", "Billetten koster 45 kroner.", "The ticket costs kr 45."),
    ("no", "Øya får 2 milliarder islandske kroner.", "The isle gets ISK 2 billion."),
    ("pl", "Miasto wyda 15 mln zł.", "The city will spend PLN 15 million."),
    ("pl", "Koszt to 900 mln koron czeskich.", "It cost 900 million koruna."),
    (
        "de",
        "Das Werk kostet 12 Millionen Schweizer Franken.",
        "It costs CHF 12 million.",
    ),
    ("de", "Es zahlt der Firma 30 Kronen.", "It pays the firm 30 kronor."),
    ("fr", "Le prêt est de 3 milliards de zlotys.", "The loan is 3 billion zloty."),
    ("pt", "Custa 2 mil milhões de coroas checas.", "It costs CZK 2 billion."),
    ("ja", "工場に3兆ウォンを投じる。", "It puts 3 trillion won into the plant."),
    ("zh", "该实验室花费3000万元。", "The lab costs RMB 30 million."),
    ("en", "The line costs 640 million rupees.", "The line costs INR 640 million."),
    ("en", "The line costs SEK 640 million.", "It costs 640 million Swedish kronor."),
]
ANOTHER = [
    ("sv", "Bron kostar 20 miljoner kronor.", "The bridge costs $20 million."),
    ("da", "Broen koster 20 mio. kr.", "Broen koster 20 mio. euro."),
    ("no", "Den koster 5 norske kroner.", "It costs 5 Swedish kronor."),
    ("no", "Fondet gir 40 millioner kroner.", "The fund gives CHF 40 million."),
    ("ko", "공장에 2조 원이 든다.", "The plant costs 2 trillion yen."),
]


@pytest.mark.parametrize(("language", "said", "passage"), SAME)
def test_money_is_borne_by_the_same_money_in_other_words(language, said, passage):
    assert fidelity(said, passage, language=language).unsupported == ()


@pytest.mark.parametrize(("language", "said", "passage"), ANOTHER)
def test_as_much_of_another_currency_bears_nothing(language, said, passage):
    assert not fidelity(said, passage, language=language).holds


@pytest.mark.parametrize(
    "text",
    [
        "Of the 300 won a prize",
        "M2KR has 20 tasks",
        "20 frank answers",
        "Ingen av de 20 krokodillene",
        "30 sek",
    ],
)
def test_what_is_no_currency_is_left_as_it_is(text):
    assert in_english(text) == text


def test_a_code_without_a_number_is_a_name():
    assert not fidelity("INR beats the baseline.", "It beats the baseline.").holds
