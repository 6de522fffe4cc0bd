"""Which links a draft holds, judged by examples, by CommonMark and by GitHub's parser."""

import html
import re
import urllib.parse
from pathlib import Path

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.common.normalize_url import normalizeLink
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.links import Link, LinkKind, extract
from newsletter.drafts.markdown import parser
from newsletter.testing.examples import examples

SPECIFICATION = Path("var/node_modules/commonmark-spec/spec.txt")


def urls(markdown: str) -> list[str]:
    return [link.url for link in extract(markdown)]


@pytest.mark.parametrize(
    ("markdown", "url", "text", "kind"),
    [
        ("[the lab](https://a.org/b)", "https://a.org/b", "the lab", "inline"),
        ("[a](https://a.org/b_(c))", "https://a.org/b_(c)", "a", "inline"),
        ("[a](<https://a.org/b c>)", "https://a.org/b%20c", "a", "inline"),
        ('[a](https://a.org "A title")', "https://a.org", "a", "inline"),
        ("[**bold** `code`](https://a.org)", "https://a.org", "bold code", "inline"),
        ("[a](https://a.org/?x=1&amp;y=2)", "https://a.org/?x=1&y=2", "a", "inline"),
        ("[a](https://bücher.example/ä)", "https://xn--bcher-kva.example/%C3%A4",
         "a", "inline"),
        ("[full][label]\n\n[label]: https://a.org", "https://a.org", "full",
         "reference"),
        ("[label][]\n\n[LABEL]: https://a.org", "https://a.org", "label", "reference"),
        ("[label]\n\n[label]: <https://a.org>", "https://a.org", "label", "reference"),
        ("<https://a.org/b>", "https://a.org/b", "https://a.org/b", "autolink"),
        ("See https://a.org/b.", "https://a.org/b", "https://a.org/b", "bare"),
        ("(https://a.org/b_(c))", "https://a.org/b_(c)", "https://a.org/b_(c)", "bare"),
        ("**https://a.org/b**", "https://a.org/b", "https://a.org/b", "bare"),
        ('"https://a.org/b".', "https://a.org/b", "https://a.org/b", "bare"),
        ("https://a.org/?x=1&amp;y=2;", "https://a.org/?x=1&y=2",
         "https://a.org/?x=1&y=2", "bare"),
        ("www.a.org/b, then", "http://www.a.org/b", "www.a.org/b", "bare"),
        ("write to me@a.org.", "mailto:me@a.org", "me@a.org", "bare"),
        ('<a href="https://a.org/?x=1&copy=2">a *b*</a>', "https://a.org/?x=1&copy=2",
         "a b", "html"),
        ('<div>\n<a href="https://a.org">a</a>\n</div>', "https://a.org", "a", "html"),
        ("![alt words](https://a.org/i.png)", "https://a.org/i.png", "alt words",
         "image"),
        ('<img src="https://a.org/i.png" alt="alt">', "https://a.org/i.png", "alt",
         "image"),
        ("[js](javascript:alert%281%29)", "javascript:alert%281%29", "js", "inline"),
    ],
)  # fmt: skip
def test_each_way_to_write_a_link_is_found(markdown, url, text, kind):
    assert extract(markdown) == (Link(url, text, LinkKind(kind), 1),)


@pytest.mark.parametrize(
    "markdown",
    [
        "`https://a.org`",
        "    https://a.org/indented",
        "```\n[a](https://a.org)\n```",
        "~~~\nhttps://a.org\n~~~",
        "<!-- https://a.org <a href='https://a.org'>a</a> -->",
        "<!--\n\n[a](https://a.org)\n\n-->",
        r"\[a](https\://a.org)",
        "[unused]: https://a.org",
        "setup.py and README.md and 1.2.3",
        "xhttps://a.org",
        "https://",
        "",
    ],
)
def test_what_a_reader_cannot_follow_is_no_link(markdown):
    assert extract(markdown) == ()


def test_an_image_inside_a_link_is_two_links():
    found = extract("[![logo](https://a.org/i.png)](https://a.org)")

    assert [(link.url, link.kind) for link in found] == [
        ("https://a.org", LinkKind.INLINE),
        ("https://a.org/i.png", LinkKind.IMAGE),
    ]


def test_links_in_tables_lists_quotes_and_headings_are_found():
    markdown = (
        "# [h](https://h.org)\n\n> - https://q.org\n\n"
        "| a | b |\n|---|---|\n| https://t.org | [c](https://c.org) |\n"
    )

    assert urls(markdown) == [
        "https://h.org", "https://q.org", "https://t.org", "https://c.org",
    ]  # fmt: skip


def test_every_paragraph_of_a_footnote_is_read_and_comes_last():
    markdown = (
        "A claim.[^1] See [a](https://a.org).\n\n"
        "[^1]: First https://b.org\n\n    Then https://c.org\n"
    )

    assert urls(markdown) == ["https://a.org", "https://b.org", "https://c.org"]


def test_the_line_is_where_the_link_stands():
    markdown = "One\ntwo [a](https://a.org)\nthree\n\n<div>x</div>\n\n- https://b.org"

    assert [link.line for link in extract(markdown)] == [2, 7]


def test_an_address_as_text_of_a_link_is_not_counted_twice():
    assert urls("[https://a.org](https://b.org)") == ["https://b.org"]


def test_hosts_may_be_of_any_script_and_mail_addresses_of_ascii_alone():
    assert urls("https://☕.example/a and 标签@922.38MHz and 谢me@a.org") == [
        "https://xn--53h.example/a", "mailto:me@a.org",
    ]  # fmt: skip


