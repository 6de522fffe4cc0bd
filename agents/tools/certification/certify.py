"""Code certifies what agents propose: known stories, kept floors, the very draft."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.engine import routes
from agents.events.schema import (
    Choice,
    CoveredTopics,
    CriticRejection,
    Data,
    DraftApproved,
    DraftTrimmed,
    DraftWritten,
    ItemsEvaluated,
    Kind,
    LaunchesResearched,
    PapersResearched,
    ToldCorrection,
)
from agents.tools.certification.mandate import Mandate, breaches
from agents.tools.workbench import Workbench
from agents.workflows.state import State
from newsletter.drafts.critique import Violation, review
from newsletter.drafts.links import canonical
from newsletter.drafts.parsing import sha256_of
from newsletter.issues import corrections as watch
from newsletter.research.story import Story
from newsletter.standards.rubric import Rubric


class Refused(Exception):
    """The event is not certified; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class KnownDraft:
    """A draft in the log, by the hash of its text."""

    draft: DraftWritten
    sha256: str


def latest_draft(state: State) -> KnownDraft | None:
    """The newest draft of the session."""
    data = state.last.get(Kind.DRAFT_WRITTEN)
    if data is None:
        return None
    draft = DraftWritten.model_validate(data)
    return KnownDraft(draft, sha256_of(draft.markdown))


def approved_draft(state: State) -> KnownDraft | None:
    """The newest draft, if it is the one that the critic approved last."""
    return _if_about(latest_draft(state), state.last.get(Kind.DRAFT_APPROVED))


def trimmed_draft(state: State) -> KnownDraft | None:
    """What code made of the approved draft, if it made anything of it."""
    approved, data = approved_draft(state), state.last.get(Kind.DRAFT_TRIMMED)
    if approved is None or data is None:
        return None
    trimmed = DraftTrimmed.model_validate(data)
    known = KnownDraft(trimmed, sha256_of(trimmed.markdown))
    is_its_own = trimmed.from_sha256 == approved.sha256
    return known if is_its_own and trimmed.to_sha256 == known.sha256 else None


def verified_draft(state: State) -> KnownDraft | None:
    """The draft that passed verification: the approved one, or what it was trimmed to."""
    passed = state.last.get(Kind.VERIFICATION_PASSED)
    trimmed = _if_about(trimmed_draft(state), passed)
    return trimmed or _if_about(approved_draft(state), passed)


def _if_about(known: KnownDraft | None, data: Any) -> KnownDraft | None:
    is_same = known and data and data["draft_sha256"] == known.sha256
    return known if is_same else None


def chosen_stories(state: State) -> list[tuple[Story, Choice]]:
    """The stories that the evaluator chose, launches before papers, best first."""
    chosen = ItemsEvaluated.model_validate(state.last[Kind.ITEMS_EVALUATED])
    stories = researched(state)
    choices = (*chosen.selected_launches, *chosen.selected_papers)
    return [(stories[choice.story_id], choice) for choice in choices]


def researched(state: State) -> dict[str, Story]:
    """Every story that research found in this session, by id."""
    launches = _found(state, Kind.LAUNCHES_RESEARCHED, "launches")
    papers = _found(state, Kind.PAPERS_RESEARCHED, "papers")
    stories = (Story.model_validate(story) for story in (*launches, *papers))
    return {story.id: story for story in stories}


def _found(state: State, kind: Kind, name: str) -> Sequence[Mapping[str, Any]]:
    stories: Sequence[Mapping[str, Any]] = state.last.get(kind, {}).get(name, ())
    return stories


def corrections_due(state: State) -> tuple[ToldCorrection, ...]:
    """What this session's issue has to correct."""
    covered = CoveredTopics.model_validate(state.last.get(Kind.COVERED_TOPICS, {}))
    return covered.corrections


def certify(bench: Workbench, kind: Kind, data: Data) -> Data:
    """The data as it may be written, with what only code knows filled in.

    Raises Refused.
    """
    check = _CHECKS.get(kind)
    return check(bench, data) if check else data


def _memory(bench: Workbench, data: Any) -> Data:
    """What earlier issues must be corrected in, no agent says."""
    due = tuple(
        ToldCorrection(
            id=correction.pk,
            sentence=f"Since issue {correction.issue.number}: {correction.sentence}",
        )
        for correction in watch.untold(bench.newsletter, is_sample=bench.is_sample)
    )
    told: Data = data.model_copy(update={"corrections": due})
    return told


def _launches(bench: Workbench, data: Any) -> Data:
    most = bench.newsletter.rules.researched_launches
    return _known_stories(bench, data, data.launches, most)


def _papers(bench: Workbench, data: Any) -> Data:
    most = bench.newsletter.rules.researched_papers
    return _known_stories(bench, data, data.papers, most)


