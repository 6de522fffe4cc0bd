"""The small numbers behind sentences (citation marks), each a link to its evidence."""

import re
from collections.abc import Iterable

from django.utils.translation import get_language, gettext

from newsletter.standards.typography import requoted
from newsletter.text.words import Matching

# On a page that is kept, and whose bytes a replay comes to again, it is English.
_LABEL = ' aria-label="Evidence {}"'
_LABELS = re.compile(_LABEL.format(r"(\d+)"))


def in_language(article: str) -> str:
    """An article with the labels of its marks, and its quotation marks, as they are spoken
    and printed in the language of now.
    """
    label = gettext("Evidence %(number)s")
    labelled = _LABELS.sub(
        lambda found: f' aria-label="{label % {"number": found[1]}}"', article
    )
    return requoted(labelled, get_language() or "")


class Marks:
    """Claim number N, counted from 1, leads to `sources#cN`.

    On a page the first mark of each is `#rN` itself, for the way back.
    """

    def __init__(self, claims: Iterable[str], *, is_page: bool) -> None:
        self._matching = Matching(claims)
        self._is_page = is_page
        self._seen: set[int] = set()

    def behind(self, sentence: str) -> str:
        """The marks of a sentence as HTML; "" where no claim is in it."""
        numbers = [place + 1 for place in self._matching.places(sentence)]
        if not numbers:
            return ""
        return f'<sup class="cite">{" ".join(map(self._link, numbers))}</sup>'

    def _link(self, number: int) -> str:
        is_first = number not in self._seen
        self._seen.add(number)
        name = f' id="r{number}"' if self._is_page and is_first else ""
        return f'<a href="sources#c{number}"{name}{_LABEL.format(number)}>{number}</a>'
