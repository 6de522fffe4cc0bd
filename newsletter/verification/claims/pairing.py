"""What each figure of a text is about, as far as the words beside it tell. Pure.

A figure can be right and be told of another thing: "45 % on MMLU" where the source has
71 % on MMLU and 45 % on GPQA. Only what both texts say plainly is held against a claim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from newsletter.verification.claims.amounts import Amount
from newsletter.verification.claims.figures import placed


class Tie(StrEnum):
    """By what a figure and a name are tied."""

    ON = "on"  # 71 % on MMLU
    OF = "of"  # MMLU: 71 %, GPT-5 scores 71 %
    COUNT = "count"  # 45 GPUs


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure and what it is told of, in the text's words and folded."""

    amount: Amount
    tie: Tie
    subject: str
    name: str


# No part can be read in two ways, or a hostile text would take for ever.
_REST = r"\w*(?:\.\w+)*\+*"
_SUBJECT = rf"(?P<name>[A-Z]{_REST}(?:-{_REST}| [A-Z0-9]{_REST})*)"
_AFTER = re.compile(
    r"\s+(?:(?:accuracy|points?|scores?|tokens?|pass@\d+)\s+)?(?:on|in|for|at|with|from)"
    rf"\s+(?:the\s+)?{_SUBJECT}"
)
_BEFORE = re.compile(
    rf"{_SUBJECT}(?:\s*[:=(]|\s+(?:at|is|was|has|had|scores?|scored|reache[sd]|gets|got|"
    r"hits?|achieve[sd]|costs?|uses?|takes?|took))\s*\Z"
)
_COUNTED = re.compile(r"[\s-](?P<name>[a-z]{3,}|[A-Z]{2,}s?)\b")
_NO_SUBJECTS = frozenset(
    {"it", "this", "that", "the", "they", "we", "which", "and", "but", "its", "our"}
)
_NOT_COUNTED = frozenset(
    {"and", "but", "for", "from", "into", "more", "less", "fewer", "new", "than", "the"}
    | {"that", "this", "times", "were", "was", "with", "while", "who", "which", "per"}
)
_LOOK_BACK = 80
_STEM = 5


def pairs(text: str) -> Iterator[Pair]:
    """Each figure with the names that stand tied to it."""
    for one in placed(text):
        after = _AFTER.match(text, one.end)
        before = _BEFORE.search(text[max(0, one.start - _LOOK_BACK) : one.start])
        counted = None if one.amount.unit else _COUNTED.match(text, one.end)
        for tie, found in ((Tie.ON, after), (Tie.OF, before), (Tie.COUNT, counted)):
            subject = found.group("name") if found else ""
            if name := _folded(subject, tie):
                yield Pair(one.amount, tie, subject, name)


def _folded(name: str, tie: Tie) -> str:
    plain = re.sub(r"[\W_]+", "", name).casefold()
    if plain in (_NOT_COUNTED if tie is Tie.COUNT else _NO_SUBJECTS):
        return ""
    return plain.removesuffix("s")[:_STEM] if tie is Tie.COUNT else plain
