"""Delivery: has the verified draft published and sent; code chooses the readers."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask


def deliver(_: Brief, hands: Hands) -> None:
    """Call the one tool that can send it."""
    ask(hands, "send_issue")
