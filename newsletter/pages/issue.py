"""The pages of one issue: its text, its evidence, the texts it rests on, its card."""

import json
import unicodedata
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from newsletter.issues.lessons import is_open
from newsletter.issues.marks import in_language
from newsletter.models import (
    Correction,
    CoverageKey,
    Issue,
    Source,
    Story,
    StoryPicture,
)
from newsletter.pages import evidence
from newsletter.pages.errata import with_errata
from newsletter.pages.paths import Place, address, place_of
from newsletter.pages.pictures import with_pictures
from newsletter.pages.public import (
    SUBSCRIBE_FORM,
    View,
    base,
    find_place,
    linked,
    public,
    published,
)
from newsletter.pages.threads import with_threads
from newsletter.translations import speak

# What the names of letters begin with that the card's typeface has (`issues/card.py`).
_DRAWN = ("LATIN", "GREEK", "CYRILLIC", "MICRO", "MASCULINE", "FEMININE")
# As django.utils.html.json_script does it.
_SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}


def of_issue(view: Callable[..., HttpResponse]) -> View:
    """A public page of a published issue: the view is given its place and the issue.

    At the root it may be of a newsletter that lives elsewhere. Of one that was taken
    down each page says so (410 Gone).
    """

    @public
    @wraps(view)
    def page(
        request: HttpRequest, slug: str, newsletter: str | None = None, **more: str
    ) -> HttpResponse:
        place = find_place(newsletter)
        known = Issue.objects.filter(slug=slug, status=Issue.Status.PUBLISHED)
        found = known.filter(newsletter=place.newsletter).first()
        if found is None and newsletter is None:
            found = known.first()
            place = place_of(found.newsletter) if found else place
            speak(place.newsletter.language)
        if found is None:
            raise Http404
        if found.withdrawn_at:
            context = base(place) | {"issue": found}
            return render(request, "newsletter/withdrawn.html", context, status=410)
        return view(request, place, found, **more)

    return page


def issue_page(request: HttpRequest, place: Place, found: Issue) -> HttpResponse:
    """The page of an issue, published or not."""
    speak(place.newsletter.language)
    others = published(place.newsletter)
    before = others.filter(number__lt=found.number).order_by("-number").first()
    after = others.filter(number__gt=found.number).order_by("number").first()
    article, there, corrections = with_errata(
        with_threads(place, found, in_language(found.page_html), found.draft),
        found.corrections.standing(),
    )
    article = with_pictures(place, found, article)
    card = _card(place, found)
    context = base(place) | {
        "issue": found,
        "dated": found.day,
        "canonical": address(place.issue(found)),
        "card": card,
        "article": article,
        "structured": _structured(place, found, [*corrections, *there], card),
        "claims": found.citations.count(),
        "corrections": corrections,
        "corrected_items": there,
        "subscribe_form": SUBSCRIBE_FORM,
        # A page of the floor above, by its address alone.
        "opinions": f"/opinions/{found.pk}" if is_open(found, timezone.now()) else "",
        "before": linked(place, filter(None, [before])),
        "after": linked(place, filter(None, [after])),
    }
    return render(request, "newsletter/issue.html", context)


def _card(place: Place, issue: Issue) -> str:
    """Where its picture is for a shared link; "" where that could not show its subject."""
    letters = filter(str.isalpha, issue.subject)
    is_drawn = all(unicodedata.name(one, "").startswith(_DRAWN) for one in letters)
    return address(place.card(issue)) if is_drawn else ""


def _structured(
    place: Place, issue: Issue, corrections: list[Correction], card: str
) -> SafeString:
    """The issue for search engines (https://schema.org/NewsArticle); data, no script."""
    published_at = issue.published_at.isoformat() if issue.published_at else ""
    noticed = (correction.noticed_at.isoformat() for correction in corrections)
    publisher = {"@type": "Organization", "name": place.newsletter.title}
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": issue.subject,
        "description": issue.preheader,
        "datePublished": published_at,
        "dateModified": max([published_at, *noticed]),
        "url": address(place.issue(issue)),
        "inLanguage": place.newsletter.language,
        "author": publisher,
        "publisher": publisher,
        **({"image": card} if card else {}),
    }
    text = json.dumps(data, ensure_ascii=False).translate(_SCRIPT_ESCAPES)
    return format_html(
        '<script type="application/ld+json">{}</script>', SafeString(text)
    )


def evidence_page(
    request: HttpRequest, place: Place, found: Issue, *, issue_path: str = ""
) -> HttpResponse:
    """The evidence of an issue, published or not; `issue_path` is where one read it."""
    speak(place.newsletter.language)
    chosen = evidence.chosen(found)
    context = (
        base(place)
        | evidence.context(found)
        | {
            "dated": found.day,
            "issue_path": issue_path or place.issue(found),
            "canonical": address(place.sources(found)),
            "chosen": [
                (row, place.thread(row.thread) if row.thread else "") for row in chosen
            ],
        }
    )
    return render(request, "newsletter/sources.html", context)


def stored_text(found: Issue, sha256: str) -> HttpResponse:
    """A text that an issue rests on, as it was read and stored."""
    source = Source.objects.filter(citations__issue=found, sha256=sha256).first()
    if source is None and sha256 in {one.sha256 for one in evidence.lines(found)}:
        source = Source.objects.filter(sha256=sha256).first()
    if source is None:
        raise Http404
    response = HttpResponse(source.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{sha256[:12]}.txt"'
    response["X-Robots-Tag"] = "noindex"
    return response


@of_issue
def text(_: HttpRequest, __: Place, found: Issue, sha256: str) -> HttpResponse:
    """The same of a published issue."""
    return stored_text(found, sha256)


@of_issue
def picture(_: HttpRequest, __: Place, found: Issue) -> HttpResponse:
    """The card of an issue, for where its link is shared."""
    # Only who asks for a card needs what draws it.
    from newsletter.issues.card import card  # noqa: PLC0415

    return HttpResponse(card(found), content_type="image/png")


@of_issue
def story_picture(
    _: HttpRequest, place: Place, found: Issue, sha256: str
) -> HttpResponse:
    """The picture of a story that the issue told, as we keep it."""
    told = CoverageKey.objects.filter(
        coverage__issue=found, sort=CoverageKey.Sort.WORK
    ).values("key")
    stories = Story.objects.filter(newsletter=place.newsletter, keys__key__in=told)
    picture = StoryPicture.objects.filter(stories__in=stories, sha256=sha256).first()
    if picture is None:
        raise Http404
    response = HttpResponse(bytes(picture.jpeg), content_type="image/jpeg")
    response["X-Robots-Tag"] = "noindex"
    return response


issue, sources = of_issue(issue_page), of_issue(evidence_page)
