"""Pieces of entries: addresses, days, plain text, terms, language."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.outlets.base import date_in, is_preliminary, is_web, tidy
from newsletter.text.language import is_english
from newsletter.text.truncate import at_sentence
from newsletter.web.html import plain


@pytest.mark.parametrize(
    ("written", "tidied"),
    [
        ("https://Lab.test/a/?utm_source=rss#top", "https://lab.test/a/"),
        ("https://lab.test/a", "https://lab.test/a"),
        ("https://lab.test/a/", "https://lab.test/a/"),
        ("https://lab.test/a/?id=1", "https://lab.test/a?id=1"),
        (" https://lab.test ", "https://lab.test/"),
        ("http://arxiv.org/pdf/2508.00001v2", "https://arxiv.org/abs/2508.00001"),
    ],
)
def test_an_address_is_tidied_but_keeps_the_slash_its_publisher_wrote(written, tidied):
    assert tidy(written) == tidied


@given(st.text(max_size=60))
def test_no_text_makes_tidying_raise(text):
    assert isinstance(tidy(text), str)
    assert is_web(text) in (True, False)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://lab.test/2025/08/05/post", date(2025, 8, 5)),
        ("https://lab.test/news/2025-08-05-post", date(2025, 8, 5)),
        ("https://lab.test/2025/02/30/post", None),
        ("https://lab.test/2025/08/051", None),
        ("https://lab.test/a/20250805", None),
    ],
)
def test_a_day_is_found_in_an_address(url, day):
    assert date_in(url) == day


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("No <b>mark</b>up", "No markup"),
        ("GPT<b>-5</b>", "GPT-5"),
        ("<p>One</p><p>Two<br>Three</p>", "One\nTwo\nThree"),
        ("<ul><li>One<li>Two</ul>", "OneTwo"),
        ("3 < 4 and AT&amp;T", "3 < 4 and AT&T"),
        ("nul\x00 and\ttab", "nul and tab"),
        ("", ""),
    ],
)
def test_html_becomes_plain_text(html, text):
    assert plain(html) == text


@given(st.text(max_size=200))
def test_no_text_makes_plain_raise(text):
    assert "\x00" not in plain(text)


@given(st.text(max_size=100), st.integers(min_value=1, max_value=50))
def test_shortened_text_is_the_beginning_of_the_text(text, most):
    short = at_sentence(text, most)

    assert len(short) <= most
    assert text.startswith(short)


@pytest.mark.parametrize(
    "text",
    [
        "Claude Opus 4.1",
        "Introducing LangExtract: A Gemini powered information extraction library",
        "GPT-5",
        "",
        "The model was trained with data from Les Houches and De La Rue.",
    ],
)
def test_english_and_bare_names_pass_as_english(text):
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wie man Sprachmodelle auf dem eigenen Rechner betreibt",
        "Un modèle de langue pour tous les jours",
        "Cómo usar el modelo en la empresa",
        "欢迎使用新的开放模型",
        "Новая языковая модель",
        "新しい言語モデル GPT-5",
    ],
)
def test_other_languages_do_not(text):
    assert not is_english(text)


@pytest.mark.parametrize(
    "tag",
    [
        "nightly",
        "nightly-2026-02-03",
        "v1.2.0-rc.1",
        "canary",
        "edge",
        "1.0.0.dev3",
        "dev",
    ],
)
def test_a_build_that_is_not_for_everyone_is_preliminary(tag):
    assert is_preliminary(tag)


@pytest.mark.parametrize(
    "tag", ["v1.2.0", "b4567", "edges-2.0", "developer-kit-1.0", "1.0.post1"]
)
def test_a_release_for_everyone_is_none(tag):
    assert not is_preliminary(tag)
