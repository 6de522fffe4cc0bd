"""Fixed calls: the work of agents that have nothing to judge, done by code.

`by_code` in an agent's file says whose work it is. No model is asked, nothing is spent.
"""

from agents.brains.base import BrainFailed, Brief, Hands, Usage
from agents.brains.local import delivery, memory
from agents.brains.local.asking import ask
from agents.prompts.code_steps import CODE_STEPS


def fill_in(brief: Brief, hands: Hands) -> None:
    """Emit the step's own event, empty: what is in it code finds out."""
    kind = brief.spec.front.emits[0]
    ask(hands, "emit_event", event_type=kind, data={})


CALLS = {
    "memory": memory.remember,
    "delivery": delivery.deliver,
    **dict.fromkeys(CODE_STEPS, fill_in),
}


class CodeBrain:
    """Makes the one call that such an agent would make."""

    name = "code"
    is_model = False
    disclosure = ""

    def think(self, brief: Brief, hands: Hands, _: Usage) -> None:
        slug = brief.spec.slug
        if slug not in CALLS:
            known = ", ".join(CALLS)
            raise BrainFailed(
                f"code makes no call for {slug!r}, only for: {known}", is_final=True
            )
        CALLS[slug](brief, hands)


BY_CODE = CodeBrain()
