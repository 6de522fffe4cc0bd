"""Hostile Markdown is parsed in linear time."""

import time

import pytest

from newsletter.drafts.links import links_of
from newsletter.drafts.parsing import parse

LINE = "A sentence with [a link](https://a.org/x) and *some* words about 5 things."


def seconds(markdown: str) -> float:
    began = time.process_time()
    links_of(parse(markdown).tokens)
    return time.process_time() - began


@pytest.mark.parametrize("mark", ["![", "[", "[a](", "[^a]", "![a][", "[*a* ", "![a "])
def test_brackets_without_end_take_no_time(mark):
    assert seconds(mark * (50_000 // len(mark)) + "]" * 9) < 5


@pytest.mark.parametrize(
    "line",
    [
        LINE + "\n\n",
        "[r{n}]: https://a.org/{n}\n",
        "[r{n}]: https://a.org/{n} 'open\n",
        "See [x][r{n}].\n\n[r{n}]: https://a.org/{n}\n\n",
        "Note.[^{n}]\n\n[^{n}]: a note\n\n",
        "**a *b ",
        "<a href=\"x ",
        "|a|b|\n",
    ],
)  # fmt: skip
def test_ten_times_the_draft_takes_no_more_than_ten_times_as_long(line):
    def draft(size: int) -> str:
        lines = (line.format(n=number) for number in range(size // len(line)))
        return "".join(lines)

    few = min(seconds(draft(5_000)) for _ in range(3))

    many = (seconds(draft(50_000)) for _ in range(3))
    assert any(one < 30 * few + 0.25 for one in many)  # the first will do


def test_links_before_brackets_without_end_are_links():
    links = links_of(parse("[a](https://a.org/x) " * 2000 + "[" * 50_000).tokens)

    assert len(links) == 2000
