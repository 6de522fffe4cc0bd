"""Does a sentence say more than its passage: some told as all, can told as cannot? Pure.

Words alone decide, so only what both texts say plainly is held against a sentence; what
it takes to understand the two is left to the critic.
"""

import re

# A word that tells of all, or of some, and of what.
_WHAT = r"\b(?P<what>(?:[\s-]+\w+){1,5})"
_ALL = re.compile(
    r"\b(?:every(?! (?:\d|ten|hundred|thousand))|always|any|each|"
    r"(?<!\babove )(?<!\bafter )(?<!\bat )(?<!\bin )(?<!\bof )(?<!\balmost )"
    rf"(?<!\bnearly )all|no (?:existing|earlier|prior|previous|other)){_WHAT}",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:several|some|many|most|(?:almost|nearly) all|"
    rf"(?:a|the) (?:few|number|majority|subset) of){_WHAT}",
    re.IGNORECASE,
)
_STEM = 5
_CANNOT = re.compile(
    r"\b(?:cannot|can't|(?:is|are|was|were) (?:not able|unable) to|(?:does|do|did) not)"
    r" (?:be )?(\w{3,})",
    re.IGNORECASE,
)
_CAN = re.compile(
    r"\b(?:can|(?:is|are|was|were) able to|does|do|did) (?!not\b)(?:\w+ly )?(?:be )?(\w{3,})",
    re.IGNORECASE,
)


def overstated(sentence: str, passage: str) -> bool:
    """Whether it tells of all what the passage tells of some."""
    if _ALL.search(passage):
        return False
    return bool(_told_of(_ALL, sentence) & _told_of(_SOME, passage))


def _told_of(quantity: re.Pattern[str], text: str) -> set[str]:
    """The stems of the words that a quantity stands before."""
    words = (
        word for found in quantity.finditer(text) for word in found["what"].split()
    )
    return {word.lower()[:_STEM] for word in words if len(word) >= _STEM}


def denies_what_is_said(sentence: str, passage: str) -> bool:
    """Whether it says that something cannot be done which the passage says can."""
    able = {verb.lower()[:_STEM] for verb in _CAN.findall(passage)}
    unable = {verb.lower()[:_STEM] for verb in _CANNOT.findall(passage)}
    denied = {verb.lower()[:_STEM] for verb in _CANNOT.findall(sentence)}
    return bool(denied & able - unable)
