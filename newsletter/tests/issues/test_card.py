from datetime import date
from io import BytesIO

import pytest
from django.conf import settings
from PIL import Image

from newsletter.issues.card import (
    EDGE,
    HEIGHT,
    WIDTH,
    _cut,
    _fitted,
    _font,
    _words,
    _written,
    card,
)
from newsletter.models import Issue, Newsletter


@pytest.mark.parametrize(
    "subject", ["GPT-5 is out", "", "学习", "x" * 300, "long " * 60]
)
def test_every_issue_has_a_card_of_the_size_that_sites_ask_for(subject):
    issue = Issue(
        newsletter=Newsletter(title="Crux"),
        number=7,
        subject=subject,
        covers_until=date(2026, 11, 19),
    )

    image = Image.open(BytesIO(card(issue)))

    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))


def test_a_long_subject_stays_within_its_lines_and_says_that_it_goes_on():
    font, lines = _fitted("word " * 90)

    assert len(lines) <= 4
    assert lines[-1].endswith(" …")
    assert font.size == 52


@pytest.mark.parametrize(
    "text",
    [
        "Ein Modell für alle und jeden im ganzen weiten Lande, und noch mehr dazu, denn "
        * 3,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft "
        * 4,
        "Модель, которую можно скачать и запустить на обычном ноутбуке без сети, " * 3,
        "W" * 400,
        "i" * 90 + "W" * 90 + " and more words" * 20,
    ],
)
def test_nothing_runs_over_the_edge(text):
    font, lines = _fitted(text)
    small = _font(34)

    assert max(map(font.getlength, lines)) <= WIDTH - 2 * EDGE
    assert small.getlength(_cut(text, small)) <= WIDTH - 2 * EDGE
    assert _cut("Crux", small) == "Crux"


def test_what_the_typeface_cannot_write_is_left_out():
    assert _written("Zürich \n wächst", _font(34)) == "Zürich wächst"
    assert _written("学习", _font(34)) == ""
    assert _written("🎡 The wheel 🎡 is back 🎉", _font(34)) == "The wheel is back"
    assert _written("🎡", _font(34)) == ""


@pytest.mark.parametrize(
    ("language", "foot"),
    [
        ("en", ("No. 7", "19 November 2026", "every claim opens to its passage")),
        ("de", ("Nr. 7", "19. November 2026", "jede Aussage mit Beleg")),
        ("ja", ("No. 7", "2026-11-19", "every claim opens to its passage")),
    ],
)
def test_a_card_speaks_its_newsletters_language_where_the_typeface_can_write_it(
    language, foot
):
    issue = Issue(
        newsletter=Newsletter(title="Crux", language=language),
        number=7,
        covers_until=date(2026, 11, 19),
    )

    assert _words(issue, _font(34)) == foot


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_foot_of_a_card_has_room_in_every_language(language):
    issue = Issue(
        newsletter=Newsletter(title="Crux", language=language),
        number=1234,
        covers_until=date(2026, 9, 26),
    )

    told = "   ·   ".join(_words(issue, _font(34)))

    assert _font(34).getlength(told) < WIDTH - 2 * 84
