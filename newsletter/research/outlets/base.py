"""From what a source says about a story to a Story: plain text, a date, a name. Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from newsletter.research.outlets.spec import SourceSpec
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.identifiers import canonical, story_id
from newsletter.web.html import drop_hidden, visible

SUMMARY_CHARACTERS = 6000
TITLE_CHARACTERS = 500
ADDRESS_CHARACTERS = 2000

_BLOCK_ENDS = re.compile(r"</(?:p|div|li|h[1-6]|tr|blockquote|pre)\s*>|<br\s*/?>", re.I)
_DATED_PATH = re.compile(r"/(20\d\d)[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?!\d)")
_WORD = re.compile(r"[^\W_]+")
# No feed may carry more markup than this into the parser.
_MARKUP_CHARACTERS = 200_000


class SourceFailed(Exception):
    """A source could not be read; `stories` is what it told before it failed."""

    def __init__(self, reason: str, stories: tuple[Story, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.stories = stories


def story(
    spec: SourceSpec,
    kind: Kind,
    *,
    title: str,
    url: str,
    published: date | None,
    summary: str = "",
    publisher: str = "",
    also: tuple[Telling, ...] = (),
    signals: Mapping[str, float] | None = None,
    is_html: bool = True,
) -> Story | None:
    """The story of one entry; None without a title or an address of the web.

    `is_html`: title and summary are HTML, not plain text. Without a date, one in the
    address counts.
    """
    text = plain if is_html else _lines
    title = " ".join(text(title).split())[:TITLE_CHARACTERS].strip()
    address = tidy(url)
    if not title or not is_web(address) or len(address) > ADDRESS_CHARACTERS:
        return None
    return Story(
        id=story_id(address),
        kind=kind,
        title=title,
        url=address,
        publisher=(publisher or spec.name)[:200],
        published=published or date_in(address),
        summary=shorten(text(summary), SUMMARY_CHARACTERS),
        also=also,
        signals=dict(signals or {}),
        prior=spec.prior,
    )


def is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and "." in (parts.hostname or "")


def tidy(url: str) -> str:
    """The canonical address, keeping a slash at its end that the publisher wrote."""
    url = url.strip()
    address = canonical(url)
    try:
        has_slash = urlsplit(url).path.endswith("/")
        bare = not urlsplit(address).query
    except ValueError:
        return address
    return f"{address}/" if has_slash and bare and address[-1:] != "/" else address


def date_in(url: str) -> date | None:
    """The day that an address names, as in /2025/08/05/."""
    found = _DATED_PATH.search(url)
    if not found:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None


def day_of(text: str) -> date | None:
    """The day in UTC of a time in ISO 8601; None where it is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment.astimezone(UTC) if moment.tzinfo else moment).date()


def plain(html: str) -> str:
    """The text of a piece of HTML, a line a block, without scripts and markup."""
    if "<" not in html and "&" not in html:
        return _lines(html)
    marked = _BLOCK_ENDS.sub(r"\g<0>&#10;", html[:_MARKUP_CHARACTERS])
    tree = LexborHTMLParser(marked)
    drop_hidden(tree)
    body = tree.body
    return _lines(body.text(deep=True)) if body else ""


def one_line(html: str) -> str:
    return " ".join(plain(html).split())


def _lines(text: str) -> str:
    text = visible(text.replace("\x00", ""))
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def shorten(text: str, most: int) -> str:
    """At most so many characters, cut where a sentence ends, if one does."""
    if len(text) <= most:
        return text
    cut = text[:most]
    ends = [match.end() for match in re.finditer(r"[.!?](?=\s)", cut)]
    return cut[: ends[-1]] if ends and ends[-1] > most // 2 else cut.rstrip()


def mentions(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a text holds one of the terms as whole words; no terms take all."""
    if not terms:
        return True
    spaced = f" {' '.join(_WORD.findall(text.lower()))} "
    return any(f" {term.replace('-', ' ')} " in spaced for term in terms)
