"""A letter as the prompts ask for it is allowed by all that code holds a draft to.

It was written by hand from the sample's stories; whatever rule refuses it refuses a
writer who does as told.
"""

import json
from pathlib import Path

from agents.events.drafts import DraftWritten
from agents.tests.support.scripted_hands import make_story
from agents.tools.certification.mandate import Mandate, breaches
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import review
from newsletter.drafts.draft import is_view, sentences
from newsletter.drafts.links import links_of
from newsletter.drafts.parsing import parse
from newsletter.research.sample import library
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import sha256_of
from newsletter.text.words import words_of
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground

HERE = Path(__file__).parent / "written"
DRAFT = parse((HERE / "issue.md").read_text(encoding="utf-8"))
TOLD = json.loads((HERE / "issue.json").read_text(encoding="utf-8"))
TITLE = "Crux"


def make_source(url, title, text):
    return SourceText(url=url, sha256=sha256_of(text), text=text, title=title)


SOURCES = [
    *(
        make_source(one.url, one.title, "\n\n".join(one.text))
        for one in (*library.posts(), *library.releases())
    ),
    *(
        make_source(f"https://arxiv.org/abs/{one.id}", one.title, one.abstract)
        for one in library.papers()
    ),
]
HASHES = {one.url: one.sha256 for one in SOURCES}
CITATIONS = tuple(
    CitedClaim(**one, source_sha256=HASHES[one["url"]]) for one in TOLD["citations"]
)


def test_it_breaks_no_rule():
    assert review(DRAFT, TOLD["subject"], CITATIONS, Rubric(), TITLE) == ()


def test_it_stands_on_its_evidence():
    grounding = ground(DRAFT, CITATIONS, SOURCES)

    assert (grounding.invalid, grounding.warnings) == ((), ())
    assert len(grounding.sentences) > 40


def test_it_keeps_its_mandate():
    links = [link.url for link in links_of(DRAFT.tokens)]
    chosen = [make_story(number, url=url) for number, url in enumerate(links, 1)]
    written = DraftWritten(
        subject=TOLD["subject"],
        preheader=TOLD["preheader"],
        markdown=DRAFT.markdown,
        citations=CITATIONS,
    )

    assert breaches(written, DRAFT, Mandate(TITLE, chosen, outlets=())) == ()


def test_one_story_leads_and_no_two_begin_alike():
    openings = {tuple(words_of(one.paragraphs[0].text)[:2]) for one in DRAFT.stories}

    assert max(DRAFT.stories, key=lambda item: item.words) is DRAFT.stories[0]
    assert len(openings) == len(DRAFT.stories)


def test_it_judges_and_does_not_say_why_it_picked():
    said = [one.text for one in sentences(DRAFT)]

    assert 0 < sum(map(is_view, said)) <= Rubric().most_views
    assert not any("Picked because" in text for text in said)


def test_a_false_figure_or_name_in_it_is_found():
    old, new = ("5.1 billion", "angr and Ghidra"), ("7.1 billion", "angr and Radare2")

    def altered(text):
        return text.replace(old[0], new[0]).replace(old[1], new[1])

    claims = [one.model_copy(update={"claim": altered(one.claim)}) for one in CITATIONS]
    found = ground(parse(altered(DRAFT.markdown)), claims, SOURCES).invalid

    assert {one.outcome for one in found} == {"unsupported_number", "unsupported_name"}
    assert all(altered(one.sentence) == one.sentence for one in found)
