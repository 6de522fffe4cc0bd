"""Crux with Celery: sessions begun and published here, their steps done by a worker."""

import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from agents.workers import canvas  # noqa: E402  Django comes first
from crux.bench.engine import nine, talking  # noqa: E402

# Looking takes time from the workers: seldom where there is much to wait for.
OFTEN_SECONDS, SELDOM_SECONDS = 0.01, 0.1


def main() -> None:
    """Run sessions when asked; they are over when the database says so."""
    alone, many = nine.newsletter("canvas-alone"), nine.newsletter("canvas-many")

    def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
        of, pause = (many, SELDOM_SECONDS) if together else (alone, OFTEN_SECONDS)
        for _ in range(number):
            canvas.publish(nine.begin(of).pk)
            while not together and nine.unfinished(of):
                time.sleep(pause)
        while nine.unfinished(of):
            time.sleep(pause)

    talking.listen(run)


if __name__ == "__main__":
    main()
