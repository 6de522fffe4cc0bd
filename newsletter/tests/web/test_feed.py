"""Feeds cut into entries: what one entry spoils, and what it may not cost."""

from datetime import date

import feedparser
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from newsletter.testing.examples import examples
from newsletter.tests.support.pages import make_page
from newsletter.text.mojibake import is_mojibake
from newsletter.text.sound import sound
from newsletter.web.feed import MOST_ENTRIES, Entry, NoFeed, entries_of
from newsletter.web.html import one_line

DAY = date(2025, 8, 5)
FIRST = "<item><title>First</title><link>https://lab.test/1</link></item>"
LAST = "<item><title>Last</title><link>https://lab.test/9</link></item>"


def rss(inside: str, head: str = "") -> bytes:
    return f"{head}<rss version='2.0'><channel>{inside}</channel></rss>".encode()


def atom(inside: str, attributes: str = "") -> bytes:
    return (
        f"<feed xmlns='http://www.w3.org/2005/Atom' {attributes}>{inside}</feed>"
    ).encode()


def read(body: bytes, **page) -> list[Entry]:
    return entries_of(make_page(body, **page))


def titles(body: bytes) -> list[str]:
    return [entry.title for entry in read(body)]


@pytest.mark.parametrize(
    "spoilt",
    [
        "<item><title>A</title> & more</title><link>x</link></item>",
        "<item><title>A</title><description><p>one<br>two</item>",
        "<item><title>A</title><description>3 < 4 <i>x</description></item>",
        "<item><title>A",
        "<item><title>A</title><a b=c d='<' e=\"&\">",
        "<item><title>A</title><!-- never closed </item>",
        "<item><title>A</title><![CDATA[ <item> </item> ]]></item>",
        "<item>&#xD83D;&#0;&#x110000;&nosuch;\x0b</item>",
        f"<item>{'<a>' * 5000}</item>",
    ],
)
def test_what_is_wrong_in_one_entry_costs_no_other(spoilt):
    found = titles(rss(FIRST + spoilt + LAST))

    assert found[0] == "First"
    if "never closed" not in spoilt:
        assert found[-1] == "Last"


def test_half_a_character_is_marked_and_two_halves_are_one():
    entry = FIRST.replace("First", "a &#xD83D; b &#55357;&#xDE00; c")

    assert titles(rss(entry)) == ["a \ufffd b \U0001f600 c"]


def test_letters_that_no_xml_may_hold_are_left_out():
    assert titles(rss(FIRST.replace("First", "a&#0;\x07&#x1f; b"))) == ["a b"]


def test_bare_signs_stay_as_they_are_meant():
    [entry] = read(rss(FIRST.replace("First", "AT&T: 3 < 4 &nbsp;&mdash; 5")))

    assert entry.title.startswith("<title>AT&amp;T: 3 &lt; 4 ")
    assert "&mdash;" in entry.title


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("<link>/a</link>", "https://lab.test/a"),
        ("<link href='https://x.test/b'/>", "https://x.test/b"),
        ("<link rel='self' href='/no'/><link rel='alternate' href='/c'/>",
         "https://lab.test/c"),
        ("<guid>https://lab.test/d</guid>", "https://lab.test/d"),
        ("<guid isPermaLink='false'>https://lab.test/d</guid>", ""),
        ("<link>  </link><guid>https://lab.test/e</guid>", "https://lab.test/e"),
        ("<link>https://[::bad/</link>", ""),
        ("<atom:link rel='self' href='/no'/><link>/f</link>", "https://lab.test/f"),
    ],
)  # fmt: skip
def test_the_page_of_an_entry_is_found(written, link):
    [entry] = read(rss(f"<item><title>A</title>{written}</item>"))

    assert entry.link == link


def test_addresses_are_joined_to_the_base_that_a_feed_names():
    body = atom(
        "<entry xml:base='posts/'><link href='1'/></entry>",
        "xml:base='https://lab.test/blog/'",
    )

    assert read(body)[0].link == "https://lab.test/blog/posts/1"


