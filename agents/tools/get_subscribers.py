"""Counts the newsletter's readers; never tells an address."""

from typing import Any

from django.db import DatabaseError

from agents.tools.base import Arguments, Tool
from agents.tools.workbench import Workbench
from subscribers.consent.personal_data import count_readers
from subscribers.delivery.audience import own_list


class GetSubscribers(Arguments):
    """It takes none."""


def act(bench: Workbench, _: GetSubscribers) -> dict[str, Any]:
    try:
        readers = count_readers(bench.newsletter)
    except DatabaseError:
        readers = 0
    own = own_list()
    if readers or not own:
        return {"readers": readers, "from": "table"}
    return {"readers": len(own), "from": "settings"}


TOOL = Tool(
    name="get_subscribers",
    description="How many readers the next issue goes to.",
    arguments=GetSubscribers,
    act=act,
    summarise=lambda content: f"{content['readers']} readers",
)
