"""Your edition: an issue as one reader got it, or would get it; by a signed link alone."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from newsletter.drafts.draft import Draft
from newsletter.issues.editions import corrections_in
from newsletter.issues.marks import in_language
from newsletter.issues.page import page_html
from newsletter.models import Issue
from newsletter.pages.errata import with_errata
from newsletter.pages.paths import address_of, place_of
from newsletter.pages.threads import with_threads
from subscribers.consent.tokens import Purpose
from subscribers.letters import editions
from subscribers.pages.common import find_reader, for_token, gone, message


@for_token(Purpose.EDITION, "GET", "HEAD")
def sent(
    request: HttpRequest, token: str, subscriber_id: int, issue_id: int
) -> HttpResponse:
    """An issue as the reader's letter had it, whatever they have chosen since."""
    reader = find_reader(subscriber_id)
    if reader is None:
        return gone(request)
    issue = reader.newsletter.issues.shown().filter(pk=issue_id).first()
    if issue is None:
        return _no_issue(request)
    return _page(request, issue, editions.of_reader(reader, issue))


@for_token(Purpose.EDITION, "GET", "HEAD")
def newest(request: HttpRequest, token: str, subscriber_id: int) -> HttpResponse:
    """The newest issue by what the reader has chosen now."""
    reader = find_reader(subscriber_id)
    if reader is None:
        return gone(request)
    issue = reader.newsletter.issues.shown().first()
    if issue is None:
        return _no_issue(request)
    return _page(request, issue, editions.as_chosen(reader, issue))


def _no_issue(request: HttpRequest) -> HttpResponse:
    text = gettext("It was taken down, or there never was such an issue.")
    heading = gettext("Nothing to read here")
    return message(request, heading, text, status=HTTPStatus.NOT_FOUND)


def _page(request: HttpRequest, issue: Issue, edition: Draft) -> HttpResponse:
    address = address_of(issue)
    article = page_html(
        edition,
        list(issue.citations.all()),
        disclosures=issue.disclosures,
        is_sample=issue.is_sample,
        language=issue.newsletter.language,
        base=address,
    )
    place = place_of(issue.newsletter)
    article = with_threads(place, issue, in_language(article), edition)
    standing = corrections_in(edition, issue, issue.corrections.standing())
    article, there, corrections = with_errata(article, standing)
    context = {
        "newsletter": issue.newsletter,
        "place": place,
        "issue": issue,
        "dated": issue.day,
        "address": address,
        "article": article,
        "corrections": corrections,
        "corrected_items": there,
        "is_whole": edition is issue.draft,
    }
    return render(request, "subscribers/edition.html", context)