def test_an_address_that_was_cut_is_none():
    body = rss(FIRST + "<item><title>A</title><link>https://lab.te")

    assert read(body[: body.index(b"</channel>")])[1].link == ""


@pytest.mark.parametrize(
    "dated",
    [
        "<pubDate>Tue, 05 Aug 2025 12:00:00 GMT</pubDate>",
        "<pubDate>2025-08-05</pubDate>",
        "<pubDate><![CDATA[ 5 Aug 2025 ]]></pubDate>",
        "<dc:date>2025-W32-2</dc:date>",
        "<updated>2026-01-01</updated><published>2025-08-05T10:00:00Z</published>",
        "<pubDate>yesterday</pubDate><updated>2025-08-05</updated>",
    ],
)
def test_the_day_of_an_entry_is_when_it_appeared(dated):
    assert read(rss(f"<item><title>A</title>{dated}</item>"))[0].day == DAY


def test_a_picture_s_title_is_not_the_entry_s():
    written = "<item><media:title>Picture</media:title><title>A</title></item>"

    assert titles(rss(written)) == ["A"]


def test_the_text_of_a_video_stands_in_its_group():
    body = atom(
        "<entry><title>A</title><media:group><media:description>About it."
        "</media:description></media:group></entry>"
    )

    assert read(body)[0].text == "About it."


def test_text_in_markup_of_its_own_stays_markup():
    body = atom(
        "<entry><content type='xhtml'><div>A <b>b</b> c</div></content></entry>"
    )

    assert "<div>A <b>b</b> c</div>" in read(body)[0].text


def test_rss_1_names_its_entries_beside_the_channel():
    body = (
        b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        b"<channel><items/></channel>"
        b"<item rdf:about='https://lab.test/a'><title>A</title></item></rdf:RDF>"
    )

    assert read(body)[0].link == "https://lab.test/a"


def test_of_an_endless_feed_the_newest_count_wherever_they_stand():
    old = "<item><title>Old</title><pubDate>2020-01-01</pubDate></item>"
    new = "<item><title>New</title><pubDate>2025-08-05</pubDate></item>"

    found = titles(rss(old * 500 + new * 3))

    assert len(found) == MOST_ENTRIES
    assert found[-3:] == ["New"] * 3


def test_of_an_endless_feed_without_days_the_first_count():
    body = rss("".join(f"<item><title>{n}</title></item>" for n in range(500)))

    assert titles(body) == [str(n) for n in range(MOST_ENTRIES)]


@pytest.mark.parametrize(
    "body",
    [
        b"<!doctype html><html><!-- <rdf:RDF> --><body>Hi</body></html>",
        b"<html><head><title>rss</title></head></html>",
        b"{}",
        b"<p>" * 1000,
        b"x" * 70_000 + rss(FIRST),
    ],
)
def test_a_page_is_no_feed(body):
    with pytest.raises(NoFeed, match="no feed"):
        read(body)


def test_a_warning_before_the_feed_is_passed_over():
    assert titles(b"<br />\n<b>Warning</b>: x\n" + rss(FIRST)) == ["First"]


def test_a_feed_whose_letters_cannot_be_told_is_refused():
    with pytest.raises(NoFeed, match="letters cannot be told"):
        read(rss(FIRST.replace("First", "\N{REPLACEMENT CHARACTER}" * 30)))


PIECES = st.sampled_from(
    [
        "<item>", "</item>", "<entry>", "</entry>", "<title>", "</title>", "<link>",
        "</link>", "<pubDate>", "2025-08-05", "<![CDATA[", "]]>", "<!--", "-->", "&",
        "&amp;", "&#xD83D;", "<", ">", "a", " ", "\x00", "é", "<a b='", "<media:group>",
        "<?x", "<!DOCTYPE a>", "xml:base='//[' ",
    ]
)  # fmt: skip


