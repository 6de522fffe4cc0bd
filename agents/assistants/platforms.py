"""How long a post may be, counted as each platform counts. Pure.

X: https://docs.x.com/fundamentals/counting-characters; Mastodon:
https://docs.joinmastodon.org/user/posting/; Bluesky: `app.bsky.feed.post` (300 graphemes,
3000 bytes); LinkedIn: 3,000 characters. Substack names no limit for notes: that one is ours.
"""

import re
import unicodedata
from dataclasses import dataclass

import regex

from agents.registry.schemas import Platform

_URL = re.compile(r"https?://[^\s<>]+")
_GRAPHEME = regex.compile(r"\X")
# Any address has this length, however long it is: it is shortened.
SHORTENED = 23
# Signs of these ranges weigh one, all others two.
_LIGHT = ((0, 4351), (8192, 8205), (8208, 8223), (8242, 8247))
_EMOJI = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}")
MOST_BYTES = 3000


@dataclass(frozen=True, slots=True)
class Limit:
    most: int
    unit: str


LIMITS: dict[Platform, Limit] = {
    Platform.LINKEDIN: Limit(3000, "characters"),
    Platform.SUBSTACK: Limit(2000, "characters"),
    Platform.X: Limit(280, "weighted characters"),
    Platform.MASTODON: Limit(500, "graphemes"),
    Platform.BLUESKY: Limit(300, "graphemes"),
}


def length(platform: Platform, text: str) -> int:
    """How long a text is as the platform counts it."""
    match platform:
        case Platform.X:
            normal = unicodedata.normalize("NFC", text)
            rest, links = _URL.subn("", normal)
            return sum(map(_weight, _GRAPHEME.findall(rest))) + links * SHORTENED
        case Platform.MASTODON:
            rest, links = _URL.subn("", text)
            return len(_GRAPHEME.findall(rest)) + links * SHORTENED
        case Platform.BLUESKY:
            return len(_GRAPHEME.findall(text))
        case _:
            # As browsers count: a sign beyond the first plane is two.
            return len(text.encode("utf-16-le")) // 2


def fits(platform: Platform, text: str) -> bool:
    """Whether the platform takes it."""
    if platform is Platform.BLUESKY and len(text.encode()) > MOST_BYTES:
        return False
    return length(platform, text) <= LIMITS[platform].most


def _weight(grapheme: str) -> int:
    """An emoji weighs two, of however many signs it is made."""
    if _EMOJI.search(grapheme):
        return 2
    return sum(
        1 if any(low <= ord(sign) <= high for low, high in _LIGHT) else 2
        for sign in grapheme
    )
