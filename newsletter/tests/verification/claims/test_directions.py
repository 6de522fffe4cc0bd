"""A share told the other way than its passage tells it, in two of many languages."""

import pytest
from hypothesis import given
from hypothesis.strategies import text

from newsletter.standards.outcomes import Support
from newsletter.verification.claims.relations import at_odds

PASSAGE = "Shares of the company fell 6% after the report, although orders rose 15% from a year earlier."
TURNED = [
    ("Die Aktie der Firma stieg nach dem Bericht um 6 Prozent.", PASSAGE),
    ("Après le rapport, l'action de l'entreprise a progressé de 6 % à la Bourse de Paris.", PASSAGE),
    ("La acción de la empresa subió un 6 % tras el informe.", PASSAGE),
    ("Il titolo della società ha guadagnato il 6% dopo la relazione.", PASSAGE),
    ("As ações da empresa subiram 6% depois do relatório.", PASSAGE),
    ("报告发布后公司股价上涨6%。", PASSAGE),
    ("発表の後、株価は6%上昇した。", PASSAGE),
    ("발표 뒤 회사 주가는 6% 올랐다.", PASSAGE),
    ("Les puces de mémoire coûtent 40 % de plus que l'an dernier.", "Le prix des puces a chuté de 40 % en un an."),
    ("Shares of the company rose 6% after the report.", "Die Aktie der Firma fiel nach dem Bericht um 6 Prozent."),
]  # fmt: skip
HOLD = [
    ("Die Aktie der Firma fiel um 6 Prozent, obwohl 15 Prozent mehr bestellt wurde.", PASSAGE),
    ("Las acciones de la empresa bajaron un 6 %, aunque los pedidos subieron un 15 %.", PASSAGE),
    ("Le titre ne progresse pas de 6 % après la publication.", PASSAGE),
    ("El modelo es un 40 % más rápido que el anterior.", "The new model cuts the time to answer by 40%."),
    ("El modelo es un 40 % más barato que el anterior.", "The price of the model was cut by 40%."),
    ("Se usa en más del 40 % de las empresas de la región.", "The share of firms that use it fell to 40%."),
    ("El crecimiento de la economía bajó al 1,1 %.", "Growth of the economy was down to 1.1%."),
    ("Perdió un 20 % menos que el año anterior.", "The losses of the company shrank 20%."),
    ("報告書によれば、費用は30%減った。", "The cost of it was cut by 30%, and speed rose by 30%."),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "passage"), TURNED)
def test_a_share_that_goes_the_other_way_is_found(sentence, passage):
    assert [support for support, _ in at_odds(sentence, passage)] == [
        Support.CONTRADICTED
    ]


@pytest.mark.parametrize(("sentence", "passage"), HOLD)
def test_what_goes_the_same_way_or_none_holds(sentence, passage):
    assert not list(at_odds(sentence, passage))


@given(text(alphabet="0123456789.,% 増減上下涨跌 stiegfiel", max_size=80))
def test_no_text_whatever_makes_it_raise(written):
    assert not list(at_odds(written, written))
