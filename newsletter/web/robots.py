"""What a site asks of programs that read it: https://www.rfc-editor.org/rfc/rfc9309

For reading pages; whether a link answers is asked of every site.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

from newsletter.web.fetch import Fetcher
from newsletter.web.page import Fault, Page, without_answer

PRODUCT = "crux"
_MOST_BYTES = 512_000
_LINE = re.compile(r"\s*([a-zA-Z-]+)\s*:\s*([^#]*)")
_MOST_WILDCARDS = 20


@dataclass(frozen=True, slots=True)
class Rule:
    """Paths that begin with a pattern, and whether they may be read."""

    pattern: str
    may_read: bool

    def fits(self, path: str) -> bool:
        """Whether the pattern, with its `*` and `$`, is how the path begins."""
        is_whole = self.pattern.endswith("$")
        pieces = self.pattern.removesuffix("$").split("*")
        position = 0
        for number, piece in enumerate(pieces):
            found = path.find(piece, position)
            if found < 0 or (number == 0 and found > 0):
                return False
            position = found + len(piece)
        if not is_whole or position == len(path):
            return True
        return pieces[-1] == "" or (len(pieces) > 1 and path.endswith(pieces[-1]))


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of a site for us."""

    rules: tuple[Rule, ...] = ()

    def allows(self, url: str) -> bool:
        """Whether a page may be read: the longest rule that fits decides."""
        parts = urlsplit(url)
        path = _normalised(parts.path or "/") + (
            f"?{parts.query}" if parts.query else ""
        )
        fitting = [rule for rule in self.rules if rule.fits(path)]
        if not fitting:
            return True
        longest = max(len(rule.pattern) for rule in fitting)
        return any(rule.may_read for rule in fitting if len(rule.pattern) == longest)


def parse(text: str, product: str = PRODUCT) -> Robots:
    """The rules for a product by its name, or else those for everybody."""
    groups: dict[str, list[Rule]] = {}
    for agents, rule in _rules(text):
        for agent in agents:
            groups.setdefault(agent, []).append(rule)
    named = {agent: rules for agent, rules in groups.items() if agent != "*"}
    for agent, rules in named.items():
        if agent == product.lower():
            return Robots(tuple(rules))
    return Robots(tuple(groups.get("*", ())))


def _rules(text: str) -> Iterator[tuple[tuple[str, ...], Rule]]:
    """Each rule with the programs that it is for."""
    agents: list[str] = []
    is_open = False  # more names may follow
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        key, value = found.group(1).lower(), found.group(2).strip()
        if key == "user-agent":
            agents = [*agents, value.lower()] if is_open else [value.lower()]
            is_open = True
        elif key in ("allow", "disallow"):
            is_open = False
            if value and value.count("*") <= _MOST_WILDCARDS:
                yield tuple(agents), Rule(_normalised(value), key == "allow")


def _normalised(path: str) -> str:
    """One percent-encoding for all that mean the same."""
    written = path.encode("utf-8", "surrogatepass")
    return quote(unquote_to_bytes(written), safe="/*$?=&!'()+,;:@~")


async def read_all(urls: Iterable[str], fetcher: Fetcher) -> dict[str, Page]:
    """Read pages as their sites allow; where they do not, a fault says so."""
    return await fetcher.each(urls, lambda url: _read(url, fetcher))


async def _read(url: str, fetcher: Fetcher) -> Page:
    address = _address_of_rules(url)
    if address is None:
        return await fetcher.get(url)
    answer = await fetcher.get(address, max_bytes=_MOST_BYTES, retries=0)
    if _robots_of(answer).allows(url):
        return await fetcher.get(url)
    detail = "its site asks programs not to read it (robots.txt)"
    return without_answer(url, Fault.REFUSED, detail, answer.fetched_at)


def _robots_of(answer: Page) -> Robots:
    """A site without rules allows all; one at fault allows nothing (RFC 9309, 2.3.1)."""
    if answer.fault is not None:
        return Robots()  # the page will tell what is wrong
    if answer.status == 200:
        return parse(answer.text)
    return Robots((Rule("/", may_read=False),) if (answer.status or 0) >= 500 else ())


def _address_of_rules(url: str) -> str | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return f"{parts.scheme}://{parts.netloc}/robots.txt" if parts.netloc else None
