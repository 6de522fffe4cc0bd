"""The memory's step after many issues: `python -m crux.bench.memory.step`.

A newsletter that told eight stories in each of 1,000 issues: how long the memory's own step
takes, and looking up the 80 stories that two searches give; beside the naive way, which
reads all that was ever told first.
"""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median

import django

if __name__ == "__main__":
    _kept = tempfile.TemporaryDirectory()
    os.environ["DATABASE_URL"] = f"sqlite:///{_kept.name}/step.sqlite3"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.core.management import call_command
from rich.console import Console
from rich.table import Table

from crux.bench.measuring import milliseconds
from crux.bench.memory.world import FIRST_DAY, World
from newsletter.issues import memory
from newsletter.issues.memory import Covered, as_covered
from newsletter.models import Coverage, Issue, Newsletter
from newsletter.research.coverage.memory import Memory
from newsletter.research.story import Story

ISSUES, A_WEEK, LOOKED_UP, TIMES = 1_000, 8, 80, 3
GOAL_MILLISECONDS = 50


def main() -> None:
    """Print what the step takes, and the ratio to the naive way."""
    call_command("migrate", verbosity=0)
    newsletter, candidates = _filled()
    on = FIRST_DAY + timedelta(weeks=ISSUES)
    step = _median(lambda: _told_lately(newsletter))
    looked = _median(lambda: memory.recall(newsletter, candidates, on=on))
    naive = _median(lambda: _naively(newsletter, candidates), 1)
    table = Table(title=f"After {ISSUES:,} issues of {A_WEEK} stories, SQLite")
    for name in ("what", "milliseconds", "naive / it"):
        table.add_column(name)
    table.add_row(f"the memory's step (goal {GOAL_MILLISECONDS})", f"{step:.1f}", "")
    table.add_row(
        f"{LOOKED_UP} stories looked up", f"{looked:.1f}", f"{naive / looked:.1f}"
    )
    table.add_row(
        "the same, with all that was ever told read first", f"{naive:.1f}", "1"
    )
    Console().print(table)


def _told_lately(newsletter: Newsletter) -> None:
    """What the memory's step reads: recent issues with their stories, and threads."""
    issues = newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    recent = list(issues.order_by("-number")[:13])
    rows = Coverage.objects.filter(issue__in=recent).order_by("-issue__number", "pk")
    list(rows)
    memory.newest_tellings(memory.newest_threads(newsletter, 8), 4)


def _naively(newsletter: Newsletter, candidates: list[Story]) -> None:
    told = Coverage.objects.of(newsletter).select_related("issue")
    everything = Memory(as_covered(row) for row in told)
    for story in candidates:
        everything.find(story)


def _filled() -> tuple[Newsletter, list[Story]]:
    newsletter = Newsletter.objects.create(slug="long", title="Long", profile="all")
    stories: list[Story] = []
    seed = 0
    while len(stories) < ISSUES * A_WEEK + LOOKED_UP:
        world = World("ai", "tuning", seed)
        stories += [
            one.story.model_copy(
                update={
                    "id": f"{seed}:{one.story.id}"[:200],
                    "url": one.story.url.replace(".example", f"{seed}.example"),
                }
            )
            for week in world.weeks
            for one in week
        ]
        seed += 1
    for number in range(ISSUES):
        day = FIRST_DAY + timedelta(weeks=number)
        issue = Issue.objects.create(
            newsletter=newsletter,
            number=number + 1,
            slug=f"week-{number}",
            session_name=f"long-{number}",
            status=Issue.Status.PUBLISHED,
            subject="A week",
            markdown="# A week",
            draft_sha256="0" * 64,
            covers_until=day,
            published_at=datetime(2025, 1, 2, 9, tzinfo=UTC) + timedelta(weeks=number),
        )
        told = {
            story.id: Covered(story)
            for story in stories[number * A_WEEK : (number + 1) * A_WEEK]
        }
        memory.remember(issue, list(told.values()))
        if number % 4 == 0:
            memory.follow(issue, {}, {})
    return newsletter, stories[-LOOKED_UP:]


def _median(act: Callable[[], object], times: int = TIMES) -> float:
    """Milliseconds by the clock of the process."""
    return median(milliseconds(act, times, clock=time.process_time))


if __name__ == "__main__":
    main()
