"""A year of 40 sources, read once a week and by intake: `python -m crux.bench.intake.missed`.

How many posts had left their feed before anybody saw them. Intake asks at the pace that
`newsletter.intake.pace` sets it.
"""

import argparse
from collections.abc import Sequence

from crux.bench import measuring
from crux.bench.intake.rhythms import RHYTHMS, Seen, year

WEEKS, YEARS = 52, 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, of so many years with other chances each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--years", type=int, default=YEARS)
    years = parser.parse_args(arguments).years
    table = measuring.table(
        f"Posts that nobody saw, {years} years of 52 weeks",
        *("", "sources", "feed holds", "posts", "once a week misses", "share"),
        *("intake misses", "asked a day"),
    )
    total = Seen()
    for rhythm in RHYTHMS:
        seen = sum((year(rhythm, seed=seed) for seed in range(years)), Seen())
        total += seen
        asked = seen.polls / (7 * WEEKS * years * rhythm.sources)
        table.add_row(
            rhythm.name,
            *(str(rhythm.sources), str(rhythm.holds)),
            *_cells(seen),
            f"{asked:.0f}",
        )
    sources = sum(rhythm.sources for rhythm in RHYTHMS)
    asked = total.polls / (7 * WEEKS * years * sources)
    table.add_row("all", str(sources), "", *_cells(total), f"{asked:.0f}")
    measuring.console().print(table)


def _cells(seen: Seen) -> tuple[str, str, str, str]:
    return (
        f"{seen.posts:,}",
        f"{seen.missed_weekly:,}",
        f"{seen.missed_weekly / seen.posts:.0%}",
        f"{seen.missed:,}",
    )


if __name__ == "__main__":
    main()
