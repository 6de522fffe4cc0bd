"""How pages say that what was asked for is not there, although they answer 200. Pure."""

# ruff: noqa: RUF001  phrases of many languages, in their own letters

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from newsletter.drafts.links import Link
from newsletter.text.identifiers import canonical
from newsletter.web.metadata import Glance
from newsletter.web.page import Page


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
_NOT_THERE_ELSEWHERE = re.compile(
    # German, French, Spanish, Portuguese, Italian, Dutch, Romanian
    r"seite .{0,20}(?:nicht (?:mehr )?(?:gefunden|verfügbar|vorhanden)|existiert nicht)"
    r"|nicht gefunden|gibt es nicht mehr"
    r"|page .{0,12}(?:non trouvée|introuvable|inexistante|n.existe (?:pas|plus))"
    r"|page introuvable|(?:contenu|fichier) introuvable"
    r"|página .{0,12}(?:no (?:encontrada|existe|disponible|se encuentra|se encontró))"
    r"|página no encontrada|no se (?:encontró|encuentra|ha encontrado) la página"
    r"|página (?:não (?:encontrada|existe|foi encontrada)|inexistente)"
    r"|pagina (?:non (?:trovata|esiste|disponibile)|niet gevonden|bestaat niet"
    r"|nu (?:a fost găsită|există))"
    # Swedish, Danish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Turkish
    r"|sidan (?:hittades inte|kunde inte hittas|finns inte)"
    r"|siden (?:blev ikke fundet|findes ikke|finnes ikke|ble ikke funnet)"
    r"|fant ikke siden|sivua ei (?:löytynyt|löydy)"
    r"|nie znaleziono (?:takiej )?strony|strona nie (?:istnieje|została znaleziona)"
    r"|stránk[au] (?:nenalezena|nebyla nalezena|neexistuje|sa nenašla)"
    r"|oldal nem található|sayfa bulunamadı"
    # Russian, Ukrainian, Bulgarian, Greek, Indonesian, Vietnamese, Thai
    r"|страница не (?:найдена|существует)|сторінк[ау] не (?:знайден[оа]|існує)"
    r"|страницата не е намерена|σελίδα δεν (?:βρέθηκε|υπάρχει)"
    r"|halaman tidak ditemukan|không tìm thấy trang|trang không tồn tại|ไม่พบหน้า"
    # Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Persian
    r"|ページ(?:が|は)(?:見つかりません|存在しません)"
    r"|(?:页面|頁面|网页|網頁)(?:不存在|未找到|找不到|无法找到|已删除)"
    r"|找不到.{0,3}(?:页面|頁面|网页|網頁)|페이지를 찾을 수 없|존재하지 않는 페이지"
    r"|الصفحة غير موجودة|(?:הדף|העמוד) לא נמצא|पृष्ठ नहीं मिला|صفحه (?:یافت|پیدا) نشد",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*[|•·»«]+\s*|\s+[-–—~/]+\s+|\s*—\s*")
_WORD = re.compile(r"[^\W_]+")
# The rest of a title beside "Page not found" is the name of a site: a few words.
_LONGEST_SITE_NAME = 6
_LONGEST_FOREIGN = 60
_HOME_SEGMENT = re.compile(
    r"(?:home|index|default|main|start|welcome)(?:\.\w{2,5})?|[a-z]{2}(?:[-_][a-z]{2,4})?",
    re.IGNORECASE,
)
_SIGN_IN = re.compile(
    r"(?:log|sign)[-_]?(?:in|on|up)|auth(?:orize|enticate)?|sso|oauth2?|consent|captcha",
    re.IGNORECASE,
)
_PLAIN_WORDS = 60
_LONG_NAME = 5
_RESOLVERS = frozenset(
    {"doi.org", "dx.doi.org", "hdl.handle.net", "n2t.net", "w3id.org"}
)


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that a page is not there. Unless it is sure, it wants a second look."""

    reason: str
    is_sure: bool = True


def find(link: Link, page: Page, seen: Glance) -> Sign | None:
    """The strongest sign that a page which answered 200 is not the one asked for."""
    for title in seen.titles:
        if says_not_there(title):
            return Sign(f"the page is titled “{title}”")
    start, end = _split(canonical(link.url)), _split(canonical(page.final_url))
    if start is None or end is None or _is_home(start):
        return None
    is_routed_by_script = "#/" in page.final_url or "#!" in page.final_url
    if page.chain and not is_routed_by_script and (lost := _lost_its_way(start, end)):
        return Sign(lost)
    refresh = _split(seen.refresh) if seen.refresh else None
    if refresh and (lost := _lost_its_way(start, refresh)):
        return Sign(lost)
    return _doubt(link, end, page, seen)


def _doubt(link: Link, end: SplitResult, page: Page, seen: Glance) -> Sign | None:
    """What makes one look twice: each happens on pages that are there, too."""
    canonical = _split(seen.canonical) if seen.canonical else None
    if canonical and _is_home(canonical) and not _is_home(end):
        return Sign("the page names the home page as its address", is_sure=False)
    directives = f"{seen.robots} {page.headers.get('x-robots-tag', '').lower()}"
    if "noindex" in directives or "none" in directives.split():
        return Sign("the page asks not to be listed", is_sure=False)
    is_html = "html" in page.content_type.lower() or not page.content_type
    if not is_html and end.path.lower().endswith((".html", ".htm")):
        return None
    if is_html and end.path.lower().endswith((".pdf", ".zip", ".csv", ".json")):
        return Sign("a web page came where a file was asked for", is_sure=False)
    if is_html and seen.words < _PLAIN_WORDS:
        return Sign("the page says next to nothing", is_sure=False)
    if seen.title and seen.title.casefold() in (seen.site.casefold(), end.hostname):
        return Sign("the page is titled like its site", is_sure=False)
    if is_html and seen.titles and not _is_about(link, end, seen):
        return Sign("the page's title has nothing of its address", is_sure=False)
    return None


def _is_about(link: Link, end: SplitResult, seen: Glance) -> bool:
    """Whether a title shares a word with the page's address, or with the link's."""
    path = unquote(f"{urlsplit(link.url).path} {end.path}")
    said = _stems(f"{path} {link.text}")
    return any(_stems(title) & said for title in (seen.title, seen.h1, seen.og_title))


def _stems(text: str) -> set[str]:
    words = re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", text)
    return {word.casefold()[:5] for word in words if len(word) >= 3}


def says_not_there(title: str) -> bool:
    """Whether a title, or a whole part of it, says that a page was not found."""
    parts = [part for part in _SEPARATOR.split(title) if part]
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
    if len(text) <= _LONGEST_FOREIGN and _NOT_THERE_ELSEWHERE.search(text):
        return True
    if not words or not words <= _ABOUT_PAGES | _DENIALS | _BESIDE:
        return False
    if words & {"404", "410"}:
        return True
    is_found = {"not", "found"} <= words or {"nothing", "found"} <= words
    return is_found or bool(words & _DENIALS and words & _ABOUT_PAGES)


def asks_to_sign_in(asked: str, final_url: str) -> bool:
    """Whether a redirect ended at a door instead of the page."""
    start, end = _split(asked), _split(final_url)
    if start is None or end is None or start.path == end.path:
        return False
    before = {segment.lower() for segment in _segments(start)}
    added = [part for part in _segments(end) if part.lower() not in before]
    return any(_SIGN_IN.fullmatch(part) for part in added) or bool(
        re.match(r"(?:accounts|login|signin|sso|auth|id)\.", end.hostname or "")
    )


def _lost_its_way(start: SplitResult, end: SplitResult) -> str:
    """Why a redirect from one address to the other leads to no page of its own."""
    before, after = _segments(start), _segments(end)
    if _keeps_name(before, end) or end.query:
        return ""
    is_resolver = start.hostname in _RESOLVERS
    if _is_home(end):
        is_short_link = _site(start) != _site(end) and len(before) <= 1
        return "" if is_short_link else "it redirects to a home page"
    if len(before) - len(after) >= 2 and not is_resolver:
        return f"it redirects up to {end.path!r}"
    return ""


def _keeps_name(before: list[str], end: SplitResult) -> bool:
    """Whether the last part of an address, the page's name, is still in the other."""
    name = before[-1].lower().partition(".")[0] if before else ""
    if name in (part.lower().partition(".")[0] for part in _segments(end)):
        return True
    return len(name) >= _LONG_NAME and name in unquote(end.geturl()).lower()


def _segments(parts: SplitResult) -> list[str]:
    return [unquote(part) for part in parts.path.split("/") if part]


def _is_home(parts: SplitResult) -> bool:
    segments = _segments(parts)
    return not segments or (
        len(segments) == 1 and bool(_HOME_SEGMENT.fullmatch(segments[0]))
    )


def _site(parts: SplitResult) -> str:
    return site_of(parts.hostname or "")


def site_of(host: str) -> str:
    """The part of a host that one buys: `a.org` of `www.a.org`; a good guess."""
    labels = host.lower().rstrip(".").split(".")
    is_double = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3 if is_double else -2 :])


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if parts.hostname else None
    except ValueError:
        return None
