"""Threads: the page that follows one story through the issues, and the links to it."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from newsletter.drafts.draft import Block, Draft, Item
from newsletter.issues import lessons, memory
from newsletter.issues.earlier import earlier
from newsletter.models import Coverage, Issue
from newsletter.pages.paths import Place, address
from newsletter.pages.public import base, find_place, public
from newsletter.text.identifiers import canonical

_ITEM_END, _LINES = "</article>", '<div class="lines">'
_LINE_END, _LIST_END = "</li>", "</ul>"


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
        "told": [(one, _story_of(place, one)) for one in told],
    }
    return render(request, "newsletter/thread.html", context)


def _story_of(place: Place, row: Coverage) -> str:
    """A story on the page of its issue; the page, where it has no heading there."""
    known = lessons.stories_of(row.issue)
    anchor = next((one.anchor for one in known if one.coverage.pk == row.pk), "")
    return f"{place.issue(row.issue)}{'#' if anchor else ''}{anchor}"


def with_threads(place: Place, issue: Issue, article: str, draft: Draft) -> str:
    """The article of an issue, or of an edition of it, with what leads on behind stories.

    A story that went on ends with a link to its thread, another with what an issue told
    earlier of the same people or things. A story goes on after its issue was made, so
    this is no part of the stored page.
    """
    told = issue.coverage.exclude(thread=None).select_related("thread")
    threads = {canonical(row.url): _link(place, row) for row in told}
    before = dict(earlier(issue, place.issue))
    if not threads and not before:
        return article

    def behind(part: Item | Block) -> SafeString:
        """Each link behind the first part that has it."""
        for url in part.addresses:
            links = [before.pop(url).html] if url in before else []
            links += [threads.pop(url)] if url in threads else []
            if links:
                return format_html_join(" · ", "{}", ((link,) for link in links))
        return SafeString()

    article = _with(article, _ITEM_END, draft.items, behind, "p")
    whole, *lists = article.split(_LINES)
    shown = [section.lines for section in draft.sections if section.one_liners]
    if len(lists) != len(shown):
        return article
    for number, lines in enumerate(shown):
        items, end, rest = lists[number].partition(_LIST_END)
        items = _with(items, _LINE_END, lines, behind, "span")
        lists[number] = f"{items}{end}{rest}"
    return _LINES.join((whole, *lists))


def _with(
    html: str,
    end: str,
    parts: Sequence[Item | Block],
    behind: Callable[[Item | Block], str],
    tag: str,
) -> str:
    """The HTML with what belongs behind each part before its `end`."""
    pieces = html.split(end)
    if len(pieces) != len(parts) + 1:
        return html
    for number, part in enumerate(parts):
        if links := behind(part):
            pieces[number] += f'<{tag} class="thread">{links}</{tag}>\n'
    return end.join(pieces)


def _link(place: Place, row: Coverage) -> SafeString:
    if row.thread is None:
        return SafeString()
    return format_html(
        '<a href="{}">{}</a>',
        place.thread(row.thread),
        gettext("%(title)s, through the issues") % {"title": row.thread.title},
    )
