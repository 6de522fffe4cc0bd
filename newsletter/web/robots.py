"""robots.txt: what a site asks of programs: https://www.rfc-editor.org/rfc/rfc9309

For reading pages; whether a link answers is asked of every site.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from protego import Protego

from newsletter.web.fetch import Fetcher
from newsletter.web.page import Fault, Page, without_answer

PRODUCT = "crux"
_MOST_BYTES = 512_000
# A name may be followed by a version, which is no part of it.
_AGENT = re.compile(r"\s*user-?agent\s*:\s*([^\s/#]*)", re.IGNORECASE)


def may_read(text: str, url: str, product: str = PRODUCT) -> bool:
    """Whether a site's robots.txt lets the product read an address of the site."""
    return _rules(text, product).can_fetch(_sound(url), product)


@lru_cache(maxsize=64)
def _rules(text: str, product: str) -> Protego:
    return Protego.parse("\n".join(_for_us(_sound(text), product)))


def _for_us(text: str, product: str) -> Iterator[str]:
    """The lines, with all programs but ours under one name, and ours without version.

    So that ten thousand names over ten thousand rules are not a hundred million.
    """
    former = ""
    for line in text.removeprefix("\ufeff").splitlines():
        agent = _AGENT.match(line)
        if agent is None:
            former = (
                "" if line.strip() and not line.lstrip().startswith("#") else former
            )
            yield line
            continue
        name = agent.group(1).lower()
        named = f"User-agent: {name if name in ('*', product.lower()) else 'other'}"
        if named != former:
            yield named
        former = named


def _sound(text: str) -> str:
    """Text that can be written as UTF-8."""
    return text.encode(errors="replace").decode()


async def read_all(urls: Iterable[str], fetcher: Fetcher) -> dict[str, Page]:
    """Read pages as their sites allow; where they do not, a fault says so."""
    return await fetcher.each(urls, lambda url: _read(url, fetcher))


async def _read(url: str, fetcher: Fetcher) -> Page:
    address = _address_of_rules(url)
    if address is None:
        return await fetcher.get(url)
    answer = await fetcher.get(address, max_bytes=_MOST_BYTES, retries=0)
    if _allows(answer, url):
        return await fetcher.get(url)
    detail = "its site asks programs not to read it (robots.txt)"
    return without_answer(url, Fault.REFUSED, detail, answer.fetched_at)


def _allows(answer: Page, url: str) -> bool:
    """A site without rules allows all; one at fault allows nothing (RFC 9309, 2.3.1)."""
    if answer.fault is not None:
        return True  # the page will tell what is wrong
    if answer.status == 200:
        # Half of a last line would be a rule that nobody wrote.
        text = answer.text.rpartition("\n")[0] if answer.truncated else answer.text
        return may_read(text, url)
    return (answer.status or 0) < 500


def _address_of_rules(url: str) -> str | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return f"{parts.scheme}://{parts.netloc}/robots.txt" if parts.netloc else None
