"""Public pages: what is published, and what it rests on. No cookie, no script."""

import hashlib
import re
import time
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.core.paginator import Paginator
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from newsletter.drafts.draft import Draft, Item, is_ours
from newsletter.drafts.html import html_of
from newsletter.drafts.prose import split
from newsletter.issues import search
from newsletter.issues.marks import in_language
from newsletter.models import Issue
from newsletter.pages import evidence, revisions
from newsletter.pages.paths import Place, address, default_newsletter, on_the_site
from newsletter.pages.public import (
    BEGAN_AT,
    SUBSCRIBE_FORM,
    base,
    find_place,
    last_change,
    linked,
    public,
    published,
)
from newsletter.text.searching import MOST_CHARACTERS

ISSUES_PER_PAGE = 30
_BEGUN = 3
_FORM_SECONDS = 3600
# What begins the path of every page of a newsletter that does not live at the root.
_OF_ONE = re.compile(r"/n/([-\w]{1,50})/")


def _state_of_home(_: HttpRequest, **__: str | None) -> str:
    """An ETag (RFC 9110) of what is told there; its form, of another stamp for each
    reader, may be an hour old.
    """
    told = f"{BEGAN_AT} {revisions.now()} {time.time() // _FORM_SECONDS}"
    return f'"{hashlib.sha256(told.encode()).hexdigest()[:32]}"'


# The form in it differs by reader, so nobody else may keep this page.
@require_safe
@cache_control(private=True, no_cache=True)
@condition(_state_of_home, lambda *_, **__: last_change())
def home(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """What this is, how to subscribe, and the latest issue."""
    if newsletter is None and default_newsletter() is None:
        return render(request, "newsletter/nothing.html")
    place = find_place(newsletter)
    recent = list(published(place.newsletter)[:6])
    context = base(place) | {
        "recent": linked(place, recent[1:]),
        "subscribe_form": SUBSCRIBE_FORM,
    }
    if recent:
        latest, receipt = recent[0], evidence.for_show(recent[0])
        context |= {
            "latest": latest,
            "latest_path": place.issue(latest),
            "sources_path": place.sources(latest),
            "contents": _contents(latest.draft),
            "receipt": receipt,
            "is_quote": receipt and evidence.is_quote(receipt),
            "claims": latest.citations.count(),
        }
    return render(request, "newsletter/home.html", context)


def _contents(draft: Draft) -> list[tuple[str, list[tuple[SafeString, str]]]]:
    """Each section's stories, the first ones with the sentence they begin with."""
    beginnings = iter([True] * _BEGUN)
    return [
        (
            section.heading,
            [
                (
                    SafeString(in_language(html_of(item.headline))),  # sanitised there
                    in_language(_beginning(item)) if next(beginnings, False) else "",
                )
                for item in section.items
            ],
        )
        for section in draft.sections
        if section.kind.tells and section.items
    ]


def _beginning(item: Item) -> str:
    said = (split(block.text) for block in item.paragraphs)
    firsts = (found[0].text for found in said if found)
    return next((text for text in firsts if not is_ours(text)), "")


@public
def latest(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issue, wherever it is."""
    place = find_place(newsletter)
    issue = published(place.newsletter).first()
    return redirect(place.issue(issue) if issue else place.home)


@public
def archive(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """Every issue, the newest first; also that one was taken down."""
    place = find_place(newsletter)
    issues = place.newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    pages = Paginator(issues, ISSUES_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = base(place) | {"page": page, "rows": linked(place, page)}
    return render(request, "newsletter/archive.html", context)


@public
def find(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The issues that hold the words a reader looks for."""
    place = find_place(newsletter)
    query = request.GET.get("q", "").strip()[:MOST_CHARACTERS]
    found = search.find(place.newsletter, query)
    context = base(place) | {
        "query": query,
        "rows": [(one, place.issue(one.issue)) for one in found],
        "is_full": len(found) == search.MOST_FOUND,
        "is_empty": not found and not published(place.newsletter).exists(),
        "instead": "" if found else search.instead(place.newsletter, query),
    }
    return render(request, "newsletter/search.html", context)


@public
def about(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """How an issue is made, what is checked, and what is not."""
    place = find_place(newsletter)
    return render(request, "newsletter/about.html", base(place))


@public
def look(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """A newsletter's own colour, over those of every page."""
    found = find_place(newsletter).newsletter
    if not found.accent:
        raise Http404
    told = (
        f":root {{ --accent: {found.accent}; }}\n"
        "@media (prefers-color-scheme: dark) { "
        f":root {{ --accent: {found.accent_by_night}; }} }}\n"
    )
    return HttpResponse(told, content_type="text/css")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page (404), as one of the newsletter that it would be of."""
    match = request.resolver_match
    template, context = "404.html", dict[str, object]()
    if match is None or "admin" not in match.namespaces:
        try:
            with suppress(DatabaseError):
                context = base(_nearest(request.path))
        except Http404:
            # Nothing that a page of "no such page" leads to is there either.
            template = "newsletter/nothing.html"
    return render(request, template, context, status=404)


def _nearest(path: str) -> Place:
    """The newsletter that a path names, or the default one; raises Http404."""
    named = _OF_ONE.match(path)
    with suppress(Http404):
        return find_place(named[1] if named else None)
    return find_place(None)


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
    # Pages of the floors above are led to by their addresses alone.
    rows: list[tuple[str, datetime | None]] = [(address("/privacy"), None)]
    default = default_newsletter()
    for newsletter in on_the_site():
        place = Place(newsletter, newsletter == default)
        own = (place.home, place.archive, place.about, f"{place.home}runs/")
        rows += [(address(path), None) for path in own]
        for found in published(newsletter):
            rows.append((address(place.issue(found)), found.published_at))
            rows.append((address(place.sources(found)), found.published_at))
        rows += [(address(place.thread(one)), None) for one in newsletter.threads.all()]
    context = {"rows": rows, "base": settings.BASE_URL}
    return render(
        request, "newsletter/sitemap.xml", context, content_type="application/xml"
    )
