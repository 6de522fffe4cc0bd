"""Letters in Arabic, Hebrew and the like: from right to left, with what they quote."""

import re

import pytest

from newsletter.issues.letter import Ways, letter_html
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
WAYS = Ways("https://a.b/", "https://a.b/p", "https://a.b/u")
MARKDOWN = """\
# نموذج جديد

هذا العدد فيه خبر واحد.

## الأخبار

### 1. نموذج جديد بأوزان مفتوحة

“The model is out, and small.” ([a lab](https://a.example/news))

> A passage of it.

- One thing
"""


def letter(language):
    issue = make_issue(make_newsletter(language=language), markdown=MARKDOWN)
    return letter_html(issue, WAYS)


def styles(html):
    """The style of each kind of paragraph, as it stands inline."""
    return re.findall(r'<(p|h1|h2|h3|li|blockquote|ul)\b[^>]*style="([^"]*)"', html)


@pytest.mark.parametrize("language", ["ar", "he", "fa", "ur", "az-Arab"])
def test_a_letter_from_right_to_left_is_laid_out_so(language):
    html = letter(language)

    found = dict(styles(html))
    for tag in ("p", "h1", "h2", "h3", "li"):
        assert "unicode-bidi: plaintext" in found[tag]
    # Arabic letters are joined.
    assert "letter-spacing: 0" in found["h2"]
    assert "padding: 0 14px 0 0" in found["blockquote"]
    assert "border-left: 0" in found["blockquote"]
    assert "padding: 0 22px 0 0" in found["ul"]
    assert re.search(r'<td class="number" align="left"', html)
    assert "padding-right: 26px" in html
    assert "padding-left: 26px" not in html


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_letter_from_left_to_right_stays_as_it_is(language):
    html = letter(language)

    assert "unicode-bidi" not in html
    assert "padding: 0 0 0 22px" in dict(styles(html))["ul"]
    assert re.search(r'<td class="number" align="right"', html)
    assert "padding-left: 26px" in html
