"""A file of unknown making: what is found out of it, and what is refused."""

import csv

import pytest

from subscribers.lists import table as sheets
from subscribers.lists.rows import entries
from subscribers.lists.table import BadSheet


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
    ],
)
def test_every_usual_encoding_is_found_out(encoding, name):
    sheet = sheets.read("email,city\na@x.org,Zürich – ‘ja’\n".encode(encoding))

    assert sheet.encoding == name
    assert sheet.rows[1].cells == ("a@x.org", "Zürich – ‘ja’")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_usual_separator_and_line_end_is_found_out(separator, end):
    lines = ["email,name", 'a@x.org,"Doe; Jo, ""J"""', "b@x.org,Bo"]
    text = end.join(
        separator.join(next(csv.reader([line])))
        if "Doe" not in line
        else f'a@x.org{separator}"Doe; Jo, ""J"""'
        for line in lines
    )

    sheet = sheets.read(text.encode())

    assert sheet.separator == separator
    assert sheet.rows[1].cells == ("a@x.org", 'Doe; Jo, "J"')


def test_commas_inside_cells_do_not_pass_for_separators():
    text = "email;name;city\na@x.org;Doe, Jo;Ulm\nb@x.org;Roe, Al;Bonn, am Rhein\n"

    assert sheets.read(text.encode()).separator == ";"


def test_a_separator_that_the_file_announces_is_believed():
    sheet = sheets.read(b"sep=^\r\nemail^status\r\na@x.org^active\r\n")

    assert sheet.rows[1].line == 3
    assert sheet.rows[1].cells == ("a@x.org", "active")


def test_a_row_is_named_by_the_line_it_begins_on():
    text = 'email,note\n\na@x.org,"two\nlines"\nb@x.org,one\n'

    assert [row.line for row in sheets.read(text.encode()).rows] == [1, 3, 5]


@pytest.mark.parametrize("text", ['email,name\na@x.org,"Jo\nb@x.org,Bo\n', "", "\n \n"])
def test_a_quote_left_open_swallows_no_rows_and_an_empty_file_is_refused(text):
    with pytest.raises(BadSheet):
        sheets.read(text.encode())


def test_bytes_of_no_known_encoding_are_refused():
    with pytest.raises(BadSheet, match="save the file as UTF-8"):
        sheets.read(b"email\n\x81\x8d@x.org\n")


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(sheets, "MOST_BYTES", 10)

    with pytest.raises(BadSheet, match="split it"):
        sheets.read(b"email\na@x.org\n")


def test_a_bare_list_of_addresses_needs_no_heading():
    found = entries(sheets.read(b"a@x.org\nb@x.org\n"))

    assert [entry.address for entry in found] == ["a@x.org", "b@x.org"]


def test_columns_without_headings_are_refused_for_one_may_say_who_left():
    with pytest.raises(BadSheet, match="heading"):
        entries(sheets.read(b"a@x.org,unsubscribed\nb@x.org,active\n"))
