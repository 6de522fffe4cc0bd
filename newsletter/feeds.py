"""Feeds with the full text of each issue: Atom (RFC 4287) and JSON Feed 1.1."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

from newsletter.models import Issue
from newsletter.places import Place, address
from newsletter.views import find_place, public, published

NEWEST = 20


class _Atom(Atom1Feed):
    """Atom with whole articles; Django's own has summaries only."""

    def add_item_elements(
        self, handler: SimplerXMLGenerator, item: dict[str, str]
    ) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["content"], {"type": "html"})


@public
def atom(request: HttpRequest, newsletter: str | None = None) -> HttpResponse:
    """The newest issues as Atom."""
    place = find_place(newsletter)
    feed = _Atom(
        title=place.newsletter.title,
        link=address(place.home),
        description=place.newsletter.tagline,
        subtitle=place.newsletter.tagline,
        language=place.newsletter.language,
        feed_url=address(place.atom),
    )
    for issue in published(place.newsletter)[:NEWEST]:
        feed.add_item(
            title=issue.subject,
            link=address(place.issue(issue)),
            unique_id=address(place.issue(issue)),
            description=issue.preheader,
            pubdate=issue.published_at,
            updateddate=issue.published_at,
            author_name=place.newsletter.title,
            content=_full_text(place, issue),
        )
    return HttpResponse(
        feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"
    )


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
                    "content_html": _full_text(place, issue),
                }
                for issue in published(place.newsletter)[:NEWEST]
            ],
        },
        content_type="application/feed+json",
        json_dumps_params={"ensure_ascii": False},
    )


def _full_text(place: Place, issue: Issue) -> str:
    """The page's article, with addresses that work away from it."""
    sources = address(place.sources(issue))
    return issue.page_html.replace('href="sources#', f'href="{sources}#')


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
