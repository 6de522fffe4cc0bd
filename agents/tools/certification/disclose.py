"""What readers must know of how an issue came about: who thought, and what a budget took."""

from collections.abc import Iterable, Iterator, Mapping

from agents.brains import BRAINS
from agents.events.schema import Kind
from agents.models import Session
from agents.prompts.loader import AgentSpec, roster


def disclosures(session: Session) -> list[str]:
    """The sentences for the issue's footer, each once."""
    shaping = {slug: spec for slug, spec in roster().items() if spec.front.shapes_text}
    brains = _brains(session, shaping.values())
    sentences = [*_of_brains(brains), *_of_budgets(session, shaping)]
    return list(dict.fromkeys(sentences))


def _brains(session: Session, shaping: Iterable[AgentSpec]) -> dict[str, str]:
    """Which brain did each role whose work the text shows, by the role's title."""
    last = {
        event.agent_name: event.brain
        for spec in shaping
        for event in session.events.of_kind(*spec.front.emits).order_by("seq")
        if event.brain in BRAINS
    }
    specs = roster()
    return {specs[slug].front.title: brain for slug, brain in last.items()}


def _of_brains(brains: Mapping[str, str]) -> Iterator[str]:
    """One sentence for a brain that did it all, or who did what for the others."""
    told = {BRAINS[brain].disclosure for brain in brains.values()}
    if len(told) == 1:
        yield from filter(None, told)
        return
    for disclosure in sorted(told - {""}):
        titles = [
            title
            for title, brain in brains.items()
            if BRAINS[brain].disclosure == disclosure
        ]
        yield f"{_listed(titles)}: {BRAINS[brains[titles[0]]].part}"


def _of_budgets(session: Session, shaping: Mapping[str, AgentSpec]) -> Iterator[str]:
    used = session.events.of_kind(Kind.USAGE_RECORDED).order_by("seq")
    for data in used.values_list("data", flat=True):
        if data["agent"] not in shaping:
            continue
        title = shaping[data["agent"]].front.title
        for note in data.get("degraded", ()):
            yield f"To stay within its budget, {title} {note.partition(' (')[0]}."


def _listed(titles: list[str]) -> str:
    if len(titles) < 2:
        return "".join(titles)
    return f"{', '.join(titles[:-1])} and {titles[-1]}"
