import pytest

from newsletter.standards import by_language as module
from newsletter.standards.brief_words import BriefWords
from newsletter.standards.by_language import by_language

TABLES = {
    *("furniture", "brief", "disclosures", "reasons", "corrections"),
    *("updates", "edition", "sample"),
}


@pytest.fixture
def write(tmp_path, monkeypatch):
    def write(language, text):
        (tmp_path / f"{language}.toml").write_text(text, encoding="utf-8")
        monkeypatch.setattr(module, "_HERE", tmp_path)
        module._files.cache_clear()

    yield write
    module._files.cache_clear()


def test_a_language_is_known_for_the_tables_that_its_file_has(write):
    write("eo", '[sample]\nbanner = "Vidu"\n')

    assert by_language(lambda banner: banner, "sample") == {"eo": "Vidu"}
    assert by_language(BriefWords, "brief") == {}


def test_a_list_is_a_value_that_nobody_changes(write):
    write("eo", '[sample]\nbanner = ["a", "b"]\n')

    assert by_language(lambda banner: banner, "sample")["eo"] == ("a", "b")


def test_a_table_with_a_word_too_few_is_refused(write):
    write("eo", '[brief]\nshipped = "Nova"\n')

    with pytest.raises(TypeError, match=r"eo\.toml, \[brief\]: .*worth"):
        by_language(BriefWords, "brief")


def test_no_file_has_a_table_that_nobody_reads():
    assert {name for words in module._files().values() for name in words} == TABLES
