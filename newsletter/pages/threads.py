"""Threads: the page that follows one story through the issues, and the links to it."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import format_html

from newsletter.drafts.draft import Item
from newsletter.issues import memory
from newsletter.models import Coverage, Issue
from newsletter.pages.paths import Place, address
from newsletter.pages.public import base, find_place, public
from newsletter.text.identifiers import canonical

_END = "</article>"


@public
def thread(
    request: HttpRequest, slug: str, newsletter: str | None = None
) -> HttpResponse:
    """One story through the issues, the newest telling first."""
    place = find_place(newsletter)
    found = get_object_or_404(place.newsletter.threads, slug=slug)
    told = list(memory.tellings(found))
    if not told:
        raise Http404
    context = base(place) | {
        "thread": found,
        "canonical": address(place.thread(found)),
        "told": [(one, place.issue(one.issue)) for one in told],
    }
    return render(request, "newsletter/thread.html", context)


def with_threads(place: Place, issue: Issue) -> str:
    """The issue's page; each item of a story that went on ends with a link to its thread.

    A story goes on after its issue was made, so this is no part of the stored page.
    """
    told = issue.coverage.exclude(thread=None).select_related("thread")
    links = {canonical(row.url): _link(place, row) for row in told}
    if not links:
        return issue.page_html
    parts = issue.page_html.split(_END)
    if len(parts) != len(issue.draft.items) + 1:
        return issue.page_html
    *bodies, rest = parts
    for place_, item in enumerate(issue.draft.items):
        found = (links.pop(url) for url in _addresses(item) if url in links)
        bodies[place_] += next(found, "")
    return _END.join((*bodies, rest))


def _link(place: Place, row: Coverage) -> str:
    if row.thread is None:
        return ""
    return format_html(
        '<p class="thread"><a href="{}">{}, through the issues</a></p>\n',
        place.thread(row.thread),
        row.thread.title,
    )


def _addresses(item: Item) -> Iterable[str]:
    for block in item.paragraphs:
        for said in block.sentences():
            yield from map(canonical, said.links)
