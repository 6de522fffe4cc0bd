"""Every brain there is, by name; `CRUX_BRAINS` says which are asked, in which order."""

from agents.brains.base import Brain
from agents.brains.local import LocalBrain
from agents.brains.managed import ManagedBrain
from agents.brains.messages import MessagesBrain
from agents.brains.scripted import ScriptedBrain

BRAINS: dict[str, Brain] = {
    brain.name: brain
    for brain in (ManagedBrain(), MessagesBrain(), LocalBrain(), ScriptedBrain())
}
