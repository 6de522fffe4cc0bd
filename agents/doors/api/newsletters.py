"""Newsletters, issues, their evidence and corrections: read by anybody."""

from datetime import date, datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from agents.doors.api.access import anybody
from agents.doors.api.shapes import (
    OfNewsletter,
    PageNumber,
    PageOf,
    PerPage,
    Slug,
    paged,
)
from agents.doors.problems import Problem
from newsletter.issues import search
from newsletter.models import Citation, Issue, Newsletter, Source
from newsletter.pages.paths import Place, address, default_newsletter, place_of
from newsletter.pages.public import published
from newsletter.text.searching import MOST_CHARACTERS

router = Router(auth=anybody, tags=["Newsletters"])
# Of an issue's number in an address: a longer one is no number that a database has.
_MOST_DIGITS = 9
Words = Annotated[str, Query(max_length=MOST_CHARACTERS, pattern=r"^[^\x00]*$")]


class NewsletterShape(Schema):
    slug: str
    title: str
    tagline: str
    language: str
    topics: list[str]
    url: str


class Newsletters(PageOf):
    items: list[NewsletterShape]


class IssueLine(Schema):
    """An issue in a list. `url` is its page, `evidence_url` the page of its evidence."""

    newsletter: str
    slug: str
    number: int
    subject: str
    preheader: str
    day: date
    published_at: datetime | None
    is_sample: bool
    url: str
    evidence_url: str


class IssueShape(IssueLine):
    """`markdown` is the draft that was certified, `sha256` its hash."""

    markdown: str
    sha256: str
    contract: str
    disclosures: list[str]
    corrections: list["CorrectionShape"]


class Issues(PageOf):
    items: list[IssueLine]


class SourceShape(Schema):
    """The text as it was read: its hash, and where it can be read."""

    title: str
    publisher: str
    fetched_at: datetime
    sha256: str
    text_url: str


class CitationShape(Schema):
    """A claim, the exact quote that bears it, and the source that holds the quote."""

    position: int
    claim: str
    quote: str
    match: str
    url: str
    source: SourceShape | None


class Evidence(PageOf):
    items: list[CitationShape]


class CorrectionShape(Schema):
    """What became of an issue, or what it had wrong; `settled_at`: no longer so."""

    reason: str
    sentence: str
    url: str
    item: str
    noticed_at: datetime
    settled_at: datetime | None


class Corrections(PageOf):
    items: list[CorrectionShape]


class FoundShape(Schema):
    """An issue that holds the words, and the line that does."""

    issue: IssueLine
    snippet: str


class FoundIssues(Schema):
    items: list[FoundShape]


@router.get("/newsletters", response=Newsletters, operation_id="listNewsletters")
def newsletters(
    request: HttpRequest, page: PageNumber = 1, per_page: PerPage = 30
) -> dict[str, Any]:
    """Every newsletter that is published."""
    rows = Newsletter.objects.filter(is_active=True).order_by("pk")
    return paged(rows, page, per_page, _newsletter)


@router.get(
    "/newsletters/{newsletter}", response=NewsletterShape, operation_id="getNewsletter"
)
def newsletter(request: HttpRequest, newsletter: Slug) -> NewsletterShape:
    """One newsletter."""
    return _newsletter(find_newsletter(newsletter))


