"""Names in three scripts: `python -m crux.bench.memory.sounds`.

How many one-word names of countries and cities are known again by their consonants in
Korean and Japanese, and how many of others are taken for them: an upper bound of false
links, as a memory holds a few hundred names and not all of the world. Names: Unicode's
CLDR, as Babel has it; the rule was written without it.
"""

from babel import Locale
from rich.console import Console
from rich.table import Table

from newsletter.text import sounds


def names(language: str) -> dict[str, str]:
    """Names of countries and of time zones' cities in English and in a language."""
    english, other = Locale("en"), Locale(language)
    found = {
        english.territories[code]: name
        for code, name in other.territories.items()
        if len(code) == 2 and code in english.territories
    }
    for zone, said in other.time_zones.items():
        own = english.time_zones.get(zone, {}).get("city")
        if "city" in said:
            found[own or zone.rpartition("/")[2].replace("_", " ")] = said["city"]
    return {
        name: said
        for name, said in found.items()
        if " " not in name + said and sounds.of_latin(name) and sounds.of_foreign(said)
    }


def main() -> None:
    """Print both shares for each language."""
    table = Table(
        "language", "names", "known again", "pairs of others", "taken for one"
    )
    for language in ("ko", "ja"):
        known = names(language)
        heard = {said: sounds.of_foreign(said) for said in known.values()}
        same = sum(sounds.of_latin(one) in heard[said] for one, said in known.items())
        pairs = [
            (one, other)
            for one, said in known.items()
            for other in known.values()
            if other != said
        ]
        wrong = sum(sounds.of_latin(one) in heard[other] for one, other in pairs)
        table.add_row(
            language,
            str(len(known)),
            f"{same} ({same / len(known):.1%})",
            f"{len(pairs):,}",
            f"{wrong} ({wrong / len(pairs):.2%})",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
