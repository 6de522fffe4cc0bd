"""Looking again at what past issues rest on, and keeping what became of it."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet

from newsletter.models import Citation, Correction, Issue, Newsletter
from newsletter.models.signals import correction_found
from newsletter.research.sample import week
from newsletter.standards.outcomes import LinkCheck, Reason
from newsletter.text.identifiers import canonical
from newsletter.verification.links.check import check_links
from newsletter.verification.recheck import Aftermath, Passage, judge
from newsletter.web.article import Reading, read_all
from newsletter.web.fetch import Fetcher, Routes

logger = structlog.get_logger(__name__)

# How many past issues of a newsletter are looked at again: half a year of a weekly.
MOST_ISSUES = 26
# How many corrections the next issue tells at most.
MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What another look at one issue came to."""

    issue: Issue
    asked: int = 0
    new: tuple[Correction, ...] = ()
    settled: int = 0
    # The kind of error that kept it from being looked at; empty if nothing did.
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the web answers now: each link, and what the cited pages say."""

    checks: tuple[LinkCheck, ...]
    texts: Mapping[str, str | None]


def recheck(
    issues: Iterable[Issue], *, now: datetime, routes: Routes | None = None
) -> list[Rechecked]:
    """Look again at each of these issues; running it twice changes nothing more.

    An issue of the bundled sample is held to the sample, and never to the web. One that
    cannot be looked at stands in the way of no other; a database that is away raises.
    """
    found = []
    for issue in issues:
        try:
            found.append(_recheck(issue, now, routes))
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("not_rechecked", issue=issue.slug)
            found.append(Rechecked(issue, fault=type(error).__name__))
    return found


def _recheck(issue: Issue, now: datetime, routes: Routes | None) -> Rechecked:
    citations = list(issue.citations.select_related("source"))
    seen = _look(issue, {citation.url for citation in citations}, routes)
    became = dict(_judge(seen, citations, issue.newsletter.language))
    return _keep(issue, len(seen.checks), became, now)


def past_issues(newsletter: Newsletter, most: int = MOST_ISSUES) -> list[Issue]:
    """The newsletter's newest published issues."""
    published = newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    return list(published.order_by("-number")[:most])


def issue(issue_id: int) -> Issue:
    """One issue, with its newsletter."""
    return Issue.objects.select_related("newsletter").get(pk=issue_id)


def untold(newsletter: Newsletter, *, is_sample: bool) -> QuerySet[Correction]:
    """The corrections that the next issue has to tell, the oldest first."""
    standing = Correction.objects.standing().select_related("issue")
    standing = standing.filter(
        issue__newsletter=newsletter,
        issue__status=Issue.Status.PUBLISHED,
        issue__is_sample=is_sample,
        told_in=None,
    )
    return standing.order_by("noticed_at", "pk")[:MOST_TOLD]


def mark_told(corrections: Collection[int], issue: Issue) -> None:
    """Remember which issue told them; the first one that did stays."""
    rows = Correction.objects.filter(
        pk__in=corrections, issue__newsletter=issue.newsletter, told_in=None
    )
    rows.exclude(issue=issue).update(told_in=issue)


def _look(issue: Issue, cited: Collection[str], routes: Routes | None) -> _Seen:
    async def visit(routes: Routes | None) -> _Seen:
        async with Fetcher(routes=routes) as fetcher:
            report = await check_links(issue.draft, fetcher)
            pages = await read_all(cited, fetcher)
        texts = {canonical(url): _text(reading) for url, (_, reading) in pages.items()}
        return _Seen(report.checks, texts)

    with (
        week.serve()
        if issue.is_sample and routes is None
        else nullcontext(routes) as way
    ):
        return asyncio.run(visit(way))


def _text(reading: Reading | None) -> str | None:
    return reading.text if reading else None


def _judge(
    seen: _Seen, citations: Collection[Citation], language: str
) -> Iterable[tuple[str, Aftermath]]:
    for check in seen.checks:
        mine = [one for one in citations if canonical(one.url) == check.canonical]
        quoted = [Passage(one.quote, one.source.text) for one in mine if one.source]
        titles = (one.source.title for one in mine if one.source)
        text = seen.texts.get(check.canonical)
        yield check.url, judge(check, next(titles, ""), quoted, text, language)


def _keep(
    issue: Issue, asked: int, became: Mapping[str, Aftermath], now: datetime
) -> Rechecked:
    """Write down what is wrong now, and that what was wrong is as it was again."""
    new: list[Correction] = []
    settled = 0
    for url, after in became.items():
        for reason, sentence in after.wrong.items():
            if made := _note(issue, url, reason, sentence, now):
                new.append(made)
        over = after.settled - after.wrong.keys()
        standing = Correction.objects.standing().filter(
            issue=issue, url=url[:2000], reason__in=over
        )
        settled += standing.update(settled_at=now)
    logger.info(
        "issue_rechecked", issue=issue.slug, links=asked, new=len(new), settled=settled
    )
    return Rechecked(issue, asked, tuple(new), settled)


def _note(
    issue: Issue, url: str, reason: Reason, sentence: str, now: datetime
) -> Correction | None:
    """The correction, if it is a new one, or one that had been settled."""
    with transaction.atomic():
        found = _found(issue, url, reason, sentence, now)
        if found:
            correction_found.send(Correction, correction=found)
    return found


def _found(
    issue: Issue, url: str, reason: Reason, sentence: str, now: datetime
) -> Correction | None:
    row, is_new = Correction.objects.get_or_create(
        issue=issue,
        url=url[:2000],
        reason=reason,
        defaults={"sentence": sentence, "noticed_at": now},
    )
    if is_new:
        return row
    again = Correction.objects.filter(pk=row.pk, settled_at__isnull=False)
    if not again.update(
        sentence=sentence, noticed_at=now, settled_at=None, told_in=None
    ):
        return None
    row.refresh_from_db()
    return row
