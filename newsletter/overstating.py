"""Does a sentence say more than its passage: some told as all, a denial added? Pure.

Words alone decide, so only what both texts say plainly is held against a sentence; what
it takes to understand the two is left to the critic.
"""

import re

_ALL = re.compile(
    r"\b(?:every|(?<!above )(?<!after )(?<!at )(?<!in )(?<!of )all|always|any|never|"
    r"invariably|whenever|universally|no existing)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:several|some|many|most|(?:almost|nearly) all|often|sometimes|typically|usually|"
    r"generally|frequently|a (?:few|number|majority) of|can|may|might|could|tends? to)\b",
    re.IGNORECASE,
)
_AS_GOOD_AS_ALL = re.compile(
    r"\b(?:every|(?<!almost )(?<!nearly )all|always|any|never|each|both|full\w*|entire\w*|"
    r"whole|consistent\w*|across|universal\w*|throughout|uniform\w*)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:not|no|never|none|nothing|neither|nor|cannot|unable|incompatible|impossible)\b"
    r"|n't\b",
    re.IGNORECASE,
)
# "Not only", "no more than": these deny nothing.
_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|simply|yet|quite|to mention)\b"
    r"|\bno (?:more|less|fewer|longer|later) than\b|\bno (?:matter|doubt)\b",
    re.IGNORECASE,
)
_AS_GOOD_AS_DENIAL = re.compile(
    r"\b(?:without|fail\w*|lack\w*|free|instead|rather|avoid\w*|only|few|little|every|"
    r"prevent\w*|zero|omit\w*|exclu\w*|remov\w*|eliminat\w*|preserv\w*|lossless|single)\b",
    re.IGNORECASE,
)


def overstated(sentence: str, passage: str) -> bool:
    """Whether it tells of all what the passage tells of some."""
    return bool(
        _ALL.search(sentence)
        and _SOME.search(passage)
        and not _AS_GOOD_AS_ALL.search(passage)
    )


def denies_alone(sentence: str, passage: str) -> bool:
    """Whether it denies something, and the passage nothing."""
    return bool(
        _DENIAL.search(_NO_DENIAL.sub(" ", sentence))
        and not _DENIAL.search(passage)
        and not _AS_GOOD_AS_DENIAL.search(passage)
    )
