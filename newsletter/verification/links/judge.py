"""What a link comes to: an outcome with its reason, and whether a draft may pass.

Pure: judges what was fetched, knows no network and no clock.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from urllib.parse import urlsplit

from newsletter.drafts.links import Link
from newsletter.standards.outcomes import Archive, LinkCheck, Mention, Outcome
from newsletter.text.identifiers import canonical, story_id, without_version
from newsletter.verification.links import doubts
from newsletter.verification.links.registries import Identity, Registry, version_of
from newsletter.verification.links.titles import TitleMatch, compare
from newsletter.web.metadata import Glance, glance
from newsletter.web.page import Fault, Page
from newsletter.web.stand_ins import soft404
from newsletter.web.stand_ins.signs import Seen, StandIn, wall

# The registries of works whose titles a draft repeats; of others it may not.
_TITLED = frozenset({Registry.ARXIV, Registry.CROSSREF})


_DOI_RESOLVERS = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/")
_WALLS = frozenset({401, 402, 403, 405, 406, 407, 421, 425, 429, 451, 999})
_EMPTY = frozenset({204, 205})
_UNREACHED = {
    Fault.DNS: "its host could not be looked up",
    Fault.CONNECT: "its host does not accept connections",
    Fault.TLS: "its certificate does not hold",
    Fault.TIMEOUT: "it did not answer in time, twice",
    Fault.TOO_MANY_REDIRECTS: "it redirects without end",
    Fault.LOOP: "it redirects in a circle",
    Fault.TOO_LARGE: "it answered with headers beyond measure",
    Fault.PROTOCOL: "its answer broke off",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a page says of itself, and the strongest sign that it is not there."""

    glance: Glance
    sign: soft404.Sign | None = None
    wall: StandIn | None = None  # what stands before it, if it is not shown

    @property
    def is_in_doubt(self) -> bool:
        """Whether only a look at a neighbour can tell if the page is there."""
        return self.sign is not None and not self.sign.is_sure


def look(link: Link, page: Page) -> Look:
    """Read a page as far as the judgement needs it; the costly part of it."""
    seen = glance(page)
    if page.fault is not None:
        return Look(seen)
    shown = Seen(page, seen)
    met = wall(shown)
    if met is not None or page.status != 200:
        return Look(seen, wall=met)
    sign = soft404.find(link.url, page, seen, shown)
    return Look(seen, sign or doubts.find(link, page, seen))


def judge(
    link: Link,
    page: Page,
    identity: Identity | None = None,
    *,
    mention: Mention | None = None,
    archive: Archive | None = None,
    sibling: Page | None = None,
    looked: Look | None = None,
    is_online: bool = True,
) -> LinkCheck:
    """What a link comes to, given all that was asked about it.

    `sibling` is what an address beside it answers that cannot exist: a site that shows
    the same page there has none here. Without it a doubt is left standing. `looked` is
    the look at the page, when it was taken before. Unless `is_online`, that a host has
    no address says nothing about it.
    """
    mention = mention or Mention()
    looked = looked or look(link, page)
    seen = looked.glance
    outcome, reason = _by_page(link, page, looked, sibling)
    if outcome is Outcome.GONE and page.fault is not None and not is_online:
        outcome, reason = Outcome.UNREACHABLE, _UNREACHED[Fault.DNS]
    outcome, reason = _by_archive(outcome, reason, archive)
    check = LinkCheck(
        url=link.url,
        canonical=canonical(link.url),
        text=link.text,
        outcome=outcome,
        reason=reason,
        status=page.status,
        final_url=page.final_url,
        title=seen.og_title or seen.title or seen.h1,
        sha256=sha256(page.body).hexdigest() if page.body else "",
        line=link.line,
        sentence=mention.sentence,
        published=(identity.published if identity else None) or seen.published,
    )
    if identity is not None and identity.exists is not None:
        check = _by_registry(check, identity, seen)
    return _by_title(check, identity, link, mention)


def held_to(since: date | None, check: LinkCheck) -> LinkCheck:
    """The check, with a note where its page is older than what the draft is about."""
    if since is None or check.published is None or check.published >= since:
        return check
    note = f"it was published on {check.published}, before {since}"
    return replace(check, notes=(*check.notes, note))


def _by_page(
    link: Link, page: Page, looked: Look, sibling: Page | None
) -> tuple[Outcome, str]:
    if page.fault is not None:
        return _by_fault(page)
    status = page.status or 0
    if 200 <= status < 300:
        return _by_content(link, page, looked, sibling)
    if status in _WALLS or looked.wall:
        return Outcome.BLOCKED, f"answers {status}: a wall against programs, or a door"
    if status == 404 and not page.chain and link.url.startswith(_DOI_RESOLVERS):
        return Outcome.NEVER_EXISTED, "answers 404: nobody has registered this DOI"
    if status in (404, 410):
        return Outcome.GONE, f"answers {status}: there is no such page"
    if status >= 500 or status == 408:
        return Outcome.UNREACHABLE, f"answers {status}: its server is at fault, twice"
    if status >= 400:
        return Outcome.BLOCKED, f"answers {status}, which it may not to a reader"
    return Outcome.UNREACHABLE, f"answers {status} and leads nowhere"


