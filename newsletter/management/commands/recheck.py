"""Looks again at the links and sources of past issues, and notes corrections."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.template.defaultfilters import pluralize
from django.utils import timezone

from newsletter.issues import corrections
from newsletter.management.examples import Taught
from newsletter.management.usage import the_newsletter, usage
from newsletter.models import Issue, Newsletter


class Command(Taught):
    help = (
        "Ask again for every link of past issues and read again what they quote. What "
        "is gone, changed, withdrawn or retracted becomes a correction on the issue's "
        "page, in the feeds and in the next issue."
    )
    examples = (
        ("", "the newest 26 issues of each newsletter"),
        ("--newsletter garden --issue 7", "one issue"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--newsletter", help="its slug; default: all active ones")
        parser.add_argument("--issue", type=int, help="one issue, by its number")
        parser.add_argument(
            "--issues",
            type=int,
            default=corrections.MOST_ISSUES,
            help="the newest so many of each newsletter (default: %(default)s)",
        )

    def handle(self, **options: Any) -> None:
        faults = 0
        for newsletter in _newsletters(options["newsletter"]):
            issues = corrections.past_issues(newsletter, options["issues"])
            if number := options["issue"]:
                issues = [_numbered(newsletter, number)]
            if not issues:
                self.stdout.write(f"{newsletter.slug}: no published issue yet")
            for issue in issues:
                for found in corrections.recheck([issue], now=timezone.now()):
                    self._tell(found)
                    faults += bool(found.fault)
        if faults:
            raise CommandError(
                f"{faults} issue{pluralize(faults)} could not be looked at; the log "
                "says more.",
                returncode=1,
            )

    def _tell(self, found: corrections.Rechecked) -> None:
        name = f"{found.issue.newsletter.slug} {found.issue.number}"
        if found.fault:
            self.stdout.write(f"{name}: not looked at ({found.fault})")
            return
        settled = f", {found.settled} settled" if found.settled else ""
        links, new = found.asked, len(found.new)
        self.stdout.write(
            f"{name}: {links} link{pluralize(links)}, "
            f"{new} new correction{pluralize(new)}{settled}"
        )
        for correction in found.new:
            self.stdout.write(f"  {correction.reason:<10} {correction.sentence}")


def _newsletters(slug: str | None) -> list[Newsletter]:
    if slug is not None:
        return [the_newsletter(slug)]
    return list(Newsletter.objects.filter(is_active=True))


def _numbered(newsletter: Newsletter, number: int) -> Issue:
    published = newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    issue = published.filter(number=number).first()
    if issue is None:
        last = published.order_by("-number").values_list("number", flat=True).first()
        raise usage(
            f"{newsletter.slug} has no published issue {number}; the last is "
            f"{last or 'none'}."
        )
    return issue
