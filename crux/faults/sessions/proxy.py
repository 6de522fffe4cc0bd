"""A TCP proxy that can be told to cut, to swallow, or to dawdle."""

import asyncio
import threading
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

Target: TypeAlias = tuple[str, int] | Path
CHUNK = 65536


class Mood(StrEnum):
    """What happens to those who come through."""

    PASS = "pass"  # noqa: S105  nothing
    REFUSE = "refuse"  # those who are there are cut off, and nobody is let in
    SWALLOW = "swallow"  # all are let in and never hear anything again


class Proxy:
    """Listens on loopback and passes on to a port of it, or to a Unix socket."""

    def __init__(self, target: Target, *, delay_seconds: float = 0.0) -> None:
        self.target, self.delay_seconds = target, delay_seconds
        self.mood = Mood.PASS
        self.port = 0
        self.writers: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def turn(self, mood: Mood) -> None:
        """Change the mood; connections from before are cut unless it is to swallow."""
        self.mood = mood
        if mood is not Mood.SWALLOW:
            self.loop.call_soon_threadsafe(self._cut)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0)
        )
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self.loop.run_forever()

    def _cut(self) -> None:
        for writer in self.writers:
            writer.transport.abort()

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if self.mood is Mood.REFUSE:
            writer.transport.abort()
            return
        self.writers.add(writer)
        try:
            while self.mood is Mood.SWALLOW:
                await asyncio.sleep(0.05)
                if writer.is_closing():
                    return
            onward_reader, onward_writer = await self._open()
        except OSError:
            writer.transport.abort()
            return
        finally:
            self.writers.discard(writer)
        pair = {writer, onward_writer}
        self.writers |= pair
        try:
            await asyncio.gather(
                self._pump(reader, onward_writer), self._pump(onward_reader, writer)
            )
        finally:
            self.writers -= pair

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, Path):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection(*self.target)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            while data := await reader.read(CHUNK):
                while self.mood is Mood.SWALLOW:
                    await asyncio.sleep(0.05)
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
