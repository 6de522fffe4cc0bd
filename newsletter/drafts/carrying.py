"""Carrying citations over to a draft that was edited by hand. Pure.

A citation names its sentence word for word. Where a sentence was changed, its citations go
with it to what became of it; verification then says whether the quote still bears it.
"""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.draft import Draft, sentences
from newsletter.text.words import matches, words_of

# So much of its words a sentence keeps that was changed and not replaced.
_SAME_SHARE = 0.5


def carried(
    citations: Iterable[CitedClaim], before: Draft, after: Draft
) -> tuple[CitedClaim, ...]:
    """The citations as the edited draft has them; those of sentences taken out are gone."""
    old = [one.text for one in sentences(before)]
    new = [one.text for one in sentences(after)]
    fresh = [text for text in new if text not in set(old)]
    kept = (_carried(one, old, new, fresh) for one in citations)
    return tuple(dict.fromkeys(one for one in kept if one is not None))


def _carried(
    citation: CitedClaim, old: Sequence[str], new: Sequence[str], fresh: Sequence[str]
) -> CitedClaim | None:
    if any(matches(citation.claim, text) for text in new):
        return citation
    mine = next((text for text in old if matches(citation.claim, text)), "")
    found = max(fresh, key=lambda text: _alike(mine, text), default="")
    if not mine or _alike(mine, found) < _SAME_SHARE:
        return None
    return citation.model_copy(update={"claim": found})


def _alike(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, words_of(one), words_of(other), autojunk=False)
    return matcher.ratio()
