"""Requests in words whose sessions are run here, one step after another."""

from contextlib import nullcontext
from functools import partial
from unittest import mock

from agents.engine import leases
from agents.orchestrator import requests
from agents.workers import steps


def in_turn(session):
    """Every step in this thread: no other may look at what a test has not committed."""
    with mock.patch.object(leases, "kept_alive", return_value=nullcontext()):
        while taken := leases.take_all(session.pk):
            for one in taken:
                steps.perform(one)


request = partial(requests.request, drive=in_turn)