def _by_fault(page: Page) -> tuple[Outcome, str]:
    if page.fault in (Fault.MALFORMED, Fault.REFUSED):
        where = f"redirects to {page.final_url!r}, which " if page.chain else ""
        return Outcome.MALFORMED, f"{where}is no address to open: {page.detail}"
    if page.fault is Fault.DNS and page.names_no_host:
        return Outcome.GONE, f"no host is called {urlsplit(page.final_url).hostname!r}"
    return Outcome.UNREACHABLE, _UNREACHED[page.fault or Fault.PROTOCOL]


def _by_content(
    link: Link, page: Page, looked: Look, sibling: Page | None
) -> tuple[Outcome, str]:
    seen, sign = looked.glance, looked.sign
    if met := looked.wall:
        return Outcome.BLOCKED, f"shows what stands before it: {met.name}"
    if page.status in _EMPTY:
        return Outcome.SOFT_404, f"answers {page.status}: with nothing at all"
    if sign and sign.is_sure:
        return Outcome.SOFT_404, f"answers 200, but {sign.reason}"
    if sign and sibling and _is_alike(seen, page, sibling):
        if seen.is_shell:
            return Outcome.BLOCKED, "shows nothing to who runs no scripts"
        if soft404.says_little(seen) and not soft404.says_so(page):
            reason = "shows the same few words at every address, and none of them says"
            return Outcome.BLOCKED, f"{reason} that nothing is there"
        reason = f"{sign.reason}, and an address that cannot exist shows the same"
        return Outcome.SOFT_404, f"answers 200, but {reason}"
    if page.chain and _leads_elsewhere(link.url, page.final_url):
        return Outcome.REDIRECTED, f"leads to {page.final_url}"
    return Outcome.OK, "answers with a page of its own"


def _is_alike(seen: Glance, page: Page, sibling: Page) -> bool:
    """Whether a site shows for an address that cannot exist what it shows for this."""
    if not page.body or sibling.fault is not None or sibling.status != 200:
        return False
    if sibling.body == page.body:
        return True
    other = glance(sibling)
    is_near = abs(other.words - seen.words) <= max(20, seen.words // 10)
    return other.titles == seen.titles and is_near


def _leads_elsewhere(asked: str, final: str) -> bool:
    def plain(url: str) -> str:
        address = canonical(url).partition("://")[2]
        return address.removeprefix("www.").lower()

    return plain(asked) != plain(final) and story_id(asked) != story_id(final)


def _by_archive(
    outcome: Outcome, reason: str, archive: Archive | None
) -> tuple[Outcome, str]:
    if outcome not in (Outcome.GONE, Outcome.UNREACHABLE) or archive is None:
        return outcome, reason
    if outcome is Outcome.UNREACHABLE:
        kept = (
            f"a copy is kept at {archive.copy}" if archive.copy else "no copy is kept"
        )
        return outcome, f"{reason}; {kept}"
    if archive.copy:
        return Outcome.ARCHIVED, f"{reason}; a copy is kept at {archive.copy}"
    return Outcome.NEVER_EXISTED, f"{reason}, and no archive has ever seen it"


def _by_registry(check: LinkCheck, identity: Identity, seen: Glance) -> LinkCheck:
    """A registry knows better than a page whether there is such a work."""
    if not identity.exists:
        # The newest papers are shown before the query interface knows them.
        shows_it = without_version(seen.arxiv_id) == identity.name
        if check.outcome in (Outcome.OK, Outcome.REDIRECTED) and shows_it:
            return check
        reason = f"{identity.registry} has no record of {identity.name}"
        is_final = identity.registry in _TITLED
        outcome = Outcome.NEVER_EXISTED if is_final else Outcome.GONE
        return replace(check, outcome=outcome, reason=reason)
    if check.outcome in (Outcome.BLOCKED, Outcome.UNREACHABLE):
        reason = f"{check.reason}; but {identity.registry} knows {identity.name}"
        return replace(check, outcome=Outcome.OK, reason=reason)
    return check


def _by_title(
    check: LinkCheck, identity: Identity | None, link: Link, mention: Mention
) -> LinkCheck:
    """Is it the work that the draft speaks of? Only a registry's word can deny it."""
    on_record = identity.title if identity and identity.exists else ""
    found = compare(
        (link.text, *mention.anchors),
        mention.heading,
        mention.passage if on_record else "",
        on_record or check.title,
    )
    check = replace(check, title=on_record or check.title)
    if identity is None or not identity.exists:
        return check
    check = replace(
        check,
        notes=tuple(_notes(link.url, identity, found.match)),
        is_withdrawn=identity.is_withdrawn,
        is_retracted=identity.is_retracted,
    )
    is_work = identity.registry in _TITLED
    is_held = check.outcome in (Outcome.OK, Outcome.REDIRECTED)
    if found.match is TitleMatch.DIFFERENT and is_held and is_work:
        reason = f"{identity.registry} calls {identity.name} “{on_record}”"
        if not found.is_claimed:
            doubt = f"{reason}, and the draft gives it no title"
            return replace(check, doubt=doubt)
        return replace(check, outcome=Outcome.MISMATCH, reason=reason)
    return check


def _notes(url: str, identity: Identity, match: TitleMatch) -> Iterable[str]:
    if identity.is_withdrawn:
        yield f"{identity.name} was withdrawn by its authors"
    if identity.is_retracted:
        yield f"{identity.name} was retracted"
    asked = version_of(url)
    if asked and identity.version and asked < identity.version:
        yield f"the draft links version {asked}; version {identity.version} is newer"
    if match is TitleMatch.NEAR and identity.registry in _TITLED:
        yield f"the title differs slightly from “{identity.title}”"
