"""From a verified draft to an issue: what it covers, of which days, and only once."""

from datetime import UTC, date, datetime

import pytest

from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools.certification import publish
from agents.tools.certification.selection import NOT_NAMED
from agents.workflows.drafted import KnownDraft
from agents.workflows.state import State
from agents.workflows.weekly_brief import BRIEF
from newsletter.drafts.parsing import parse
from newsletter.models import Issue
from newsletter.research.story import Kind as StoryKind
from newsletter.standards.rubric import Rubric
from newsletter.tests.support.makers import MARKDOWN

pytestmark = pytest.mark.django_db

LAUNCH = make_story(1, id="a-launch", url="https://a.example/news")
LEFT_OUT = make_story(2, id="left-out", url="https://b.example/tool")
PAPER = make_story(
    3, id="a-paper", url="https://arxiv.org/abs/2508.01234", kind=StoryKind.PAPER
)
SCORES = {"relevance": 8, "depth": 8, "novelty": 8}


def chosen(*stories):
    return [
        {"story_id": story.id, "scores": SCORES, "why": "It fits."} for story in stories
    ]


def researched(name, *stories, days=7):
    dumped = [story.model_dump(mode="json") for story in stories]
    return {name: dumped, "window_days": days}


@pytest.fixture
def delivering(make_session):
    """The delivery agent's bench, with three stories chosen."""

    def make(*, launches_days=7, papers_days=7, **plan):
        session = make_session(as_of=datetime(2025, 8, 7, 9, tzinfo=UTC), **plan)
        last = {
            Kind.LAUNCHES_RESEARCHED: researched(
                "launches", LAUNCH, LEFT_OUT, days=launches_days
            ),
            Kind.PAPERS_RESEARCHED: researched("papers", PAPER, days=papers_days),
            Kind.ITEMS_EVALUATED: {
                "selected_launches": chosen(LAUNCH, LEFT_OUT),
                "selected_papers": chosen(PAPER),
            },
        }
        return make_bench(session, "delivery", last=last)

    return make


def drafted(markdown=MARKDOWN):
    draft = DraftWritten(subject="Model A is out, and 1 more", markdown=markdown)
    return KnownDraft(draft, parse(markdown))


def test_an_issue_covers_the_chosen_stories_that_it_links(delivering):
    told = publish.told(delivering(), drafted().draft)

    assert [story.id for story in told] == ["a-launch", "a-paper"]


def test_another_spelling_of_an_address_is_the_same_story(delivering):
    markdown = MARKDOWN.replace(
        "https://a.example/news", "https://A.example/news/?utm_source=crux#top"
    ).replace("arxiv.org/abs/2508.01234", "arxiv.org/pdf/2508.01234v2")

    told = publish.told(delivering(), drafted(markdown).draft)

    assert [story.id for story in told] == ["a-launch", "a-paper"]


def test_what_was_told_is_remembered_with_the_issue(delivering):
    bench = delivering()

    issue = publish.publish_draft(bench, drafted())

    assert set(issue.coverage.values_list("story_id", flat=True)) == {
        "a-launch",
        "a-paper",
    }
    assert (issue.session_name, issue.is_sample) == (bench.session.name, True)
    assert issue.status == Issue.Status.PUBLISHED


def test_publishing_twice_gives_the_same_issue(delivering):
    bench = delivering()

    first = publish.publish_draft(bench, drafted())

    assert publish.publish_draft(bench, drafted()) == first
    assert Issue.objects.count() == 1


@pytest.mark.parametrize(
    ("launches_days", "papers_days", "covers_from"),
    [
        (7, 7, date(2025, 7, 31)),
        (10, 7, date(2025, 7, 28)),
        (7, 10, date(2025, 7, 28)),
    ],
)
def test_an_issue_is_of_the_days_that_research_looked_at(
    delivering, launches_days, papers_days, covers_from
):
    bench = delivering(launches_days=launches_days, papers_days=papers_days)

    issue = publish.publish_draft(bench, drafted())

    assert (issue.covers_from, issue.covers_until) == (covers_from, date(2025, 8, 7))


def test_without_research_the_days_are_the_rubrics(delivering):
    bench = delivering()
    bench.session.newsletter.rubric = {"window_days": 14}
    bench.state.last.clear()

    assert publish.window_days(bench) == 14


def test_a_dry_run_makes_a_preview_and_later_runs_do_not_count_it(delivering):
    preview = publish.publish_draft(delivering(is_dry_run=True), drafted())
    issue = publish.publish_draft(delivering(), drafted())

    assert preview.status == Issue.Status.PREVIEW
    assert issue.number == 1


def test_what_was_good_enough_or_told_already_is_not_passed_over():
    far = {**SCORES, "relevance": 1}
    left = [
        ("far", far, {}),
        ("no-room", SCORES, {}),
        ("second-of-a-publisher", None, {}),
        ("same", far, {"same_as": "a-launch"}),
        ("unnamed", None, {"reason": NOT_NAMED}),
    ]
    rejected = [
        {"story_id": name, "scores": scores, "reason": "It is out.", **more}
        for name, scores, more in left
    ]
    state = State(BRIEF)
    state.last = {Kind.ITEMS_EVALUATED: {"rejected_items": rejected}}
    rated = [
        {"story_id": name, "scores": scores, "why": "It fits."}
        for name, scores in (("near", SCORES), ("weak", far))
    ]
    out = [{"story_id": name, "reason": name} for name in ("told twice", NOT_NAMED)]
    digest = State(BRIEF)
    digest.last = {Kind.ARTICLES_RATED: {"rated": rated, "left_out": out}}

    assert publish.passed_over(state, Rubric()) == ["far", "unnamed"]
    assert publish.passed_over(digest, Rubric()) == ["weak", NOT_NAMED]
