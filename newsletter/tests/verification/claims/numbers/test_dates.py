"""Dates in lists, and hours told to the minute."""

import pytest

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers.dates import is_listed
from newsletter.verification.claims.numbers.figures import Day


@pytest.mark.parametrize(
    ("language", "sentence", "evidence", "holds"),
    [
        ("en", "It ended on 29 January.", "It ran between January 22 and 29, with", True),
        ("en", "It ended on 30 January.", "It ran between January 22 and 29, with", False),
        ("en", "It ended on 29 January.", "Between January 22 and February 29", False),
        ("en", "It ended on 29 January.", "On January 22 it killed 29 people", False),
        ("es", "Termina el 11 de agosto.", "desde el viernes 8 de agosto hasta el lunes 11", True),
        ("fr", "Il vient le 20 octobre.", "accueille les 20, 21 et 22 octobre", True),
        ("fr", "Il vient le 19 octobre.", "accueille les 20, 21 et 22 octobre", False),
        ("en", "Prices rose in May 2025.", "Prices rose in April, May and June 2025.", True),
        ("en", "Prices rose in March 2025.", "Prices rose in April, May and June 2025.", False),
        ("en", "It is back at the level of 2009.", "It fell to early-2009 levels.", True),
        ("en", "It fell to 2009 levels.", "It is back where it was in 2009.", True),
        ("fr", "Né du punk des années 1990.", "la culture punk des années 90", True),
        ("en", "It rose shortly before 6 a.m.", "It lifted off at 5:56 a.m.", True),
        ("en", "It rose shortly before 8 a.m.", "It lifted off at 5:56 a.m.", False),
        ("es", "Juegan a las 20 horas.", "El partido es a las 20:00 horas", True),
        ("en", "It was the 52nd win.", "la victoria número 52", True),
        ("en", "It was the 51st win.", "la victoria número 52", False),
    ],
)  # fmt: skip
def test_a_date_or_hour_is_held_however_it_is_told(language, sentence, evidence, holds):
    assert fidelity(sentence, evidence, language=language).holds is holds


def test_a_long_page_is_read_in_time():
    evidence = "8 August hasta " + "長" * 20_000 + " 22 octobre " * 2_000

    assert not is_listed(Day("12 May", month=5, day=12), evidence)
