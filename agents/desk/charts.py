"""Charts (SVG): lines and bars drawn by the server, from figures. Pure.

Each stands beside a table that says the same in figures; the picture has a title and a
description for who hears it. Colours are the style sheet's: light, dark, or the
system's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# In units of the picture: a line keeps this much room to breathe.
_PAD = 3.0


@dataclass(frozen=True, slots=True)
class Chart:
    """Figures in order, oldest first; None where there is none."""

    title: str
    told: str  # what the figures say, in one sentence
    figures: Sequence[float | None]


def line(chart: Chart, width: int = 120, height: int = 28) -> SafeString:
    """A sparkline: one line from the least to the most, a gap where nothing is known."""
    least, most = _bounds(chart.figures)
    parts = [
        format_html(
            '<polyline class="line" points="{}"/>',
            " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        )
        if len(points) > 1
        else format_html(
            '<circle class="dot" cx="{}" cy="{}" r="1.5"/>', *map(_told, points[0])
        )
        for points in _runs(chart.figures, least, most, width, height)
    ]
    return _picture(chart, width, height, parts)


def bars(chart: Chart, width: int = 480, height: int = 90) -> SafeString:
    """A bar for each figure, from nothing up to the most."""
    figures = chart.figures
    most = max((figure for figure in figures if figure is not None), default=0) or 1
    step = width / max(len(figures), 1)
    drawn = [
        format_html(
            '<rect x="{}" y="{}" width="{}" height="{}"/>',
            _told(place * step + step * 0.1),
            _told(height - tall),
            _told(step * 0.8),
            _told(tall),
        )
        for place, figure in enumerate(figures)
        if figure is not None and (tall := max(figure, 0) / most * (height - _PAD)) > 0
    ]
    ground = format_html(
        '<line class="ground" x1="0" x2="{0}" y1="{1}" y2="{1}"/>', width, height
    )
    return _picture(chart, width, height, [*drawn, ground])


def _told(number: float) -> str:
    return f"{number:.1f}"


def _bounds(figures: Sequence[float | None]) -> tuple[float, float]:
    known = [figure for figure in figures if figure is not None]
    return (min(known), max(known)) if known else (0.0, 0.0)


def _runs(
    figures: Sequence[float | None], least: float, most: float, width: int, height: int
) -> list[list[tuple[float, float]]]:
    """The points of the line, broken off where a figure is missing."""
    step = (width - 2 * _PAD) / max(len(figures) - 1, 1)
    span = most - least
    runs: list[list[tuple[float, float]]] = [[]]
    for place, figure in enumerate(figures):
        if figure is None:
            runs.append([])
            continue
        share = (figure - least) / span if span else 0.5
        tall = _PAD + (1 - share) * (height - 2 * _PAD)
        runs[-1].append((_PAD + place * step, tall))
    return [run for run in runs if run]


def _picture(
    chart: Chart, width: int, height: int, parts: Sequence[SafeString]
) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'focusable="false"><title>{2}</title><desc>{3}</desc>{4}</svg>',
        width,
        height,
        chart.title,
        chart.told,
        format_html_join("", "{}", ((part,) for part in parts)),
    )
