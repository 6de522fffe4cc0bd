"""A language that an issue speaks has words in each table, and in no other place English."""

import pytest

from newsletter.drafts import edition_lines, updates
from newsletter.research.sample.banner import banner_of
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.correction_words import correction_words_of
from newsletter.standards.disclosure_words import disclosure_words_of
from newsletter.standards.furniture import ENGLISH, languages
from newsletter.standards.reason_words import reason_words_of

TABLES = {
    "brief": brief_words_of,
    "corrections": correction_words_of,
    "disclosures": disclosure_words_of,
    "reasons": reason_words_of,
    "updates": lambda language: updates.earlier(language, 1),
    "edition": lambda language: edition_lines.line_of(
        language, 2, 5, "https://crux.example/"
    ),
    "sample": banner_of,
}


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_a_language_of_issues_has_a_line_in_each_table(language):
    lack = [
        table
        for table, words_of in TABLES.items()
        if words_of(language) == words_of(ENGLISH)
    ]

    assert lack == []
