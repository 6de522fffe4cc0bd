import pytest

from agents.brains.local.writing.titles import title_of


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Show HN: Kettle – tea by code", "Kettle – tea by code"),
        ("Kettle 3 boils twice as fast [pdf]", "Kettle 3 boils twice as fast"),
        ('"Kettle: A Theory of Tea"', "Kettle: A Theory of Tea"),
        ("“Tea first”", "Tea first"),
        ("« Le pont ferme »", "Le pont ferme"),
        ("“Tea first” and “tea last”", "“Tea first” and “tea last”"),
        ('"Tea" is out', '"Tea" is out'),
        ("[pdf]", "[pdf]"),
        ("PRESS RELEASE: Lexi opens an office", "Lexi opens an office"),
        ("Press Release – Lexi opens an office", "Lexi opens an office"),
        ("Pressemitteilung: Halm mäht leiser", "Halm mäht leiser"),
        ("Communiqué de presse : le Sénat vote", "le Sénat vote"),
        ("Nota de prensa | Lexi abre oficina", "Lexi abre oficina"),
        ("Comunicato stampa: nuova sede", "nuova sede"),
        ("Persbericht: Lexi opent kantoor", "Lexi opent kantoor"),
        ("【プレスリリース】新型ツバメを発表", "新型ツバメを発表"),
        ("速報\uff1a新型ツバメを発表", "新型ツバメを発表"),
        ("[Update] BREAKING: Bridge closed", "Bridge closed"),
        ("Bridge closed [updated]", "Bridge closed"),
        ("Exclusive: Elgin sells its bridge", "Elgin sells its bridge"),
        ("03版要闻 - 河谷大桥关闭", "河谷大桥关闭"),
        ("En images. Le pont de Vale est fermé", "Le pont de Vale est fermé"),
        ("VIDEO | Vale cierra su puente", "Vale cierra su puente"),
        ("Vidéo. Vale ferme son pont", "Vale ferme son pont"),
        ("[VIDEOS] Vale cierra su puente", "Vale cierra su puente"),
        ("Video of the bridge is out", "Video of the bridge is out"),
        ("Photos.app shows bridges", "Photos.app shows bridges"),
        # A word that tells something is no label.
        ("Update on the bridge of Elgin", "Update on the bridge of Elgin"),
        ("Exclusive bridge tours", "Exclusive bridge tours"),
        ("Press releases: a history", "Press releases: a history"),
        ("Kettle [Rust Guide]", "Kettle [Rust Guide]"),
        # What a feed cut off within its last sentence stands without that.
        (
            "A flaw was found in Kettle up to 2.1.0. It lets anybody boil wa...",
            "A flaw was found in Kettle up to 2.1.0",
        ),
        ("Kettles will be banned in 3... 2...", "Kettles will be banned in 3... 2..."),
        (
            "Who banned all those kettles? Nobody …",
            "Who banned all those kettles? Nobody …",
        ),
        ("Tea first. Milk is another...", "Tea first. Milk is another..."),
        ("Do not boil it ...", "Do not boil it ..."),
    ],
)
def test_what_stands_around_a_title_is_none_of_it(title, shown):
    assert title_of(title) == shown


def test_a_title_without_words_stays():
    assert title_of("…") == "…"


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("Kettle makers agree on one plug | Energy", "Kettle makers agree on one plug"),
        (
            "Kettle makers agree on one plug | Blog | Vale",
            "Kettle makers agree on one plug",
        ),
        ("Release notes | Vale", "Release notes | Vale"),
        ("Tea at five | Pots | Pans | Lids", "Tea at five | Pots | Pans | Lids"),
    ],
)
def test_the_sections_of_a_page_stand_behind_no_headline(title, line):
    assert title_of(title) == line
