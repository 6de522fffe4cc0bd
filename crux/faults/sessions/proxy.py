"""A TCP proxy that can be told to cut, to swallow, to dawdle, or to fall silent."""

import asyncio
import ctypes
import socket
import struct
import sys
import threading
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

Target: TypeAlias = tuple[str, int] | Path
CHUNK = 65536
# Linux drops what a filter does not let in before TCP sees it: nothing is acknowledged
# and nobody is told. https://www.kernel.org/doc/html/latest/networking/filter.html
SO_ATTACH_FILTER = 26
KEEP_NOTHING = struct.pack("HBBI", 0x06, 0, 0, 0)  # BPF_RET, 0 bytes
CAN_DROP = sys.platform == "linux"


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
        # Of them, those towards whoever came to us.
        self.fronts: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def turn(self, mood: Mood) -> None:
        """Change the mood; connections from before are cut unless it is to swallow."""
        self.mood = mood
        if mood is not Mood.SWALLOW:
            self.loop.call_soon_threadsafe(self._cut)

    def darken(self) -> int:
        """Drop each packet of those who are connected now, for good; how many they are.

        As a firewall does that has forgotten them, or a machine that vanished. Those who
        come later are served.
        """
        program = ctypes.create_string_buffer(KEEP_NOTHING, len(KEEP_NOTHING))
        drop = struct.pack("HL", 1, ctypes.addressof(program))
        dark = 0
        for writer in tuple(self.fronts):
            with suppress(OSError):  # one that is just being closed
                front = writer.get_extra_info("socket")
                front.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, drop)
                dark += 1
        return dark

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
        self.fronts.add(writer)
        try:
            await asyncio.gather(
                self._pump(reader, onward_writer), self._pump(onward_reader, writer)
            )
        finally:
            self.writers -= pair
            self.fronts.discard(writer)

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
