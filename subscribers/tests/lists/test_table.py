"""A file of unknown making: what is found out of it, and what is refused."""

import csv
from io import BytesIO

import pytest

from subscribers.lists import table
from subscribers.lists.headings import meaning_of
from subscribers.lists.rows import entries
from subscribers.lists.table import BadSheet


def read(raw, encoding=""):
    return table.read(BytesIO(raw), encoding)


def found(raw, encoding="", **told):
    meanings = {name: meaning_of(word) for name, word in told.items()}
    return list(entries(read(raw, encoding), meanings))


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
    ],
)
def test_every_usual_encoding_is_found_out(encoding, name):
    sheet = read("email,city\na@x.org,Zürich – ‘ja’\n".encode(encoding))

    assert sheet.encoding == name
    assert list(sheet.rows())[1].cells == ("a@x.org", "Zürich – ‘ja’")


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_a_workbook_is_told_apart_and_what_to_do(start):
    with pytest.raises(BadSheet, match=r"workbook .* save its sheet as CSV"):
        found(start + b"\x14\x00\x06\x00" * 50)


def test_a_heading_in_another_encoding_asks_for_that_encoding():
    raw = "メールアドレス,名前\ntaro@x.org,太郎\n".encode("shift_jis")

    with pytest.raises(BadSheet, match=r"Line 1 is no UTF-8.*shift_jis"):
        found(raw)
    assert [one.address for one in found(raw, "shift_jis")] == ["taro@x.org"]


@pytest.mark.parametrize("heading", ["Correo electrónico", "Adresse e-mail", "이메일"])
def test_the_address_is_known_by_its_heading_in_other_languages(heading):
    [one] = found(f"{heading},Nombre\na@x.org,A\n".encode())
    assert one.address == "a@x.org"

    with pytest.raises(BadSheet, match="Nobody knows what the heading 'Estado' means"):
        found(f"{heading},Estado\na@x.org,baja\n".encode())


def test_how_a_sheet_was_read_is_told_in_words():
    assert read(b"email\tname\na@x.org\tA\n").read_as == "utf-8, cells apart by tabs"


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

    sheet = read(text.encode())

    assert sheet.separator == separator
    assert list(sheet.rows())[1].cells == ("a@x.org", 'Doe; Jo, "J"')


def test_commas_inside_cells_do_not_pass_for_separators():
    text = "email;name;city\na@x.org;Doe, Jo;Ulm\nb@x.org;Roe, Al;Bonn, am Rhein\n"

    assert read(text.encode()).separator == ";"


def test_a_separator_that_the_file_announces_is_believed():
    sheet = read(b"sep=^\r\nemail^status\r\na@x.org^active\r\n")

    assert list(sheet.rows())[1].line == 3
    assert list(sheet.rows())[1].cells == ("a@x.org", "active")


def test_a_row_is_named_by_the_line_it_begins_on():
    text = 'email,note\n\na@x.org,"two\nlines"\nb@x.org,one\n'

    assert [row.line for row in read(text.encode()).rows()] == [1, 3, 5]


@pytest.mark.parametrize("text", ['email,name\na@x.org,"Jo\nb@x.org,Bo\n', "", "\n \n"])
def test_a_quote_left_open_swallows_no_rows_and_an_empty_file_is_refused(text):
    with pytest.raises(BadSheet):
        found(text.encode())


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250", "koi8-r", "mac-roman"])
def test_a_file_that_is_no_utf_8_is_taken_only_where_that_cannot_matter(encoding):
    city = {"koi8-r": "Москва", "cp1250": "Łódź"}.get(encoding, "Zürich")
    local = {"koi8-r": "иван", "cp1250": "łukasz"}.get(encoding, "jürgen")
    in_a_name = f"email,city\na@x.org,{city}\n".encode(encoding)
    in_an_address = f"email,city\n{local}@x.org,{city}\n".encode(encoding)
    in_a_heading = f"email,{city}\na@x.org,1\n".encode(encoding)
    in_a_status = f"email,status\na@x.org,{city}\n".encode(encoding)

    assert [one.address for one in found(in_a_name)] == ["a@x.org"]
    for raw in (in_an_address, in_a_heading, in_a_status):
        with pytest.raises(BadSheet, match="--encoding"):
            found(raw)
    assert found(in_an_address, encoding)[0].address == f"{local}@x.org"


def test_an_encoding_that_there_is_not_or_that_does_not_fit_is_refused():
    with pytest.raises(BadSheet, match="No encoding"):
        read(b"email\n", "klingon")
    with pytest.raises(BadSheet, match="save the file as UTF-8"):
        found(b"email\n\x81\x8d@x.org\n", "cp1252")


def test_a_bare_list_of_addresses_needs_no_heading():
    bare = found(b"a@x.org\nb@x.org\n")

    assert [entry.address for entry in bare] == ["a@x.org", "b@x.org"]


def test_columns_without_headings_are_refused_for_one_may_say_who_left():
    with pytest.raises(BadSheet, match="heading"):
        found(b"a@x.org,unsubscribed\nb@x.org,active\n")
