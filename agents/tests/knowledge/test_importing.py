import io
import zipfile

import pytest
from django.core.management import call_command

from agents.knowledge.importing import MOST_BYTES, BadImport, take_in
from agents.models import Document

pytestmark = pytest.mark.django_db
ID = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "prices.md").write_text("# Prices\n\nBy the seat.\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / f"Refunds {ID}.md").write_text("Five days.\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path


def zipped(**files):
    opened = io.BytesIO()
    with zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return opened.getvalue()


def test_a_folder_is_taken_in_and_a_second_time_only_what_changed(folder):
    first = take_in(folder)
    (folder / "prices.md").write_text("# Prices\n\nBy the hour.\n")
    second = take_in(folder)

    assert (first.added, first.skipped) == (2, 1)
    assert (second.added, second.changed, second.unchanged) == (0, 1, 1)
    assert set(Document.objects.values_list("title", "version")) == {
        ("Prices", 2),
        ("Refunds", 1),
    }


def test_a_page_of_notion_stays_itself_when_it_is_renamed_and_moved(folder):
    take_in(folder)
    (folder / "deep" / f"Refunds {ID}.md").rename(folder / f"Money back {ID}.md")

    done = take_in(folder)

    assert done.changed == 1
    page = Document.objects.get(origin=f"notion:{ID}")
    assert (page.title, page.version) == ("Money back", 2)


def test_an_export_in_a_zip_within_a_zip_is_read(tmp_path):
    inner = zipped(**{f"Refunds {ID}.md": "Five days."})
    place = tmp_path / "export.zip"
    place.write_bytes(zipped(**{"Part-1.zip": inner, "index.html": "<p>"}))

    assert take_in(place).added == 1


def test_a_text_that_unpacks_to_too_much_is_skipped(tmp_path):
    place = tmp_path / "bomb.zip"
    place.write_bytes(zipped(**{"big.md": "x" * (MOST_BYTES + 10), "ok.md": "fine"}))

    done = take_in(place)

    assert (done.added, done.skipped) == (1, 1)


def test_names_in_a_zip_lead_nowhere(tmp_path):
    place = tmp_path / "evil.zip"
    place.write_bytes(zipped(**{"../../evil.md": "text"}))

    take_in(place)

    assert not (tmp_path.parent.parent / "evil.md").exists()


@pytest.mark.parametrize("name", ["nowhere", "picture.png", "empty"])
def test_a_place_without_texts_is_told(folder, name):
    (folder / "empty").mkdir()

    with pytest.raises(BadImport):
        take_in(folder / name)


def test_the_command_says_what_it_did(folder, capsys):
    call_command(
        "knowledge", "import", str(folder), "--voice", "--platform", "linkedin"
    )

    assert "2 added" in capsys.readouterr().out
    assert {one.platform for one in Document.objects.all()} == {"linkedin"}