@settings(max_examples=examples(200))
@given(st.lists(PIECES | st.text(max_size=9), max_size=40).map("".join))
def test_whatever_stands_in_a_feed_it_can_be_read_and_stored(inside):
    assume(not is_mojibake(inside))
    for head in ("<rss>", "<feed>", "<rdf:RDF>"):
        for entry in read(f"{head}{inside}".encode(errors="replace")):
            for text in (entry.title, entry.link, entry.text):
                assert text == sound(text)


# Without what UTF-8 looks like to who takes it for Latin-1, which we mend: "Âª".
PLAIN = st.text(
    st.characters(
        categories=["L", "N"], exclude_characters="".join(map(chr, range(0xC2, 0xF5)))
    ),
    min_size=1,
    max_size=20,
)
DAYS = st.dates(date(1995, 1, 1), date(2099, 1, 1))


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(PLAIN, DAYS, PLAIN), max_size=5))
def test_a_sound_feed_is_read_as_feedparser_reads_it(told):
    assume(not is_mojibake(str(told)))
    body = rss(
        "".join(
            f"<item><title>{title}</title><link>https://lab.test/{n}</link>"
            f"<pubDate>{day:%a, %d %b %Y} 12:00:00 GMT</pubDate>"
            f"<description>{text}</description></item>"
            for n, (title, day, text) in enumerate(told)
        )
    )

    theirs = feedparser.parse(body).entries

    assert [(one.title, one.link, one.day, one.text) for one in read(body)] == [
        (one.title, one.link, date(*one.published_parsed[:3]), one.summary)
        for one in theirs
    ]


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("<dc:creator>Ann Bell</dc:creator><author>x@y.test</author>", "Ann Bell"),
        ("<author>ann@lab.test (Ann Bell)</author>", "Ann Bell"),
        (
            "<author><name> Ann\nBell </name><uri>https://a.test</uri></author>",
            "Ann Bell",
        ),
        ("<author>ann@lab.test</author>", ""),
        ("", ""),
    ],
)
def test_who_wrote_an_entry_is_read_but_never_an_address(written, author):
    [entry] = read(rss(f"<item><title>A</title>{written}</item>"))

    assert entry.author == author


@pytest.mark.parametrize(
    ("attributes", "written", "shown"),
    [
        ("", "Faster std::vector&lt;int&gt; in 3.0", "Faster std::vector<int> in 3.0"),
        (" type='text'", "The &lt;video&gt; element", "The <video> element"),
        (" type='text'", "&lt;b&gt;New&lt;/b&gt; model", "New model"),
        (" type='html'", "The &lt;em&gt;new&lt;/em&gt; model", "The new model"),
        (
            " type='html'",
            "List&amp;lt;T&amp;gt; and Map&lt;K&gt;",
            "List<T> and Map<K>",
        ),
        ("", "<![CDATA[Option<T> & more]]>", "Option<T> & more"),
        ("", "a &lt; b &lt;= c", "a < b <= c"),
    ],
)
def test_what_is_no_markup_in_a_title_of_atom_is_kept(attributes, written, shown):
    [title] = titles(atom(f"<entry><title{attributes}>{written}</title></entry>"))

    assert one_line(title) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("std::vector&lt;int&gt; is fast", "std::vector<int> is fast"),
        ("&lt;p&gt;A &lt;i&gt;new&lt;/i&gt; model&lt;/p&gt;", "A new model"),
        ("&lt;img src='x'/&gt;A model", "A model"),
    ],
)
def test_what_is_no_markup_in_a_title_of_rss_is_kept(written, shown):
    [title] = titles(rss(f"<item><title>{written}</title></item>"))

    assert one_line(title) == shown


def test_an_article_may_show_how_an_entity_is_declared():
    shown = "<description><![CDATA[<pre>&lt;!ENTITY a 'b'&gt; <!ENTITY a 'b'></pre>]]></description>"

    assert titles(rss(FIRST.replace("</item>", f"{shown}</item>") + LAST)) == [
        "First",
        "Last",
    ]
