"""Every assistant there is, by its id."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.assistants import ada, ask, nova
from agents.assistants.task import Task
from agents.registry.schemas import Shape

Act = Callable[[Task, Any], Shape]

ASSISTANTS: Mapping[str, Act] = {
    "ask": ask.act,
    "nova": nova.act,
    "ada": ada.act,
}
