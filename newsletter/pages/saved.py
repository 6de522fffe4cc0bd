"""An issue saved as files: Markdown, HTML and its evidence, to be read without a server."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext

from newsletter.issues.marks import in_language
from newsletter.models import Issue
from newsletter.pages import evidence
from newsletter.translations import speaking

MARKDOWN, PAGE, EVIDENCE, CLAIMS = (
    "issue.md",
    "issue.html",
    "evidence.html",
    "evidence.json",
)
_TEXT_ENDING = ".txt"


def save(issue: Issue, folder: Path) -> list[Path]:
    """Write the files of an issue; those of an issue before are replaced. OSError."""
    with speaking(issue.newsletter.language):
        return _save(issue, folder, folder / "texts")


def _save(issue: Issue, folder: Path, texts: Path) -> list[Path]:
    texts.mkdir(parents=True, exist_ok=True)
    shared = {
        "newsletter": issue.newsletter,
        "issue": issue,
        "style": (settings.BASE_DIR / "templates/static/crux.css").read_text("utf-8"),
    }
    citations = issue.citations.select_related("source")
    page = {
        "title": issue.subject,
        "body_class": "reading",
        "article": in_language(issue.page_html).replace(
            'href="sources#', f'href="{EVIDENCE}#'
        ),
        "claims": citations.count(),
    }
    receipts = {
        "title": gettext("Evidence"),
        "body_class": "receipts",
        "issue_path": PAGE,
        "text_ending": _TEXT_ENDING,
        "chosen": [(row, "") for row in evidence.chosen(issue)],
    }
    written = {
        folder / MARKDOWN: issue.draft.markdown,
        folder / PAGE: _html(shared | page),
        folder / EVIDENCE: _html(shared | evidence.context(issue) | receipts),
        folder / CLAIMS: _claims(issue),
    }
    for one in citations:
        if one.source:
            name = f"{one.source.sha256}{_TEXT_ENDING}"
            written[texts / name] = one.source.text
    for path, text in written.items():
        path.write_bytes(text.encode())
    return list(written)


def _html(context: dict[str, Any]) -> str:
    return render_to_string("newsletter/saved.html", context)


def _claims(issue: Issue) -> str:
    """The citations as data: claim, quote, where it stands, and how it was found."""
    told = [
        {
            "number": one.position,
            "claim": one.claim,
            "quote": one.quote,
            "url": one.url,
            "match": one.match,
            "link": one.outcome,
            "sha256": one.source.sha256 if one.source else "",
            "read": one.source.fetched_at.isoformat() if one.source else "",
        }
        for one in issue.citations.select_related("source")
    ]
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
