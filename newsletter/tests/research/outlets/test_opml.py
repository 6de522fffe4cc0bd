"""OPML: other readers' exports are read, ours come back the same, and nothing explodes."""

from contextlib import suppress
from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.outlets import opml
from newsletter.research.outlets.opml import Listed, NoOpml, read, write
from newsletter.research.outlets.registry import KINDS
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind


def outlines(*lines):
    return f"<opml version='1.1'><body>{''.join(lines)}</body></opml>".encode()


def names(raw):
    return [one.spec.name for one in read(raw).listed]


def whys(raw):
    return [(one.name, one.why) for one in read(raw).refused]


ROSES = '<outline text="Roses" type="rss" xmlUrl="https://roses.example/rss"/>'


def test_folders_of_folders_are_read_through():
    nested = f'<outline text="Garden"><outline text="Old">{ROSES}</outline></outline>'

    [roses] = read(outlines(nested)).listed
    assert roses == Listed(
        OutletSpec("Roses", "feed", "https://roses.example/rss", Kind.LAUNCH, 0.5)
    )


def test_a_feed_of_arxiv_in_a_list_of_another_reader_is_of_papers():
    raw = outlines(ROSES.replace("roses.example", "rss.arxiv.org"))

    assert [one.spec.kind for one in read(raw).listed] == [Kind.PAPER]


def test_other_spellings_of_the_attribute_are_read():
    raw = outlines('<outline title=" A &amp;  B " xmlURL=" https://a.example/rss "/>')

    assert [(one.spec.name, one.spec.url) for one in read(raw).listed] == [
        ("A & B", "https://a.example/rss")
    ]


@pytest.mark.parametrize(
    "half",
    [b"&#xD83D;", b"&#55357;", b"\xed\xa0\xbd", b"&#0;", b"\x00", b"&#x1FFFFF;"],
)
def test_half_a_letter_costs_no_line_of_the_file(half):
    raw = outlines(ROSES.replace("Roses", "Old HALF"), ROSES.replace("rss", "atom"))

    halved = raw.replace(b"HALF", half)

    old, roses = names(halved)
    assert old.startswith("Old")
    assert old.encode()
    assert roses == "Roses"


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_a_file_is_read_in_the_charset_that_it_declares(codec):
    raw = (
        f'<?xml version="1.0" encoding="{codec}"?>'
        + outlines(ROSES.replace("Roses", "Gärten")).decode()
    )

    assert names(raw.encode(codec)) == ["Gärten"]


def test_what_is_left_out_is_told_with_its_reason():
    raw = outlines(
        ROSES,
        ROSES.replace("Roses", "Again"),
        '<outline text="A page" htmlUrl="https://a.example/"/>',
        '<outline text="A link" type="link" url="https://a.example/"/>',
        f'<outline text="Long" xmlUrl="https://a.example/{"x" * 600}"/>',
    )

    assert names(raw) == ["Roses"]
    assert whys(raw) == [
        ("Again", "It stands in the file twice."),
        ("A page", "It has no address of a feed (xmlUrl)."),
        ("A link", "It has no address of a feed (xmlUrl)."),
        ("Long", "Its address has more than 500 characters."),
    ]


@pytest.mark.parametrize(
    ("attribute", "why"),
    [
        ('crux:prior="1.5"', "Its prior is '1.5', not a number from 0 to 1."),
        ('crux:prior="nan"', "Its prior is 'nan', not a number from 0 to 1."),
        ('crux:terms="[3]"', "Its terms are '[3]', not a list of words."),
        ('crux:terms="["', "Its terms are '[', not a list of words."),
        ('crux:tells="gossip"', "It tells of 'gossip'; known: launch, paper."),
    ],
)
def test_a_bad_value_of_ours_is_refused(attribute, why):
    names_ = "xmlns:crux='urn:crux:outlet'"
    raw = outlines(ROSES.replace("<outline", f"<outline {names_} {attribute}"))

    assert whys(raw) == [("Roses", why)]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff",
        b"<html><body>no</body></html>",
        b"<opml><body/></opml>",
        b"<opml",
        b"x" * (opml.MOST_BYTES + 1),
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml>&x;</opml>',
        '<!DOCTYPE a [<!ENTITY x "lol">]><opml>&x;</opml>'.encode("utf-16"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(raw):
    with pytest.raises(NoOpml, match=r"\.$"):
        read(raw)


def test_an_entity_never_reaches_a_file(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    raw = f'<!DOCTYPE opml SYSTEM "file://{secret}">'.encode() + outlines(ROSES)

    assert names(raw) == ["Roses"]
    assert "hidden" not in str(read(raw))


def test_more_outlets_than_a_list_may_have_are_refused():
    lines = (
        f'<outline xmlUrl="https://a.example/{number}"/>'
        for number in range(opml.MOST_OUTLETS + 1)
    )

    with pytest.raises(NoOpml, match="more than 2,000 outlets"):
        read(outlines(*lines))


@pytest.mark.parametrize(
    "piece", ["<outline>", "<outline text='a'/>", "<outline a='", "<!--", "&#1;"]
)
def test_however_deep_or_broken_it_ends(piece):
    with suppress(NoOpml):
        read(outlines(piece * (900_000 // len(piece))))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(raw):
    for one in (raw, b"<opml><body>" + raw + b"</body></opml>"):
        with suppress(NoOpml):
            read(one)


# Whitespace inside a name is one space, as everywhere; what XML has no sign for is none.
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"))
    | st.sampled_from(printable[:94]),
    max_size=40,
).filter(lambda text: "\ufffe" not in text and "\uffff" not in text)
specs = st.builds(
    OutletSpec,
    name=texts.map(lambda text: " ".join(text.split()) or "x"),
    how=st.sampled_from([*KINDS]),
    url=texts.map(lambda text: f"https://a.example/{''.join(text.split())}"),
    kind=st.sampled_from([None, *Kind]),
    prior=st.floats(0, 1),
    terms=st.lists(st.text(max_size=10).map(opml.sound), max_size=3).map(tuple),
)


@given(
    st.lists(
        st.builds(Listed, specs, st.booleans()),
        unique_by=lambda one: (
            one.spec.how,
            one.spec.url,
            one.spec.kind,
            one.spec.terms,
        ),
    ).filter(bool)
)
def test_what_was_written_is_read_back_the_same(listed):
    reading = read(write("Mine", listed))

    assert reading == opml.Reading(tuple(listed), ())


def test_the_shipped_outlets_come_back_the_same():
    listed = tuple(Listed(spec) for spec in OUTLETS)

    assert read(write("Shipped", listed)).listed == listed
