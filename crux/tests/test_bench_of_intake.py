from datetime import timedelta

import pytest

from crux.bench.intake.rhythms import BEGAN, DAY, RHYTHMS, Rhythm, year


@pytest.mark.parametrize("rhythm", RHYTHMS, ids=lambda one: one.name)
def test_intake_sees_every_post_before_its_feed_drops_it(rhythm):
    assert year(rhythm, weeks=12).missed == 0


def test_who_reads_once_a_week_misses_what_left_the_feed():
    def two_bursts(_chance, _weeks):
        for day in (1, 4):
            yield from (
                BEGAN + day * DAY + number * timedelta(hours=1) for number in range(8)
            )

    seen = year(Rhythm("two bursts", 10, 1, two_bursts), weeks=1)

    assert (seen.posts, seen.missed_weekly, seen.missed) == (16, 6, 0)
