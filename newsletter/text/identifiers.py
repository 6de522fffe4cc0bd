"""The names works go by: arXiv ids, DOIs, releases, and one address per page.

Pure: knows no Django, no clock, no network. Nothing here raises, whatever the text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

# https://info.arxiv.org/help/arxiv_identifier.html
_NEW_STYLE = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|"
    "cmp-lg|comp-gas|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|"
    "math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|"
    "q-fin|quant-ph|solv-int|stat|supr-con"
)
_SUBJECT = r"(?:\.[a-z]{2,5}(?:-[a-z]{2,4})?)"  # math.GT, cond-mat.str-el
_OLD_STYLE = rf"(?:{_OLD_ARCHIVES}){_SUBJECT}?/\d{{2}}(?:0[1-9]|1[0-2])\d{{3}}(?!\d)"
_VERSION = r"(?:v[1-9]\d{0,2}(?!\d))?"
_ARXIV_HOSTS = (
    r"(?:(?:[a-z]{1,63}\.)?arxiv\.org|(?:www\.)?alphaxiv\.org|ar5iv\.org|"
    r"ar5iv\.labs\.arxiv\.org)/(?:abs|pdf|html|format|ps|e-print|src|tb|overview)/"
)
_ARXIV_ADDRESS = re.compile(
    rf"https?://{_ARXIV_HOSTS}(?P<id>{_NEW_STYLE}|{_OLD_STYLE}){_VERSION}"
    r"(?:\.pdf)?/?(?:[?#].*)?\Z",
    re.IGNORECASE,
)

# Whose addresses name a paper: arXiv, its mirrors, and registries that list its papers.
# What any other host writes into its paths proves nothing.
_LISTS_ARXIV = re.compile(
    r"(?:[a-z]+\.)?(?:arxiv\.org|alphaxiv\.org|ar5iv\.org|semanticscholar\.org|"
    r"huggingface\.co|hf\.co|doi\.org|scirate\.com|papers\.cool|arxiv-vanity\.com|"
    r"emergentmind\.com|paperswithcode\.com|adsabs\.harvard\.edu|inspirehep\.net)|"
    r"ar5iv\.labs\.arxiv\.org|ui\.adsabs\.harvard\.edu"
)
_ID_AT_END = re.compile(
    rf"[/:._-]({_NEW_STYLE}|{_OLD_STYLE}){_VERSION}(?:\.pdf)?/?\Z", re.IGNORECASE
)
# Publishers that write the DOI of a work into its address.
_LISTS_DOIS = re.compile(
    r"(?:[a-z0-9-]+\.)*(?:doi\.org|acm\.org|wiley\.com|acs\.org|science\.org|"
    r"tandfonline\.com|sagepub\.com|pnas\.org|nejm\.org|royalsocietypublishing\.org|"
    r"aip\.org|aps\.org|annualreviews\.org|liebertpub\.com|informs\.org|siam\.org|"
    r"worldscientific\.com|emerald\.com|mitpressjournals\.org|uchicago\.edu|"
    r"asmedigitalcollection\.asme\.org|biorxiv\.org|medrxiv\.org|embopress\.org|"
    r"ahajournals\.org|atsjournals\.org|psychiatryonline\.org|degruyter\.com|"
    r"springer\.com|academic\.oup\.com|cambridge\.org|frontiersin\.org|rsc\.org)"
)

# https://www.crossref.org/blog/dois-and-matching-regular-expressions/
_DOI = re.compile(
    r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*(?:/|%2F)"
    r"(?:(?![,;]10\.\d{4})[^\s\"'<>{}|\\^`\[\]]){1,300}",
    re.IGNORECASE,
)
# The older DOIs of serials hold `<` and `>`: 10.1002/(SICI)1097-4571(199806)49:8<693::…
_SICI = re.compile(
    r"10\.\d{4,9}/\(SICI\)[\d()X-]{1,40}[\d:]{0,20}<[^\s\"'<>]{1,60}>[\w.;-]{1,20}",
    re.IGNORECASE,
)
_DOI_AFTER = re.compile(
    r"(?:/(?:abstract|full|fulltext|pdf|epdf|html|meta|references|citations)"
    r"|(?:\.full(?:-text)?)?(?:\.pdf|\.html?)|\.full(?:-text)?)\Z"
)
_AFTER_DOI = (
    ".,;:!?*_~'\"\N{RIGHT DOUBLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}»…"
    "\u3001\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f"  # their CJK forms
)
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
_ESCAPE = re.compile("|".join(_ESCAPED))
_DOI_HOST = re.compile(r"(?:dx\.|www\.)?doi\.org\Z")

_RELEASE = re.compile(
    r"/(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)/"
    r"(?:releases/tag|archive/refs/tags)/(?P<tag>[^/?#]+)/?\Z"
)
_TRACKING = re.compile(
    r"(?:utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|"
    r"igsh|yclid|twclid|ttclid|li_fat_id|_hsenc|_hsmi|mkt_tok|vero_id|oly_\w+_id|"
    r"ref_src|ref_url|s_cid|_ga|_gl|wt_mc|cmpid|trk|trkcampaign|si)\Z",
    re.IGNORECASE,
)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_STORY_ID_LENGTH = 200


def without_version(arxiv_id: str) -> str:
    """`2508.01234` for `2508.01234v2`, `math/0309136` for `math.GT/0309136v1`."""
    return re.sub(rf"v\d+\Z|{_SUBJECT}(?=/)", "", arxiv_id.lower())


def arxiv_id_of(url: str) -> str | None:
    """The id, without version, that an address of arXiv or of a mirror leads to."""
    match = _ARXIV_ADDRESS.match(url.strip())
    return without_version(match.group("id")) if match else None


def paper_at(url: str) -> str | None:
    """The arXiv id, without version, of the paper that a registry's address is about."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    host, path = parts.hostname or "", unquote(parts.path)
    if not _LISTS_ARXIV.fullmatch(host):
        return None
    if host.endswith(("huggingface.co", "hf.co")) and not path.startswith("/papers/"):
        return None  # what its users keep there
    found = _ID_AT_END.search(path)
    return without_version(found.group(1)) if found else None


