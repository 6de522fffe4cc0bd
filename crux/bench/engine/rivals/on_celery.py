"""The naive way: one Celery canvas of late-acknowledged tasks, and trust.

Redis is broker and result store, and syncs its file before each answer; nothing else
is written anywhere. The worker loads this module as its application.
"""

import os

from celery import Celery, chain, group

from crux.bench.engine import talking

app = Celery(
    "nine", broker=os.environ["NAIVE_REDIS"], backend=os.environ["NAIVE_REDIS"]
)
app.conf.task_acks_late = True
app.conf.worker_prefetch_multiplier = 1
app.conf.task_reject_on_worker_lost = True


def empty(number: int) -> int:
    """A step that does nothing."""
    return number


step = app.task(name="nine.step")(empty)
PATIENCE_SECONDS = 120


def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
    """Publish the canvas so often, and wait for its last task."""
    results = []
    for _ in range(number):
        results.append(_canvas().apply_async())
        if not together:
            results.pop().get(timeout=PATIENCE_SECONDS)
    for result in results:
        result.get(timeout=PATIENCE_SECONDS)


def _canvas() -> chain:
    one, two, three, *others = (step.si(number) for number in range(1, 10))
    return chain(one, group(two, three), *others)


if __name__ == "__main__":
    talking.listen(run)
