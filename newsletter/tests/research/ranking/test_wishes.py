# ruff: noqa: RUF001  words of many languages, in their own letters
import pytest

from newsletter.research.ranking.profile import read
from newsletter.research.ranking.wishes import halves, places_in, subjects_of


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
        ("Theater. Niets over musicals.", ["Theater."], [" musicals."]),
        ("Jazz. Inga schlager.", ["Jazz."], [" schlager."]),
        ("Schach. Ingen poker.", ["Schach."], [" poker."]),
        ("Opera. Nessuna rivista.", ["Opera."], [" rivista."]),
        ("Música. Nenhuma fofoca.", ["Música."], [" fofoca."]),
        ("Szachy. Bez polityki.", ["Szachy."], [" polityki."]),
        ("Театр. Не нужны рецензии.", ["Театр."], [" рецензии."]),
        ("Театр. Без сплетен.", ["Театр."], [" сплетен."]),
        ("Satranç. Burç yorumu istemiyoruz.", ["Satranç."], ["Burç yorumu"]),
        ("바둑 소식. 도박 광고는 제외.", ["바둑 소식."], ["도박 광고"]),
        ("연극. 뮤지컬은 필요 없습니다.", ["연극."], ["뮤지컬"]),
        ("将棋と囲碁。占いは不要です。", ["将棋と囲碁。"], ["占い"]),
        ("围棋。不要八卦。", ["围棋。"], ["八卦。"]),
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
        "Inga Ibsdotter Lilleaas",
        "Sans-abri",
        "Bezirke",
        "Utangård",
        "제외 조항 판례",
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
        ("Wij lezen over schaken zonder klok", ["lezen", "schaken", "klok"]),
        ("Le théâtre dans les écoles", ["théâtre", "école"]),
        ("Новости о театре и о балете", ["театре", "балете"]),
        ("Satranç ve tavla haberleri", ["satranç", "tavla"]),
        ("바둑 소식을 원합니다", ["바둑"]),
    ],
)
def test_words_between_nouns_are_no_subject_in_any_language(line, subjects):
    found = subjects_of([line])

    assert set(subjects) <= set(found)
    assert {"und", "la", "et", "wij", "zonder", "dan", "и", "о", "ve"}.isdisjoint(found)
    assert {"новости", "haberleri", "소식을", "원합니다"}.isdisjoint(found)


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


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("Salud y hospitales en Chile", {"chile"}),
        ("Pogoda w Polsce i wojna w Ukrainie", {"polsce", "ukrainie"}),
        ("W Niemczech", {"niemczech"}),
        ("Schaken in België", {"belgië"}),
        ("Novedades en Django", set()),
        ("Maltrato infantil", set()),  # but for two letters a Polish Malta
        ("une maison de france", set()),
    ],
)
def test_names_of_countries_say_where(line, places):
    assert places_in([line]) == places
