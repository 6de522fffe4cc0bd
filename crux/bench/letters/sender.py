"""One sender for a bench: says it is ready, waits for a line, sends, tells its memory."""

import os
import resource
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.db import connection  # noqa: E402  only after the set-up

from newsletter.models import Issue  # noqa: E402
from newsletter.pages.paths import address_of  # noqa: E402
from subscribers.delivery.send import send  # noqa: E402


def main(issue_id: int) -> None:
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    connection.ensure_connection()
    address_of(issue)  # loads what a worker has long had in memory
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    send(issue)
    sys.stdout.write(f"{peak_megabytes()}\n")
    sys.stdout.flush()


def peak_megabytes() -> int:
    """The most memory this program has held; ru_maxrss would count its parent too."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (one for one in status.read_text().splitlines() if "VmHWM" in one)
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024**2


if __name__ == "__main__":
    main(int(sys.argv[1]))
