"""Crux without a broker: `agents.workers.threads.Crew`, those of `manage.py worker`.

`python -m crux.bench.engine.on_crew THREADS`"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from agents.engine import leases  # noqa: E402  Django comes first
from agents.workers.threads import Crew  # noqa: E402
from crux.bench.engine import nine, talking  # noqa: E402


def main(threads: int) -> None:
    """Run sessions when asked, in threads that live on."""
    alone, many = nine.newsletter("crew-alone"), nine.newsletter("crew-many")
    with Crew(threads, work=nine.nothing) as crew:

        def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
            of = many if together else alone
            for _ in range(number):
                crew.add(leases.take_all(nine.begin(of).pk))
                if not together:
                    crew.wait_until_idle()
            crew.wait_until_idle()
            if left := nine.unfinished(of):
                raise RuntimeError(f"{left} sessions stand still.")

        talking.listen(run)


if __name__ == "__main__":
    main(int(sys.argv[1]))
