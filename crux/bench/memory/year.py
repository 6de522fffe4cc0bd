"""A year of weekly sessions: `python -m crux.bench.memory.year`.

Newsletters on eight subjects in eleven languages tell what their weeks bring. Told stories
come back under other titles, outlets and spellings, go on, and have look-alikes: another
product of the maker, another version, another match of the same clubs. Rules were tuned on
one half of the patterns in `material.toml`; the other was written without sight of the
code and measured once before anything was mended for it. So it is with the events of
`retold.toml`, of which `sessions` makes whole sessions. It runs on a database of its own,
through the same code as a session of the local brain.
"""

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import django

if __name__ == "__main__":
    _kept = tempfile.TemporaryDirectory()
    os.environ["DATABASE_URL"] = f"sqlite:///{_kept.name}/year.sqlite3"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.core.management import call_command
from rich.console import Console
from rich.table import Table

from crux.bench.memory.retold import LANGUAGES, PARTS, RetoldYear
from crux.bench.memory.world import (
    FIRST_DAY,
    Candidate,
    Role,
    World,
    as_things_stand,
    worlds,
)
from newsletter.issues import memory
from newsletter.issues.memory import Covered, Told
from newsletter.models import Issue, Newsletter
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Story, ToldBefore

HALVES = ("tuning", "held-out")
RETOLD = tuple(f"retold {part}" for part in PARTS)


@dataclass(slots=True)
class Year:
    """What became of a year's candidates, by what they truly were."""

    rulings: Counter[tuple[Role, Ruling]] = field(default_factory=Counter)
    # What code refuses to every brain, whatever the local one's rules say.
    refused: Counter[Role] = field(default_factory=Counter)
    # Told as news, with a link to what was told: of a repeat only to a telling of it.
    linked: Counter[Role] = field(default_factory=Counter)
    # Links of any story, and those to an event that it has nothing to do with: of the
    # same pattern, so told in the same words, and of another.
    links_of_all: int = 0
    astray: Counter[bool] = field(default_factory=Counter)
    wrong: list[tuple[Candidate, Ruling, str]] = field(default_factory=list)

    def of(self, *roles: Role) -> int:
        return sum(self.rulings[role, one] for role in roles for one in Ruling)

    def ruled(self, one: Ruling, *roles: Role) -> int:
        return sum(self.rulings[role, one] for role in roles)

    @property
    def told(self) -> int:
        return self.of(*Role) - self.ruled(Ruling.REPEAT, *Role)

    @property
    def repeats_told(self) -> int:
        """Without a word that they were told before, nor a link to where."""
        return self.ruled(Ruling.NEW, *REPEATS) - self.links(*REPEATS)

    def links(self, *roles: Role) -> int:
        return sum(self.linked[role] for role in roles)


REPEATS = (Role.AGAIN, Role.LATER)
NEWS = (Role.NEW, Role.OTHER, Role.VERSION)
_RIGHT = {
    Role.NEW: {Ruling.NEW},
    Role.OTHER: {Ruling.NEW},
    Role.VERSION: {Ruling.NEW},
    Role.AGAIN: {Ruling.REPEAT},
    Role.LATER: {Ruling.REPEAT},
    Role.UPDATE: {Ruling.UPDATE, Ruling.NEW},
}


def _of(half: str, seeds: Sequence[int]) -> Iterable[World | RetoldYear]:
    if half in HALVES:
        return worlds(half, seeds)
    part = half.removeprefix("retold ")
    return (RetoldYear(one, part, seed) for one in LANGUAGES for seed in seeds)


def lived(all_worlds: Iterable[World | RetoldYear]) -> Year:
    """Tell what each week brings, as the memory allows."""
    year = Year()
    for world in all_worlds:
        number = Newsletter.objects.count()
        newsletter = Newsletter.objects.create(
            slug=f"year-{number}", title="Year", profile="all"
        )
        events: dict[str, int] = {}
        known: dict[str, Candidate] = {}
        for week, found in enumerate(world.weeks):
            told = set(events.values())
            candidates = [as_things_stand(one, told) for one in found]
            known |= {one.story.id: one for one in candidates}
            issue = _session(newsletter, week, candidates, year, events)
            _count_links(issue, known, year, events)
    return year


def issue_of(newsletter: Newsletter, week: int) -> Issue:
    """A week's issue, not yet kept."""
    day = FIRST_DAY + timedelta(weeks=week)
    return Issue(
        newsletter=newsletter,
        number=week + 1,
        slug=f"week-{week}",
        session_name=f"{newsletter.slug}-{week}",
        status=Issue.Status.PUBLISHED,
        subject="A week",
        markdown="# A week",
        draft_sha256="0" * 64,
        covers_until=day,
        published_at=datetime.combine(day, time(9), tzinfo=ZoneInfo("UTC")),
    )


