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
