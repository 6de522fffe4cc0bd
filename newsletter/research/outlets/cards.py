"""What people link to in networks: whether an address is a page, and a card's title its own.

A card is what the network's server read of the page that a post links to. Pure.
"""

import re
from html import unescape
from urllib.parse import urlsplit

from newsletter.research.outlets.base import host_of
from newsletter.text.sentences import split
from newsletter.text.truncate import at_word
from newsletter.web.stand_ins.titles import is_titled_so

# What holds pictures and nothing to tell.
_PICTURES = re.compile(
    r"(?:.+\.)?(?:tenor\.com|giphy\.com|gph\.is|imgur\.com|twimg\.com|gyazo\.com|klipy\.com)"
)
_FILE = re.compile(r"\.(?:gifv?|jpe?g|png|webp|avif|svg|mp4|webm|mov)\Z", re.I)
# Posts of the networks themselves: Bluesky, X, Threads, and any server of Mastodon's kind.
_NETWORKS = re.compile(
    r"(?:.+\.)?(?:bsky\.app|bsky\.social|twitter\.com|x\.com|t\.co|threads\.(?:net|com))"
)
_POST = re.compile(r"/@[\w.-]+(?:@[\w.-]+)?(?:/\d{6,}.*)?|/users/\w+/statuses/\d+.*")
_ADDRESS = re.compile(r"https?://\S+")
# A post's first sentence stands for a title, if it is no longer.
_TITLE_CHARACTERS = 100


def is_page(url: str, own: str = "") -> bool:
    """Whether an address is of a page: no picture, no post, not on `own`, the network's host."""
    host = host_of(url)
    if not host or host == own.removeprefix("www."):
        return False
    if _PICTURES.fullmatch(host) or _NETWORKS.fullmatch(host):
        return False
    path = urlsplit(url).path
    return not (_FILE.search(path) or _POST.fullmatch(path))


def title_of(card: str) -> str:
    """A card's title as its page has it; "" where a wall or an error was read in its place."""
    title = unescape(card)
    return "" if is_titled_so(title) else title


def first_words(text: str) -> str:
    """The first sentence of a plain text in one line, cut at a word, without addresses."""
    told = " ".join(_ADDRESS.sub(" ", text).split())
    first = next((one.text for one in split(told)), "")
    return at_word(first, _TITLE_CHARACTERS)
