"""An issue as its reader has it, for counting what a reader would hold against it."""

from newsletter.drafts.defects import Reading
from newsletter.models import Issue
from newsletter.text.identifiers import canonical


def reading_of(issue: Issue) -> Reading:
    """The issue with why its stories were picked, and the texts that it quotes."""
    citations = issue.citations.select_related("source")
    return Reading(
        draft=issue.draft,
        subject=issue.subject,
        preheader=issue.preheader,
        reasons={canonical(one.url): one.why for one in issue.coverage.exclude(why="")},
        texts={canonical(one.url): one.source.text for one in citations if one.source},
    )
