"""What a log does not hold, as it is public: addresses of people, accounts. Pure."""

import re

# No longer than the shortest address, and none itself.
STRUCK = "[@]"
# As it is or quoted in a URL; the name in `/@name` of a page is none. Each quantifier
# is bounded: a long line costs no more than it is long.
_ADDRESS = re.compile(
    r"[^\s<>\"'(),:;/@\[\]%=?&]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+"
)
# In `redis://name:password@host`.
_ACCOUNT = re.compile(r"(?<=://)[^/\s@]{1,200}@")


def without_addresses(text: str) -> str:
    """The text with every e-mail address, and every account in a URL, struck out."""
    return _ADDRESS.sub(STRUCK, _ACCOUNT.sub("@", text))
