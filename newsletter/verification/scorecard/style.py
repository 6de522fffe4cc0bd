"""How a draft reads, counted. Pure."""

import re
from collections.abc import Sequence
from statistics import fmean

from newsletter.drafts.parsing import is_ours, parse, sentences
from newsletter.drafts.prose import words_of
from newsletter.verification.scorecard.card import Style, share

_DASHES = re.compile("[\N{EN DASH}\N{EM DASH}]|(?<= )--?(?= )")


def style_of(markdown: str, banned: Sequence[str]) -> Style:
    said = [one.text for one in sentences(parse(markdown)) if not is_ours(one.text)]
    spoken = [words for words in map(words_of, said) if words]
    if not spoken:
        return Style()
    text = " ".join(said)
    count = sum(map(len, spoken))
    found = sum(
        len(re.findall(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE))
        for word in banned
        if word
    )
    openings = {words[0] for words in spoken}
    return Style(
        sentences=len(spoken),
        words_per_sentence=round(fmean(map(len, spoken)), 1),
        longest_sentence=max(map(len, spoken)),
        flesch=_flesch(spoken),
        banned_per_1000=round(1000 * found / count, 2),
        dashes_per_1000=round(1000 * len(_DASHES.findall(text)) / count, 2),
        openings=share(len(openings), len(spoken)),
    )


def _flesch(spoken: Sequence[Sequence[str]]) -> float:
    """Reading ease: about 60 is plain English, below 30 is for specialists.

    https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests
    """
    words = [word for sentence in spoken for word in sentence]
    syllables = sum(map(_syllables, words))
    ease = 206.835 - 1.015 * len(words) / len(spoken) - 84.6 * syllables / len(words)
    return round(ease, 1)


def _syllables(word: str) -> int:
    """Groups of vowels, without a silent e; a number is said as one."""
    stem = word[:-1] if word.endswith("e") and not word.endswith("le") else word
    return max(1, len(re.findall(r"[aeiouy]+", stem)))
