"""A year of whole sessions: `python -m crux.bench.memory.sessions`.

Newsletters in four languages, 52 weekly sessions each, from the search to the published
issue: the local brain, the usual tools, links checked against a server on loopback. Told
events come back from other outlets, as second-day reports, interviews, columns, reactions
and in English or another language (`retold.toml`). A repeat is an event that an issue told
before, told again without "Update to issue N".
"""

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from html import escape
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import django

if __name__ == "__main__":
    _kept = tempfile.TemporaryDirectory()
    os.environ["DATABASE_URL"] = f"sqlite:///{_kept.name}/sessions.sqlite3"
    os.environ.setdefault("LOG_OUTPUT", "none")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.core.management import call_command
from rich.console import Console
from rich.table import Table

from agents.brains.local import evaluator
from agents.engine import leases, sessions
from agents.models import Session
from agents.tools import search_sources, workbench
from agents.tools.certification import selection
from agents.tools.certification.remembering import told_of
from agents.workers import steps
from crux.bench.memory.retold import LANGUAGES, PARTS, RetoldYear
from crux.bench.memory.world import (
    FIRST_DAY,
    WEEKS,
    Candidate,
    Role,
    as_things_stand,
)
from crux.bench.memory.year import NEWS, share
from newsletter.issues import memory
from newsletter.models import Issue, Newsletter
from newsletter.pages.paths import place_of
from newsletter.research.outlets.answers import Reply, always
from newsletter.research.outlets.search import SearchResult
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.research.story import Kind, OutletReport, Story

# So much is told that what the memory does decides, and not how strong a story is.
_RUBRIC = {
    "published_launches": 14,
    "launch_words": {"least": 20, "most": 150},
    "quoted_sentences": 99,
    "quoted_words": 2000,
    "relevance_floor": 1,
    "depth_floor": 1,
    "novelty_floor": 1,
    "total_floor": 3,
}
_PROFILE = "News of research, companies, cities and products.\n"


@dataclass(slots=True)
class Tally:
    """What became of a year, by what each story truly was."""

    issues: int = 0
    published: Counter[Role] = field(default_factory=Counter)
    labelled: Counter[Role] = field(default_factory=Counter)
    # With a link to what an issue told before: of a repeat only to a telling of it.
    linked: Counter[Role] = field(default_factory=Counter)
    rulings: Counter[tuple[Role, Ruling]] = field(default_factory=Counter)
    forms: Counter[tuple[str, Ruling]] = field(default_factory=Counter)
    aborted: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def of(self, *roles: Role) -> int:
        return sum(self.rulings[role, one] for role in roles for one in Ruling)

    def ruled(self, one: Ruling, *roles: Role) -> int:
        return sum(self.rulings[role, one] for role in roles)


def lived(year: RetoldYear, language: str, slug: str, weeks: int, tally: Tally) -> None:
    """Fifty-two sessions of one newsletter."""
    newsletter = Newsletter.objects.create(
        slug=slug,
        title="Year",
        profile=_PROFILE,
        language=language,
        shared_outlets=True,
        rubric=_RUBRIC,
    )
    published: dict[str, int] = {}
    for week, found in enumerate(year.weeks[:weeks]):
        events = set(published.values())
        now = [as_things_stand(one, events) for one in found]
        day = FIRST_DAY + timedelta(weeks=week)
        _rule(newsletter, day, now, tally)
        issue = _session(newsletter, day, [one.story for one in now], tally)
        if issue is None:
            continue
        tally.issues += 1
        by_id = {one.story.id: one for one in now}
        for row in issue.coverage.select_related("earlier"):
            one = by_id[row.story_id]
            tally.published[one.role] += 1
            tally.labelled[one.role] += bool(row.what_is_new)
            if row.earlier and (
                one.role is not Role.AGAIN
                or published.get(row.earlier.story_id) == one.event
            ):
                tally.linked[one.role] += 1
            if one.role not in (Role.OTHER, Role.VERSION):
                published[row.story_id] = one.event


def _rule(
    newsletter: Newsletter, day: date, found: Iterable[Candidate], tally: Tally
) -> None:
    """What the memory says of each story of a week."""
    known = memory.recall(newsletter, [one.story for one in found], on=day)
    place = place_of(newsletter)
    for one in found:
        told = known.get(one.story.id)
        before = told_of(place, told) if told else None
        ruled = ruling(one.story.model_copy(update={"told": before}))
        tally.rulings[one.role, ruled] += 1
        if one.role is Role.AGAIN:
            tally.forms[one.form, ruled] += 1
        is_wrong = (one.role in NEWS) != (ruled is Ruling.NEW)
        if is_wrong:
            beside = f" | {before.title} [{before.by}]" if before else ""
            tally.wrong.append(
                f"{one.role} {one.form} ruled {ruled}: {one.story.title}{beside}"
            )


