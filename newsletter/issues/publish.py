"""From an approved draft to an issue on its page: once per session, with its evidence."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.draft import Draft, sentences
from newsletter.issues import memory, search, stories
from newsletter.issues.memory import Covered, Told
from newsletter.issues.page import page_html
from newsletter.models import Citation, Issue, Newsletter, Source
from newsletter.models.signals import issue_published
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded, spelled_out
from newsletter.verification.claims.quotes import Match, find_quote

ATTEMPTS = 10
_SLUG_LENGTH = 60
# Words of other scripts are left out, and what stands on both sides of them is no one word.
_NO_LATIN = re.compile(r"[\u0250-\u1fff\u2e80-\U0001ffff]+")


class Unpublishable(ValueError):
    """The draft holds no item, so its page and its letters would be empty."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


class ToldAlready(ValueError):
    """An issue of this newsletter told a story before, and nothing is new in it."""

    def __init__(self, told: Sequence[Told], stories: int) -> None:
        before = max((one.row.issue for one in told), key=lambda issue: issue.number)
        self.is_whole = len(told) == stories
        what, whom = "the same stories", "them"
        if not self.is_whole:
            what, whom = f"“{told[0].row.title}” already", "it"
        self.what = (
            f"Issue {before.number} of {before.day:%-d %B %Y} told {what}; no reader "
            f"gets {whom} twice."
        )
        super().__init__(f"{self.what} Begin a session for a later day.")


def publish(
    newsletter: Newsletter,
    *,
    session_name: str,
    subject: str,
    preheader: str,
    draft: Draft,
    citations: Sequence[CitedClaim],
    coverage: Iterable[Covered],
    disclosures: Sequence[str],
    is_sample: bool,
    covers_from: date,
    covers_until: date,
    now: datetime,
    scorecard: Mapping[str, object] | None = None,
    outcomes: Mapping[str, str] | None = None,
    preview: bool = False,
) -> Issue:
    """The session's issue. Asked again it gives the same one; nothing is made twice.

    `outcomes` tells by canonical address how the web answered. A preview is on no
    public page until it is published under the same session name; a draft that was
    changed since takes the place of the one it shows. Raises Unpublishable,
    and ToldAlready where it would be published.
    """
    if not draft.items:
        raise Unpublishable
    ordered = _in_order(draft, citations)
    issue = Issue(
        newsletter=newsletter,
        session_name=session_name,
        subject=subject,
        preheader=preheader,
        markdown=draft.markdown,
        draft_sha256=draft.sha256,
        contract=draft.contract.name,
        page_html=page_html(
            draft,
            ordered,
            disclosures=disclosures,
            is_sample=is_sample,
            language=newsletter.language,
        ),
        disclosures=list(disclosures),
        scorecard=dict(scorecard or {}),
        is_sample=is_sample,
        covers_from=covers_from,
        covers_until=covers_until,
        created_at=now,
    )
    issue.draft = draft
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with transaction.atomic():
                return _publish_once(
                    issue, ordered, coverage, outcomes or {}, None if preview else now
                )
        except IntegrityError:  # another session took the number or the slug first
            if attempt == ATTEMPTS:
                raise
    raise AssertionError


def _publish_once(
    issue: Issue,
    citations: Sequence[CitedClaim],
    coverage: Iterable[Covered],
    outcomes: Mapping[str, str],
    published_at: datetime | None,
) -> Issue:
    Newsletter.objects.select_for_update().get(pk=issue.newsletter_id)
    covered = {one.story.id: one for one in coverage}
    existing = Issue.objects.filter(session_name=issue.session_name).first()
    if existing is not None and existing.status == Issue.Status.PREVIEW:
        return _go_on_with(existing, issue, citations, covered, outcomes, published_at)
    if existing is not None:
        return existing
    issue.pk = None
    told: Mapping[str, Told] = {}
    if published_at:
        told = told_before(issue, covered.values())
        _show(issue, published_at)
    else:
        issue.number = _highest(issue.newsletter) + 1
        issue.slug = _free_slug(issue)
    issue.save(force_insert=True)
    search.keep(issue)
    Citation.objects.bulk_create(_citations(issue, citations, outcomes))
    memory.remember(issue, covered.values())
    if published_at:
        _lead_back(issue, told, covered.values())
        issue_published.send(Issue, issue=issue)
    return issue


def _go_on_with(
    preview: Issue,
    issue: Issue,
    citations: Sequence[CitedClaim],
    covered: Mapping[str, Covered],
    outcomes: Mapping[str, str],
    published_at: datetime | None,
) -> Issue:
    """The preview, with the draft as it is now, published if it shall be."""
    # The draft's hash is of its Markdown alone.
    told = ("draft_sha256", "subject", "preheader")
    if any(getattr(preview, name) != getattr(issue, name) for name in told):
        for name in _OF_THE_DRAFT:
            setattr(preview, name, getattr(issue, name))
        preview.draft = issue.draft
        preview.slug = _free_slug(preview)
        preview.citations.all().delete()
        preview.coverage.all().delete()
        preview.save()
        search.keep(preview)
        Citation.objects.bulk_create(_citations(preview, citations, outcomes))
        memory.remember(preview, covered.values())
    if published_at:
        before = told_before(preview, covered.values())
        _show(preview, published_at)
        preview.save(update_fields=["status", "published_at", "number", "slug"])
        _lead_back(preview, before, covered.values())
        issue_published.send(Issue, issue=preview)
    return preview


