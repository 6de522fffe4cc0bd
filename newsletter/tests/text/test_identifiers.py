"""The names by which works are compared: arXiv ids, DOIs, addresses, stories."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsletter.text.identifiers import (
    arxiv_id_of,
    canonical,
    dois,
    paper_at,
    story_id,
    without_version,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("doi:10.1000/182.", ("10.1000/182",)),
        ("https://doi.org/10.1038/S41586-024-07487-W,", ("10.1038/s41586-024-07487-w",)),
        ("(10.1016/S0140-6736(20)30183-5)", ("10.1016/s0140-6736(20)30183-5",)),
        ("[x](https://doi.org/10.1145/3292500)", ("10.1145/3292500",)),
        ("https://dx.doi.org/10.1000%2Fxyz?utm=1", ("10.1000/xyz",)),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330701", ("10.1145/3292500.3330701",)),
        ("https://www.biorxiv.org/content/10.1101/2024.01.01.573000v1.full.pdf",
         ("10.1101/2024.01.01.573000v1",)),
        ("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
         ("10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o",)),
        ("10.1000/182 and doi 10.1000/182", ("10.1000/182",)),
        ("10.1000/182,10.1000/183;", ("10.1000/182", "10.1000/183")),
        ("参见 10.1000/182。 &lt;10.1000/184&gt; 10.1000/185…",
         ("10.1000/182", "10.1000/184", "10.1000/185")),
        ("version 10.1234 / 5, 110.1234/x, 10.12/x", ()),
    ],
)  # fmt: skip
def test_dois_are_found_in_any_form(text, found):
    assert dois(text) == found


@pytest.mark.parametrize(
    ("url", "one"),
    [
        ("HTTPS://Example.COM:443/a/?utm_source=x&b=1#frag", "https://example.com/a?b=1"),
        ("https://a.org", "https://a.org/"),
        ("http://a.org:80/b//", "http://a.org/b"),
        ("http://a.org:8080/", "http://a.org:8080/"),
        ("https://a.org./b", "https://a.org/b"),
        ("https://a.org/%7euser/%C3%A9?q=a+b", "https://a.org/~user/%C3%A9?q=a+b"),
        ("https://a.org/a%2Fb", "https://a.org/a%2Fb"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://a.org/?fbclid=1&GCLID=2&utm_medium=x", "https://a.org/"),
        ("http://arxiv.org/abs/2508.01234v1", "https://arxiv.org/abs/2508.01234"),
        ("https://www.arxiv.org/pdf/2508.01234.pdf", "https://arxiv.org/abs/2508.01234"),
        ("https://arxiv.org/html/2508.01234v2#S1", "https://arxiv.org/abs/2508.01234"),
        ("https://arxiv.org/abs/math.GT/0309136v1", "https://arxiv.org/abs/math/0309136"),
        ("https://arxiv.org/abs/cond-mat.str-el/0601001v1",
         "https://arxiv.org/abs/cond-mat/0601001"),
        ("https://arxiv.org/list/cs.AI/new", "https://arxiv.org/list/cs.AI/new"),
        ("https://dx.doi.org/10.1000/ABC", "https://doi.org/10.1000/abc"),
        ("mailto:me@a.org", "mailto:me@a.org"),
        ("http://[bad", "http://[bad"),
        ("https://a.org:99999/", "https://a.org:99999/"),
        ("not an address", "not an address"),
    ],
)  # fmt: skip
def test_one_page_has_one_address(url, one):
    assert canonical(url) == one
    assert canonical(one) == one


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://arxiv.org/pdf/2508.01234v3", "arxiv:2508.01234"),
        ("https://huggingface.co/papers/2508.01234", "arxiv:2508.01234"),
        ("https://doi.org/10.48550/arXiv.2508.01234", "arxiv:2508.01234"),
        ("https://doi.org/10.1000/ABC", "doi:10.1000/abc"),
        ("https://dl.acm.org/doi/abs/10.1145/32925", "doi:10.1145/32925"),
        ("https://github.com/Owner/Name/releases/tag/v1.2", "github:owner/name@v1.2"),
        ("https://github.com/Owner/Name", "https://github.com/Owner/Name"),
        ("https://a.org/b?utm_source=x", "https://a.org/b"),
    ],
)
def test_a_story_has_one_name_wherever_it_is_told(url, name):
    assert story_id(url) == name


def test_the_name_of_a_long_address_fits_its_column_and_stays_distinct():
    first = story_id("https://a.org/" + "x" * 400)
    second = story_id("https://a.org/" + "x" * 401)

    assert len(first) == len(second) == 200
    assert first != second


def test_an_address_that_is_not_arxivs_has_no_arxiv_id():
    assert arxiv_id_of("https://a.org/abs/2508.01234") is None
    assert arxiv_id_of("https://arxiv.org/abs/2508.01234v2?x") == "2508.01234"
    assert without_version("2508.01234v12") == "2508.01234"


@example("\ud800/\udc80?\ud800=%80")
@example("\N{ONE DOT LEADER}")
@example("a\N{ONE DOT LEADER}")
@given(st.text(st.characters() | st.sampled_from("https://a.org:80?=&%#[]@10.1/")))
def test_no_text_whatever_makes_a_name_raise(text):
    address = "https://" + text

    assert canonical(canonical(address)) == canonical(address)
    assert len(story_id(address)) <= 200
    assert isinstance(dois("10.1000/" + text), tuple)


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/abs/2508.01234", "http://www.arxiv.org/pdf/2508.01234v2.pdf",
        "https://doi.org/10.48550/arXiv.2508.01234", "https://hf.co/papers/2508.01234",
        "https://huggingface.co/papers/2508.01234", "https://ar5iv.org/html/2508.01234",
        "https://www.alphaxiv.org/overview/2508.01234v1",
        "https://api.semanticscholar.org/arXiv:2508.01234",
        "https://scirate.com/arxiv/2508.01234", "https://export.arxiv.org/abs/2508.01234",
    ],
)  # fmt: skip
def test_a_paper_is_known_by_the_addresses_of_registries_and_mirrors(url):
    assert paper_at(url) == "2508.01234"
    assert story_id(url) == "arxiv:2508.01234"


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example.com/arxiv-2508.01234",
        "https://evil.example.com/arxiv.org/abs/2508.01234",
        "https://arxiv.org.evil.example.com/abs/2508.01234",
        "https://evil.example.com/?to=https://arxiv.org/abs/2508.01234",
        "https://huggingface.co/evil/arxiv-2508.01234",
        "https://evil.example.com/doi/10.1145/3580305.3599799", "https://[bad", "",
    ],
)  # fmt: skip
def test_an_id_in_the_address_of_anybody_else_proves_nothing(url):
    assert paper_at(url) is None
    assert story_id(url) not in ("arxiv:2508.01234", "doi:10.1145/3580305.3599799")


def test_a_publishers_address_is_known_by_its_doi():
    url = "https://dl.acm.org/doi/abs/10.1145/3580305.3599799"

    assert story_id(url) == "doi:10.1145/3580305.3599799"
