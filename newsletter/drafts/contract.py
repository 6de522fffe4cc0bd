"""The structural contract of an issue: which sections it has, and what stands in each. Pure.

Each workflow names its contract; a draft is parsed under one and carries it along. What
a newsletter may set for itself, such as how long a story is, is in its rubric.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Self

from newsletter.standards import brief_words, furniture
from newsletter.standards.rubric import Rubric, Words


class SectionKind(StrEnum):
    """What a section of a draft is for."""

    LAUNCHES = "launches"  # what shipped
    PAPERS = "papers"  # research
    TOPIC = "topic"  # stories of one topic, under a heading of their own
    BUILD = "build"  # one thing to build on a laptop
    OTHER = "other"  # about the issue itself

    @property
    def tells(self) -> bool:
        """Whether its items tell stories."""
        return self in (SectionKind.LAUNCHES, SectionKind.PAPERS, SectionKind.TOPIC)


class Range(NamedTuple):
    """How many there may be, both ends included."""

    least: int = 0
    most: int = 1

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"{self.least} to {self.most}"

    def holds(self, number: int) -> bool:
        return self.least <= number <= self.most


_ANY_NUMBER = Words(least=0, most=2000)


@dataclass(frozen=True, slots=True)
class Form:
    """What the sections of one kind look like.

    A section is of this kind if its heading has one of `words`; without any, headings
    are free, and an issue with fewer such `sections` says why. None asks nothing.
    """

    kind: SectionKind
    anchor: str  # how the address of such a section on its page begins
    words: tuple[str, ...] = ()
    sections: Range = field(default_factory=Range)
    noun: str = ""  # what one of its stories is called
    most_stories: Callable[[Rubric], int] | None = None
    fewest_stories: int = 0
    story_words: Callable[[Rubric], Words] | None = None
    story_sentences: Range | None = None
    # How many further stories may stand under its last H3, a line with its link each.
    most_one_liners: int = 0

    @property
    def has_free_headings(self) -> bool:
        return not self.words

    def allowed_words(self, rubric: Rubric) -> Words:
        """How many words one of its stories has."""
        return self.story_words(rubric) if self.story_words else _ANY_NUMBER

    def publishes(self, rubric: Rubric) -> bool:
        """Whether a newsletter with this rubric has such stories at all."""
        return self.most_stories is None or self.most_stories(rubric) > 0

    @property
    def heading(self) -> str:
        """How its heading is told of: `"research" or "worth knowing"`."""
        return " or ".join(f'"{word}"' for word in self.words)

    @property
    def missing(self) -> str:
        """What a draft without it is told."""
        return f"No H2 says {self.heading}; add the section."


@dataclass(frozen=True, slots=True)
class Contract:
    """The forms of an issue's sections; a heading that has the words of none is `otherwise`."""

    name: str
    forms: tuple[Form, ...]
    otherwise: SectionKind
    # Whether its stories have room for links to go on with.
    leads_on: bool = False
    by_kind: Mapping[SectionKind, Form] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_kind = {form.kind: form for form in self.forms}
        object.__setattr__(self, "by_kind", by_kind)

    def kind_of(self, heading: str) -> SectionKind:
        """What a section with this heading is for."""
        said = heading.casefold()
        return next(
            (
                form.kind
                for form in self.forms
                if any(word in said for word in form.words)
            ),
            self.otherwise,
        )

    def of_what_is_left(self) -> Self:
        """The same for a draft that lost sentences and stories: there may be fewer."""
        return replace(self, forms=tuple(map(_of_what_is_left, self.forms)))


def _of_what_is_left(form: Form) -> Form:
    if not form.has_free_headings:
        return form
    sentences = form.story_sentences
    return replace(
        form,
        sections=Range(1, form.sections.most),
        fewest_stories=0,
        story_sentences=Range(1, sentences.most) if sentences else None,
    )


_ABOUT = Form(SectionKind.OTHER, "about", words=furniture.ABOUT)

# So many essays, guides and the like a brief names at most, below what happened.
MOST_WORTH_READING = 3

# Launches and papers, each chosen for its own section; without papers to choose from
# there is none for them.
BRIEF = Contract(
    name="brief",
    forms=(
        Form(
            SectionKind.LAUNCHES,
            "shipped",
            words=(*brief_words.SHIPPED, *furniture.NEWS),
            sections=Range(1, 1),
            noun="launch",
            most_stories=lambda rubric: rubric.published_launches,
            story_words=lambda rubric: rubric.launch_words,
            most_one_liners=MOST_WORTH_READING,
        ),
        Form(
            SectionKind.PAPERS,
            "research",
            words=("research", "worth knowing", *brief_words.WORTH),
            noun="paper",
            most_stories=lambda rubric: rubric.published_papers,
            story_words=lambda rubric: rubric.paper_words,
        ),
        Form(SectionKind.BUILD, "build", words=("build", *brief_words.BUILD)),
    ),
    otherwise=SectionKind.OTHER,
    leads_on=True,
)

# Three to seven topics of the week: a few stories told in each, others in a line.
DIGEST = Contract(
    name="digest",
    forms=(
        _ABOUT,
        Form(
            SectionKind.TOPIC,
            "topic",
            sections=Range(3, 7),
            noun="story",
            most_stories=lambda _: 6,
            fewest_stories=1,
            story_words=lambda rubric: rubric.digest_words,
            story_sentences=Range(2, 4),
            most_one_liners=10,
        ),
    ),
    otherwise=SectionKind.TOPIC,
)

CONTRACTS: Mapping[str, Contract] = {one.name: one for one in (BRIEF, DIGEST)}


class UnknownContract(LookupError):
    """This version of Crux does not know the contract; a newer one may."""


def contract_of(name: str) -> Contract:
    """The contract of that name; raises UnknownContract."""
    try:
        return CONTRACTS[name]
    except KeyError:
        known = ", ".join(sorted(CONTRACTS))
        raise UnknownContract(f"No contract {name!r}; known: {known}.") from None
