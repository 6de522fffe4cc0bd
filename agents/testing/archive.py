"""A small archive: one published issue whose claims rest on stored sources."""

from typing import Any

from django.utils import timezone

from newsletter.issues import search
from newsletter.models import Citation, Issue, Newsletter, Source
from newsletter.text.identifiers import sha256_of

LAUNCH = "https://lab.example/parser"
OPENS = "Example Lab released Parser 2.0 on 5 August 2025 under the MIT licence."
SPEED = (
    "Parser 2.0 reads 1,200 documents a minute on one CPU, twice as many as Parser 1.0, "
    "and installs with pip on Linux, macOS and Windows."
)
CLAIMS = {
    "Example Lab released Parser 2.0 on 5 August 2025 under the MIT licence.": OPENS,
    "Parser 2.0 reads 1,200 documents a minute on one CPU.": SPEED,
}
MARKDOWN = f"""# Parser 2.0 reads 1,200 documents a minute

Example Lab published a new parser.

## What shipped

### 1. Parser 2.0

{" ".join(f"{claim[:-1]} ([source]({LAUNCH}))." for claim in CLAIMS)}
"""


def make_newsletter(slug: str = "weekly", **fields: Any) -> Newsletter:
    """A newsletter about agents."""
    return Newsletter.objects.create(
        slug=slug, title=slug.title(), profile="Agents.", **fields
    )


def make_issue(newsletter: Newsletter, number: int = 1) -> Issue:
    """A published issue with two cited claims."""
    issue = Issue.objects.create(
        newsletter=newsletter,
        number=number,
        slug=f"issue-{number}",
        session_name=f"{newsletter.slug}-{number}",
        status=Issue.Status.PUBLISHED,
        subject="Parser 2.0 reads 1,200 documents a minute",
        markdown=MARKDOWN,
        draft_sha256=sha256_of(MARKDOWN),
        published_at=timezone.now(),
    )
    search.keep(issue)
    text = f"{OPENS}\n\n{SPEED}"
    source, _ = Source.objects.get_or_create(
        url=LAUNCH,
        sha256=sha256_of(text),
        defaults={"final_url": LAUNCH, "text": text, "title": "Parser 2.0"},
    )
    for position, (claim, quote) in enumerate(CLAIMS.items(), 1):
        Citation.objects.create(
            issue=issue,
            position=position,
            claim=claim,
            quote=quote,
            url=LAUNCH,
            source=source,
        )
    return issue
