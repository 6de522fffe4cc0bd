"""British and American spelling as one: for comparing words, never for showing them. Pure."""

import re
from functools import lru_cache

# What ends so is spelt as in American; that other words end so, too, does no harm where
# both sides of a comparison are spelt anew.
_ENDINGS = (
    (re.compile(r"(\w{3,})is(e[drs]?|ing|ations?|ers?)\Z"), r"\1iz\2"),
    (re.compile(r"(\w{2,})lys(e[drs]?|ing|ers?)\Z"), r"\1lyz\2"),
    (re.compile(r"(\w{3,})our(s|ed|ing|ful|al|ably?|ites?)?\Z"), r"\1or\2"),
    (re.compile(r"(\w{2,})tre(s?)\Z"), r"\1ter\2"),
    (re.compile(r"(\w{2,})ll(ing|ed|ers?)\Z"), r"\1l\2"),
    (re.compile(r"(\w{3,})ence(s?)\Z"), r"\1ense\2"),
    (re.compile(r"(\w{4,})mme(s?)\Z"), r"\1m\2"),
    (re.compile(r"(\w{3,})ogue(s?)\Z"), r"\1og\2"),
)


@lru_cache(maxsize=65_536)
def american(word: str) -> str:
    """A word in lower case as American would spell it, by its ending."""
    for ending, instead in _ENDINGS:
        spelt, number = ending.subn(instead, word)
        if number:
            return spelt
    return word