def _session(
    newsletter: Newsletter, day: date, stories: list[Story], tally: Tally
) -> Issue | None:
    async def find(kind: Kind, *_: Any, **__: Any) -> SearchResult:
        told = tuple(one for one in stories if one.kind is kind)
        report = OutletReport(
            name="The year", url="https://year.example/", found=len(told)
        )
        return SearchResult(told, (report,), {"The year": told})

    session = sessions.start(
        newsletter,
        sessions.Plan(
            sources=Session.Sources.SAMPLE,
            as_of=datetime.combine(day, time_of_day(9), tzinfo=UTC),
            brains=("local",),
        ),
    )
    with (
        patch.object(search_sources, "find", find),
        # What passes the floors is told, good or not.
        patch.object(evaluator, "GOOD", 0),
        patch.object(selection, "GOOD", 0),
        _pages_of(stories),
    ):
        while taken := leases.take_all(session.pk):
            for one in taken:
                steps.perform(one)
    session.refresh_from_db()
    issue = Issue.objects.filter(
        session_name=session.name, status=Issue.Status.PUBLISHED
    ).first()
    if issue is None:
        tally.aborted.append(f"{day}: {session.status} {session.reason}")
    return issue


_PAGES: dict[tuple[str, str], Any] = {}


@contextmanager
def _pages_of(stories: Iterable[Story]) -> Iterator[None]:
    """The stories' own pages are there to be read while the block lasts."""
    for story in stories:
        parts = urlsplit(story.url)
        _PAGES[parts.netloc, parts.path.rstrip("/") or "/"] = always(_page(story))
    yield
    _PAGES.clear()


def _page(story: Story) -> Reply:
    title, text = escape(story.title), escape(story.summary)
    html = (
        f"<!doctype html><html><head><title>{title}</title></head><body><article>"
        f"<h1>{title}</h1><p>{text}</p></article></body></html>"
    )
    return Reply(body=html.encode())


def shown(name: str, tally: Tally) -> Table:
    """A year in a table."""
    table = Table(title=name, show_header=False)
    told = sum(tally.published.values())
    unlabelled = tally.published[Role.AGAIN] - tally.labelled[Role.AGAIN]
    linked = tally.linked[Role.AGAIN]
    news_told = sum(tally.published[role] for role in NEWS)
    news_linked = sum(tally.linked[role] for role in NEWS)
    again, updates, news = tally.of(Role.AGAIN), tally.of(Role.UPDATE), tally.of(*NEWS)
    labels = tally.labelled
    rows = [
        ("issues", f"{tally.issues:,} ({len(tally.aborted)} sessions without one)"),
        ("stories told in issues", f"{told:,}"),
        ("repeats told, no label and no link (goal 0.2%)", share(unlabelled - linked, told)),
        ("  told as news, with a link", share(linked, told)),
        ("news with a link to what was told", share(news_linked, news_told)),
        ("retellings told as updates", share(labels[Role.AGAIN], told)),
        ("updates told", f"{tally.published[Role.UPDATE]:,}"),
        ("  with their label", share(labels[Role.UPDATE], tally.published[Role.UPDATE])),
        ("labels on updates", share(labels[Role.UPDATE], sum(labels.values()))),
        ("planted retellings found", share(again - tally.ruled(Ruling.NEW, Role.AGAIN), again)),
        ("false alarms: news refused (goal 1%)", share(tally.ruled(Ruling.REPEAT, *NEWS), news)),
        ("news labelled as an update", share(tally.ruled(Ruling.UPDATE, *NEWS), news)),
        ("another version refused", share(tally.ruled(Ruling.REPEAT, Role.VERSION), tally.of(Role.VERSION))),
        ("updates kept", share(updates - tally.ruled(Ruling.REPEAT, Role.UPDATE), updates)),
        *(
            (f"  found: {form}", share(sum(tally.forms[form, one] for one in (Ruling.REPEAT, Ruling.UPDATE)), sum(tally.forms[form, one] for one in Ruling)))
            for form in sorted({form for form, _ in tally.forms})
        ),
    ]  # fmt: skip
    for row in rows:
        table.add_row(*row)
    return table


def main() -> None:
    """Print a year of each newsletter on each part of the events."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weeks", type=int, default=WEEKS)
    parser.add_argument("--show", type=int, default=0, help="So many that went wrong.")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    console = Console()
    with server.run(Catalogue(_PAGES, frozenset())) as at:
        routes = SampleRoutes(at, frozenset())
        with patch.object(workbench, "routes", lambda _: routes):
            for part in [options.part] if options.part else PARTS:
                tally, began = Tally(), time.monotonic()
                for language in options.languages:
                    year = RetoldYear(language, part, options.seed)
                    lived(year, language, f"{language}-{part}", options.weeks, tally)
                took = time.monotonic() - began
                console.print(
                    shown(f"Years of whole sessions, {part}, {took:.0f} s", tally)
                )
                for line in [*tally.aborted, *tally.wrong[: options.show]]:
                    console.print(line, markup=False)


if __name__ == "__main__":
    main()
