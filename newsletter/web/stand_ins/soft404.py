"""How pages say that what was asked for is not there, although they answer 200. Pure."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote

from newsletter.text.identifiers import canonical
from newsletter.text.sites import parts_of, segments_of, site_of
from newsletter.web.html import plain
from newsletter.web.metadata import Glance
from newsletter.web.page import Page
from newsletter.web.stand_ins.signs import Seen, absence, pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A title says that a page is absent when it is made of these words alone, and denies
# something of a page: an article about pages that were not found has other words too.
_ABOUT_PAGES = _words(
    """
    page pages file files url address link content post article document resource
    item location path site view
    """
)
_DENIALS = _words(
    """
    not no cannot cant couldnt doesnt isnt wasnt werent didnt hasnt dont unable
    unavailable missing gone removed deleted expired nothing lost broken unknown
    invalid
    """
)
_PLAIN_DENIALS = _words(
    """
    not no cannot cant couldnt doesnt isnt wasnt werent didnt hasnt dont unable
    unavailable nothing
    """
)
_PLURALS = _words("pages files")
_BESIDE = _words(
    """
    404 410 1 error errors http status code a an the this that your our its it itll of
    on in at to or and be been being is are was were has have had does do did can
    could may might will seems looks like you youre youve we weve i im found find
    exist exists exit available accessible longer anymore any more here there what
    which looking for trying reach requested request for see locate moved oops ooops
    whoops uh oh sorry hmm hm ups ah yikes dang ruh roh directory server right now
    just seem anything something went wrong
    """
)
SEPARATOR = re.compile(r"\s*[|•·»«]+\s*|\s+[-–—~/]+\s+|\s*—\s*")
_WORD = re.compile(r"[^\W_]+")
_SORRY = re.compile(r"\A(?:we(?:re| are) )?(?:sorry|oops|unfortunately)\W+(?:but )?")
# The rest of a title beside "Page not found" is the name of a site: a few words.
_LONGEST_SITE_NAME = 6
_LONGEST_FOREIGN = 60
_HOME_SEGMENT = re.compile(
    r"(?:home|index|default|main|start|welcome)(?:\.\w{2,5})?|[a-z]{2}(?:[-_][a-z]{2,4})?",
    re.IGNORECASE,
)
_PLAIN_WORDS = 60
_READ_CHARACTERS = 200_000
_ABSENT = re.compile(
    r"\b(?:404|410|not found|(?:does|do)(?: not|n't) exist|no longer (?:exists?|here|there|"
    r"available|open|online)|isn't here|(?:has|have|was|were|been) (?:been )?(?:removed|"
    r"deleted|moved)|nothing (?:here|found|to see)|(?:can't|cannot|couldn't|could not) "
    r"(?:find|be found)|expired|suspended|for sale)\b"
)
_LONG_NAME = 5
_RESOLVERS = frozenset(
    {"doi.org", "dx.doi.org", "hdl.handle.net", "n2t.net", "w3id.org"}
)


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that a page is not there. Unless it is sure, it wants a second look."""

    reason: str
    is_sure: bool = True
    is_by_way: bool = False  # the neighbour to look at is the asked address's


def find(url: str, page: Page, seen: Glance, shown: Seen) -> Sign | None:
    """The strongest sign that a page which answered 200 is not the one of the address."""
    if not page.body:
        return Sign("with nothing at all")
    for title in seen.titles:
        if says_not_there(title):
            return Sign(f"the page is titled “{title}”")
    if there := absence(shown):
        return Sign(f"what stands there is {there.name}")
    start, end = parts_of(canonical(url)), parts_of(canonical(page.final_url))
    if start is None or end is None or is_home(start):
        return None
    is_routed_by_script = "#/" in page.final_url or "#!" in page.final_url
    if page.chain and not is_routed_by_script and (lost := _lost_its_way(start, end)):
        return lost
    refresh = parts_of(seen.refresh) if seen.refresh else None
    return _lost_its_way(start, refresh) if refresh else None


def says_little(seen: Glance) -> bool:
    """Whether a page has so few words that it may as well be a wall, or a shell."""
    return seen.words < _PLAIN_WORDS


def says_so(page: Page) -> bool:
    """Whether a reader of a short page is told that nothing is there."""
    text = " ".join(plain(page.text[:_READ_CHARACTERS]).split()).casefold()
    return bool(_ABSENT.search(text.replace("’", "'")) or pattern().search(text))


def says_not_there(title: str) -> bool:
    """Whether a title, or a whole part of it, says that a page was not found."""
    parts = [part for part in SEPARATOR.split(title) if part]
    return any(
        _denies(part)
        and all(
            len(other.split()) <= _LONGEST_SITE_NAME
            for other in parts
            if other is not part
        )
        for part in parts
    )


def _denies(text: str) -> bool:
    plain = (
        text.casefold().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    )
    words = set(_WORD.findall(plain))
    if len(text) <= _LONGEST_FOREIGN and pattern().search(text):
        return True
    if pattern("en").fullmatch(_SORRY.sub("", plain).strip(" .!")):
        return True
    if not words or not words <= _ABOUT_PAGES | _DENIALS | _BESIDE:
        return False
    if words & {"404", "410"}:
        return True
    is_found = {"not", "found"} <= words or {"nothing", "found"} <= words
    # "Lost pages" is a title; "Lost page" is none.
    about = _ABOUT_PAGES if words & _PLAIN_DENIALS else _ABOUT_PAGES - _PLURALS
    return is_found or bool(words & _DENIALS and words & about)


def _lost_its_way(start: SplitResult, end: SplitResult) -> Sign | None:
    """Why a redirect from one address to the other leads to no page of its own."""
    before, after = segments_of(start), segments_of(end)
    if _keeps_name(before, end) or end.query:
        return None
    is_resolver = start.hostname in _RESOLVERS
    if is_home(end):
        is_short_link = (
            site_of(start.geturl()) != site_of(end.geturl()) and len(before) <= 1
        )
        return None if is_short_link else Sign("it redirects to a home page")
    if len(before) - len(after) >= 2 and not is_resolver:
        # Sites that were put in order do so, too.
        return Sign(f"it redirects up to {end.path!r}", is_sure=False, is_by_way=True)
    return None


def _keeps_name(before: list[str], end: SplitResult) -> bool:
    """Whether the last part of an address, the page's name, is still in the other."""
    name = before[-1].lower().partition(".")[0] if before else ""
    if name in (part.lower().partition(".")[0] for part in segments_of(end)):
        return True
    return len(name) >= _LONG_NAME and name in unquote(end.geturl()).lower()


def is_home(parts: SplitResult) -> bool:
    """Whether an address is a site's first page, in whatever language."""
    segments = segments_of(parts)
    return not segments or (
        len(segments) == 1 and bool(_HOME_SEGMENT.fullmatch(segments[0]))
    )
