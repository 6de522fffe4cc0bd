"""Weighs what each agent's model is given for the sample week, and what that costs.

On a database of its own, for an issue whose first draft is sent back once. Tokens are
four bytes each, the price is the list's, and nothing is thought before it is said. Run as a
program, with the arguments of `weigh` to read as JSON, it prints one JSON list;
`manage.py promptweight` shows it as a table.
"""

import atexit
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import django

if __name__ == "__main__":
    FOLDER = tempfile.mkdtemp(prefix="crux-weighing-")
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    os.environ.pop("DATABASE_URL", None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "crux.settings",
        "ENV_FILE": os.devnull,
        "VAR_DIR": FOLDER,
        "LOG_OUTPUT": "none",
        "CRUX_SOURCES": "sample",
    }
    django.setup()

from django.core.management import call_command

from agents.models import AgentRun
from agents.testing.anthropic.metering import Weight
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.anthropic.sessions import FakeSession
from agents.testing.arena import Arena
from agents.testing.bad_minds import Rejecting
from agents.testing.long_week import of_stories
from agents.testing.prompted import prompted_mind
from agents.workflows.declaration import Key


@dataclass(slots=True)
class Weighed:
    """One agent's week: by the Messages API, and as a managed agent."""

    agent: str
    requests: int = 0
    prompt_bytes: int = 0
    cached_bytes: int = 0
    told_bytes: int = 0
    # By the Messages API: of its first round, and of each further one.
    first_dollars: float = 0
    further_dollars: tuple[float, ...] = ()

    @property
    def fresh_bytes(self) -> int:
        return self.prompt_bytes - self.cached_bytes


def weigh(stories: int = 0, workflow: str = "") -> list[Weighed]:
    """A session by each brain, the heaviest agent first; of so many stories of a kind."""
    with AnthropicServer() as server, of_stories(stories):
        arena = Arena(server)
        call_command("migrate", verbosity=0)
        arena.prepare()
        weighed = price(arena, workflow)
        _play(arena, "managed", workflow)
        for talk in server.platform.talks.values():
            weighed[talk.row["metadata"]["agent"]].told_bytes += _told(talk)
    return sorted(weighed.values(), key=lambda one: -one.prompt_bytes)


def price(arena: Arena, workflow: str = "") -> dict[str, Weighed]:
    """A session by the Messages API: what each agent was given, and what that cost."""
    _play(arena, "messages", workflow)
    weighed = _prompts(arena.server.platform.scale.weights)
    for run in AgentRun.objects.order_by("pk"):
        slug, number, _ = Key.of(run.key)
        one = weighed.setdefault(slug, Weighed(slug))
        if number == 1:
            one.first_dollars += float(run.dollars)
        else:
            one.further_dollars += (float(run.dollars),)
    return weighed


def _play(arena: Arena, brain: str, workflow: str) -> None:
    """A session to its issue, or nothing is weighed."""
    found = arena.play((brain,), Rejecting(prompted_mind), workflow)
    if found.ending != "issue" or found.problems:
        raise AssertionError(f"{found.ending}; {'; '.join(found.problems)}")


def _prompts(weights: Iterable[Weight]) -> dict[str, Weighed]:
    weighed: dict[str, Weighed] = {}
    for weight in weights:
        one = weighed.setdefault(weight.slug, Weighed(weight.slug))
        one.requests += 1
        one.prompt_bytes += weight.prompt
        one.cached_bytes += weight.cached
    return weighed


def _told(talk: FakeSession) -> int:
    """The bytes that a remote session was told by us."""
    ours = [event for event in talk.events if event["type"].startswith("user.")]
    return sum(len(json.dumps(event, ensure_ascii=False).encode()) for event in ours)


if __name__ == "__main__":
    asked = json.loads(sys.stdin.read() or "{}")
    sys.stdout.write(json.dumps([asdict(one) for one in weigh(**asked)]))
