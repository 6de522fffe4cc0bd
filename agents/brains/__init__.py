"""Every brain there is, by name; `CRUX_BRAINS` says which are asked, in which order."""

from collections.abc import Iterator, MutableMapping

from django.utils.module_loading import import_string

from agents.brains.base import Brain

PLACES = {
    "managed": "agents.brains.anthropic.managed.ManagedBrain",
    "messages": "agents.brains.anthropic.messages.MessagesBrain",
    "local": "agents.brains.local.LocalBrain",
    "scripted": "agents.brains.scripted.ScriptedBrain",
}


class Brains(MutableMapping[str, Brain]):
    """Brains by name, each imported when it is first asked for.

    Whoever has no key never loads the models' client: that is two seconds of every
    start and a third of an idle worker's memory.
    """

    def __init__(self) -> None:
        self._brains: dict[str, Brain] = {}

    def __getitem__(self, name: str) -> Brain:
        if name not in self._brains:
            self._brains[name] = import_string(PLACES[name])()
        return self._brains[name]

    def __setitem__(self, name: str, brain: Brain) -> None:
        self._brains[name] = brain

    def __delitem__(self, name: str) -> None:
        del self._brains[name]

    def __contains__(self, name: object) -> bool:
        return name in PLACES

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


BRAINS = Brains()
