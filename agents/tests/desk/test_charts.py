"""Charts: what is drawn of which figures."""

import re

from agents.desk.charts import Chart, bars, line


def points(svg):
    return [
        tuple(map(float, pair.split(","))) for pair in re.findall(r"[\d.]+,[\d.]+", svg)
    ]


def test_a_line_rises_with_its_figures_from_edge_to_edge():
    drawn = points(line(Chart("Readers", "From 1 to 3.", [1, 2, 3]), 100, 20))

    assert drawn == [(3.0, 17.0), (50.0, 10.0), (97.0, 3.0)]


def test_a_line_breaks_off_where_nothing_is_known():
    svg = line(Chart("t", "", [1, 2, None, 2]))

    assert svg.count("<polyline") == 1
    assert svg.count("<circle") == 1


def test_figures_that_are_all_the_same_are_a_level_line():
    assert {y for _, y in points(line(Chart("t", "", [5, 5, 5]), 100, 20))} == {10.0}


def test_bars_begin_at_nothing_and_the_greatest_fills_the_picture():
    svg = bars(Chart("t", "", [0, 1, None, 2]), 100, 43)

    heights = re.findall(r'<rect [^>]*height="([\d.]+)"', svg)
    assert heights == ["20.0", "40.0"]


def test_of_nothing_nothing_is_drawn_and_all_is_said():
    for draw in (line, bars):
        svg = draw(Chart("Cost", "Nothing yet.", []))
        assert "<title>Cost</title><desc>Nothing yet.</desc>" in svg
        assert 'role="img"' in svg


def test_a_title_cannot_break_out():
    assert "<script>" not in line(Chart("<script>", "<script>", [1, 2]))
