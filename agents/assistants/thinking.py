"""One question to a model and one answer of a given shape: the paid half of assistants.

No tools but the one that takes the answer: whatever the words of a stranger talk it into,
there is nothing that it could do.
"""

import time
from decimal import Decimal
from typing import Any, TypeVar

from django.conf import settings
from pydantic import BaseModel, ValidationError

from agents import prices
from agents.assistants.task import Task
from agents.brains.base import BrainFailed, DeadlinePassed
from agents.brains.table import ANTHROPIC
from agents.prices import LISTINGS, Tokens
from agents.registry.spending import left_this_month

CHARACTERS_PER_TOKEN = 3
FEWEST_OUTPUT_TOKENS = 200
ANSWER = "answer"

A = TypeVar("A", bound=BaseModel)


def ask_model(task: Task, message: str, shape: type[A]) -> A | None:
    """What the agent's model answers; None where rules shall, with why on the task."""
    if not ANTHROPIC.intersection(task.brains):
        return None
    try:
        found = shape.model_validate(_asked(task, message, shape))
    except BrainFailed as failed:
        task.instead_of = f"messages: {failed.reason}"[:300]
    except ValidationError as error:
        faults = f"{error.error_count()} faults in the answer's shape"
        task.instead_of = f"messages: {faults}"
    else:
        task.brain = "messages"
        return found
    if "local" not in task.brains:
        raise BrainFailed(task.instead_of, is_final=True)
    return None


def _asked(task: Task, message: str, shape: type[BaseModel]) -> Any:
    # The SDK takes two seconds and 80 MB to load: whoever has no key never does.
    from agents.brains.anthropic import client, history, whole  # noqa: PLC0415
    from agents.brains.anthropic.deadline import within  # noqa: PLC0415
    from agents.brains.anthropic.retries import TROUBLES, failure  # noqa: PLC0415
    from agents.prompts.schemas import inlined  # noqa: PLC0415

    entry = task.entry
    model = settings.CRUX_MODELS.get(entry.model, entry.model)
    seconds = task.deadline - time.monotonic()
    tool = {
        "name": ANSWER,
        "description": "Give your answer, once.",
        "input_schema": inlined(shape.model_json_schema()),
    }
    request: dict[str, Any] = {
        "model": model,
        "max_tokens": _most_output(task, model, message),
        "system": history.system(entry.prompt),
        "tools": [tool],
        "tool_choice": {"type": "auto"},
        "messages": [{"role": "user", "content": message}],
    }
    if model in LISTINGS:
        request["output_config"] = {"effort": entry.effort}

    heard = whole.Heard()
    try:
        reply = within(
            seconds, lambda: whole.reply(client.client(), request, seconds, heard)
        )
    except TROUBLES as trouble:
        raise failure(trouble) from trouble
    except DeadlinePassed:
        raise BrainFailed("it used up its time", is_final=True) from None
    finally:
        # One that broke off is paid for as well.
        task.usage.count(model, heard.usage.tokens)
    for block in reply.content if reply.stop_reason in whole.RUNS_CALLS else ():
        if block.type == "tool_use" and block.name == ANSWER:
            return block.input
    raise BrainFailed(f"it gave no answer ({reply.stop_reason})", is_final=True)


def _most_output(task: Task, model: str, message: str) -> int:
    """As long an answer as the call's budget and the month's bear; raises BrainFailed."""
    most, listing = task.entry.output_tokens, LISTINGS.get(model)
    if listing is None:
        return most
    prompt = (len(message) + len(task.entry.prompt)) // CHARACTERS_PER_TOKEN
    ceiling = min(task.entry.budget_dollars, left_this_month())
    left = ceiling - task.usage.dollars - prices.cost(model, Tokens(input=prompt))
    if not left.is_finite():
        return most
    bears = int(left * prices.MILLION / listing.price_of(prompt).output)
    if bears < FEWEST_OUTPUT_TOKENS:
        told = max(ceiling, Decimal(0))
        raise BrainFailed(f"the budget is spent (${told:.2f} left)", is_final=True)
    return min(most, bears)
