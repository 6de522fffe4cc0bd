"""The local brain's memory, alone with hands that answer from a script."""

from agents.brains.local.memory import remember
from agents.tests.support.scripted_hands import FakeHands, make_brief


def test_memory_has_nothing_to_say_itself():
    hands = FakeHands()

    remember(make_brief("memory"), hands)

    [(kind, data)] = hands.emitted
    assert (kind, data["topics"]) == ("covered_topics", [])
