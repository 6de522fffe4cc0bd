import pytest

from newsletter.research.ranking.places import places_in


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
