"""A draft before a judge: its sources, its sentences, and the case that code makes."""

from datetime import date

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import LinkPolicy
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.judging.build import Material, build

URL, SHA = "https://lab.example/parser", "a" * 64
KEY = b"a key that no model knows"
TEXT = (
    "Example Lab released Parser 2.0 on 5 August 2026. Parser 2.0 reads 1,200 documents "
    "a minute on one CPU, and 400 of them are scanned. It needs no GPU. Training took 48 "
    "hours on 16 machines. A page takes 16 ms, and took 48 ms before.\n\n"
    "The licence of the parser is open for research and for small companies. Errors on "
    "old newspapers are higher than on books by a wide margin. The library was written "
    "in Rust by a group of six people in Zurich. Documentation for Windows machines is "
    "planned for the end of the year. Greek and Latin texts were tested with 3,500 pages "
    "of three libraries."
)
QUOTE = (
    "Parser 2.0 reads 1,200 documents a minute on one CPU, and 400 of them are scanned."
)


def source(**fields):
    usual = {"url": URL, "sha256": SHA, "text": TEXT, "title": "Parser 2.0 is out"}
    return SourceText(**{**usual, "published": date(2026, 8, 5), **fields})


def cite(claim, quote=QUOTE, url=URL, sha=SHA):
    return CitedClaim(claim=claim, quote=quote, url=url, source_sha256=sha)


def material(
    *said, lead="This issue has one launch.", documents=None, cited=None, **more
):
    """A draft of these sentences, each with its quote, as code found it."""
    pairs = [one if isinstance(one, tuple) else (one, QUOTE) for one in said]
    body = " ".join(claim for claim, _ in pairs)
    text = (
        f"# Week\n\n{lead}\n\n## What shipped\n\n### 1. Parser is out\n\n{body}\n\n"
        f"Picked because it is at [Example Lab]({URL}).\n\n## Research worth knowing\n\nThis issue has none.\n"
    )
    draft = parse(text)
    stored = [source()] if documents is None else documents
    citations = [cite(claim, quote) for claim, quote in pairs if quote]
    found = ground(draft, [*citations, *(cited or [])], stored, LinkPolicy())
    return Material(
        draft, found.sentences, stored, found.invalid, found.warnings, **more
    )


def case_of(*said, key=KEY, only=None, **more):
    return build(material(*said, **more), key, only)


def own(case):
    """The entries of the draft's own sentences."""
    return [one for one in case.entries if one.is_true is None]


def hidden(case):
    return [one for one in case.entries if one.is_true is not None]