def _known_stories(
    bench: Workbench,
    data: LaunchesResearched | PapersResearched,
    stories: Sequence[Story],
    most: int,
) -> Data:
    if len(stories) > most:
        raise Refused(f"{len(stories)} stories are too many; give the best {most}.")
    known = {canonical(url) for url in bench.known_addresses()}
    invented = [story.url for story in stories if canonical(story.url) not in known]
    if invented:
        raise Refused(
            f"No tool returned these addresses: {', '.join(invented)}. "
            "Give only stories that search_sources or fetch_page showed you."
        )
    _refuse_doubles(story.id for story in stories)
    return data


def _evaluation(bench: Workbench, data: Any) -> Data:
    rubric, state = bench.newsletter.rules, bench.state
    launches, papers = data.selected_launches, data.selected_papers
    _refuse_unknown(state, Kind.LAUNCHES_RESEARCHED, "launches", launches)
    _refuse_unknown(state, Kind.PAPERS_RESEARCHED, "papers", papers)
    choices = (*launches, *papers)
    _refuse_doubles(choice.story_id for choice in choices)
    quotas = (
        (launches, rubric.published_launches, "launches"),
        (papers, rubric.published_papers, "papers"),
    )
    for chosen, most, name in quotas:
        if len(chosen) > most:
            raise Refused(f"{len(chosen)} {name} are too many; choose at most {most}.")
    for choice in choices:
        _refuse_below_floor(choice, rubric)
    return data  # type: ignore[no-any-return]


def _refuse_unknown(
    state: State, kind: Kind, name: str, choices: Sequence[Choice]
) -> None:
    """A paper is no launch: each is chosen among its own kind, within its own quota."""
    known = {story["id"] for story in _found(state, kind, name)}
    unknown = [choice.story_id for choice in choices if choice.story_id not in known]
    if unknown:
        raise Refused(f"Not among the researched {name}: {', '.join(unknown)}.")


def _refuse_below_floor(choice: Choice, rubric: Rubric) -> None:
    scores = choice.scores
    floors = (
        ("relevance", scores.relevance, rubric.relevance_floor),
        ("depth", scores.depth, rubric.depth_floor),
        ("novelty", scores.novelty, rubric.novelty_floor),
        ("total", scores.total, rubric.total_floor),
    )
    for axis, score, floor in floors:
        if score < floor:
            raise Refused(
                f"{choice.story_id}: {axis} {score} is below the floor of {floor}; "
                "reject it instead."
            )


def _refuse_doubles(ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for story_id in ids:
        if story_id in seen:
            raise Refused(f"{story_id} stands there twice; name it once.")
        seen.add(story_id)


def _approval(bench: Workbench, data: Any) -> Data:
    """An approval stands only for a draft that breaks none of the coded rules."""
    known = _about_latest(bench, data)
    draft = known.draft
    broken = review(
        draft.markdown, draft.subject, draft.citations, bench.newsletter.rules
    )
    broken += breaches(draft, _mandate(bench))
    if broken:
        found = "; ".join(_told(violation) for violation in broken[:10])
        raise Refused(
            f"This draft cannot be approved. Emit critic_rejection with: {found}"
        )
    return DraftApproved(draft_sha256=known.sha256, remarks=data.remarks)


def _mandate(bench: Workbench) -> Mandate:
    return Mandate(
        newsletter=bench.newsletter.title,
        chosen=[story for story, _ in chosen_stories(bench.state)],
        outlets=[spec.url for spec in routes.specs(bench.session.sources)],
        corrections=corrections_due(bench.state),
    )


def _told(violation: Violation) -> str:
    where = f" ({violation.where})" if violation.where else ""
    return f"{violation.code}{where}: {violation.message}"


def _rejection(bench: Workbench, data: Any) -> Data:
    known = _about_latest(bench, data)
    return CriticRejection(draft_sha256=known.sha256, problems=data.problems)


def _about_latest(bench: Workbench, data: Any) -> KnownDraft:
    known = latest_draft(bench.state)
    if known is None:
        raise Refused("There is no draft yet.")
    if data.draft_sha256 not in ("", known.sha256):
        raise Refused(
            f"draft_sha256 {data.draft_sha256!r} is not the newest draft's, which is "
            f"{known.sha256!r}; leave it out and it is filled in."
        )
    return known


_CHECKS: dict[Kind, Callable[[Workbench, Any], Data]] = {
    Kind.COVERED_TOPICS: _memory,
    Kind.LAUNCHES_RESEARCHED: _launches,
    Kind.PAPERS_RESEARCHED: _papers,
    Kind.ITEMS_EVALUATED: _evaluation,
    Kind.DRAFT_APPROVED: _approval,
    Kind.CRITIC_REJECTION: _rejection,
}
