import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.research.topics.clustering import clusters
from newsletter.research.topics.labels import written
from newsletter.testing.examples import examples

_TOPICS = {
    "kettle": "kettle boils water steam",
    "orchard": "orchard apple pear harvest",
    "harbour": "harbour ship crane cargo",
}
_STORIES = {
    f"{topic}-{number}": f"The {words} of town {number}"
    for topic, words in _TOPICS.items()
    for number in range(4)
}
_WORDS = st.lists(st.sampled_from(["ship", "pear", "apple", "tea", "a", "ÖL"]))


def test_stories_that_share_their_words_are_one_topic():
    found = clusters(_STORIES)

    assert [len(one.ids) for one in found] == [4, 4, 4]
    assert all(len({name.split("-")[0] for name in one.ids}) == 1 for one in found)


def test_a_story_that_shares_nothing_stands_alone():
    found = clusters(_STORIES | {"zebra": "zebra crossing"})

    assert found[-1].ids == ("zebra",)
    assert found[-1].name == ""


@given(st.permutations(sorted(_STORIES)))
def test_the_same_stories_give_the_same_clusters_in_any_order(order):
    assert clusters({name: _STORIES[name] for name in order}) == clusters(_STORIES)


@settings(max_examples=examples(40))
@given(st.dictionaries(st.text(max_size=3), _WORDS, max_size=9), st.randoms())
def test_any_stories_stand_in_one_cluster_each_whatever_their_order(told, chance):
    texts = {name: " ".join(words) for name, words in told.items()}
    shuffled = list(texts)
    chance.shuffle(shuffled)

    found = clusters(texts)

    assert sorted(name for one in found for name in one.ids) == sorted(texts)
    assert clusters({name: texts[name] for name in shuffled}) == found


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (
            [
                "Die Wärmepumpe wird durch Förderung günstiger",
                "Neue Förderung: Wärmepumpe statt Öl",
                "Was durch die Wärmepumpe gespart wird",
            ],
            "Wärmepumpe",
        ),
        (
            [
                "Retraites : la réforme divise après le vote",
                "La réforme des retraites après la grève",
                "Ce que change la réforme, selon les retraités",
            ],
            "Réforme",
        ),
        (
            [
                "RL for tools\nReinforcement learning with RL rewards",
                "Reinforcement learning (RL) at scale",
                "A survey of reinforcement learning and RL",
            ],
            "Reinforcement learning",
        ),
    ],
)
def test_a_cluster_goes_by_its_subject_and_no_filler(texts, name):
    [found] = clusters({str(at): text for at, text in enumerate(texts)})

    assert found.name == name


@pytest.mark.parametrize(
    "texts",
    [
        [
            "Färjan väntas gå igen på fredag\nDet blåser för hårt i dag, och ingen vet när.",
            "Priset väntas stiga igen\nDet är dyrt nog för den som ska bygga.",
            "Museet öppnar igen\nHär är det nya huset som väntas bli fullt.",
        ],
        [
            "Broen bliver dyrere end ventet\nDet er en pris, som ingen vil betale for den.",
            "Kroen bliver ved med at bage\nDer er brød til alle, som vil have det.",
            "Høsten bliver bedre end ventet\nDet er regn, der har gjort det.",
        ],
        [
            "Hytta leies ut etter jul\nDet er ikke dyrt for den som vil ha snø.",
            "Brua stenges etter skred\nDet var stein på veien, og ingen ble skadet.",
            "Boka kommer ut etter ti år\nDen er om en bonde som ikke vil selge.",
        ],
        [
            "Coraz więcej domów bez ogrzewania\nNie ma kto go naprawić, bo jest zima.",
            "Coraz mniej książek w szkole\nDzieci nie czytają, bo nie mają czasu na to.",
            "Tramwaj bez kierowcy jeździ coraz szybciej\nNie jest to już nic dla niego.",
        ],
    ],
)
def test_common_words_of_a_language_make_no_heading_and_no_topic(texts):
    found = clusters({str(at): text for at, text in enumerate(texts)})

    assert [one.terms for one in found] == [(), (), ()]


def test_a_common_word_of_another_language_is_a_subject():
    texts = {"a": "The pod that sleeps in space", "b": "A pod in space is built"}

    [found] = clusters(texts)

    assert "pod" in found.name.lower()


@pytest.mark.parametrize(
    ("term", "texts", "as_written"),
    [
        ("rag", ["RAG at work", "Why RAG fails", "no rag"], "RAG"),
        (
            "augmented generation",
            ["Retrieval-augmented generation", "retrieval-augmented generation, twice"],
            "retrieval-augmented generation",
        ),
        ("gpt", ["GPT-5 is out", "What GPT-5 costs"], "GPT-5"),
        (
            "agent",
            ["Agents at work", "Two agents", "An agent", "More agents"],
            "agents",
        ),
        ("point cloud", ["A point. Cloud costs"], "point cloud"),
    ],
)
def test_a_term_is_told_as_its_texts_write_it(term, texts, as_written):
    assert written(term, texts) == as_written


def test_words_without_a_subject_make_no_two_stories_alike_in_any_language():
    texts = {
        "a": "Wärmepumpen im Altbau\nDie Kosten der Wärmepumpen sind im Winter gesunken.",
        "b": "Förderung für Wärmepumpen\nDie Wärmepumpen der Stadt werden gefördert.",
        "c": "Nachtzug nach Kopenhagen\nDie Fahrt im Nachtzug dauert nun 15 Stunden.",
        "d": "Nachtzug aus zweiter Hand\nDie Wagen für den Nachtzug werden im Mai gekauft.",
    }

    found = clusters(texts)

    assert [(one.ids, one.name) for one in found] == [
        (("a", "b"), "Wärmepumpen"),
        (("c", "d"), "Nachtzug"),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ["Cache by hand\nTen cent a call", "Sorting letters\nTen cent a letter"],
        ["Variational bounds that hold", "Variational flows on meshes"],
        ["Parser learning", "Letters learning"],
    ],
)
def test_what_is_an_aside_or_an_adjective_is_no_name(texts):
    [found] = clusters({str(at): text for at, text in enumerate(texts)}, least_alike=0)

    assert found.name == ""
