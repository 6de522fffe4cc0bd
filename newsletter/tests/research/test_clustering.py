from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.clustering import clusters

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


@given(st.dictionaries(st.text(max_size=3), _WORDS, max_size=9), st.randoms())
def test_any_stories_stand_in_one_cluster_each_whatever_their_order(told, chance):
    texts = {name: " ".join(words) for name, words in told.items()}
    shuffled = list(texts)
    chance.shuffle(shuffled)

    found = clusters(texts)

    assert sorted(name for one in found for name in one.ids) == sorted(texts)
    assert clusters({name: texts[name] for name in shuffled}) == found
