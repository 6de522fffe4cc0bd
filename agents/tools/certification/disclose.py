"""What readers must know of how an issue came about: who thought, and what a budget took."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from agents.brains.base import BY_MODELS
from agents.brains.table import BRAINS
from agents.engine import log
from agents.events.schema import Kind
from agents.events.wording import BUDGET_SPENT, FEWER_SEARCHES, SMALLER_MODEL
from agents.models import Session
from agents.prompts.loader import AgentSpec, roster
from newsletter.interests.schema import Interests
from newsletter.standards.disclosure_words import DisclosureWords, disclosure_words_of
from newsletter.standards.furniture import ENGLISH, furniture_of, is_furnished
from newsletter.verification.scorecard import wording

# The titles of the roles that write an issue.
WRITERS = ("Writer", "Section writer")


def disclosures(session: Session) -> list[str]:
    """The sentences for the issue's footer, each once."""
    shaping = {slug: spec for slug, spec in roster().items() if spec.front.shapes_text}
    brains = _brains(session, shaping.values())
    sentences = [
        *_of_brains(brains, session.newsletter.language),
        *_of_judges(session),
        *_of_budgets(session, shaping),
        *_of_interests(session, brains),
    ]
    return list(dict.fromkeys(sentences))


class Why(StrEnum):
    """Why a role was not done by the usual brain."""

    FAILED = "failed"
    SPENT = "spent"  # there was no money for it


@dataclass(frozen=True, slots=True)
class Doing:
    """Who did a role: the brain, and why it was not the one before it; empty if it was."""

    brain: str
    why: str


def _brains(session: Session, shaping: Iterable[AgentSpec]) -> dict[str, Doing]:
    """Which brain did each role whose work the text shows, by the role's title."""
    last = {
        event.agent_name: Doing(event.brain, _why(event.instead_of))
        for spec in shaping
        for event in session.events.of_kind(*spec.front.emits).order_by("seq")
        if event.brain in BRAINS
    }
    specs = roster()
    return {specs[slug].front.title: doing for slug, doing in last.items()}


def _why(instead_of: str) -> Why:
    return Why.SPENT if BUDGET_SPENT in instead_of else Why.FAILED


def _of_brains(doings: Mapping[str, Doing], language: str) -> Iterator[str]:
    """One sentence for a brain that did it all, or who did what for the others."""
    words = disclosure_words_of(language)
    told = {BRAINS[doing.brain].disclosure for doing in doings.values()}
    if told == {furniture_of(ENGLISH).by_rules}:
        yield furniture_of(language).by_rules
        return
    if told == {BY_MODELS}:
        yield words.by_models
        return
    if len(told) == 1:
        yield from filter(None, told)
        return
    parts: dict[str, list[str]] = {
        one: [] for one in (words.part_by_models, words.part_spent, words.part_failed)
    }
    for title, doing in doings.items():
        brain = BRAINS[doing.brain]
        if brain.is_model:
            parts[words.part_by_models].append(words.part(title))
        elif brain.disclosure:
            is_spent = doing.why == Why.SPENT
            by_rules = words.part_spent if is_spent else words.part_failed
            parts[by_rules].append(words.part(title))
    listed = furniture_of(language).listed
    for sentence, names in parts.items():
        if names:
            yield sentence.format(parts=listed(names))


def _of_interests(session: Session, doings: Mapping[str, Doing]) -> Iterator[str]:
    """What interests ask for and rules, who wrote the issue, cannot do."""
    taken = log.state(session).interests
    writers = [doings[title] for title in WRITERS if title in doings]
    if not taken or any(BRAINS[one.brain].is_model for one in writers):
        return
    asked = Interests.model_validate(taken["values"])
    words = disclosure_words_of(session.newsletter.language)
    if asked.tone:
        yield words.no_tone
    if asked.opinions:
        yield words.no_opinions
    if asked.language and not is_furnished(asked.language):
        yield (
            "The interests ask for another language: rules write English around quotes in "
            "each source's own."
        )


def _of_judges(session: Session) -> Iterator[str]:
    """Whether a model judged the draft that was verified, or lost its vote on it."""
    passed = session.events.of_kind(Kind.VERIFICATION_PASSED).order_by("seq").last()
    card = wording.read(passed.data["scorecard"]) if passed else None
    words = disclosure_words_of(session.newsletter.language)
    if card and card.judging.model:
        yield words.judged
    elif card and card.judging.lost:
        yield words.misjudged


def _of_budgets(session: Session, shaping: Mapping[str, AgentSpec]) -> Iterator[str]:
    words = disclosure_words_of(session.newsletter.language)
    used = session.events.of_kind(Kind.USAGE_RECORDED).order_by("seq")
    for data in used.values_list("data", flat=True):
        if data["agent"] not in shaping:
            continue
        part = words.part(shaping[data["agent"]].front.title)
        for note in data.get("degraded", ()):
            yield _of_a_budget(note, part, words)


def _of_a_budget(note: str, part: str, words: DisclosureWords) -> str:
    if found := FEWER_SEARCHES.match(note):
        return words.searches.format(part=part, **found.groupdict())
    if found := SMALLER_MODEL.match(note):
        return words.model.format(part=part, **found.groupdict())
    return f"To stay within its budget, {part} {note.partition(' (')[0]}."
