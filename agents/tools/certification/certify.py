"""Code certifies what agents propose: known stories, kept floors, the very draft."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from agents.engine import sample_or_live
from agents.events.base import Data
from agents.events.brief import Choice, Rejected
from agents.events.digest import Rating
from agents.events.drafts import (
    CriticRejection,
    DraftApproved,
    DraftWritten,
    Problem,
)
from agents.events.schema import Kind
from agents.events.voices import with_voices
from agents.tools import desired
from agents.tools.certification import (
    angles,
    objections,
    remembering,
    selection,
)
from agents.tools.certification.cited_texts import with_holding_texts
from agents.tools.certification.dullness import NotForDullness, within_limit
from agents.tools.certification.mandate import Mandate, unborne_news
from agents.tools.certification.record import record_of
from agents.tools.workbench import Workbench
from agents.workflows.chosen import (
    chosen_stories,
    corrections_due,
    found_of,
    own_pages,
    researched,
)
from agents.workflows.drafted import KnownDraft, latest_draft
from agents.workflows.state import State
from newsletter.drafts import updates
from newsletter.drafts.draft import Draft
from newsletter.research.ranking import select
from newsletter.research.ranking.profile import with_topics
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story, ToldBefore
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import canonical


class NotCertified(Exception):
    """The event is not certified; the message says why and what to do."""


def certify(bench: Workbench, kind: Kind, data: Data) -> Data:
    """The data as it may be written, with what only code knows filled in.

    Raises NotCertified.
    """
    check = _CHECKS.get(kind)
    return check(bench, data) if check else data


def _memory(bench: Workbench, data: Any) -> Data:
    """What earlier issues told, and must be corrected in, no agent says."""
    due = remembering.to_correct(bench)
    told = remembering.told_lately(bench)
    return told.model_copy(update={"corrections": due, "note": data.note})


def _launches(bench: Workbench, data: Any) -> Data:
    most = bench.editorial.rules.researched_launches
    stories = _with_desired(bench, data.launches, most, StoryKind.LAUNCH)
    return _with_told(bench, data, StoryKind.LAUNCH, stories)


def _papers(bench: Workbench, data: Any) -> Data:
    most = bench.editorial.rules.researched_papers
    stories = _with_desired(bench, data.papers, most, StoryKind.PAPER)
    return _with_told(bench, data, StoryKind.PAPER, stories)


def _with_desired(
    bench: Workbench, stories: Sequence[Story], most: int, kind: StoryKind
) -> tuple[Story, ...]:
    """The stories with what the memory holds of them; what must be had stands first."""
    ordered = desired.first(bench, kind, _shown(bench, stories, most))[:most]
    return remembering.looked_up(bench, ordered)


def known_stories(
    bench: Workbench, stories: Sequence[Story], most: int
) -> tuple[Story, ...]:
    """The stories, which a tool showed, with what the memory holds of them."""
    return remembering.looked_up(bench, _shown(bench, stories, most))


def _shown(bench: Workbench, stories: Sequence[Story], most: int) -> Sequence[Story]:
    """The same stories, if tools showed them all and none may not be told."""
    if len(stories) > most:
        raise NotCertified(
            f"{len(stories)} stories are too many; give the best {most}."
        )
    known = {canonical(url) for url in bench.known_addresses()}
    addresses = (canonical(story.url) for story in stories)
    if told := selection.unknown(addresses, sorted(known)):
        raise NotCertified(
            f"No tool returned these addresses: {told}. "
            "Give only stories that search_sources or fetch_page showed you."
        )
    _refuse_doubles(story.id for story in stories)
    _refuse(desired.refused(bench, stories))
    for line in _avoided(bench, stories):
        _refuse(line)
    return stories


def _avoided(bench: Workbench, stories: Sequence[Story]) -> Iterator[str]:
    editorial = bench.editorial
    for story in stories:
        if line := editorial.avoids(story):
            yield f"{story.id}: the interests avoid {line!r}; leave it out."


def _with_told(
    bench: Workbench, data: Any, kind: StoryKind, stories: tuple[Story, ...]
) -> Data:
    """The research with its stories, and how many it may not tell, or not again."""
    given = {one.id for one in stories}
    shown = (Story.model_validate(row) for row in bench.learned.stories.values())
    told = [
        (one, one.told)
        for one in shown
        if one.told and (one.told.is_certain or ruling(one) is Ruling.REPEAT)
    ]
    repeats = tuple(
        Rejected(story_id=one.id, reason=_told_in(before))
        for one, before in told
        if one.id not in given and ruling(one) is Ruling.REPEAT
    )
    wanted = with_topics(bench.editorial.profile, bench.editorial.ranked_topics)
    counted: Data = data.model_copy(
        update={
            "launches" if kind is StoryKind.LAUNCH else "papers": stories,
            "left_to_drafts": desired.number_left(bench, kind),
            "on_subject": select.on_subject(
                stories,
                wanted,
                want_all=bench.editorial.rules.general_interest,
            ),
            "told_before": len(told),
            "last_told_in": max((before.issue for _, before in told), default=0),
            "repeats": repeats,
        }
    )
    return counted


def _told_in(told: ToldBefore) -> str:
    return f"told in issue {told.issue}: {told.title}"[:400]


def _repeats(state: State) -> Iterator[Rejected]:
    """What research left out because it was told before: it is on record as rejected."""
    for kind in (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED):
        found = state.last.get(kind, {}).get("repeats", ())
        yield from (Rejected.model_validate(one) for one in found)


def _evaluation(bench: Workbench, data: Any) -> Data:
    rubric, state = bench.editorial.rules, bench.state
    launches, papers = data.selected_launches, data.selected_papers
    _refuse_unknown(state, "launches", launches)
    _refuse_unknown(state, "papers", papers)
    _refuse_unknown(state, "stories", data.rejected_items)
    choices = (*launches, *papers)
    _refuse_doubles(choice.story_id for choice in choices)
    quotas = (
        (launches, rubric.published_launches, "launches"),
        (papers, rubric.published_papers, "papers"),
    )
    known = researched(state)
    _refuse(selection.strange_voices(data.rejected_items, choices))
    heard = with_voices(known, data.rejected_items)
    both = [(heard[choice.story_id], choice) for choice in choices]
    told = _told_now(bench, both)
    whole = selection.whole(data, known)
    faults = [
        *(
            f"{len(chosen)} {name} are too many; choose at most {most}."
            for chosen, most, name in quotas
            if len(chosen) > most
        ),
        *(fault for one in both if (fault := _not_to_choose(one, told, rubric))),
        *selection.no_news((story for story, _ in both), bench.now.date()),
        selection.twice(whole),
        selection.crowded([known[one.story_id] for one in launches]),
        *selection.doubled(both, known.values()),
    ]
    _refuse("\n".join(filter(None, faults)))
    stories = [known[choice.story_id] for choice in choices]
    room = {
        StoryKind.LAUNCH: rubric.published_launches,
        StoryKind.PAPER: rubric.published_papers,
    }
    _refuse(desired.left_out(known.values(), stories, room))
    for chosen, most, name in quotas:
        ids = set(_ids(state, name))
        rejected = [one for one in whole.rejected_items if one.story_id in ids]
        free = [one for one in chosen if not known[one.story_id].must_have]
        left = most - len(chosen) + len(free)
        _refuse(next(selection.out_of_band(free, rejected, left, rubric), ""))
    _refuse("\n".join(angles.refused(bench, both)))
    return whole.model_copy(
        update={
            "selected_launches": with_pages(bench, launches, told),
            "selected_papers": with_pages(bench, papers, told),
            "rejected_items": (*whole.rejected_items, *_repeats(state)),
        }
    )


def _not_to_choose(
    chosen: tuple[Story, Choice],
    told: Mapping[str, ToldBefore | None],
    rubric: Rubric,
) -> str:
    """Why one story may not be chosen, or not so; empty where it may."""
    story, choice = chosen
    fault = choice.scores.shortfall(rubric)
    if fault and not story.must_have:
        return f"{story.id}: {fault}; reject it instead."
    if fault := selection.told_before(choice, told[story.id]):
        return fault
    update = choice.update
    if update and (fault := unborne_news(update.what_is_new, story)):
        return f"{story.id}: `what_is_new`: {fault}"
    return ""


def _told_now(
    bench: Workbench, chosen: Sequence[tuple[Story, Choice]]
) -> Mapping[str, ToldBefore | None]:
    """What the memory holds of the chosen stories by now, by id.

    What is certain by now counts; what is only like them as research showed it, since how
    rare a name is hangs on the stories beside. What rules do not know again an evaluator
    may, by issue and title.
    """
    looked = remembering.looked_up(bench, [story for story, _ in chosen])
    by_now = (story.told for story in looked)
    return {
        story.id: remembering.as_chosen(
            bench, now if now and now.is_certain else story.told, choice.update
        )
        for now, (story, choice) in zip(by_now, chosen, strict=True)
    }


Chosen = TypeVar("Chosen", Choice, Rating)


def with_pages(
    bench: Workbench,
    choices: Sequence[Chosen],
    told: Mapping[str, ToldBefore | None],
) -> tuple[Chosen, ...]:
    """The choices; each update with what code knows of the telling before."""
    language = bench.editorial.language
    return tuple(
        one.model_copy(
            update={
                "update": one.update.model_copy(
                    update={
                        "url": earlier.url,
                        "title": earlier.title,
                        "opening": updates.opening(
                            language, one.update.issue, earlier.url
                        ),
                    }
                )
            }
        )
        if one.update and (earlier := told[one.story_id])
        else one
        for one in choices
    )


def _refuse(fault: str) -> None:
    if fault:
        raise NotCertified(fault)


def _ids(state: State, name: str) -> Sequence[str]:
    """The ids of the researched launches, or papers; of both where it is `stories`."""
    if name == "stories":
        return [*researched(state)]
    kinds = {"launches": Kind.LAUNCHES_RESEARCHED, "papers": Kind.PAPERS_RESEARCHED}
    return [story["id"] for story in found_of(state, kinds[name], name)]


def _refuse_unknown(
    state: State, name: str, choices: Sequence[Choice | Rejected]
) -> None:
    """A paper is no launch: each is chosen among its own kind, within its own quota."""
    names = (choice.story_id for choice in choices)
    if told := selection.unknown(names, _ids(state, name)):
        raise NotCertified(f"Not among the researched {name}: {told}.")


def _refuse_doubles(ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for story_id in ids:
        if story_id in seen:
            raise NotCertified(f"{story_id} stands there twice; name it once.")
        seen.add(story_id)


def _draft(_: Workbench, data: DraftWritten) -> Data:
    """A quote counts from any text that was stored for its address; a line is one line."""
    lines = {"subject": data.subject, "preheader": data.preheader}
    whole = {name: " ".join(line.split()) for name, line in lines.items()}
    return with_holding_texts(data.model_copy(update=whole))


def _approval(bench: Workbench, data: Any) -> Data:
    """An approval stands only for a draft that breaks none of the coded rules."""
    known = _about_latest(bench, data)
    if broken := objections.broken_rules(
        known.written, known.draft, bench.editorial.rules, mandate(bench)
    ):
        raise NotCertified(
            "This draft cannot be approved. Emit critic_rejection with what you found "
            f"or with one of these; code adds the others:\n{objections.told(broken)}"
        )
    return DraftApproved(draft_sha256=known.sha256, remarks=data.remarks)


def held_against(
    bench: Workbench, written: DraftWritten, draft: Draft
) -> tuple[Problem, ...]:
    """All that code holds against a draft, handed in as `written`, without the web."""
    rubric = bench.editorial.rules
    broken = objections.broken_rules(written, draft, rubric, mandate(bench))
    lacking = objections.without_evidence(
        written, draft, rubric, known_addresses(bench), record_of(bench)
    )
    return (*broken, *objections.beside(broken, lacking))


def known_addresses(bench: Workbench) -> set[str]:
    """Every address that a draft may link: what tools returned, and own pages."""
    return bench.known_addresses() | own_pages(bench.state)


def mandate(bench: Workbench) -> Mandate:
    """What a draft of this session may tell."""
    chosen = chosen_stories(bench.state)
    told = _told_now(bench, chosen)
    return Mandate(
        newsletter=bench.newsletter.title,
        chosen=[story for story, _ in chosen],
        updates={one.story_id: one.update for _, one in chosen if one.update},
        repeated={
            one.story_id: fault
            for _, one in chosen
            if (fault := selection.told_before(one, told[one.story_id]))
        },
        outlets=[*_places_read(bench)],
        corrections=corrections_due(bench.state),
        language=bench.editorial.language,
    )


def _places_read(bench: Workbench) -> Iterator[str]:
    """The outlets' addresses, and the pages that their own feeds lead to.

    A feed may lie elsewhere than what it tells. Whoever is told of by others (a link on
    Hacker News, a card on Mastodon) is none of the outlets.
    """
    specs = sample_or_live.outlets(bench.session)
    feeds = {(spec.name, spec.prior) for spec in specs if spec.how == "feed"}
    yield from (spec.url for spec in specs)
    for story in researched(bench.state).values():
        if (story.publisher, story.prior) in feeds:
            yield story.url


def _rejection(bench: Workbench, data: Any) -> Data:
    """What the critic found, and all that code holds against the draft besides."""
    known = _about_latest(bench, data)
    rejections = bench.session.events.of_kind(Kind.CRITIC_REJECTION)
    earlier = map(
        CriticRejection.model_validate, rejections.values_list("data", flat=True)
    )
    try:
        own = within_limit(data.problems, earlier)
    except NotForDullness as refusal:
        raise NotCertified(str(refusal)) from refusal
    found = (*own, *held_against(bench, known.written, known.draft))
    problems = objections.within_measure(list(dict.fromkeys(found)))
    return CriticRejection(draft_sha256=known.sha256, problems=problems)


def _about_latest(bench: Workbench, data: Any) -> KnownDraft:
    known = latest_draft(bench.state)
    if known is None:
        raise NotCertified("There is no draft yet.")
    if data.draft_sha256 not in ("", known.sha256):
        raise NotCertified(
            f"draft_sha256 {data.draft_sha256!r} is not the newest draft's, which is "
            f"{known.sha256!r}; leave it out and it is filled in."
        )
    return known


_CHECKS: dict[Kind, Callable[[Workbench, Any], Data]] = {
    Kind.COVERED_TOPICS: _memory,
    Kind.LAUNCHES_RESEARCHED: _launches,
    Kind.PAPERS_RESEARCHED: _papers,
    Kind.ITEMS_EVALUATED: _evaluation,
    Kind.DRAFT_WRITTEN: _draft,
    Kind.DRAFT_APPROVED: _approval,
    Kind.CRITIC_REJECTION: _rejection,
}
