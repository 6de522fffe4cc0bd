"""Things that no text of a source speaks of at all."""

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.outcomes import Support
from newsletter.verification.claims.additions import added
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground

QUOTE = "The model edits the colour of pictures in a given range."
URL = "https://lab.example/colour"
DRAFT = (
    "# Week\n\nOne thing.\n\n## What shipped\n\n### 1. Colour\n\n{sentence} ([Lab]({url}))"
    "\n\n## Research worth knowing\n\nNone.\n"
)


def outcomes(sentence, text=QUOTE):
    source = SourceText(URL, "a" * 64, text)
    cited = CitedClaim(
        claim=sentence, quote=QUOTE, url=URL, source_sha256=source.sha256
    )
    found = ground(parse(DRAFT.format(sentence=sentence, url=URL)), [cited], [source])
    return [finding.outcome for finding in found.invalid]


@pytest.mark.parametrize(
    "sentence",
    [
        "The model edits pictures on an ordinary laptop.",
        "The model edits pictures, and volunteers check them.",
        "The model edits pictures, and hospitals use it.",
        "The model edits pictures and can be had for free.",
        "The model edits pictures and is retrained weekly.",
        "The model edits pictures and has been adopted by two makers.",
        "The model edits pictures of drones.",
    ],
)
def test_a_thing_that_the_source_does_not_speak_of_fails(sentence):
    assert outcomes(sentence) == [Support.OVERSTATED]


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The model edits pictures.", QUOTE),
        # Elsewhere in the source, in other words.
        ("The model runs on an ordinary laptop.", f"{QUOTE} It runs on one CPU."),
        ("The model is checked by volunteers.", f"{QUOTE} Crowd workers checked it."),
        ("The model can be had for free.", f"{QUOTE} Code is available on GitHub."),
        # Words of other languages.
        ("Le modèle des images est dans les mains des passants.", QUOTE),
    ],
)
def test_what_some_text_of_it_speaks_of_passes(sentence, text):
    assert outcomes(sentence, text) == []


def test_a_hyphen_or_a_capital_makes_no_other_thing():
    assert added("It is Open Source.", "The model.") == "Open Source"
    assert added("It is open source.", "Its code is open.") == ""


def test_in_another_language_nothing_is_found():
    """A French issue of March failed as a whole: "5 mars" was taken for the planet."""
    text = "Une maison de retraite a testé le lit tout l'hiver. Il prévient les chutes."

    assert added("Une maison de retraite l'a testé. (Lab, 5 mars)", text) == ""
    assert added("The bed is tested in space. (Lab, 5 mars)", text) == ""
