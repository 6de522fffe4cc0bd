"""Every brain there is, by name; `CRUX_BRAINS` says which are asked, in which order.

A plugin table with lazy loading: a brain is imported when it is first asked for. Whoever
has no key never loads the models' client: that is two seconds of every start and a third
of an idle worker's memory.
"""

from collections.abc import Callable, Iterator, MutableMapping

from agents.brains.base import Brain
from agents.brains.code import BY_CODE
from agents.brains.scripted import ScriptedBrain
from agents.prices import PROVIDERS


def _managed() -> Brain:
    from agents.brains.anthropic.managed import ManagedBrain  # noqa: PLC0415  the SDK

    return ManagedBrain()


def _messages() -> Brain:
    from agents.brains.anthropic.messages import MessagesBrain  # noqa: PLC0415  the SDK

    return MessagesBrain()


def _local() -> Brain:
    from agents.brains.local.roles import LocalBrain  # noqa: PLC0415  the word tables

    return LocalBrain()


MAKERS: dict[str, Callable[[], Brain]] = {
    "managed": _managed,
    "messages": _messages,
    "local": _local,
    "scripted": ScriptedBrain,
}
# Models, which are asked at a price; and those of them that ANTHROPIC_API_KEY is for.
NEEDS_KEY = frozenset(PROVIDERS)
ANTHROPIC = frozenset(name for name, whose in PROVIDERS.items() if whose == "anthropic")


class Brains(MutableMapping[str, Brain]):
    """Brains by name; one that is set here takes the place of the table's."""

    def __init__(self) -> None:
        self._brains: dict[str, Brain] = {}

    def __getitem__(self, name: str) -> Brain:
        if name not in self._brains:
            self._brains[name] = MAKERS[name]()
        return self._brains[name]

    def __setitem__(self, name: str, brain: Brain) -> None:
        self._brains[name] = brain

    def __delitem__(self, name: str) -> None:
        del self._brains[name]

    def __contains__(self, name: object) -> bool:
        return name in MAKERS

    def __iter__(self) -> Iterator[str]:
        return iter(MAKERS)

    def __len__(self) -> int:
        return len(MAKERS)


BRAINS = Brains()


def named(name: str) -> Brain:
    """A brain by the name it has in the log: of the table, or code's own.

    Which agents code does without one is in their files, so no setting names it.
    """
    return BY_CODE if name == BY_CODE.name else BRAINS[name]
