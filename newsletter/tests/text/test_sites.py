"""The site that an address belongs to."""

import pytest

from newsletter.text.sites import site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.lab.example/x", "lab.example"),
        ("https://news.bbc.co.uk/1", "bbc.co.uk"),
        ("https://blog.lab.ai", "lab.ai"),
        ("https://www.bit.ly/x", "bit.ly"),
        ("https://github.com./a/b", "github.com"),
        ("javascript:alert(1)", ""),
        ("https://[bad", ""),
    ],
)
def test_the_site_of_an_address(url, site):
    assert site_of(url) == site
