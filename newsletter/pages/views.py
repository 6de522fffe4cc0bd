"""Public pages: what is published, and what it rests on. No cookie, no script."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Max, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import http_date
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from newsletter.drafts.draft import Draft, Item, SectionKind, is_ours
from newsletter.drafts.prose import split
from newsletter.issues import search
from newsletter.models import Correction, Issue, Newsletter, Source
from newsletter.pages import evidence
from newsletter.pages.paths import Place, address, default_newsletter, place_of
from newsletter.research.sample.banner import BANNER
from newsletter.text.searching import MOST_CHARACTERS
from newsletter.verification.scorecard.wording import is_judged_by_model, rows

ISSUES_PER_PAGE = 30
FRESH_SECONDS = 120
# The first of these that there is; the second where nobody can subscribe.
SUBSCRIBE_FORM = ("subscribers/_form.html", "newsletter/_no_form.html")
_BEGUN = 3
_BEGAN_AT = timezone.now()
# As django.utils.html.json_script does it.
_SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}

View = Callable[..., HttpResponse]


def public(view: View) -> View:
    """A page that anybody may keep for a while, and then asks for by ETag or by date."""

    @require_safe
    @conditional_page
    @cache_control(public=True, max_age=FRESH_SECONDS)
    @wraps(view)
    def page(request: HttpRequest, **arguments: str) -> HttpResponse:
        response = view(request, **arguments)
        response["Last-Modified"] = http_date(_changed_at().timestamp())
        return response

    return page


def _changed_at() -> datetime:
    """When pages may last have changed: an issue, a correction, or this program."""
    issues = Issue.objects.aggregate(Max("published_at"))
    corrections = Correction.objects.aggregate(Max("noticed_at"), Max("settled_at"))
    found: list[datetime | None] = [*issues.values(), *corrections.values()]
    return max([_BEGAN_AT, *filter(None, found)])


def published(newsletter: Newsletter) -> QuerySet[Issue]:
    """The issues on public pages, the newest first."""
    return newsletter.issues.filter(status=Issue.Status.PUBLISHED)


def find_place(newsletter: str | None) -> Place:
    """The newsletter of that slug, or the default one; raises Http404."""
    default = default_newsletter()
    if newsletter is None:
        if default is None:
            raise Http404
        return Place(default, is_default=True)
    found = get_object_or_404(Newsletter, slug=newsletter, is_active=True)
    return Place(found, found == default)


def _find_issue(newsletter: str | None, slug: str) -> tuple[Place, Issue]:
    """A published issue; at the root also of a newsletter that lives elsewhere."""
    place = find_place(newsletter)
    issue = published(place.newsletter).filter(slug=slug).first()
    if issue is None and newsletter is None:
        issue = Issue.objects.filter(slug=slug, status=Issue.Status.PUBLISHED).first()
        place = place_of(issue.newsletter) if issue else place
    if issue is None:
        raise Http404
    return place, issue


def _linked(place: Place, issues: Iterable[Issue]) -> list[tuple[Issue, str]]:
    return [(issue, place.issue(issue)) for issue in issues]


# The form in it differs by reader, so nobody else may keep this page.
@require_safe
@cache_control(private=True, no_cache=True)
def home(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """What this is, how to subscribe, and the latest issue."""
    if newsletter is None and default_newsletter() is None:
        return render(request, "newsletter/nothing.html")
    place = find_place(newsletter)
    recent = list(published(place.newsletter)[:6])
    context = _base(place) | {
        "recent": _linked(place, recent[1:]),
        "subscribe_form": SUBSCRIBE_FORM,
    }
    if recent:
        latest, receipt = recent[0], evidence.for_show(recent[0])
        context |= {
            "latest": latest,
            "dated": latest.day,
            "latest_path": place.issue(latest),
            "sources_path": place.sources(latest),
            "contents": _contents(latest.draft),
            "receipt": receipt,
            "is_quote": receipt and evidence.is_quote(receipt),
            "claims": latest.citations.count(),
            "sample_notice": BANNER if latest.is_sample else "",
        }
    return render(request, "newsletter/home.html", context)


def _contents(draft: Draft) -> list[tuple[str, list[tuple[Item, str]]]]:
    """Each section's stories, the first ones with the sentence they begin with."""
    beginnings = iter([True] * _BEGUN)
    return [
        (
            section.heading,
            [
                (item, _beginning(item) if next(beginnings, False) else "")
                for item in section.items
            ],
        )
        for section in draft.sections
        if section.kind in (SectionKind.LAUNCHES, SectionKind.PAPERS) and section.items
    ]


def _beginning(item: Item) -> str:
    said = (split(block.text) for block in item.paragraphs)
    firsts = (found[0].text for found in said if found)
    return next((text for text in firsts if not is_ours(text)), "")


