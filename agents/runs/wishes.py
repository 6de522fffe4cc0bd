"""What a kick-off tells of interests, and of wishes that no prompt speaks of."""

from collections.abc import Iterator
from functools import cache
from string import Template

from agents.prompts.loader import PROMPTS, AgentSpec
from newsletter.drafts.contract import Contract
from newsletter.interests.editorial import Editorial
from newsletter.interests.schema import Interests


def told(spec: AgentSpec, editorial: Editorial, contract: Contract) -> Iterator[str]:
    """The lines for one agent: who chooses hears of topics, who writes of the form."""
    knows, rules = frozenset(spec.front.knows), editorial.rules
    if editorial.interests and "topics" in knows:
        yield _text("choosing").template.strip()
        yield f"<interests>\n{_in_lines(editorial.interests)}\n</interests>"
    if rules.general_interest and "topics" in knows:
        yield _text("general").template.strip()
    if "tone" not in knows:
        return
    if rules.most_words:
        yield _text("length").substitute(most_words=rules.most_words).strip()
    if rules.deeper_links and contract.leads_on:
        yield _text("deeper").template.strip()


def _in_lines(interests: Interests) -> str:
    topics = (
        f"topic of weight {one.weight}: {one.topic}"
        + (f" ({' '.join(one.notes.split())})" if one.notes else "")
        for one in interests.by_weight
    )
    rest = {"avoid": interests.avoid, "prefer": interests.prefer}
    listed = (f"{name}: {'; '.join(said)}" for name, said in rest.items() if said)
    return "\n".join((*topics, *listed))


@cache
def _text(name: str) -> Template:
    path = PROMPTS / f"wishes-{name}.txt"
    return Template(path.read_text(encoding="utf-8"))