def test_a_bare_address_ends_where_a_bracket_or_a_footnote_begins():
    assert urls(r"[see https://a.org/b] and https://c.org/d[^1] \[https://e.org\]") == [
        "https://a.org/b", "https://c.org/d", "https://e.org",
    ]  # fmt: skip


def links_by_github(markdown: str) -> list[str]:
    rendered = cmarkgfm.markdown_to_html_with_extensions(
        markdown,
        options=Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES,
        extensions=["table", "autolink", "strikethrough"],
    )
    return links_in(rendered)


def links_in(rendered: str) -> list[str]:
    return [
        (node.attributes.get("src" if node.tag == "img" else "href") or "")
        for node in LexborHTMLParser(rendered).css("a[href], img[src]")
        if "class" not in node.attributes
        and not (node.attributes.get("href") or "").startswith("#fn")
    ]


def as_compared(addresses: list[str]) -> set[str]:
    return {
        html.unescape(urllib.parse.unquote(url)).replace("xn--bcher-kva", "bücher")
        for url in addresses
    }


INLINE_PIECES = st.sampled_from([
    "https://a.org/b", "http://a.org/p_(q)", "(https://a.org/c)", "https://a.org/d.",
    "https://a.org/?x=1&y=2#f", "https://a.org/?x=1&amp;y=2", "www.a.org/e", "me@a.org",
    "<https://a.org/f>", "[t](https://a.org/g)", "[t](<https://a.org/h i>)",
    '[t](https://a.org/j "title")', "[ref]", "[ref][]", "[text][REF]", "![i][ref]",
    "![i](https://a.org/k.png)", "[![i](https://a.org/l.png)](https://a.org/m)",
    "`https://a.org/code`", "``[c](https://a.org/code)``", "**https://a.org/n**",
    "*[t](https://a.org/o)*", "https://bücher.example/p", '<a href="https://a.org/q">t</a>',
    "<!-- https://a.org/no -->", "word", "1.2.3", "&copy;", "[no link]", "(open", "closed)",
    "HTTPS://A.ORG/R", "https://a.org/s_t_u", "https://a.org/v*w*x", "~~https://a.org/y~~",
    "'https://a.org/z'", "claim[^1]",
])  # fmt: skip
BLOCK_PIECES = st.sampled_from([
    "\n\n", "\n", "\n\n- ", "\n\n> ", "\n\n1. ", "\n\n## ", "\n\nword\n\n    code https://a.org/no\n\n",
    "\n\n```\nhttps://a.org/no\n```\n\n", "\n\n<div>\nhttps://a.org/no\n</div>\n\n",
    "\n\n| a | b |\n|---|---|\n| https://t.org/1 | [x](https://t.org/2) |\n\n", " ",
    "\n\n[^1]: https://foot.org/1 and\n\n    https://foot.org/2\n\n",
])  # fmt: skip


@settings(max_examples=examples(300))
@given(st.lists(st.one_of(INLINE_PIECES, INLINE_PIECES, BLOCK_PIECES), max_size=12))
def test_the_links_are_those_that_github_shows(pieces):
    markdown = " ".join(pieces) + "\n\n[ref]: https://ref.org/a 'title'\n"

    assert as_compared(urls(markdown)) == as_compared(links_by_github(markdown))


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from("abAB019./-_:?#&=%()~!*;,'@ä ")))
def test_a_plain_address_needs_no_encoding(text):
    address = "https://" + text

    assert parser().normalizeLink(address) == normalizeLink(address)


@settings(max_examples=examples(300))
@given(st.text(st.characters() | st.sampled_from("[]()<>!`*_~:/.\\\n\t &;#|@^\"'=")))
def test_no_text_whatever_makes_it_raise(text):
    assert all(isinstance(link, Link) for link in extract(text))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000, "![" * 5000, "[a](" * 3000, "<a href=" * 3000, "> " * 3000,
        "http://" * 5000, "www." * 5000, "a@" * 5000, "*" * 5000, "`" * 5000,
        "- " * 3000, "[^1]: " * 1000, "https://a.org/" + ")" * 5000, "&" * 9000,
        "https://a.org/" + "[" * 5000, "\ud800 https://a.org/\udfff", "<" * 9000,
    ],
)  # fmt: skip
def test_hostile_repetition_is_read_without_harm(text):
    assert len(extract(text)) <= 5000


def test_a_picture_without_words_takes_none_from_the_text_behind_it():
    picture, link = extract('<img src="https://a.org/x.png"> then [b](https://b.org)')

    assert (picture.url, picture.text) == ("https://a.org/x.png", "")
    assert link.text == "b"


@pytest.mark.skipif(
    not SPECIFICATION.exists(),
    reason="`make test` fetches CommonMark's examples where npm is",
)
def test_the_examples_of_commonmark_hold():
    examples = re.findall(
        r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$",
        SPECIFICATION.read_text().replace("→", "\t"),
        re.MULTILINE | re.DOTALL,
    )
    # GFM links bare addresses that CommonMark alone leaves as text.
    bare = {"https://example.com\n", "foo@bar.example.com\n", "< https://foo.bar >\n",
            "<https://foo.bar/baz bim>\n"}  # fmt: skip

    wrong = [
        source
        for source, rendered in examples
        if source not in bare and set(urls(source)) != set(links_in(rendered))
    ]

    assert len(examples) > 600
    assert wrong == []
