"""One sender as a process of its own: `python -m crux.faults.letters.sender ISSUE`."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from newsletter.models import Issue  # noqa: E402  only after the set-up
from subscribers.delivery.send import send  # noqa: E402


def main(issue_id: int) -> None:
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    report = send(issue)
    sys.stdout.write(f"{report.counts}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
