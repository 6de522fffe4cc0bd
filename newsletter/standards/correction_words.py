"""How a correction of an issue is told, in the newsletter's own language. Pure.

To readers of the issue, and by the next one. English where a language is not known here.
"""

from dataclasses import dataclass

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class CorrectionWords:
    """The sentences of one language, as templates; `page` is a title, or `page` itself."""

    page: str  # what a page is called that has no title
    gone: str
    changed: str
    withdrawn: str
    retracted: str
    wrong: str  # an erratum, and one of an item
    in_item: str
    since: str  # what stands before it in the next issue

    def of_page(self, template: str, page: str, reason: str = "") -> str:
        """What became of a page."""
        told = template.format(page=page, reason=reason)
        return told[:1].upper() + told[1:]


_BY_LANGUAGE = by_language(CorrectionWords, "corrections")
# What stands before a correction in an issue, in any of the languages.
SINCE = tuple(each.since for each in _BY_LANGUAGE.values())


def correction_words_of(language: str) -> CorrectionWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
