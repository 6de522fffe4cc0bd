"""What models had to do with an issue, in the newsletter's own language. Pure.

That rules alone made one is in `newsletter.standards.furniture`. English where a language
is not known here.
"""

from dataclasses import dataclass

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class DisclosureWords:
    """The sentences of one language."""

    by_models: str  # they did all that the text shows
    judged: str
    misjudged: str
    # Who did which parts of the work, where not all was done by the same.
    part_by_models: str
    part_failed: str  # rules did it, for the model failed
    part_spent: str  # rules did it, for there was no money for a model
    # What a budget took of a part: searches, or the better model.
    searches: str
    model: str
    # What readers asked for and rules cannot do.
    no_tone: str
    no_opinions: str
    # The parts, as `PARTS` has them.
    parts: tuple[str, ...] = ()

    def part(self, name: str) -> str:
        """A part of the work; as it is called in English where it has no other name."""
        return self.parts[PARTS.index(name)] if name in PARTS and self.parts else name


# The parts of the work that the text shows, by the titles of the agents that do them.
PARTS = (
    *("Research: launches", "Research: papers", "Evaluator", "Evaluator of scouts"),
    *("Rating", "Topics", "Sections", "Section writer", "Writer", "Finisher"),
)

_BY_LANGUAGE = by_language(DisclosureWords, "disclosures")


def disclosure_words_of(language: str) -> DisclosureWords:
    """The sentences of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
