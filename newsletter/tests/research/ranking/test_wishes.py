import pytest

from newsletter.research.ranking.profile import read
from newsletter.research.ranking.wishes import halves, subjects_of


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("Films. No celebrity gossip.", ["Films."], [" celebrity gossip."]),
        ("- No racing\n- bikes", ["- bikes"], [" racing"]),
        ("Gardens; no lawns; soil.", ["Gardens; soil."], [" lawns;"]),
        ("Cars. Nothing about racing.", ["Cars."], [" racing."]),
        ("Klima. Keine Romane.", ["Klima."], [" Romane."]),
        ("Travail. Pas d’opinions.", ["Travail."], ["opinions."]),
        ("Salud. Sin política.", ["Salud."], [" política."]),
        ("Trees. We don't want politics.", ["Trees."], [" politics."]),
        ("Not interested in: sport", [], [" sport"]),
        ("Bikes. Less of: racing\nsport", ["Bikes."], [": racing", "sport"]),
        ("## No\n- sport\n## Bikes", ["## Bikes"], ["", "- sport"]),
    ],
)
def test_a_sentence_may_say_what_is_not_wanted(text, wanted, unwanted):
    assert halves(text) == (wanted, unwanted)


@pytest.mark.parametrize(
    "text",
    [
        "No. 1 hits",
        "No Man's Sky",
        "Not only games",
        "Notes, Nothing phones",
        "no-code tools",
        "Sinfonien",
    ],
)
def test_what_only_begins_like_that_is_wanted(text):
    assert halves(text) == ([text], [])


def test_what_a_sentence_does_not_want_counts_against_a_story():
    profile = read("Books, film and art. No celebrity gossip.")

    assert profile.wanted["celebrity gossip"] < 0 < profile.wanted["film"]


@pytest.mark.parametrize(
    ("line", "subjects"),
    [
        ("Klima und Energie", ["klima", "energie"]),
        ("La santé et la médecine", ["santé", "médecine"]),
        ("Salud y nutrición: vacunas, alimentos", ["salud", "nutrición", "vacuna"]),
        ("AI und Recht", ["ai", "recht"]),
        ("Van life", ["van", "life", "van life"]),
        ("Los Angeles car culture", ["car", "culture", "car culture"]),
    ],
)
def test_words_between_nouns_are_no_subject_in_any_language(line, subjects):
    found = subjects_of([line])

    assert set(subjects) <= set(found)
    assert {"und", "la", "et"}.isdisjoint(found)


@pytest.mark.parametrize(
    ("line", "subjects"),
    [
        ("I follow war", ["war"]),
        ("I am a lawyer and want treaties", ["treaty"]),
        ("Readers are doctors and nurses who want trials", ["trial"]),
        ("love songs, health care", ["love", "song", "love song"]),
        ("what was built", []),
        ("policy that changes prices", ["policy", "price"]),
    ],
)
def test_who_reads_and_that_they_want_it_is_told_by_its_place(line, subjects):
    assert subjects_of([line])[: len(subjects)] == subjects
    assert {"follow", "lawyer", "nurse", "built"}.isdisjoint(subjects_of([line]))
