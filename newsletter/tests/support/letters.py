"""Letters as careful editors write them around the sample's stories, and altered ones."""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import Draft
from newsletter.drafts.parsing import parse
from newsletter.research.sample import library
from newsletter.text.identifiers import sha256_of
from newsletter.text.sentences import split
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.ours.hold import hold
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record, Tally

HERE = Path(__file__).parents[1] / "verification" / "ours"
TOLD = 8


@cache
def data():
    return tomllib.loads((HERE / "letters.toml").read_text(encoding="utf-8"))


@cache
def sources():
    """Every document of the sample as it would be stored, by its address."""
    found = {}
    for one in library.posts():
        found[one.url] = _source(
            one.url, one.title, " ".join(one.text), one.publisher, one.published.date()
        )
    for one in library.releases():
        published = one.published.date()
        found[one.url] = _source(
            one.url, one.title, " ".join(one.text), "GitHub", published
        )
    for paper in library.papers():
        url = f"https://arxiv.org/abs/{paper.id}"
        found[url] = _source(url, paper.title, paper.abstract, "arXiv", paper.listed)
    return found


def _source(url, title, text, publisher, published):
    return SourceText(
        url=url,
        sha256=sha256_of(text),
        text=text,
        title=title,
        publisher=publisher,
        published=published,
    )


@dataclass(frozen=True)
class Letter:
    """A draft with what goes around it."""

    draft: Draft
    around: Around
    citations: tuple[CitedClaim, ...]
    record: Record

    def held(self, record=None):
        """What its own lines come to."""
        quotes = quotes_of(self.citations)
        stored = tuple(sources().values())
        return hold(self.draft, self.around, quotes, stored, record or self.record)


@cache
def quotes_of(citations):
    """The quotes as they are found, whatever draft cites them."""
    return ground(parse("# None"), citations, tuple(sources().values())).quotes


def letter(given, was="", now=""):
    """The letter as it is given, or with some words of it exchanged once."""
    changed = 0

    def told(text):
        nonlocal changed
        changed += text.count(was) if was else 0
        return text.replace(was, now) if was else text

    citations = []
    body = [f"# {escape(told(given['title']))}", told(given["lead"])]
    for heading, names in (
        ("What shipped", given["launches"]),
        ("Research worth knowing", given["papers"]),
    ):
        body.append(f"## {heading}")
        if not names:
            body.append("This issue has no paper: nothing met its standards.")
        for number, name in enumerate(names, 1):
            item, cited = _item(number, name)
            body += item
            citations += cited
            if view := given["views"].get(name):
                body.append(f"**Our view:**{told(view).removeprefix('Our view:')}")
    if "build" in given:
        body += [
            "## Your 4-hour build this week",
            "### 1. Run both",
            told(given["build"]),
        ]
    body += ["## How this issue was made", told(given["made"])]
    around = Around(told(given["subject"]), told(given["preheader"]))
    assert changed == (1 if was else 0), (was, changed)
    return Letter(parse("\n\n".join(body)), around, tuple(citations), record(given))


def _item(number, name):
    url, heading = data()["stories"][name]
    source = sources()[url]
    said = [one.text for one in split(source.text)][:TOLD]
    first = f"{escape(said[0])} ([page](<{url}>))"
    cited = [
        CitedClaim(claim=one, quote=one, url=url, source_sha256=source.sha256)
        for one in said
    ]
    return [
        f"### {number}. {heading}",
        " ".join([first, *map(escape, said[1:])]),
    ], cited


def record(given):
    """What the log of such a session tells."""
    launches, papers = len(given["launches"]), len(given["papers"])
    return Record(
        newsletter=given["newsletter"],
        language=given.get("language", "en"),
        until=date(2025, 8, 7),
        launches=Tally(30, 7, launches),
        papers=Tally(12, 3, papers),
        outlets=(
            *(f"Outlet {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"),
            "Together AI",
            "Replicate",
        ),
        silent=("Together AI", "Replicate"),
        stories=tuple(
            sources()[data()["stories"][name][0]].title
            for name in (*given["launches"], *given["papers"])
        ),
        makers=tuple({source.publisher for source in sources().values()}),
    )


def letters():
    return data()["letters"]


def altered():
    """Letters with one thing wrong, and what it is."""
    for one in data()["altered"]:
        given = letters()[one["letter"]]
        yield letter(given, one["was"], one["now"]), one["now"]
