"""Earlier: what an issue before told of the same people or things, behind each story.

It is no part of the draft: code finds it when the issue is published, asks no model, and a
replay of the session knows nothing of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from newsletter.drafts import updates
from newsletter.drafts.draft import Block, Item
from newsletter.models import Issue
from newsletter.text.identifiers import canonical


@dataclass(frozen=True, slots=True)
class Earlier:
    """Where a story was told before: `Earlier: Kettle 3 boils faster, issue 7`."""

    word: str
    heading: str
    issue: str
    url: str

    @property
    def html(self) -> SafeString:
        """With its link; the issue's number stays beside its word."""
        issue = self.issue.replace(" ", "\N{NO-BREAK SPACE}")
        link = format_html('<a href="{}">{}</a>', self.url, self.heading or issue)
        rest = f", {issue}" if self.heading else ""
        return format_html("{}: {}{}", self.word, link, rest)

    @property
    def text(self) -> str:
        """Without its link."""
        said = f"{self.heading}, {self.issue}" if self.heading else self.issue
        return f"{self.word}: {said}"


def earlier(issue: Issue, page_of: Callable[[Issue], str]) -> Mapping[str, Earlier]:
    """By the canonical address of each story what `row.earlier` leads to.

    `page_of` gives the address of an issue's page. What was taken down is not linked.
    """
    rows = issue.coverage.filter(earlier__issue__withdrawn_at=None)
    rows = rows.exclude(earlier=None).select_related("earlier__issue")
    found: dict[str, Earlier] = {}
    for row in rows:
        if (told := row.earlier) is None:
            continue
        word, number = updates.earlier(issue.newsletter.language, told.issue.number)
        place = f"#{told.anchor}" if told.anchor else ""
        url = f"{page_of(told.issue)}{place}"
        found[canonical(row.url)] = Earlier(word, told.heading, number, url)
    return found


def behind(part: Item | Block, known: Mapping[str, Earlier]) -> Earlier | None:
    """What belongs behind an item, or behind a story in a line."""
    return next((known[url] for url in part.addresses if url in known), None)
