from datetime import date

import pytest

from newsletter.standards.furniture import furniture_of, languages


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "7 August 2026"),
        ("de-AT", "7. August 2026"),
        ("fr", "7 août 2026"),
        ("es", "7 de agosto de 2026"),
        ("it", "7 agosto 2026"),
        ("nl", "7 augustus 2026"),
        ("pt_BR", "7 de agosto de 2026"),
        ("ja", "7 August 2026"),
    ],
)
def test_a_day_is_told_in_the_newsletters_language(language, told):
    assert furniture_of(language).whole_day(date(2026, 8, 7)) == told


@pytest.mark.parametrize("language", languages())
def test_an_issue_of_rules_says_so_in_its_own_language(language):
    words = furniture_of(language)

    assert words.by_rules.startswith(words.openings)
    assert words.by_rules.endswith(".")
