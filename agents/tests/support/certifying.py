"""Has an event certified as an agent proposed it, and tells why it was refused."""

import pytest

from agents.events import schema as events
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story
from agents.tools.certification import certify
from agents.tools.certification.certify import NotCertified


def proposed(bench, kind, **data):
    """The data as it would be written."""
    return certify.certify(bench, kind, events.parse(kind, data))


def refusal(bench, kind, **data):
    with pytest.raises(NotCertified) as refused:
        proposed(bench, kind, **data)
    return str(refused.value)


def choice(number, **scores):
    given = {"relevance": 8, "depth": 8, "novelty": 8, **scores}
    return {"story_id": make_story(number).id, "scores": given, "why": "It fits."}


def evaluated(bench, **lists):
    """What is certified of a choice when all that it leaves out is rejected."""
    chosen = [one["story_id"] for name in lists for one in lists[name]]
    lists.setdefault("rejected_items", [])
    lists["rejected_items"] += [
        {"story_id": story.id, "reason": "It repeats another."}
        for story in (make_story(number) for number in range(10))
        if story.id not in chosen
    ]
    return proposed(bench, Kind.ITEMS_EVALUATED, **lists)
