"""The hub (publish and subscribe): who watches which session, and its newest lines.

One question to the database each POLL_SECONDS tells for all watchers at once which logs
have grown, and the new lines are read once for all who watch. A watcher is a number, the
last line it was sent; nothing is queued for a slow one.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import structlog
from django.db import close_old_connections, connections

from agents.doors import lines
from agents.models import AgentEvent, Session

logger = structlog.get_logger(__name__)

POLL_SECONDS = 0.5
# Lines of a session that are kept for those who watch it; who is further behind asks.
MOST_KEPT = 200
AT_ONCE = 100
# That ask the database, each by a connection that it keeps.
THREADS = 2
CLOSING_SECONDS = 5.0

Answer = TypeVar("Answer")


class Frame(NamedTuple):
    """A line of the log as it is sent (https://html.spec.whatwg.org/#server-sent-events)."""

    seq: int
    text: bytes


class Grown(NamedTuple):
    """What became of a watched session."""

    last_seq: int
    is_over: bool
    frames: list[Frame]


class Watched:
    """A session that somebody watches."""

    def __init__(self, last_seq: int) -> None:
        self.last_seq = last_seq
        self.is_over = False
        self.watchers = 0
        self.kept: deque[Frame] = deque(maxlen=MOST_KEPT)
        self.moved = asyncio.Event()

    def after(self, seq: int) -> list[Frame] | None:
        """The lines after `seq`; None where they are not kept."""
        if seq >= self.last_seq:
            return []
        if not self.kept or self.kept[0].seq > seq + 1:
            return None
        return [frame for frame in self.kept if frame.seq > seq]

    def grow(self, grown: Grown) -> None:
        self.kept.extend(grown.frames)
        self.last_seq, self.is_over = grown.last_seq, grown.is_over
        self.moved.set()
        self.moved = asyncio.Event()


class Hub:
    """All sessions that are watched in this process."""

    def __init__(self) -> None:
        self.watched: dict[int, Watched] = {}
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
        self._polling: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """What the database answers, asked in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, _asked, question, arguments)

    async def join(self, session_id: int) -> Watched:
        """Begin to watch; each joining is to be left again."""
        if session_id not in self.watched:
            grown = await self.ask(_grown, {session_id: None})
            now = grown.get(session_id)
            watched = Watched(now.last_seq if now else 0)
            watched.is_over = bool(now and now.is_over)
            watched = self.watched.setdefault(session_id, watched)
        watched = self.watched[session_id]
        watched.watchers += 1
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll())
        return watched

    def leave(self, session_id: int) -> None:
        watched = self.watched[session_id]
        watched.watchers -= 1
        if not watched.watchers:
            del self.watched[session_id]

    async def lines(self, session_id: int, watched: Watched, after: int) -> list[Frame]:
        """The next lines after `after`, as many as are at hand."""
        kept = watched.after(after)
        return await self.ask(_read, session_id, after) if kept is None else kept

    async def close(self) -> None:
        if self._polling:
            self._polling.cancel()
            with suppress(asyncio.CancelledError):
                await self._polling
        together = threading.Barrier(THREADS)  # so that each closes its own
        loop = asyncio.get_running_loop()
        await asyncio.gather(
            *(
                loop.run_in_executor(self.pool, _closed, together)
                for _ in range(THREADS)
            )
        )
        self.pool.shutdown()

    async def _poll(self) -> None:
        """Look as long as anybody watches; a database that is away is asked again."""
        while self.watched:
            await asyncio.sleep(POLL_SECONDS)
            asked = {
                key: one.last_seq
                for key, one in self.watched.items()
                if not one.is_over
            }
            try:
                found = await self.ask(_grown, asked)
            except Exception:
                logger.exception("live_not_looked")
                continue
            for key, grown in found.items():
                if key in self.watched:
                    self.watched[key].grow(grown)
        self._polling = None


def _asked(question: Callable[..., Answer], arguments: Iterable[Any]) -> Answer:
    close_old_connections()
    try:
        return question(*arguments)
    finally:
        close_old_connections()


def _closed(together: threading.Barrier) -> None:
    connections.close_all()
    with suppress(threading.BrokenBarrierError):
        together.wait(CLOSING_SECONDS)


def _grown(known: dict[int, int | None]) -> dict[int, Grown]:
    """Of the sessions whose log is longer than known (None: of all), what is new."""
    if not known:
        return {}
    grown: dict[int, Grown] = {}
    for session in Session.objects.filter(pk__in=known).only("last_seq", "status"):
        seq = known[session.pk]
        if seq is None:
            grown[session.pk] = Grown(session.last_seq, session.is_over, [])
        elif session.last_seq > seq or session.is_over:
            frames = _read(session.pk, seq)
            last = frames[-1].seq if frames else seq
            is_over = session.is_over and last >= session.last_seq
            grown[session.pk] = Grown(last, is_over, frames)
    return grown


def _read(session_id: int, after: int) -> list[Frame]:
    rows = AgentEvent.objects.filter(session_id=session_id, seq__gt=after)
    return [_frame(row) for row in rows.order_by("seq")[:AT_ONCE]]


def _frame(row: AgentEvent) -> Frame:
    data = json.dumps(lines.told(row), ensure_ascii=False)
    text = f"id: {row.seq}\nevent: {row.event_type}\ndata: {data}\n\n"
    return Frame(row.seq, text.encode())