# What an issue has of its draft, and of how that came about.
_OF_THE_DRAFT = (
    *("subject", "preheader", "markdown", "draft_sha256", "contract", "page_html"),
    *("disclosures", "scorecard", "covers_from", "covers_until"),
)


def told_before(issue: Issue, covered: Collection[Covered]) -> Mapping[str, Told]:
    """What earlier issues told of these stories.

    Raises ToldAlready where one of them was certainly told and nothing is new in it.
    """
    told = memory.recall(
        issue.newsletter,
        [one.story for one in covered],
        on=issue.day,
        other_than=issue.session_name,
    )
    again = [
        found
        for one in covered
        if (found := told.get(one.story.id))
        and found.match.is_certain
        and not one.what_is_new
    ]
    if again:
        raise ToldAlready(again, len(covered))
    return told


def _lead_back(
    issue: Issue, told: Mapping[str, Told], covered: Collection[Covered]
) -> None:
    """Tie what a published issue tells to what earlier ones did."""
    lately = memory.likely_told(told) | memory.told_lately(
        issue, (one.story for one in covered)
    )
    before = {name: found.row for name, found in told.items()}
    for one in covered:
        if one.told_as and (row := memory.titled(issue.newsletter, *one.told_as)):
            before[one.story.id] = row
    memory.follow(issue, before, lately)
    stories.mark_told(issue, told)


def _show(issue: Issue, published_at: datetime) -> None:
    """Publish with the number and slug after the published ones'; previews make room."""
    issue.status = Issue.Status.PUBLISHED
    issue.published_at = published_at
    number = _highest(issue.newsletter, status=Issue.Status.PUBLISHED) + 1
    after = max(_highest(issue.newsletter), number) + 1
    others = issue.newsletter.issues.exclude(pk=issue.pk)
    others.filter(number=number).update(number=after)
    issue.number = number
    issue.slug = _free_slug(issue, status=Issue.Status.PUBLISHED)
    for preview in others.filter(slug=issue.slug):
        preview.slug = _free_slug(preview, beside=issue.slug)
        preview.save(update_fields=["slug"])


def _highest(newsletter: Newsletter, **conditions: str) -> int:
    found = newsletter.issues.filter(**conditions).aggregate(highest=Max("number"))
    return found["highest"] or 0


def _free_slug(issue: Issue, beside: str = "", **conditions: str) -> str:
    """`2025-08-07-words-of-the-subject`, with a number behind it if it is taken.

    It is by one `beside` too, and by others of the newsletter that meet the conditions.
    """
    words = slugify(_NO_LATIN.sub(" ", spelled_out(issue.subject)))[:_SLUG_LENGTH]
    if len(words) == _SLUG_LENGTH:
        words = words.rpartition("-")[0] or words
    slug = f"{issue.covers_until:%Y-%m-%d}-{words or 'issue'}".strip("-")
    taken = {
        beside,
        *issue.newsletter.issues.filter(slug__startswith=slug, **conditions)
        .exclude(pk=issue.pk)
        .values_list("slug", flat=True),
    }
    free, number = slug, 1
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    return free


def _in_order(draft: Draft, citations: Sequence[CitedClaim]) -> list[CitedClaim]:
    """The citations as a reader meets them; what is not in the draft comes last."""
    text = folded(" ".join(s.text for s in sentences(draft)))

    def place(citation: CitedClaim) -> int:
        found = text.find(folded(citation.claim))
        return found if found >= 0 else len(text)

    return sorted(citations, key=place)


def _citations(
    issue: Issue, citations: Sequence[CitedClaim], outcomes: Mapping[str, str]
) -> list[Citation]:
    hashes = {citation.source_sha256 for citation in citations}
    sources = Source.objects.filter(sha256__in=hashes).order_by("pk")
    by_text = {source.sha256: source for source in sources}
    by_address = {(source.sha256, canonical(source.url)): source for source in sources}
    made = []
    for position, citation in enumerate(citations, 1):
        address = (citation.source_sha256, canonical(citation.url))
        source = by_address.get(address) or by_text.get(citation.source_sha256)
        made.append(
            Citation(
                issue=issue,
                position=position,
                claim=citation.claim,
                quote=citation.quote,
                url=citation.url,
                source=source,
                match=_match(citation, source),
                outcome=outcomes.get(canonical(citation.url), ""),
            )
        )
    return made


def _match(citation: CitedClaim, source: Source | None) -> Match:
    return find_quote(citation.quote, source.text).match if source else Match.NONE
