"""What a session's log tells of its issue, for the lines that an issue says of itself."""

from collections import Counter
from collections.abc import Sequence

from agents.events.brief import (
    CoveredTopics,
    ItemsEvaluated,
    LaunchesResearched,
    PapersResearched,
)
from agents.events.digest import (
    ArticlesDownloaded,
    SectionsSelected,
    UrlsFiltered,
    UrlsGathered,
)
from agents.events.drafts import CheckedLink, VerificationFailed
from agents.events.schema import Kind
from agents.tools.workbench import Workbench
from newsletter.research.story import Story, each_once
from newsletter.verification.judging.addressing import speaks_to_reader
from newsletter.verification.ours.record import Record, Tally

_LONGEST_FAULT = 120
_RESEARCHED = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED, Kind.URLS_GATHERED)


def record_of(
    bench: Workbench, left_out: Sequence[str] = (), sentences_left_out: int = 0
) -> Record:
    """The record of the session so far.

    `left_out` are stories that code took out now, and sentences in number.
    """
    last = bench.state.last
    launches = LaunchesResearched.model_validate(last.get(Kind.LAUNCHES_RESEARCHED, {}))
    papers = PapersResearched.model_validate(last.get(Kind.PAPERS_RESEARCHED, {}))
    chosen = ItemsEvaluated.model_validate(last.get(Kind.ITEMS_EVALUATED, {}))
    covered = CoveredTopics.model_validate(last.get(Kind.COVERED_TOPICS, {}))
    gathered = UrlsGathered.model_validate(last.get(Kind.URLS_GATHERED, {}))
    filtered = UrlsFiltered.model_validate(last.get(Kind.URLS_FILTERED, {}))
    read = ArticlesDownloaded.model_validate(last.get(Kind.ARTICLES_DOWNLOADED, {}))
    sections = SectionsSelected.model_validate(last.get(Kind.SECTIONS_SELECTED, {}))
    stories = (*launches.launches, *papers.papers, *read.stories)
    failed = _failed(bench)
    asked = [one for one in (launches.sources, papers.sources, gathered.sources) if one]
    reports = [report for sources in asked for report in sources]
    outlets = each_once(reports)
    brought = Counter[str]()
    for report in reports:
        brought[report.name] += report.found
    windows = [last[kind].get("window_days", 7) for kind in _RESEARCHED if kind in last]
    selected = sum(len(one.story_ids) + len(one.brief_ids) for one in sections.sections)
    return Record(
        newsletter=bench.newsletter.title,
        language=bench.editorial.language,
        until=bench.now.date(),
        window_days=max(windows, default=7),
        launches=Tally(
            launches.considered, len(launches.launches), len(chosen.selected_launches)
        ),
        papers=Tally(
            papers.considered, len(papers.papers), len(chosen.selected_papers)
        ),
        stories_of_all_kinds=Tally(gathered.considered, len(read.stories), selected),
        outlets=tuple(one.name for one in outlets),
        asked=tuple(map(len, asked)),
        answered=tuple(sum(not one.fault for one in sources) for sources in asked),
        silent=tuple(one.name for one in outlets if one.fault),
        faults=tuple(_quiet(one.fault) for one in outlets if one.fault),
        empty=tuple(
            one.name for one in outlets if not one.fault and not brought[one.name]
        ),
        stories=tuple(story.title for story in stories),
        makers=tuple(dict.fromkeys(_makers(stories))),
        told_before=len(covered.topics) + filtered.told_before,
        issues_read=covered.issues_read + filtered.issues_read,
        verdicts=tuple(dict.fromkeys(one.reason for one in failed)),
        left_out=tuple(left_out),
        sentences_left_out=max(
            sentences_left_out, len({one.sentence for one in failed if one.sentence})
        ),
    )


def _quiet(fault: str) -> str:
    """Why a source did not answer, unless its server's words speak to who reads them."""
    return "" if speaks_to_reader(fault) else fault[:_LONGEST_FAULT]


def _makers(stories: Sequence[Story]) -> list[str]:
    return [
        name
        for story in stories
        for name in (story.publisher, *(one.publisher for one in story.also))
    ]


def _failed(bench: Workbench) -> list[CheckedLink]:
    """What code held against earlier drafts, which an issue may say in its words."""
    events = bench.session.events.of_kind(Kind.VERIFICATION_FAILED).order_by("seq")
    return [
        link
        for data in events.values_list("data", flat=True)
        for link in VerificationFailed.model_validate(data).invalid_urls
    ]
