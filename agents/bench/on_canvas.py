"""Crux with Celery: sessions begun and published here, their steps done by a worker."""

import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from agents import canvas  # noqa: E402  Django comes first
from agents.bench import nine, talking  # noqa: E402

POLL_SECONDS = 0.005


def main() -> None:
    """Run sessions when asked; they are over when the database says so."""
    of = nine.newsletter()

    def wait() -> None:
        while nine.unfinished(of):
            time.sleep(POLL_SECONDS)

    def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
        for _ in range(number):
            canvas.publish(nine.begin(of).pk)
            if not together:
                wait()
        wait()

    talking.listen(run)


if __name__ == "__main__":
    main()
