"""What an outlet is: where to ask, how, and how much its word is worth. Pure."""

from dataclasses import dataclass

from newsletter.research.story import Kind


@dataclass(frozen=True, slots=True)
class OutletSpec:
    """One outlet of stories.

    `how` is the name of its kind (`newsletter/research/outlets/registry.py`). `prior`,
    0 to 1, says how often a story of this outlet is worth telling; among several tellings
    of one story the highest prior becomes its face. `terms` narrow a broad outlet down:
    categories for arXiv, words of which a title must hold one for the others; none takes
    everything. `kind` None is for an outlet of both kinds of stories.
    """

    name: str
    how: str
    url: str
    kind: Kind | None = Kind.LAUNCH
    prior: float = 0.5
    terms: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.prior <= 1:
            raise ValueError(
                f"The prior of outlet {self.name!r} is {self.prior!r}; "
                "give a number from 0 to 1."
            )
