"""The Anthropic SDK's client as Crux uses it: one per process, never retrying by itself.

The SDK would repeat a POST that creates something, and sleep as long as a `retry-after`
says; `agents.brains.anthropic.retries` does better.
"""

import os

import httpx2
from anthropic import Anthropic
from django.conf import settings

from agents.brains.base import BrainFailed

OFFICIAL = "https://api.anthropic.com"
CALL_SECONDS = 30.0
CONNECT_SECONDS = 5.0
# A stream that is silent for so long is given up; it can be opened again.
STREAM_TIMEOUT = httpx2.Timeout(CALL_SECONDS, connect=CONNECT_SECONDS)


def client() -> Anthropic:
    """The client for the key and address in the settings; raises BrainFailed."""
    key, address = settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL
    if not key and not address:
        raise BrainFailed("ANTHROPIC_API_KEY is not set", is_final=True)
    return _client(os.getpid(), key or "none", address or OFFICIAL)


def is_official() -> bool:
    """Whether the models are asked where they are made: only there are server tools."""
    return settings.ANTHROPIC_BASE_URL.rstrip("/") in {"", OFFICIAL}


def forget() -> None:
    """Close the clients of this process and forget them."""
    while _clients:
        _clients.popitem()[1].close()


# By process, key and address: a fork inherits these, but not its parent's connections.
_clients: dict[tuple[int, str, str], Anthropic] = {}


def _client(process: int, key: str, address: str) -> Anthropic:
    known = _clients.get((process, key, address))
    if known is None:
        known = _clients[process, key, address] = Anthropic(
            api_key=key,
            base_url=address,
            max_retries=0,
            timeout=httpx2.Timeout(CALL_SECONDS, connect=CONNECT_SECONDS),
            open_telemetry={"propagation": False},
        )
    return known
