"""What readers of an issue made from the sample must know, in its language. Pure."""

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, primary
from newsletter.standards.typography import bound

_BY_LANGUAGE = by_language(lambda banner: str(banner), "sample")
BANNER = _BY_LANGUAGE[ENGLISH]


def banner_of(language: str) -> str:
    """The notice in `language` (BCP 47); English where it has none here."""
    return bound(_BY_LANGUAGE.get(primary(language), BANNER))
