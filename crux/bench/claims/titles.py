"""How often a link is called another work: `python -m crux.bench.claims.titles`.

A link stands under one sentence about a paper, without its title. It is right, or leads to
another paper, or to the paper whose title is most like the right one's. The sentences
are the faithful ones of `crux.bench.claims.grounding`, one for each paper.
"""

import argparse
import os
from collections.abc import Mapping, Sequence

import django
from rapidfuzz import fuzz, process
from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from crux.bench.claims.grounding import Labelled, cases
from newsletter.verification.links.titles import TitleMatch, compare, normalise


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how many links of each kind are called another work."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args(arguments)
    said = {case.url: case for case in cases() if case.is_faithful}
    table = Table(title=f"Called another work, of {len(said)} links each")
    table.add_column("the link leads to")
    table.add_column("is called so", justify="right")
    for kind, titles in _titles(said).items():
        wrong = sum(_is_another(case.claim, titles[url]) for url, case in said.items())
        table.add_row(kind, f"{100 * wrong / len(said):.1f} %")
    Console().print(table)


def _titles(said: Mapping[str, Labelled]) -> dict[str, Mapping[str, str]]:
    right = {url: case.title for url, case in said.items()}
    urls = list(right)
    half = len(urls) // 2
    far = dict(zip(urls, [*urls[half:], *urls[:half]], strict=True))
    return {
        "its own paper": right,
        "another paper": {url: right[far[url]] for url in urls},
        "the paper with the nearest title": _nearest(right),
    }


def _nearest(right: Mapping[str, str]) -> Mapping[str, str]:
    """To each address the title that shares most words with its own."""
    plain = {url: normalise(title) for url, title in right.items()}
    found = {}
    for url, title in plain.items():
        best = process.extract(title, plain, scorer=fuzz.token_set_ratio, limit=2)
        other = next(key for _, _, key in best if key != url)
        found[url] = right[other]
    return found


def _is_another(claim: str, title: str) -> bool:
    return compare([], "", claim, title).match is TitleMatch.DIFFERENT


if __name__ == "__main__":
    main()
