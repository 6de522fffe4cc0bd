"""The catalogues in `locale/`: complete, true to their messages, and compiled.

Messages are read out of the code as `makemessages` does it, with Babel in the place of GNU
gettext, so that nobody needs that to run the tests.
"""

import re
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.dates import WEEKDAYS
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from newsletter.text.words import MONTHS

KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_lazy": None, "gettext_noop": None}
FLOORS = ("newsletter", "subscribers", "agents", "crux")
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
# Where Django's own months and days have capitals that do not belong in a sentence.
OVERRIDDEN = {*(month.capitalize() for month in MONTHS), *map(str, WEEKDAYS.values())}
PLACES = re.compile(r"%\(\w+\)s|%[sd]|</?\w[^>]*>")
BROKEN = re.compile(r"[\"<>]|&(?!nbsp;)|^[ \n]|\s$")


def messages_in_code():
    """Every message that a template or a module marks."""
    for template in settings.BASE_DIR.glob("templates/**/*.*"):
        if template.suffix in (".html", ".txt"):
            yield from messages_of(templatize(template.read_text("utf-8")).encode())
    for floor in FLOORS:
        for module in settings.BASE_DIR.glob(f"{floor}/**/*.py"):
            code = module.read_bytes()
            if b"gettext" in code and "tests" not in module.parts:
                yield from messages_of(code)


def messages_of(code):
    return (message for _, message, _, _ in extract("python", BytesIO(code), KEYWORDS))


def path_of(language, suffix):
    folder = Path(settings.BASE_DIR) / "locale" / to_locale(language) / "LC_MESSAGES"
    return folder / f"django.{suffix}"


def catalogue(language):
    with path_of(language, "po").open("rb") as file:
        return read_po(file)


def said(message):
    """What a message is in its language, in each form."""
    return [message.string] if isinstance(message.string, str) else message.string


def told(message):
    return [message.id] if isinstance(message.id, str) else message.id


def pairs(messages):
    return sorted((*told(one), *said(one)) for one in messages if one.id)


@pytest.fixture(scope="module")
def marked():
    return set(messages_in_code())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_there_in_every_language_and_no_other(language, marked):
    messages = [message for message in catalogue(language) if message.id]

    known = {tuple(told(one)) if one.pluralizable else one.id for one in messages}
    assert marked - known == set()
    assert known - marked - OVERRIDDEN == set()
    assert [one.id for one in messages if one.fuzzy or not all(said(one))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_places_and_markup(language):
    """The form for one may leave its number out, as the English one may."""
    lost = []
    for message in catalogue(language):
        *forms, last = said(message)
        wanted = Counter(PLACES.findall(told(message)[-1]))
        if message.id and Counter(PLACES.findall(last)) != wanted:
            lost.append((last, wanted))
        may = wanted.keys()
        lost += [(one, may) for one in forms if not may >= {*PLACES.findall(one)}]

    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_breaks_no_page(language):
    """Nothing escapes it: a quote, a lone sign, or a space that its message has not."""
    broken = [
        one
        for message in catalogue(language)
        if message.id
        for one in said(message)
        if BROKEN.search(PLACES.sub("x", one.removeprefix(lead_of(message))))
    ]

    assert broken == []


def lead_of(message):
    first = told(message)[0]
    return first[: len(first) - len(first.lstrip(" "))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_when_running_is_the_catalogue(language):
    """`manage.py compilemessages`, or Babel, makes it; it is kept beside the other."""
    with path_of(language, "mo").open("rb") as file:
        compiled = read_mo(file)

    assert pairs(compiled) == pairs(catalogue(language))
