"""Two workers find out about stories without a model; prints figures as JSON.

Each page has 12 paragraphs and a picture of 1,200 by 630 pixels: all five steps are done,
with reading, scoring, quoting and drawing. Beside them the naive way: one process, one
story at a time.
"""

import json
import multiprocessing
import os
import resource
import sys
import time
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  Django comes first
from django.db import connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from crux.bench.intake import material  # noqa: E402
from crux.bench.intake.polls import routes_to, site  # noqa: E402
from newsletter.intake.enrichment import working  # noqa: E402
from newsletter.models import Newsletter, Story, StoryStep  # noqa: E402
from newsletter.research.enrichment import Outcome, Step  # noqa: E402
from newsletter.research.lifecycle import State  # noqa: E402
from newsletter.web.fetch import Fetcher, Routes  # noqa: E402

WORKERS, STORIES, ONE_BY_ONE = 2, 200, 20


def main(rounds: int) -> None:
    """Print stories a second, each time: by the clock, and by two processors' own time."""
    call_command("migrate", verbosity=0)
    newsletter = material.newsletter_with_sources()
    Newsletter.objects.update(profile="- language models\n- open weights\n- tools")
    figures: dict[str, list[float]] = {"ours": [], "processor": [], "naive": []}
    with site() as port:
        routes = routes_to(port)
        _add(newsletter, 20)
        _work(routes)
        for _ in range(rounds):
            _add(newsletter, STORIES)
            before = _processor_seconds()
            figures["ours"].append(STORIES / _side_by_side(routes))
            spent = _processor_seconds() - before
            figures["processor"].append(STORIES * WORKERS / spent)
            _add(newsletter, ONE_BY_ONE)
            figures["naive"].append(ONE_BY_ONE / _one_by_one(routes))
    _check()
    sys.stdout.write(json.dumps(figures))


def _add(newsletter: Newsletter, stories: int) -> None:
    held = Story.objects.count()
    material.fill(newsletter, held + stories, timezone.localdate())


def _side_by_side(routes: Routes) -> float:
    """Seconds for all that is due, by two processes that are at work already."""
    connections.close_all()
    context: Any = multiprocessing.get_context("fork")
    began = time.perf_counter()
    workers = [context.Process(target=_work, args=(routes,)) for _ in range(WORKERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - began


def _processor_seconds() -> float:
    """What workers that ended have spent."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def _work(routes: Routes) -> None:
    working.work_off(web=partial(Fetcher, routes=routes))


def _one_by_one(routes: Routes) -> float:
    """The naive way: a story at a time, whose pages nobody else waits for."""
    at_once, working.AT_ONCE = working.AT_ONCE, 1
    began = time.perf_counter()
    _work(routes)
    working.AT_ONCE = at_once
    return time.perf_counter() - began


def _check() -> None:
    if not_ready := Story.objects.exclude(state=State.READY).count():
        raise ValueError(f"{not_ready} stories are not ready; each can be.")
    drawn = StoryStep.objects.filter(step=Step.PICTURE, outcome=Outcome.DONE).count()
    if drawn != Story.objects.count():
        raise ValueError(f"{drawn} stories of {Story.objects.count()} have a picture.")


if __name__ == "__main__":
    main(int(sys.argv[1]))