def _session(
    newsletter: Newsletter,
    week: int,
    candidates: list[Candidate],
    year: Year,
    events: dict[str, int],
) -> Issue:
    """One week; `events` has by its id the event that each told story is of."""
    issue = issue_of(newsletter, week)
    day = issue.day
    stories = [one.story for one in candidates]
    found = memory.recall(newsletter, stories, on=day)
    tells: dict[str, Covered] = {}
    for one in candidates:
        known = found.get(one.story.id)
        story = with_told(one.story, known)
        ruled = ruling(story)
        year.rulings[one.role, ruled] += 1
        if known and known.match.is_certain:
            year.refused[one.role] += 1
        if ruled not in _RIGHT[one.role]:
            told = (
                f"{known.row.title} [{known.match.by}, {known.match.shared:.2f}]"
                if known
                else ""
            )
            year.wrong.append((one, ruled, told))
        if ruled is not Ruling.REPEAT:
            new = story.title if ruled is Ruling.UPDATE else ""
            tells[story.id] = Covered(story, what_is_new=new)
            if one.role not in (Role.OTHER, Role.VERSION):
                events[story.id] = one.event
    issue.save()
    memory.remember(issue, tells.values())
    lately = memory.likely_told(found) | memory.told_lately(
        issue, (one.story for one in tells.values())
    )
    memory.follow(issue, {name: one.row for name, one in found.items()}, lately)
    return issue


def _count_links(
    issue: Issue, known: dict[str, Candidate], year: Year, events: dict[str, int]
) -> None:
    """A repeat counts as linked only where the link leads to a telling of its event."""
    for row in issue.coverage.exclude(earlier=None).select_related("earlier"):
        if row.earlier is None:
            continue
        one, other = known[row.story_id], known[row.earlier.story_id]
        year.links_of_all += 1
        if one.event != other.event:
            year.astray[one.pattern == other.pattern] += 1
        if one.role not in REPEATS or events.get(row.earlier.story_id) == one.event:
            year.linked[one.role] += 1


def with_told(story: Story, known: Told | None) -> Story:
    if known is None:
        return story
    told = ToldBefore(
        issue=known.row.issue.number,
        on=known.row.told_on or FIRST_DAY,
        title=known.row.title,
        url="https://crux.example/issues/x/",
        gist=known.row.gist,
        by=known.match.by,
        is_certain=known.match.is_certain,
        shared=known.match.shared,
    )
    return story.model_copy(update={"told": told})


def shown(name: str, year: Year) -> Table:
    """The year in a table."""
    table = Table(title=name, show_header=False)
    again, news = year.of(*REPEATS), year.of(*NEWS)
    found = again - year.ruled(Ruling.NEW, *REPEATS)
    alarms = year.ruled(Ruling.REPEAT, *NEWS)
    mislabelled = year.ruled(Ruling.UPDATE, *NEWS)
    updates = year.of(Role.UPDATE)
    kept = updates - year.ruled(Ruling.REPEAT, Role.UPDATE)
    labelled = year.ruled(Ruling.UPDATE, Role.UPDATE)
    versions = year.of(Role.VERSION)
    versions_told = versions - year.ruled(Ruling.REPEAT, Role.VERSION)
    refused_again = sum(year.refused[one] for one in REPEATS)
    refused_news = sum(year.refused[one] for one in NEWS)
    rows = (
        ("stories told", f"{year.told:,}"),
        ("repeats told, no label and no link", share(year.repeats_told, year.told)),
        ("  told as news, with a link", share(year.links(*REPEATS), year.told)),
        ("planted repeats found", share(found, again)),
        ("  told as updates", share(year.ruled(Ruling.UPDATE, *REPEATS), again)),
        ("  by code alone, for every brain", share(refused_again, again)),
        ("false alarms: news left out", share(alarms, news)),
        ("  certain to code, so refused to every brain", share(refused_news, news)),
        ("news labelled as an update", share(mislabelled, news)),
        ("news with a link to what was told", share(year.links(*NEWS), news - alarms)),
        ("links to another event, told in other words",
         share(year.astray[False], year.links_of_all)),
        ("  and told in the same words", share(year.astray[True], year.links_of_all)),
        ("another version told", share(versions_told, versions)),
        ("updates kept", share(kept, updates)),
        ("  with a link", share(year.links(Role.UPDATE), updates)),
        ("  labelled as such", share(labelled, updates)),
        ("labels that are right", share(labelled, year.ruled(Ruling.UPDATE, *Role))),
    )  # fmt: skip
    for row in rows:
        table.add_row(*row)
    return table


def share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({part / whole:.2%})" if whole else "none"


def main() -> None:
    """Print a year on each half of the patterns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=(*HALVES, *RETOLD))
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--show", type=int, default=0, help="So many that went wrong.")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    console = Console()
    for half in [options.half] if options.half else (*HALVES, *RETOLD):
        year = lived(_of(half, range(options.seeds)))
        console.print(shown(f"A year of weekly sessions, {half} patterns", year))
        for one, ruled, told in year.wrong[: options.show]:
            console.print(
                f"{one.role} ruled {ruled}: {one.story.title}\n    {told}", markup=False
            )


if __name__ == "__main__":
    main()
