"""Verifier: has every link of the approved draft checked; code writes the verdict."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask


def verify(_: Brief, hands: Hands) -> None:
    """Call the one tool that can decide it."""
    ask(hands, "verify_links")