@require_safe
def latest(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issue, wherever it is."""
    place = find_place(newsletter)
    issue = published(place.newsletter).first()
    return redirect(place.issue(issue) if issue else place.home)


@public
def archive(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """Every issue, the newest first."""
    place = find_place(newsletter)
    pages = Paginator(published(place.newsletter), ISSUES_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = _base(place) | {"page": page, "rows": _linked(place, page)}
    return render(request, "newsletter/archive.html", context)


@public
def find(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The issues that hold the words a reader looks for."""
    place = find_place(newsletter)
    query = request.GET.get("q", "").strip()[:MOST_CHARACTERS]
    found = search.find(place.newsletter, query)
    context = _base(place) | {
        "query": query,
        "rows": [(one, place.issue(one.issue)) for one in found],
        "is_full": len(found) == search.MOST_FOUND,
    }
    return render(request, "newsletter/search.html", context)


@public
def issue(
    request: HttpRequest, slug: str, newsletter: str | None = None
) -> HttpResponse:
    """One issue."""
    place, found = _find_issue(newsletter, slug)
    others = published(place.newsletter)
    before = others.filter(number__lt=found.number).order_by("-number").first()
    after = others.filter(number__gt=found.number).order_by("number").first()
    context = _base(place) | {
        "issue": found,
        "dated": found.day,
        "canonical": address(place.issue(found)),
        "card": address(place.card(found)),
        "structured": _structured(place, found),
        "claims": found.citations.count(),
        "corrections": found.corrections.standing(),
        "subscribe_form": SUBSCRIBE_FORM,
        "before": _linked(place, filter(None, [before])),
        "after": _linked(place, filter(None, [after])),
    }
    return render(request, "newsletter/issue.html", context)


def _structured(place: Place, issue: Issue) -> SafeString:
    """The issue for search engines (https://schema.org/NewsArticle); data, no script."""
    published_at = issue.published_at.isoformat() if issue.published_at else ""
    publisher = {"@type": "Organization", "name": place.newsletter.title}
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": issue.subject,
        "description": issue.preheader,
        "datePublished": published_at,
        "url": address(place.issue(issue)),
        "image": address(place.card(issue)),
        "inLanguage": place.newsletter.language,
        "author": publisher,
        "publisher": publisher,
    }
    text = json.dumps(data, ensure_ascii=False).translate(_SCRIPT_ESCAPES)
    return format_html(
        '<script type="application/ld+json">{}</script>', SafeString(text)
    )


@public
def sources(
    request: HttpRequest, slug: str, newsletter: str | None = None
) -> HttpResponse:
    """What each claim of an issue rests on."""
    place, found = _find_issue(newsletter, slug)
    citations = list(found.citations.select_related("source"))
    corrections = list(found.corrections.standing())
    context = _base(place) | {
        "issue": found,
        "dated": found.day,
        "issue_path": place.issue(found),
        "canonical": address(place.sources(found)),
        "citations": citations,
        "receipts": list(evidence.receipts(citations, corrections)),
        "matches": Counter(citation.match for citation in citations),
        "documents": len({citation.url for citation in citations}),
        "corrections": corrections,
        "chosen": found.coverage.exclude(why="").order_by("pk"),
        "figures": rows(found.scorecard),
        "has_judge": is_judged_by_model(found.scorecard),
        "sample_notice": BANNER if found.is_sample else "",
    }
    return render(request, "newsletter/sources.html", context)


@public
def text(
    request: HttpRequest, slug: str, sha256: str, newsletter: str | None = None
) -> HttpResponse:
    """A text that an issue rests on, as it was read and stored."""
    _, found = _find_issue(newsletter, slug)
    source = Source.objects.filter(citations__issue=found, sha256=sha256).first()
    if source is None:
        raise Http404
    response = HttpResponse(source.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{sha256[:12]}.txt"'
    response["X-Robots-Tag"] = "noindex"
    return response


@public
def picture(
    request: HttpRequest, slug: str, newsletter: str | None = None
) -> HttpResponse:
    """The card of an issue, for where its link is shared."""
    # Only who asks for a card needs what draws it.
    from newsletter.issues.card import card  # noqa: PLC0415

    _, found = _find_issue(newsletter, slug)
    return HttpResponse(card(found), content_type="image/png")


@public
def about(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """How an issue is made, what is checked, and what is not."""
    place = find_place(newsletter)
    return render(request, "newsletter/about.html", _base(place))


def _base(place: Place) -> dict[str, object]:
    newsletter = place.newsletter
    return {
        "newsletter": newsletter,
        "place": place,
        "cadence": f"Every {newsletter.get_weekday_display()} "
        f"at {newsletter.send_at:%H:%M} {newsletter.timezone}",
    }


@public
def robots(request: HttpRequest) -> HttpResponse:
    """What programs may read: everything public."""
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        f"Sitemap: {address(reverse('newsletter:sitemap'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@public
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every public page of every newsletter (https://www.sitemaps.org/protocol.html)."""
    rows: list[tuple[str, datetime | None]] = []
    default = default_newsletter()
    for newsletter in Newsletter.objects.filter(is_active=True):
        place = Place(newsletter, newsletter == default)
        rows += [(address(path), None) for path in (place.home, place.archive)]
        for found in published(newsletter):
            rows.append((address(place.issue(found)), found.published_at))
            rows.append((address(place.sources(found)), found.published_at))
    context = {"rows": rows, "base": settings.BASE_URL}
    return render(
        request, "newsletter/sitemap.xml", context, content_type="application/xml"
    )
