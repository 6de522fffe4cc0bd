"""The pages of one issue: its text, its evidence, the texts it rests on, its card."""

import json
from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from newsletter.issues.lessons import is_open
from newsletter.models import Issue, Source
from newsletter.pages import evidence
from newsletter.pages.paths import Place, address, place_of
from newsletter.pages.public import (
    SUBSCRIBE_FORM,
    base,
    find_place,
    linked,
    public,
    published,
)
from newsletter.pages.threads import with_threads
from newsletter.research.sample.banner import BANNER
from newsletter.verification.scorecard.wording import is_judged_by_model, rows

# As django.utils.html.json_script does it.
_SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}


def _find_issue(newsletter: str | None, slug: str) -> tuple[Place, Issue]:
    """A published issue, maybe taken down since; raises Http404.

    At the root it may be of a newsletter that lives elsewhere.
    """
    place = find_place(newsletter)
    known = Issue.objects.filter(slug=slug, status=Issue.Status.PUBLISHED)
    issue = known.filter(newsletter=place.newsletter).first()
    if issue is None and newsletter is None:
        issue = known.first()
        place = place_of(issue.newsletter) if issue else place
    if issue is None:
        raise Http404
    return place, issue


def _gone(request: HttpRequest, place: Place, issue: Issue) -> HttpResponse:
    """What stands in the place of an issue that was taken down (410 Gone)."""
    context = base(place) | {"issue": issue}
    return render(request, "newsletter/withdrawn.html", context, status=410)


@public
def issue(
    request: HttpRequest, slug: str, newsletter: str | None = None
) -> HttpResponse:
    """One issue."""
    place, found = _find_issue(newsletter, slug)
    if found.withdrawn_at:
        return _gone(request, place, found)
    return issue_page(request, place, found)


def issue_page(request: HttpRequest, place: Place, found: Issue) -> HttpResponse:
    """The page of an issue, published or not."""
    others = published(place.newsletter)
    before = others.filter(number__lt=found.number).order_by("-number").first()
    after = others.filter(number__gt=found.number).order_by("number").first()
    context = base(place) | {
        "issue": found,
        "dated": found.day,
        "canonical": address(place.issue(found)),
        "card": address(place.card(found)),
        "article": with_threads(place, found),
        "structured": _structured(place, found),
        "claims": found.citations.count(),
        "corrections": found.corrections.standing(),
        "subscribe_form": SUBSCRIBE_FORM,
        # A page of the floor above, by its address alone.
        "opinions": f"/opinions/{found.pk}" if is_open(found, timezone.now()) else "",
        "before": linked(place, filter(None, [before])),
        "after": linked(place, filter(None, [after])),
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
    if found.withdrawn_at:
        return _gone(request, place, found)
    return evidence_page(request, place, found)


def evidence_page(request: HttpRequest, place: Place, found: Issue) -> HttpResponse:
    """The evidence of an issue, published or not."""
    citations = list(found.citations.select_related("source"))
    corrections = list(found.corrections.standing())
    context = base(place) | {
        "issue": found,
        "dated": found.day,
        "issue_path": place.issue(found),
        "canonical": address(place.sources(found)),
        "citations": citations,
        "receipts": list(evidence.receipts(citations, corrections)),
        "matches": Counter(citation.match for citation in citations),
        "documents": len({citation.url for citation in citations}),
        "corrections": corrections,
        "chosen": [
            (row, place.thread(row.thread) if row.thread else "")
            for row in found.coverage.exclude(why="", thread=None)
            .select_related("thread")
            .order_by("pk")
        ],
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
    place, found = _find_issue(newsletter, slug)
    if found.withdrawn_at:
        return _gone(request, place, found)
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

    place, found = _find_issue(newsletter, slug)
    if found.withdrawn_at:
        return _gone(request, place, found)
    return HttpResponse(card(found), content_type="image/png")
