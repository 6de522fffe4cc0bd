"""OPML: a list of outlets as a file, read from any reader's export and written for one.

http://opml.org/spec2.opml. What it has no word for (kind, trust, terms) stands in
attributes of a namespace of our own, so that what was written is read back the same. Pure.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lxml import etree

from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind
from newsletter.text.sites import site_of
from newsletter.text.sound import sound
from newsletter.web.charset import decode
from newsletter.web.feed import mended

MOST_BYTES = 1_000_000
MOST_OUTLETS = 2000
MOST_NAME = 120
MOST_ADDRESS = 500
_OWN = "urn:crux:outlet"
# Of these any reader of feeds makes something.
_FEEDS = frozenset({"feed", "github"})
_ENTITY = re.compile(rb"<!entity", re.I)
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class NoOpml(ValueError):
    """The bytes are no OPML; the message is a whole sentence."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An outlet as a file lists it, and whether it is switched on there."""

    spec: OutletSpec
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class Refused:
    """A line of a file that makes no outlet, and why, in words."""

    name: str
    url: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file lists."""

    listed: tuple[Listed, ...]
    refused: tuple[Refused, ...]


def write(title: str, outlets: Iterable[Listed]) -> bytes:
    """A file of these outlets, for us and for other readers of feeds."""
    root = etree.Element("opml", version="2.0", nsmap={"crux": _OWN})
    head = etree.SubElement(root, "head")
    etree.SubElement(head, "title").text = _clean(title)
    body = etree.SubElement(root, "body")
    for one in outlets:
        body.append(_outline(one))
    return bytes(
        etree.tostring(root, xml_declaration=True, encoding="utf-8", pretty_print=True)
    )


def _outline(one: Listed) -> Any:
    spec = one.spec
    name, url = _clean(spec.name), _clean(spec.url)
    node = etree.Element("outline", text=name, title=name)
    if spec.how in _FEEDS:
        node.set("type", "rss")
        node.set("xmlUrl", url)
    else:
        node.set("type", "link")
        node.set("url", url)
    own = {
        "kind": spec.how,
        "tells": spec.kind or "",
        "prior": repr(spec.prior),
        "terms": json.dumps(list(spec.terms)) if spec.terms else "",
        "active": "" if one.is_active else "false",
    }
    for key, value in own.items():
        if value or key == "tells":
            node.set(f"{{{_OWN}}}{key}", _clean(value))
    return node


def _clean(text: str) -> str:
    return _ILLEGAL.sub("", sound(text))


def read(raw: bytes) -> Reading:
    """The outlets of a file, folders and all, each once; raises NoOpml.

    Time grows with the size of the file, whatever is in it.
    """
    listed: list[Listed] = []
    refused: list[Refused] = []
    seen: set[OutletSpec] = set()
    for node in _outlines(raw):
        attributes = _attributes(node)
        url = attributes.get("xmlurl") or attributes.get("url", "")
        if not url and len(node):
            continue  # a folder
        name = " ".join((attributes.get("text") or attributes.get("title", "")).split())
        try:
            one = _listed(name, url, attributes)
        except ValueError as fault:
            refused.append(Refused(name[:MOST_NAME], url[:MOST_ADDRESS], str(fault)))
            continue
        bare = OutletSpec(
            "", one.spec.how, one.spec.url, one.spec.kind, 0, one.spec.terms
        )
        if bare in seen:
            why = "It stands in the file twice."
            refused.append(Refused(one.spec.name, url, why))
        elif len(listed) == MOST_OUTLETS:
            raise NoOpml(f"The file lists more than {MOST_OUTLETS:,} outlets.")
        else:
            seen.add(bare)
            listed.append(one)
    return Reading(tuple(listed), tuple(refused))


def _outlines(raw: bytes) -> list[Any]:
    if len(raw) > MOST_BYTES:
        raise NoOpml(
            f"The file has {len(raw):,} bytes; {MOST_BYTES:,} are read at most."
        )
    # A few bytes could become gigabytes in a parser.
    if _ENTITY.search(raw.replace(b"\x00", b"")):
        raise NoOpml("The file declares entities of its own, which no list needs.")
    parser = etree.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",  # whatever the file declares: it has been decoded
    )
    written = mended(decode(raw.strip(), "")).encode()
    try:
        root = etree.fromstring(written, parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None or _bare(root.tag) != "opml":
        raise NoOpml("The file is no OPML: it does not begin with an element opml.")
    nodes = [one for one in root.iter() if _bare(one.tag) == "outline"]
    if not nodes:
        raise NoOpml("The file lists nothing: there is no outline in it.")
    return nodes


def _bare(name: Any) -> str:
    return str(name).rpartition("}")[2].lower() if isinstance(name, str) else ""


def _attributes(node: Any) -> dict[str, str]:
    """Ours by their whole name, all others in small letters: readers write xmlURL."""
    return {
        key if key.startswith("{") else key.lower(): value.strip()
        for key, value in node.attrib.items()
    }


def _listed(name: str, url: str, attributes: dict[str, str]) -> Listed:
    """What one line lists; raises ValueError with a sentence."""
    own = {
        key: attributes.get(f"{{{_OWN}}}{key}")
        for key in ("kind", "tells", "prior", "terms", "active")
    }
    is_feed = "xmlurl" in attributes
    if not url or not (is_feed or own["kind"]):
        raise ValueError("It has no address of a feed (xmlUrl).")
    if len(url) > MOST_ADDRESS:
        raise ValueError(f"Its address has more than {MOST_ADDRESS} characters.")
    tells = _told_at(url) if own["tells"] is None else own["tells"]
    if tells not in ("", *Kind):
        raise ValueError(f"It tells of {tells!r}; known: {', '.join(Kind)}.")
    spec = OutletSpec(
        name=(name or url)[:MOST_NAME].strip(),
        how=own["kind"] or "feed",
        url=url,
        kind=Kind(tells) if tells else None,
        prior=_prior(own["prior"]),
        terms=_terms(own["terms"]),
    )
    return Listed(spec, is_active=own["active"] != "false")


def _told_at(url: str) -> str:
    """What a feed of another reader's list tells of: arXiv's are of papers."""
    return Kind.PAPER if site_of(url) == "arxiv.org" else Kind.LAUNCH


def _prior(written: str | None) -> float:
    try:
        prior = float(written or 0.5)
    except ValueError:
        prior = -1.0
    if not 0 <= prior <= 1:
        raise ValueError(f"Its prior is {written!r}, not a number from 0 to 1.")
    return prior


def _terms(written: str | None) -> tuple[str, ...]:
    try:
        terms = json.loads(written or "[]")
    except (ValueError, RecursionError):
        terms = None
    if not isinstance(terms, list) or not all(isinstance(one, str) for one in terms):
        raise ValueError(f"Its terms are {written!r}, not a list of words.")
    return tuple(map(sound, terms))
