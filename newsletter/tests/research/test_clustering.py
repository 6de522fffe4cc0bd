import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.research.clustering import clusters
from newsletter.research.labels import written

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


@settings(max_examples=40)
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
            "Wärmepumpe, Förderung",
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
