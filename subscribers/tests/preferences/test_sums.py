"""What readers chose, in sum."""

import pytest

from subscribers.preferences import sums
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db


def test_topics_are_summed_up_from_five_readers_on():
    weekly = make_newsletter(topics=["agents", "chips"])
    for place in range(5):
        make_reader(weekly, less_of=["chips"], first=["agents"] if place else [])

    assert sums.less_of(weekly) == {"chips": 5}
    assert sums.chosen(weekly).less == {"chips": 5}
    assert sums.chosen(weekly).first == {}
