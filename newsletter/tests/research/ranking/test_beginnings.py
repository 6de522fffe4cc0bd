"""One report under two titles, and what an outlet writes over all its texts."""

import pytest

from newsletter.research.ranking.beginnings import begin_alike
from newsletter.research.ranking.select import told_again
from newsletter.tests.research.ranking.test_scoring import make_launch

LOCK = "The old harbour lock of Vale was opened for the ferry this morning."
COST = "The lock cost nine million and took its builders four years of work."
RAIN = "Nobody of the town came to see it, for it rained all day long."
OVER_ALL = (
    "Read here every morning what our paper has to say of boats. "
    "Write to us by noon about whatever you think is amiss in it."
)


def make_two(one, other):
    titles = (
        "Good news for the ferry of Vale",
        "Harbour lock opened for all that floats",
    )
    return [
        make_launch(id=f"{n}", url=f"https://{n}.example/", title=title, summary=text)
        for n, (title, text) in enumerate(zip(titles, (one, other), strict=True))
    ]


def test_a_report_under_two_titles_is_told_once():
    stories = make_two(f"{LOCK} {COST} {RAIN}", f"{RAIN} {LOCK} {COST}")

    assert list(told_again(stories, stories)) == ["1"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{LOCK} {COST}", f"{LOCK} {RAIN}"),
        (f"{OVER_ALL} {COST}", f"{OVER_ALL} {RAIN}"),
        ("", ""),
    ],
)
def test_one_sentence_alike_or_what_stands_over_all_makes_no_double(one, other):
    assert not begin_alike(*make_two(one, other))


def test_what_a_channel_writes_below_its_videos_makes_no_double():
    videos = [
        one.model_copy(update={"url": f"https://www.youtube.com/watch?v={one.id}"})
        for one in make_two(f"{LOCK} {COST}", f"{LOCK} {COST}")
    ]

    assert not begin_alike(*videos)
