"""Feeds with the full text of each issue: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1."""

import re
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.html import escape, format_html_join
from django.utils.translation import gettext
from django.utils.xmlutils import SimplerXMLGenerator

from newsletter.drafts.html import title_html
from newsletter.issues.marks import in_language
from newsletter.models import Correction, Issue
from newsletter.pages.paths import Place, address
from newsletter.pages.public import find_place, public, published

NEWEST = 20
# What no XML may hold, not even as a reference: https://www.w3.org/TR/xml/#charsets
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Atom(Atom1Feed):
    """Atom with whole articles; Django's own has summaries only."""

    def add_item_elements(
        self, handler: SimplerXMLGenerator, item: dict[str, str]
    ) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["content"], {"type": "html"})


class _Rss(Rss201rev2Feed):
    """RSS with whole articles (https://web.resource.org/rss/1.0/modules/content/)."""

    def rss_attributes(self) -> dict[str, str]:
        content = "http://purl.org/rss/1.0/modules/content/"
        return {**super().rss_attributes(), "xmlns:content": content}

    def add_item_elements(
        self, handler: SimplerXMLGenerator, item: dict[str, str]
    ) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content:encoded", item["content"])


@public
def atom(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issues as Atom."""
    place = find_place(newsletter)
    return _syndicated(_Atom, place, place.atom, "application/atom+xml")


@public
def rss(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issues as RSS 2.0 (https://www.rssboard.org/rss-specification)."""
    place = find_place(newsletter)
    return _syndicated(_Rss, place, place.rss, "application/rss+xml")


def _syndicated(
    form: type[SyndicationFeed], place: Place, path: str, content_type: str
) -> HttpResponse:
    tagline = place.newsletter.tagline or place.newsletter.title
    feed = form(
        title=place.newsletter.title,
        link=address(place.home),
        description=tagline,
        subtitle=tagline,
        language=place.newsletter.language,
        feed_url=address(path),
    )
    for issue in _newest(place):
        feed.add_item(
            title=_allowed(issue.subject),
            link=address(place.issue(issue)),
            unique_id=address(place.issue(issue)),
            # Both forms take it for HTML.
            description=_allowed(escape(issue.preheader)),
            pubdate=issue.published_at,
            updateddate=_changed(issue),
            author_name=place.newsletter.title,
            content=_allowed(_full_text(place, issue)),
        )
    text = feed.writeString("utf-8")
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8")


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("", text)


@public
def json(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issues as JSON Feed (https://www.jsonfeed.org/version/1.1/)."""
    place = find_place(newsletter)
    return JsonResponse(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": place.newsletter.title,
            "description": place.newsletter.tagline,
            "language": place.newsletter.language,
            "home_page_url": address(place.home),
            "feed_url": address(place.json),
            "items": [
                {
                    "id": address(place.issue(issue)),
                    "url": address(place.issue(issue)),
                    "title": issue.subject,
                    "summary": issue.preheader,
                    "date_published": _iso(issue.published_at),
                    "date_modified": _iso(_changed(issue)),
                    "content_html": _full_text(place, issue),
                }
                for issue in _newest(place)
            ],
        },
        content_type="application/feed+json",
        json_dumps_params={"ensure_ascii": False},
    )


def _newest(place: Place) -> QuerySet[Issue]:
    return published(place.newsletter).prefetch_related("corrections")[:NEWEST]


def _standing(issue: Issue) -> list[Correction]:
    return [one for one in issue.corrections.all() if one.settled_at is None]


def _changed(issue: Issue) -> datetime | None:
    """When the issue, or what readers are told of it, changed last; never earlier again."""
    told = [
        moment
        for one in issue.corrections.all()
        for moment in (one.noticed_at, one.settled_at)
    ]
    return max(filter(None, [issue.published_at, *told]), default=None)


def _full_text(place: Place, issue: Issue) -> str:
    """Corrections, then the page's article, with addresses that work away from it."""
    sources = address(place.sources(issue))
    headline = f"<h1>{title_html(issue.subject)}</h1>"  # the entry has it as its title
    article = in_language(issue.page_html.replace(headline, "", 1))
    article = article.replace('href="sources#', f'href="{sources}#')
    corrections = format_html_join(
        "",
        "<p><strong>{}</strong> {}{}</p>",
        [
            (
                correction.label,
                f"{_in_item(correction)} " if correction.item else "",
                correction.html,
            )
            for correction in _standing(issue)
        ],
    )
    if place.newsletter.direction == "rtl":  # no feed says so of its texts
        return f'<div dir="rtl">{corrections}{article}</div>'
    return f"{corrections}{article}"


def _in_item(correction: Correction) -> str:
    return gettext("In “%(item)s”:") % {"item": correction.item}


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
