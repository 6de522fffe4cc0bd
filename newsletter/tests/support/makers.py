"""Small functions that make what a test needs, and take only what matters to it."""

from datetime import UTC, date, datetime
from itertools import count

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.issues.page import page_html
from newsletter.models import Citation, Issue, Newsletter, Source
from newsletter.research.story import Kind, Story
from newsletter.text.identifiers import sha256_of

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
_COUNTER = count(1)

QUOTE = (
    "Model A has 120 billion parameters and runs on a single GPU with 80 GB of memory."
)
MARKDOWN = f"""\
# A week of open weights

This issue has one launch and one paper, chosen from 40 stories of the week to 7 August.

## What shipped

This issue has only one launch: nothing else met its standards.

### 1. Model A is out

“{QUOTE}” ([Lab A, 5 August](https://a.example/news))

*Picked because it matches the profile: open weights.*

## Research worth knowing

This issue has only one paper: nothing else met its standards.

### 1. Method C: faster decoding

The authors introduce [Method C](https://arxiv.org/abs/2508.01234), a sampler that halves \
the number of decoding steps for language models of up to 13 billion parameters, and \
publish code for all of its experiments under a free licence, with logs of every run in \
the paper.

*Picked because it was voted for 37 times.*

## How this issue was made

This issue asked 12 sources; one did not answer.
"""

HOSTILE = """\
# A <script>alert(1)</script> title

[Run](javascript:alert(1)) and <img src="https://t.example/pixel.gif" onerror="x()">.

## What shipped

### 1. <b onclick="x()">Bold</b> [data](data:text/html,x)

<iframe src="https://evil.example/"></iframe>

![pixel](https://t.example/pixel.gif) <style>p{display:none}</style> <p class="sample">x</p>
<a href="https://ok.example/" style="color:red" class="cite" id="r1">ok</a>
"""


def make_newsletter(**fields):
    """A newsletter; its slug is new where none is given."""
    slug = fields.pop("slug", None) or f"newsletter-{next(_COUNTER)}"
    defaults = {
        "title": "Crux Weekly",
        "tagline": "What shipped in AI, and the research worth knowing.",
        "profile": "open weights language models agents evaluation",
        "shared_outlets": True,
    }
    return Newsletter.objects.create(slug=slug, **{**defaults, **fields})


def make_source(text=f"News. {QUOTE} More.", **fields):
    """A source that holds QUOTE."""
    defaults = {
        "url": f"https://a.example/news/{next(_COUNTER)}",
        "title": "Introducing Model A",
        "publisher": "Lab A",
        "fetched_at": NOW,
    }
    values = {**defaults, **fields}
    values.setdefault("final_url", values["url"])
    return Source.objects.create(text=text, sha256=sha256_of(text), **values)


def make_claim(source=None, claim=f"“{QUOTE}”", quote=QUOTE, **fields):
    """A claim of MARKDOWN with its quote."""
    defaults = {
        "url": source.url if source else "https://a.example/news",
        "source_sha256": source.sha256 if source else "a" * 64,
    }
    return CitedClaim(claim=claim, quote=quote, **{**defaults, **fields})


def make_issue(newsletter=None, **fields):
    """A published issue, the next of its newsletter."""
    newsletter = newsletter or make_newsletter()
    number = fields.pop("number", None) or newsletter.issues.count() + 1
    markdown = fields.pop("markdown", MARKDOWN)
    defaults = {
        "slug": f"2025-08-07-issue-{number}",
        "session_name": f"newsletter_20250807_090000_{next(_COUNTER):08x}",
        "status": Issue.Status.PUBLISHED,
        "subject": "Model A is out, and 1 more",
        "preheader": "Method C: faster decoding",
        "draft_sha256": sha256_of(markdown),
        "covers_from": date(2025, 7, 31),
        "covers_until": date(2025, 8, 7),
        "published_at": NOW,
        "created_at": NOW,
    }
    return Issue.objects.create(
        newsletter=newsletter,
        number=number,
        markdown=markdown,
        **{**defaults, **fields},
    )


def make_cited_issue(newsletter, **fields):
    """An issue whose one claim is quoted from a stored source."""
    source = make_source()
    html = page_html(parse(MARKDOWN), [make_claim(source)])
    issue = make_issue(newsletter, page_html=html, **fields)
    Citation.objects.create(
        issue=issue,
        position=1,
        claim=f"“{QUOTE}”",
        quote=QUOTE,
        url=source.url,
        source=source,
        outcome="ok",
    )
    return issue


def make_story(name, **fields):
    """A launch of that name."""
    address = f"https://{name}.example/news"
    defaults = {"kind": Kind.LAUNCH, "title": name, "url": address, "publisher": name}
    return Story(id=name, **{**defaults, **fields})
