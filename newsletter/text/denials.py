"""The words that deny something, in one place for all who look for them. Pure."""

import re

_PLAIN = r"not|no(?!-)|never|none|nothing|neither|nor|cannot"
# What a quote must not leave out, or be without.
DENIALS = re.compile(
    rf"\b(?:{_PLAIN}|without|fails?|failed|hardly)\b|n't\b", re.IGNORECASE
)
# What says outright that something is not so.
OUTRIGHT = re.compile(
    rf"\b(?:{_PLAIN}|unable|incompatible|impossible)\b|n't\b", re.IGNORECASE
)
# "Not only" denies nothing.
NOT_ONLY = re.compile(r"\bnot\s+(?:only|just|merely|simply)\b", re.IGNORECASE)
