import pytest

from newsletter.research.summary.announcing import (
    is_announced,
    is_introduced,
    name_of,
    teases,
    without_announcing,
)


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("Introducing the Kettle API", "Kettle API"),
        ("Announcing the general availability of Relay", "Relay"),
        ("Kettle 2 is finally here!", "Kettle 2"),
        ("Kettle 2 released", "Kettle 2"),
        ("Neu: Halm X4", "Halm X4"),
        ("Halm X4 ist ab sofort erhältlich", "Halm X4"),
        ("Nouveau : Longtail X", "Longtail X"),
        ("Le Longtail X est arrivé", "Le Longtail X"),
        ("Tetera 2 ya está disponible", "Tetera 2"),
        ("「カモメ」が発売", "「カモメ」"),
        ("Young cooks. Welcome to tea", "Young cooks. Welcome to tea"),
        ("Lab is launching the kettle", "Lab is launching the kettle"),
        ("Cups In, Tea Out", "Cups In, Tea Out"),
        ("Released", "Released"),
    ],
)
def test_what_only_announces_is_cut_off_at_the_ends_alone(title, left):
    assert without_announcing(title) == left


def test_whoever_introduces_a_thing_is_its_publisher():
    assert is_introduced("Introducing Kettle 2")
    assert not is_introduced("Meet Kettle 2")
    assert is_announced("Meet Kettle 2")


def test_a_name_stands_without_its_subtitle():
    assert name_of("Introducing Kettle 2: tea by code") == "Kettle 2"


@pytest.mark.parametrize(
    ("title", "is_so"),
    [
        ("Will fusion power get cheap?", True),
        ("How one firm invests in a world of many parts", True),
        ("“Why we left the cloud”", True),
        ("The kettle that makes you want tea", True),
        ("Here's what the new lab in Elgin will do", True),
        ("Wird Strom wieder billig?", True),
        ("電気は安くなるか\uff1f", True),
        ("Lab makes Kettle 2 boil twice as fast", False),
        ("WhatsApp gets a kettle", False),
        ("Youth council opens in Vale", False),
    ],
)
def test_a_title_that_asks_or_speaks_to_its_reader_teases(title, is_so):
    assert teases(title) is is_so
