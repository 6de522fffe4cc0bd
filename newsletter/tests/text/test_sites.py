"""The site that an address belongs to."""

import pytest

from newsletter.text.sites import parts_of, segments_of, site_of


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


@pytest.mark.parametrize(
    "url", ["", "/a/b", "mailto:a@lab.test", "http://[", "http://"]
)
def test_what_has_no_host_has_no_parts(url):
    assert parts_of(url) is None


def test_the_segments_of_a_path_are_as_they_are_read():
    parts = parts_of("https://lab.test//a%20b/c/?q=d#e")

    assert parts is not None
    assert segments_of(parts) == ["a b", "c"]
