"""Roles: which agents each model that interests name is asked by. Pure."""

from collections.abc import Mapping

from newsletter.interests.schema import Interests

# By role, the agents that take its model, in whichever workflow they are.
ROLES: Mapping[str, tuple[str, ...]] = {
    "planner": ("planner",),
    "scout": ("scout",),
    "researcher": ("research_launches", "research_papers"),
    "evaluator": (
        "evaluator",
        "scout_evaluator",
        "rate_articles",
        "cluster_topics",
        "select_sections",
    ),
    "writer": ("writer", "draft_sections", "finalize_newsletter"),
    "critic": ("critic",),
}
_ROLE_OF = {slug: role for role, slugs in ROLES.items() for slug in slugs}


def model_of(slug: str, interests: Interests | None) -> str:
    """The model that interests name for an agent; "" for its own."""
    role = _ROLE_OF.get(slug)
    return str(getattr(interests.models, role)) if interests and role else ""
