"""Chat (slash commands, as Slack has them): whose request it is, and the answer's way back.

https://docs.slack.dev/interactivity/implementing-slash-commands
"""

import json
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from agents.arrivals.reading import Body
from agents.models import Arrival
from agents.registry.contract import Trigger
from newsletter.text import truncate
from newsletter.web.post import post

HEARD = "I am on it; the answer comes here."
KEPT = "I am on it; the answer stands on the desk, for none may be posted here."
ASK = "Ask something, for example: What did the last issue say about open models?"
SLACK = "hooks.slack.com"
SECONDS = 10.0
LONGEST_ANSWER = 8_000
# As Slack escapes: nobody is called by an answer, nothing becomes a link by its markup.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def fill(arrival: Arrival, told: Body, words: str) -> None:
    """Say on the row who asks, where, and where the answer goes."""

    def said(name: str, most: int = 60) -> str:
        value = told.get(name)
        return value[:most] if isinstance(value, str) else ""

    place = f"{said('team_id')}/{said('channel_id')}"
    reply_to = said("response_url", 1000)
    arrival.trigger = Trigger.CHAT if reply_to else Trigger.WEBHOOK
    arrival.status = Arrival.Status.WAITING
    arrival.sender = f"{arrival.source}:{place}/{said('user_id')}"
    arrival.thread = f"{place}/{said('thread_ts')}"
    arrival.reply_to = reply_to
    arrival.words = words[:4000]
    arrival.next_at = timezone.now()


def fault_of(url: str) -> str:
    """Why no answer goes to this address; "" where one may."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return "it is no address"
    if host in settings.CHAT_RESPONSE_HOSTS:
        return ""
    if host == SLACK and parts.scheme == "https" and not parts.username:
        return ""
    return f"{host!r} is not {SLACK}, nor in CHAT_RESPONSE_HOSTS"


def answer(arrival: Arrival) -> str:
    """Post the answer to where it was asked for; what was wrong, "" if it arrived."""
    if fault := fault_of(arrival.reply_to):
        return fault
    said = {
        "response_type": "ephemeral",
        "text": escaped(truncate.at_word(arrival.answer, LONGEST_ANSWER)),
    }
    if stamp := arrival.thread.rpartition("/")[2]:
        said["thread_ts"] = stamp
    told = post(
        arrival.reply_to,
        json.dumps(said).encode(),
        {"Content-Type": "application/json", "User-Agent": "Crux"},
        own_hosts=settings.WEBHOOK_OWN_HOSTS,
        seconds=SECONDS,
    )
    if told.status is not None and 200 <= told.status < 300 and told.fault is None:
        return ""
    return f"it answered {told.status}" if told.status else f"{told.fault}"


def escaped(text: str) -> str:
    """What stands there is read as text, and calls nobody: no `<!channel>`."""
    return text.translate(_ESCAPES)