def dois(text: str) -> tuple[str, ...]:
    """The DOIs that a text names, each once, in lower case, without their resolver."""
    found: dict[str, None] = {}
    for match in _matches_of_dois(text):
        found.setdefault(_tidy_doi(match))
    return tuple(doi for doi in found if not doi.endswith("/"))


def _matches_of_dois(text: str) -> Iterator[str]:
    text = _ESCAPE.sub(lambda escape: _ESCAPED[escape.group()], text)
    for sici in _SICI.finditer(text):
        yield sici.group()
    for match in _DOI.finditer(_SICI.sub(" ", text)):
        yield match.group()


def _tidy_doi(written: str) -> str:
    """A DOI as found, without what only stands around it."""
    doi = unquote(written).lower()
    doi = re.split(r"[?#&](?!\w*;)|\]\(", doi, maxsplit=1)[0]
    while doi:
        last = doi[-1]
        if last in _AFTER_DOI or (last in ")>" and _is_surplus(doi, last)):
            doi = doi[:-1]
        elif after := _DOI_AFTER.search(doi):
            doi = doi[: after.start()]
        else:
            break
    return doi


def _is_surplus(text: str, closing: str) -> bool:
    return text.count(closing) > text.count({")": "(", ">": "<"}[closing])


@lru_cache(maxsize=4096)
def canonical(url: str) -> str:
    """One spelling for all addresses of one page; what is no address stays as it is.

    Lower case of scheme and host, no default port, no fragment, no tracking
    parameters, no slash at the end of a path, one way of percent-encoding. Abstract,
    PDF and HTML of an arXiv paper, in any version, are `https://arxiv.org/abs/ID`.
    """
    url = url.strip().encode(errors="replace").decode()
    if (arxiv_id := arxiv_id_of(url)) and "arxiv.org/" in url.lower():
        return f"https://arxiv.org/abs/{arxiv_id}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return url
    scheme, named = parts.scheme.lower(), _idna(host or "")
    if scheme not in _DEFAULT_PORTS or not host or not named:
        return url
    if _DOI_HOST.match(host) and (found := dois(parts.path.lstrip("/"))):
        return f"https://doi.org/{quote(found[0], safe='/:;()<>._-')}"
    return _assemble(parts, scheme, named, port)


def _assemble(parts: SplitResult, scheme: str, host: str, port: int | None) -> str:
    if ":" in host:
        host = f"[{host}]"
    if port is not None and port != _DEFAULT_PORTS[scheme]:
        host = f"{host}:{port}"
    path = _recode(parts.path).rstrip("/") or "/"
    query = _without_tracking(parts.query)
    return f"{scheme}://{host}{path}" + (f"?{query}" if query else "")


def _idna(host: str) -> str:
    """As the name system knows it; other letters may come to be full stops, too."""
    host = host.rstrip(".")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii").rstrip(".")
    except UnicodeError:
        return host


def _recode(path: str) -> str:
    """Percent-encode what must be and nothing else; an encoded `/` stays encoded."""
    return "/".join(
        quote(
            unquote(part, errors="surrogateescape"),
            safe="!$&'()*+,;=:@~",
            errors="surrogateescape",
        )
        for part in path.split("/")
    )


def _without_tracking(query: str) -> str:
    if not query:
        return ""
    kept = [
        (name, value)
        for name, value in parse_qsl(
            query, keep_blank_values=True, errors="surrogateescape"
        )
        if not _TRACKING.match(name)
    ]
    return urlencode(kept, errors="surrogateescape")


@lru_cache(maxsize=4096)
def story_id(url: str) -> str:
    """The name of the story at an address, the same wherever the story is told.

    `arxiv:2508.01234`, `doi:10.1000/182`, `github:owner/name@tag`, or the canonical
    address; at most 200 characters.
    """
    url = url.strip()
    if paper := paper_at(url):
        return f"arxiv:{paper}"
    address = canonical(url)
    try:
        parts = urlsplit(address)
    except ValueError:
        return _shortened(address)
    if _names_doi(parts) and (named := dois(unquote(parts.path))):
        return _shortened(f"doi:{named[0]}")
    release = _RELEASE.match(parts.path) if parts.hostname == "github.com" else None
    if release:
        owner, name = release.group("owner").lower(), release.group("name").lower()
        return _shortened(f"github:{owner}/{name}@{unquote(release.group('tag'))}")
    return _shortened(address)


def _names_doi(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    if _DOI_HOST.match(host):
        return True
    return "/doi/" in parts.path.lower() and bool(_LISTS_DOIS.fullmatch(host))


def _shortened(name: str) -> str:
    if len(name) <= _STORY_ID_LENGTH:
        return name
    return f"{name[: _STORY_ID_LENGTH - 17]}#{sha256_of(name)[:16]}"


def sha256_of(text: str) -> str:
    """The name of exactly this text, whatever is in it."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()