@router.get(
    "/newsletters/{newsletter}/issues", response=Issues, operation_id="listIssues"
)
def issues(
    request: HttpRequest,
    newsletter: Slug,
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """Its published issues, the newest first."""
    place = place_of(find_newsletter(newsletter))
    rows = published(place.newsletter).defer("page_html")
    return paged(rows, page, per_page, lambda row: issue_line(place, row))


@router.get(
    "/newsletters/{newsletter}/issues/{issue}",
    response=IssueShape,
    operation_id="getIssue",
)
def issue(request: HttpRequest, newsletter: Slug, issue: Slug) -> IssueShape:
    """One issue with its Markdown and the corrections that stand. 410: taken down.

    An issue is named by its slug or by its number, here and where its evidence and its
    corrections are.
    """
    place, found = find_issue(newsletter, issue)
    return issue_shape(place, found)


@router.get(
    "/newsletters/{newsletter}/issues/{issue}/evidence",
    response=Evidence,
    operation_id="listEvidence",
)
def evidence(
    request: HttpRequest,
    newsletter: Slug,
    issue: Slug,
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """What each claim of the issue rests on, in the order of its text."""
    place, found = find_issue(newsletter, issue)
    rows = found.citations.select_related("source").defer("source__text")
    return paged(
        rows, page, per_page, lambda row: citation_shape(place.issue(found), row)
    )


@router.get(
    "/newsletters/{newsletter}/issues/{issue}/corrections",
    response=Corrections,
    operation_id="listCorrections",
)
def corrections(
    request: HttpRequest,
    newsletter: Slug,
    issue: Slug,
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """What became of its evidence, and what it had wrong, the oldest first."""
    _, found = find_issue(newsletter, issue)
    return paged(found.corrections.all(), page, per_page, CorrectionShape.from_orm)


@router.get("/search", response=FoundIssues, operation_id="searchIssues")
def find(
    request: HttpRequest, q: Words = "", newsletter: OfNewsletter = ""
) -> dict[str, Any]:
    """The published issues that hold all words of `q`, the nearest first, 30 at most.

    Without `newsletter` those of the one at the root of the site.
    """
    wanted = find_newsletter(newsletter) if newsletter else default_newsletter()
    if wanted is None:
        return {"items": []}
    place = place_of(wanted)
    return {"items": [found_shape(place, one) for one in search.find(wanted, q)]}


# --- Finding ------------------------------------------------------------------------


def find_newsletter(slug: str) -> Newsletter:
    """The newsletter that is published under this slug; raises Problem."""
    found = Newsletter.objects.filter(slug=slug, is_active=True).first()
    if found is None:
        raise Problem("not-found", f"No newsletter {slug!r}.")
    return found


def find_issue(newsletter: str, slug: str) -> tuple[Place, Issue]:
    """The issue, as readers may read it; raises Problem."""
    place = place_of(find_newsletter(newsletter))
    known = place.newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    is_number = slug.isdigit() and len(slug) <= _MOST_DIGITS
    named = known.filter(number=int(slug)) if is_number else known.filter(slug=slug)
    found = named.defer("page_html").first()
    if found is None:
        raise Problem("not-found", f"{newsletter!r} has no issue {slug!r}.")
    if found.withdrawn_at:
        raise Problem("withdrawn", found.withdrawn_because)
    return place, found


# --- Showing ------------------------------------------------------------------------


def _newsletter(row: Newsletter) -> NewsletterShape:
    return NewsletterShape(
        slug=row.slug,
        title=row.title,
        tagline=row.tagline,
        language=row.language,
        topics=[str(topic) for topic in row.topics],
        url=address(place_of(row).home),
    )


def issue_line(place: Place, row: Issue) -> IssueLine:
    return IssueLine.model_validate(_line(place, row))


def _line(place: Place, row: Issue) -> dict[str, object]:
    return {
        "newsletter": place.newsletter.slug,
        "slug": row.slug,
        "number": row.number,
        "subject": row.subject,
        "preheader": row.preheader,
        "day": row.day,
        "published_at": row.published_at,
        "is_sample": row.is_sample,
        "url": address(place.issue(row)),
        "evidence_url": address(place.sources(row)),
    }


def issue_shape(place: Place, row: Issue) -> IssueShape:
    return IssueShape.model_validate(
        _line(place, row)
        | {
            "markdown": row.markdown,
            "sha256": row.draft_sha256,
            "contract": row.contract,
            "disclosures": [str(line) for line in row.disclosures],
            "corrections": [*row.corrections.standing()],
        }
    )


def citation_shape(issue_path: str, row: Citation) -> CitationShape:
    return CitationShape(
        position=row.position,
        claim=row.claim,
        quote=row.quote,
        match=row.match,
        url=row.url,
        source=_source(issue_path, row.source) if row.source else None,
    )


def _source(issue_path: str, row: Source) -> SourceShape:
    return SourceShape(
        title=row.title,
        publisher=row.publisher,
        fetched_at=row.fetched_at,
        sha256=row.sha256,
        text_url=address(f"{issue_path}texts/{row.sha256}"),
    )


def found_shape(place: Place, one: search.Found) -> FoundShape:
    snippet = f"{one.before}{one.word}{one.after}"
    return FoundShape(issue=issue_line(place, one.issue), snippet=snippet)
