"""What the checks of sentences catch and let through: `python -m crux.bench.claims.grounding`.

7,515 sentences about papers, written one by one for this: 4,109 say what a passage of the
paper's abstract says, in other words; the others have one fault each, such as models make.
All but those of the last two mixes have been seen since they were blind, and the rules
mended, so what is printed of them is no measure of new text: the figures of each set when it was
blind stand in docs/measured/verification.md. All were written
without sight of the rules but 329 and 272, by one who knew them. Each was fixed before its
one run. Abstracts: arXiv, CC0.

With `--judge BRAIN` a judge hears them beside code, in cases as an issue's: `messages` asks
a model and costs about a dime, `scripted` goes by words and asks nobody.
"""

import argparse
import gzip
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import django
from rich.table import Table

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from crux.bench import measuring
from crux.bench.claims.judging import Asked, Hearings, brain_named, judged
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import Finding
from newsletter.text.identifiers import sha256_of
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground

SHARES = ("faithful failed", "altered caught")
_DATA = Path(__file__).with_name("claims.json.gz")
_QUOTED = re.compile(r"“.*”|'[^']*'|\"[^\"]*\"|(?<=version )\S+", re.DOTALL)
_DRAFT = """# Claims

One claim.

## Research worth knowing

### 1. {title}

{claim} ([arXiv](<{url}>))
"""


class Set(StrEnum):
    """What a sentence was to the rules."""

    TUNED = "tuned on"
    HELD_OUT = "held out, seen since"
    LATER = "tuned on later"
    SEEN = "blind, seen since"
    NEWER = "329 newer"
    NEWEST = "272 newest"
    LATEST = "400 latest"
    LAST = "100 last"
    NEXT = "100 next"
    THEN = "100 then"
    FIFTY = "50 between"
    FRESH = "100 later"
    CHECK = "34 later"
    SINCE = "50 after"
    SEED_30 = "100, seed 30"
    SEED_1 = "100, seed 1"
    SEED_2 = "100, seed 2"
    # Of the kinds and shares of kinds of the first 900, by four writers each.
    MIX_1 = "320 of the first mix"
    MIX_2 = "320 of it, second"
    MIX_3 = "320 of it, third"
    MIX_4 = "320 of it, fourth"
    MIX_5 = "320 of it, fifth"
    MIX_6 = "320 of it, sixth"
    MIX_7 = "320 of it, seventh"
    # The rules have judged these as they are.
    MIX_8 = "320 of it, eighth"
    MIX_9 = "320 of it, ninth"
    FAITHFUL = "700 faithful alone"


# Written blind and run one after the other; the rules were mended in between.
NEWEST_SETS = frozenset(one for one in Set if one.name.startswith("MIX_")) | {
    Set.FAITHFUL
}


class Labelled(NamedTuple):
    """A sentence, the passage that it cites, and what is known of it."""

    title: str
    abstract: str
    url: str
    claim: str
    quote: str
    is_faithful: bool
    kind: str
    set: Set


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables, and on demand each sentence that was judged wrongly."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--wrong", action="store_true", help="show what was judged wrongly"
    )
    parser.add_argument("--judge", metavar="BRAIN", help="a judge beside code")
    parser.add_argument(
        "--by-rule", action="store_true", help="what each rule fails, right and wrong"
    )
    parser.add_argument("--newest", action="store_true", help="only the last 2,620")
    chosen = parser.parse_args(arguments)
    wants_wrong = chosen.wrong
    console = measuring.console()
    known = [one for one in cases() if one.set in NEWEST_SETS or not chosen.newest]
    if chosen.by_rule:
        console.print(_by_rule(known))
        return
    if chosen.judge:
        failed, hearings = by_code_and_judge(known, chosen.judge)
        console.print(f"Code and the {chosen.judge} brain: {hearings}.")
    else:
        failed = {case: why for case in known if (why := faults(case))}
    console.print(_by_set(known, failed))
    console.print(_by_kind(known, failed))
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
            set=Set[row["set"]],
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


def rules(case: Labelled) -> set[str]:
    """The rules that fail a sentence: outcomes, with the reason but for what it quotes."""
    return {
        f"{one.outcome}: {part}"
        for one in grounded(case).found.invalid
        if one.sentence != case.title
        for part in _QUOTED.sub("…", one.reason).split("; ")
    }


def _by_rule(cases: Sequence[Labelled]) -> Table:
    """Of each rule: faithful sentences failed, altered ones caught, and by it alone."""
    broken = {case: rules(case) for case in cases}
    table = measuring.table("By rule", "rule", *SHARES, "by it alone")
    for rule in sorted({rule for those in broken.values() for rule in those}):
        mine = [case for case in cases if rule in broken[case]]
        altered = [case for case in mine if not case.is_faithful]
        alone = sum(len(broken[case]) == 1 for case in altered)
        counts = (len(mine) - len(altered), len(altered), alone)
        table.add_row(rule, *map(str, counts))
    return table


def _by_set(cases: Sequence[Labelled], failed: Mapping[Labelled, str]) -> Table:
    """Of each set, in the order they were written: what fails and what is caught."""
    title = "As the rules are now: each set has been seen"
    table = measuring.table(title, "set", *SHARES)
    for one in dict.fromkeys(case.set for case in cases):
        table.add_row(one, *_shares([c for c in cases if c.set is one], failed))
    table.add_section()
    table.add_row("together", *_shares(cases, failed))
    return table


def _by_kind(cases: Sequence[Labelled], failed: Mapping[Labelled, str]) -> Table:
    """The same by how a sentence was written, or altered."""
    table = measuring.table("By kind", "written, or altered in", *SHARES)
    ordered = sorted({(not case.is_faithful, case.kind) for case in cases})
    for kind in dict.fromkeys(kind for _, kind in ordered):
        table.add_row(kind, *_shares([c for c in cases if c.kind == kind], failed))
    return table


def _shares(cases: Sequence[Labelled], failed: Mapping[Labelled, str]) -> Iterator[str]:
    for is_faithful in (True, False):
        mine = [case for case in cases if case.is_faithful is is_faithful]
        many = sum(case in failed for case in mine)
        yield f"{many} of {len(mine)}, {many / len(mine):.1%}" if mine else ""


if __name__ == "__main__":
    main()
