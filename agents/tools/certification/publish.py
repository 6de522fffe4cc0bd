"""From a verified draft to an issue: what the publishing floor must be told."""

from collections.abc import Iterable
from datetime import date, timedelta

from agents.events.brief import Choice, CoveredTopic, ItemsEvaluated
from agents.events.schema import Kind
from agents.tools.certification.angles import made_up
from agents.tools.certification.disclose import disclosures
from agents.tools.certification.selection import NOT_NAMED
from agents.tools.workbench import Workbench
from agents.workflows.chosen import (
    chosen_stories,
    corrections_due,
    rated,
    researched,
)
from agents.workflows.drafted import KnownDraft
from agents.workflows.state import State
from newsletter.drafts.draft import Draft
from newsletter.drafts.links import links_of
from newsletter.drafts.rules.unfit import fault_of
from newsletter.issues import corrections, lessons
from newsletter.issues.memory import Covered
from newsletter.issues.publish import publish
from newsletter.models import Issue
from newsletter.research.story import Story
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import canonical


def told(bench: Workbench, draft: Draft) -> list[Story]:
    """The chosen stories that the draft links to: what the issue covers."""
    linked = {canonical(link.url) for link in links_of(draft.tokens)}
    return [
        story
        for story, _ in chosen_stories(bench.state)
        if canonical(story.url) in linked
    ]


def topics(
    issue: Issue, stories: Iterable[Story], on: date
) -> tuple[CoveredTopic, ...]:
    """The stories as the log keeps them, so that later issues do not tell them again."""
    return tuple(
        CoveredTopic(
            story_id=story.id,
            title=story.title,
            url=story.url,
            issue_number=issue.number,
            covered_on=on,
        )
        for story in stories
    )


def _covered(bench: Workbench, story: Story, choice: Choice) -> Covered:
    """The story as the memory keeps it; an angle that is made up is not kept."""
    is_shown = not (made_up(bench, choice, story) or fault_of(choice.why))
    why = choice.why if is_shown else ""
    if choice.update is None:
        return Covered(story, why)
    update = choice.update
    return Covered(story, why, update.what_is_new, (update.issue, update.title))


def covered(bench: Workbench, draft: Draft) -> list[Covered]:
    """What a draft tells, as the memory keeps it."""
    choices = {story.id: choice for story, choice in chosen_stories(bench.state)}
    return [_covered(bench, story, choices[story.id]) for story in told(bench, draft)]


def publish_draft(
    bench: Workbench, verified: KnownDraft, *, is_preview: bool = False
) -> Issue:
    """The session's issue, made once; a dry run makes a preview."""
    is_preview = is_preview or bench.session.is_dry_run
    written, session = verified.written, bench.session
    window = window_days(bench)
    passed = bench.last(Kind.VERIFICATION_PASSED) or {}
    issue = publish(
        bench.newsletter,
        session_name=session.name,
        subject=written.subject,
        preheader=written.preheader,
        draft=verified.draft,
        citations=written.citations,
        coverage=covered(bench, verified.draft),
        disclosures=disclosures(session),
        is_sample=bench.is_sample,
        covers_from=(bench.now - timedelta(days=window)).date(),
        covers_until=bench.now.date(),
        now=bench.now,
        scorecard=passed.get("scorecard"),
        outcomes=passed.get("outcomes"),
        preview=is_preview,
    )
    if not is_preview and not bench.is_sample:
        _teach(bench, issue)
    if not is_preview:
        corrections.mark_told([one.id for one in corrections_due(bench.state)], issue)
    return issue


def _teach(bench: Workbench, issue: Issue) -> None:
    """What the issue told was wanted, and what was not good enough for it was not."""
    ids = set(issue.coverage.values_list("story_id", flat=True))
    stories = researched(bench.state)
    told = [story for story in stories.values() if story.id in ids]
    passed = [
        stories[name]
        for name in passed_over(bench.state, bench.editorial.rules)
        if name in stories and name not in ids
    ]
    lessons.keep_picks(bench.newsletter, told, passed, bench.now.date())


def passed_over(state: State, rubric: Rubric) -> list[str]:
    """The stories that miss a floor, or that nobody thought worth a score, by id.

    What was good enough and lost for want of room, as one more of a publisher, or because
    it had been told or was told by another, says nothing of what readers want.
    """
    chosen = ItemsEvaluated.model_validate(state.last.get(Kind.ITEMS_EVALUATED, {}))
    rating = rated(state)
    left = [one for one in chosen.rejected_items if not one.same_as]
    scored = [(one.story_id, one.scores) for one in left]
    scored += [(one.story_id, one.scores) for one in rating.rated]
    said = [(one.story_id, one.reason) for one in left]
    said += [(one.story_id, one.reason) for one in rating.left_out]
    return [
        *(name for name, scores in scored if scores and scores.shortfall(rubric)),
        *(name for name, reason in said if reason == NOT_NAMED),
    ]


def window_days(bench: Workbench) -> int:
    """How many days back the research looked; of several, the one that looked furthest."""
    found = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED, Kind.URLS_GATHERED)
    told = [data["window_days"] for kind in found if (data := bench.last(kind))]
    return max(told, default=bench.editorial.rules.window_days)
