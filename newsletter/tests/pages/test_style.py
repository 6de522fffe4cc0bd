"""The style of the pages, where it depends on which way a language is written."""

import re
from pathlib import Path

from django.conf import settings

STYLE = Path(settings.BASE_DIR, "templates", "static", "crux.css")
# Left and right are the wrong way round on a page from right to left; what is pushed out
# of sight to the left can then be scrolled to, and the page looks empty.
SIDED = re.compile(
    r"\b(?:margin|padding|border)-(?:left|right)\b|[{;]\s*(?:left|right):"
)


def test_nothing_in_it_is_left_or_right():
    assert SIDED.findall(STYLE.read_text()) == []


def test_each_paragraph_runs_the_way_of_its_own_letters():
    """An English sentence on an Arabic page ends with its full stop (UAX 9, P2 and P3)."""
    [plain] = re.findall(r"([^{}]+)\{ unicode-bidi: plaintext; \}", STYLE.read_text())

    tags = {tag.strip() for tag in plain.split("*/")[-1].split(",")}

    assert tags >= {"h1", "h2", "h3", "h4", "p", "li", "dt", "dd", "blockquote", "td"}
