"""What is wrong with the agents' prompts and settings, said before anything runs."""

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from agents.prices import LISTINGS
from agents.prompts.loader import BadPrompt, roster

NEEDS_KEY = frozenset({"managed", "messages"})


@register("agents")
def check_prompts(**_: object) -> list[CheckMessage]:
    """Every prompt can be read, and its model will be there for a while."""
    try:
        specs = roster()
    except BadPrompt as bad:
        hint = "docs/adding.md says what a prompt's front matter holds."
        return [Error(str(bad), hint=hint, id="agents.E001")]
    leaving = models_that_leave()
    return [
        Warning(
            f"{slug} is on {spec.front.model!r}, which is gone after "
            f"{leaving[spec.front.model]}.",
            hint=f"Set another model in agents/prompts/{slug}.md.",
            id="agents.W002",
        )
        for slug, spec in specs.items()
        if spec.front.model in leaving
    ]


def models_that_leave() -> Mapping[str, str]:
    """Models and the days after which they are gone, where a paid brain is asked.

    The SDK that knows them takes seconds and 80 MB to load: no process does so for
    nothing.
    """
    if not NEEDS_KEY.intersection(settings.CRUX_BRAINS):
        return {}
    from anthropic.resources.messages import (  # noqa: PLC0415  the SDK
        DEPRECATED_MODELS,
    )

    return DEPRECATED_MODELS


@register("agents")
def check_models(**_: object) -> list[CheckMessage]:
    """Keys and names."""
    return list(_models())


def _models() -> Iterator[CheckMessage]:
    paid = NEEDS_KEY.intersection(settings.CRUX_BRAINS)
    if paid and not (settings.ANTHROPIC_API_KEY or settings.ANTHROPIC_BASE_URL):
        yield Warning(
            f"CRUX_BRAINS asks {', '.join(sorted(paid))}, and there is no key.",
            hint="Set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL to a compatible server.",
            id="agents.W001",
        )
    if unknown := settings.CRUX_MODELS.keys() - LISTINGS.keys():
        yield Error(
            f"CRUX_MODELS names {sorted(unknown)[0]!r}, which no prompt may have.",
            hint=f"Name one of: {', '.join(LISTINGS)}.",
            id="agents.E002",
        )
