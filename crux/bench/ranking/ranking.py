"""1,900 papers ranked by Crux and by scikit-learn: `python -m crux.bench.ranking.ranking`.

Each round runs each contender once, in a process of its own; what counts is the ratio
within a round, with its spread over the rounds.
"""

import json
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from crux.bench import measuring
from crux.bench.ranking.contender import CONTENDERS
from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking.profile import default_profile

CONTENDER = "crux.bench.ranking.contender"
PAPERS = 1900
ROUNDS = 7
# Of an abstract as it is: so many words, and one in two says nothing of a subject.
WORDS = 190
_FILLERS = ("the", "of", "and", "we", "in", "to", "is", "that", "with", "for")

Spent = dict[str, float]


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    rounds = measuring.parser(__doc__, ROUNDS).parse_args(arguments).rounds
    with tempfile.TemporaryDirectory() as folder:
        papers, profile = Path(folder, "papers.json"), Path(folder, "profile.md")
        papers.write_text(json.dumps(make_papers()), encoding="utf-8")
        profile.write_text(default_profile(), encoding="utf-8")
        spent = [
            {
                name: measuring.told(CONTENDER, name, papers, profile)
                for name in CONTENDERS
            }
            for _ in range(rounds)
        ]
    measuring.console().print(_table(spent))


def make_papers() -> list[tuple[str, str, str]]:
    """Papers of words that are as frequent as in the field; the same every time."""
    chance = random.Random(0)  # noqa: S311  no secret
    known = field.shipped().counts
    names = [term for term in known if " " not in term]
    counts = [known[name] for name in names]
    papers = []
    for number in range(PAPERS):
        drawn = chance.choices(names, counts, k=WORDS // 2)
        said = [word for name in drawn for word in (chance.choice(_FILLERS), name)]
        title, abstract = " ".join(drawn[:9]), f"{' '.join(said)}."
        papers.append((f"2508.{number:05}", title, abstract))
    return papers


def _table(rounds: Sequence[dict[str, Spent]]) -> Table:
    heads = ("", "seconds", "Crux takes", "megabytes", "Crux takes")
    table = measuring.table(f"{PAPERS:,} papers ranked, imports included", *heads)
    for name in CONTENDERS:
        shown = "Crux" if name == "Crux" else f"scikit-learn, TF-IDF of {name}"
        cells = [shown]
        for figure in ("seconds", "megabytes"):
            own = [one[name][figure] for one in rounds]
            ratios = [one["Crux"][figure] / one[name][figure] for one in rounds]
            cells += [f"{statistics.median(own):.2f}", _spread(ratios)]
        table.add_row(*cells)
    return table


def _spread(ratios: Sequence[float]) -> str:
    middle = statistics.median(ratios)
    return f"{middle:.2f} x  [{min(ratios):.2f}, {max(ratios):.2f}]"


if __name__ == "__main__":
    main(sys.argv[1:])
