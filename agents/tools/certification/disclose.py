"""What readers must know of how an issue came about: who thought, and what a budget took."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agents.brains.base import BY_MODELS
from agents.brains.table import BRAINS
from agents.engine import log
from agents.events.schema import Kind
from agents.events.wording import BUDGET_SPENT
from agents.models import Session
from agents.prompts.loader import AgentSpec, roster
from newsletter.interests.schema import Interests
from newsletter.standards.disclosure_words import disclosure_words_of
from newsletter.standards.furniture import ENGLISH, furniture_of, is_furnished
from newsletter.text.words import listed
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


@dataclass(frozen=True, slots=True)
class Doing:
    """Who did a role: the brain, and why it was not the one before it."""

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


def _why(instead_of: str) -> str:
    if BUDGET_SPENT in instead_of:
        return "the budget for one was used up"
    return "the usual one failed"


def _of_brains(doings: Mapping[str, Doing], language: str) -> Iterator[str]:
    """One sentence for a brain that did it all, or who did what for the others.

    That rules did it all, or models, is told in the newsletter's language.
    """
    told = {BRAINS[doing.brain].disclosure for doing in doings.values()}
    if told == {furniture_of(ENGLISH).by_rules}:
        yield furniture_of(language).by_rules
        return
    if told == {BY_MODELS}:
        yield disclosure_words_of(language).by_models
        return
    if len(told) == 1:
        yield from filter(None, told)
        return
    parts: dict[tuple[str, str], list[str]] = {}
    for title, doing in doings.items():
        brain = BRAINS[doing.brain]
        if brain.disclosure:
            part = brain.part.format(why=doing.why)
            parts.setdefault((brain.disclosure, part), []).append(title)
    for (_, part), titles in sorted(parts.items()):
        yield f"{listed(titles)}: {part}"


def _of_interests(session: Session, doings: Mapping[str, Doing]) -> Iterator[str]:
    """What interests ask for and rules, who wrote the issue, cannot do."""
    taken = log.state(session).interests
    writers = [doings[title] for title in WRITERS if title in doings]
    if not taken or any(BRAINS[one.brain].is_model for one in writers):
        return
    asked = Interests.model_validate(taken["values"])
    if asked.tone:
        yield "The interests ask for a tone: rules quote, and have none of their own."
    if asked.opinions:
        yield "The interests ask for opinions: rules have none."
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
    used = session.events.of_kind(Kind.USAGE_RECORDED).order_by("seq")
    for data in used.values_list("data", flat=True):
        if data["agent"] not in shaping:
            continue
        title = shaping[data["agent"]].front.title
        for note in data.get("degraded", ()):
            yield f"To stay within its budget, {title} {note.partition(' (')[0]}."
