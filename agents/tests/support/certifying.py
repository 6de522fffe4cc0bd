"""Has an event certified as an agent proposed it, and tells why it was refused."""

import pytest

from agents.events import schema as events
from agents.tools.certification import certify
from agents.tools.certification.certify import NotCertified


def proposed(bench, kind, **data):
    """The data as it would be written."""
    return certify.certify(bench, kind, events.parse(kind, data))


def refusal(bench, kind, **data):
    with pytest.raises(NotCertified) as refused:
        proposed(bench, kind, **data)
    return str(refused.value)
