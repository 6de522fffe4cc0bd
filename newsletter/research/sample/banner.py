"""What readers of an issue made from the sample must know, in its language. Pure."""

from dataclasses import dataclass

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, primary
from newsletter.standards.typography import bound


@dataclass(frozen=True, slots=True)
class Banner:
    """In one sentence, and what of the sample is made up."""

    banner: str
    details: str

    def __str__(self) -> str:
        return f"{self.banner}{'' if self.banner[-1] == '。' else ' '}{self.details}"


_BY_LANGUAGE = by_language(
    lambda banner, details: Banner(bound(banner), bound(details)), "sample"
)
BANNER = _BY_LANGUAGE[ENGLISH]


def banner_of(language: str) -> Banner:
    """The notice in `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), BANNER)
