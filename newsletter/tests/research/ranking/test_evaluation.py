import pytest

from newsletter.research.ranking.evaluation import Week, filled, measured

OTHERS = tuple(f"other{number:03}" for number in range(250))


def make_weeks(count=4, picked=("a", "b")):
    return [
        Week(
            f"2025-06-{day:02}", tuple(f"{name}{day}" for name in picked), OTHERS, 1800
        )
        for day in range(1, count + 1)
    ]


def measure(weeks, strength):
    return measured((week, strength) for week in weeks)


def test_a_perfect_ranking_finds_all_in_the_first_ten():
    found = measure(make_weeks(), lambda paper: 0.0 if paper in OTHERS else 1.0)

    assert found.recall[10].value == found.recall[100].value == 1
    assert found.auc.value == 1


def test_the_worst_ranking_finds_none():
    found = measure(make_weeks(), lambda paper: 1.0 if paper in OTHERS else 0.0)

    assert found.recall[100].value == 0
    assert found.auc.value == 0


def test_without_a_preference_the_auc_is_a_half():
    assert measure(make_weeks(), lambda paper: 1.0).auc.value == 0.5


def test_each_picked_paper_counts_the_same():
    weeks = [Week("1", ("a",), OTHERS, 9), Week("2", ("b", "c", "d"), OTHERS, 9)]

    strengths = {"a": 1.0, "b": -1.0, "c": -1.0, "d": -1.0}
    found = measure(weeks, lambda paper: strengths.get(paper, 0.0))

    assert found.recall[10].value == pytest.approx(1 / 4)


def test_a_week_without_picks_is_left_out():
    weeks = [*make_weeks(1), Week("empty", (), OTHERS, 9)]

    assert [week.end for week in measure(weeks, len).weeks] == ["2025-06-01"]


def test_no_weeks_are_measured_as_nothing():
    assert measure([], len).auc is None
    assert measure([], len).recall[10].value == 0


def test_a_week_of_picks_alone_has_no_others_to_beat_and_does_not_count_among_those():
    alone = Week("1", ("a",), (), 1)

    assert measure([alone], len).auc is None
    both = measure([alone, *make_weeks(1)], len)
    assert both.auc == measure(make_weeks(1), len).auc


def test_the_interval_holds_the_value_and_is_the_same_each_time():
    def strength(paper):
        return (
            1.0
            if paper in ("a1", "b2", "a3", "b3")
            else 0.0
            if paper in OTHERS
            else -1.0
        )

    one, other = (measure(make_weeks(), strength) for _ in range(2))

    assert one == other
    recall = one.recall[10]
    assert recall.low < recall.value < recall.high


def test_a_sampled_week_is_filled_with_others_of_the_weeks_nearest_to_it():
    weeks = [
        Week("1", ("a",), ("x1", "x2"), 4),
        Week("2", ("b",), ("y1", "y2"), 5),
        Week("3", ("c",), ("z1", "z2"), 9),
    ]

    assert filled(0, weeks).others == ("x1", "x2", "y1")
    assert filled(1, weeks, ["x1"]).others == ("y1", "y2", "x2", "z1")


def test_a_whole_week_is_left_as_it_is():
    week = Week("1", ("a",), ("x", "y"), 3)

    assert week.is_whole
    assert filled(0, [week, Week("2", (), ("z",), 1)]) == week
