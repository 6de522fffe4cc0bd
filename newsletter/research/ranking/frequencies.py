"""Document frequencies: how common each term is in the field. Package data."""

from functools import cache
from pathlib import Path

from newsletter.text.similarity import Frequencies

DATA = Path(__file__).parent / "data"
# A term in fewer texts, one in a thousand, is not listed: it counts as rare either way.
LEAST = 6


@cache
def shipped() -> Frequencies:
    """How common terms are in abstracts of computer science.

    Counted once and shipped, so that a story weighs the same alone, among seven and
    among two thousand. A term that is not listed counts as rare. What was counted:
    docs/decisions/4-the-local-brain.md.
    """
    lines = (DATA / "frequencies.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[2:])
    return Frequencies.of(int(lines[1]), {term: int(count) for term, count in rows})


def written(frequencies: Frequencies) -> str:
    """The frequencies as the text of the file that `shipped` reads."""
    head = (
        f"# How many of {frequencies.documents} arXiv titles with abstracts (metadata, "
        f"CC0) hold each term, if {LEAST} or more do; by: manage.py evaluate terms"
    )
    rows = (
        f"{term}\t{count}"
        for term, count in sorted(frequencies.counts.items())
        if count >= LEAST
    )
    return "\n".join([head, str(frequencies.documents), *rows]) + "\n"
