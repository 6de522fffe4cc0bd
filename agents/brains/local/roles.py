"""Every role as a plain function: no language model, no key, the same tools."""

from collections.abc import Callable
from typing import TypeAlias

from agents.brains.base import BrainFailed, Brief, Hands, Usage
from agents.brains.local import (
    critic,
    delivery,
    digest,
    evaluator,
    layout,
    memory,
    research,
    scouting,
    sections,
    verifier,
    writer,
)
from newsletter.standards.furniture import ENGLISH, furniture_of

Role: TypeAlias = Callable[[Brief, Hands], None]

ROLES: dict[str, Role] = {
    "memory": memory.remember,
    "research_launches": research.launches,
    "research_papers": research.papers,
    "evaluator": evaluator.evaluate,
    "rate_articles": digest.rate,
    "cluster_topics": digest.name,
    "select_sections": layout.cut,
    "writer": writer.write,
    "draft_sections": sections.draft_sections,
    "finalize_newsletter": sections.finalize,
    "critic": critic.criticise,
    "verifier": verifier.verify,
    "delivery": delivery.deliver,
    "planner": scouting.plan,
    "scout": scouting.scout,
    "scout_evaluator": evaluator.evaluate,
}


class LocalBrain:
    """Classic retrieval and extraction; every sentence it writes is a quote."""

    name = "local"
    is_model = False
    disclosure = furniture_of(ENGLISH).by_rules

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        role = ROLES.get(brief.spec.slug)
        if role is None:
            raise BrainFailed(f"it has no role {brief.spec.slug!r}", is_final=True)
        usage.model = "rules-v1"
        role(brief, hands)
