"""Says whether letters would be taken as ours, and what to do where not."""

import ipaddress
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.management.usage import the_newsletter, usage
from newsletter.models import Newsletter
from subscribers.doctor import letter
from subscribers.doctor.authentication import Diagnosis
from subscribers.doctor.dns import LiveNames, NoAnswer
from subscribers.doctor.examine import Doctor
from subscribers.doctor.smtp_probe import knock


class Command(Taught):
    help = (
        "Look at everything that decides whether providers take our letters: the "
        "transport, BASE_URL, the sender, SPF, DKIM, DMARC, PTR, TLS to the mail "
        "server, and a real composed letter with its headers and links. Nothing is "
        "sent. Each line says ok, or what is wrong and what to do; the exit code is 1 "
        "when something is wrong."
    )
    examples = (
        ("", "every active newsletter"),
        (
            "--newsletter garden --address 203.0.113.7",
            "one, and whence its letters leave",
        ),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--newsletter", metavar="SLUG", help="default: every active one"
        )
        parser.add_argument(
            "--address",
            default="",
            metavar="IP",
            help="the public address letters leave from, where the relay is this machine "
            "or another than the one that takes them",
        )

    def handle(self, **options: Any) -> None:
        try:
            address = options["address"] and str(
                ipaddress.ip_address(options["address"])
            )
            doctor = Doctor(names=LiveNames(), knock=knock, outgoing=address)
        except (ValueError, NoAnswer) as error:
            raise usage(
                f"{error}; give --address an IP address, and this machine a resolver."
            ) from error
        amiss = 0
        for newsletter in _newsletters(options["newsletter"]):
            self.stdout.write(f"{newsletter.slug}")
            for finding in doctor.examine(newsletter):
                amiss += not finding.is_ok
                self._tell(finding)
            for finding in letter.examine(newsletter, timezone.now()):
                amiss += not finding.is_ok
                self._tell(finding)
        if amiss:
            raise CommandError(f"{amiss} to put right.", returncode=1)

    def _tell(self, finding: Diagnosis) -> None:
        state = "ok   " if finding.is_ok else "WRONG"
        remedy = f" {finding.remedy}" if finding.remedy else ""
        self.stdout.write(f"  {state} {finding.matter:<10} {finding.said}{remedy}")


def _newsletters(slug: str | None) -> list[Newsletter]:
    if slug is not None:
        return [the_newsletter(slug)]
    found = list(Newsletter.objects.filter(is_active=True))
    if not found:
        raise usage("No newsletter is active; make one in the admin first.")
    return found
