"""What the checks of sentences catch and let through: `python -m crux.bench.claims.grounding`.

900 sentences about 518 papers, written one by one for this without sight of the rules:
half of them say what a passage of the paper's abstract says, in other words; the other
half have one fault each, such as models make. The rules were mended on 700 of them; the
other 200 were only measured. Abstracts: arXiv, CC0.

With `--judge BRAIN` a judge hears them beside code, in cases as an issue's: `messages` asks
a model and costs about a dime, `scripted` goes by words and asks nobody.
"""

import argparse
import gzip
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import django
from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from crux.bench.claims.judging import Asked, Hearings, brain_named, judged
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import Finding
from newsletter.text.identifiers import sha256_of
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground

_DATA = Path(__file__).with_name("claims.json.gz")
_DRAFT = """# Claims

One claim.

## Research worth knowing

### 1. {title}

{claim} ([arXiv](<{url}>))
"""


class Labelled(NamedTuple):
    """A sentence, the passage that it cites, and what is known of it."""

    title: str
    abstract: str
    url: str
    claim: str
    quote: str
    is_faithful: bool
    kind: str
    is_held_out: bool


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables, and on demand each sentence that was judged wrongly."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--wrong", action="store_true", help="show what was judged wrongly"
    )
    parser.add_argument("--judge", metavar="BRAIN", help="a judge beside code")
    parser.add_argument("--held-out", action="store_true", help="only these 200")
    chosen = parser.parse_args(arguments)
    wants_wrong = chosen.wrong
    console = Console(width=max(Console().width, 90))
    known = _held_out(cases()) if chosen.held_out else cases()
    if chosen.judge:
        failed, hearings = by_code_and_judge(known, chosen.judge)
        console.print(f"Code and the {chosen.judge} brain: {hearings}.")
    else:
        failed = {case: why for case in known if (why := faults(case))}
    for is_faithful, title in ((False, "Altered: caught"), (True, "Faithful: failed")):
        mine = [case for case in known if case.is_faithful is is_faithful]
        console.print(_table(title, mine, failed))
    if wants_wrong:
        for case in known:
            if (case in failed) is case.is_faithful:
                console.print(f"{case.kind}: {case.claim}\n  “{case.quote}”")
                console.print(f"  {failed.get(case, 'nothing was found')}\n")


def cases() -> list[Labelled]:
    """All sentences, in the order they were written."""
    data = json.loads(gzip.decompress(_DATA.read_bytes()))
    return [
        Labelled(
            **data["papers"][row["paper"]],
            url=f"https://arxiv.org/abs/{row['paper']}",
            claim=row["claim"],
            quote=row["quote"],
            is_faithful=row["faithful"],
            kind=row["kind"],
            is_held_out=row["held_out"],
        )
        for row in data["claims"]
    ]


def by_code_and_judge(
    known: Sequence[Labelled], brain: str
) -> tuple[dict[Labelled, str], Hearings]:
    """Why a draft with each of these sentences would fail, and what judging it cost."""
    asked = {case: grounded(case) for case in known}
    found, hearings = judged(asked, brain_named(brain))
    return {case: _reasons(case, mine) for case, mine in found.items()}, hearings


def faults(case: Labelled) -> str:
    """Why a draft with this sentence would fail; "" when it would not."""
    return _reasons(case, grounded(case).found.invalid)


def _reasons(case: Labelled, findings: Iterable[Finding]) -> str:
    return "; ".join(one.reason for one in findings if one.sentence != case.title)


def grounded(case: Labelled) -> Asked:
    """What code finds of a sentence in a draft of its own."""
    text = f"{case.title}\n\n{case.abstract}"
    name = sha256_of(text)
    citation = CitedClaim(
        claim=case.claim, quote=case.quote, url=case.url, source_sha256=name
    )
    source = SourceText(case.url, name, text, title=case.title, publisher="arXiv")
    found = ground(parse(_DRAFT.format(**case._asdict())), [citation], [source])
    if not all(check.holds for check in found.quotes):
        raise ValueError(f"The quote of {case.claim!r} is not in its abstract.")
    return Asked(found, source)


def _table(
    title: str, cases: Sequence[Labelled], failed: Mapping[Labelled, str]
) -> Table:
    table = Table(title=title)
    for heading in ("kind", "all", "held out"):
        table.add_column(heading, justify="left" if heading == "kind" else "right")
    for kind in sorted({case.kind for case in cases}):
        mine = [case for case in cases if case.kind == kind]
        table.add_row(kind, _share(mine, failed), _share(_held_out(mine), failed))
    table.add_section()
    table.add_row("together", _share(cases, failed), _share(_held_out(cases), failed))
    return table


def _held_out(cases: Iterable[Labelled]) -> list[Labelled]:
    return [case for case in cases if case.is_held_out]


def _share(cases: Sequence[Labelled], failed: Mapping[Labelled, str]) -> str:
    return f"{sum(case in failed for case in cases)} of {len(cases)}"


if __name__ == "__main__":
    main()
