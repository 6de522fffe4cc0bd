"""A mail server that takes letters and keeps none: for benches, faults and tests.

It writes down what it accepted before it says so, as a real server's log does. With
a `Temper` it answers as real servers do on a bad day.
"""

import argparse
import asyncio
import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

REFERENCE = re.compile(rb"\r\nX-Delivery-ID: (\S+)\r\n")
# The numbered headings of a plain part: which of an issue's items a letter has, in order.
HEADING = re.compile(rb"\r\n(\d{1,3}\. [^\r\n]*)")
END = b"\r\n.\r\n"
GREETING = (
    b"250-sink.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n"
    b"250 ENHANCEDSTATUSCODES\r\n"
)
REFUSALS_FOR_NOW = (
    b"450 4.2.0 greylisted, try again later\r\n",
    b"451 4.7.500 server busy\r\n",
    b"452 4.2.2 mailbox full\r\n",
)
REFUSALS_FOR_GOOD = (
    b"550 5.1.1 user unknown\r\n",
    b"552 5.2.2 mailbox full\r\n",
    b"554 5.7.1 message refused by policy\r\n",
)


@dataclass(frozen=True)
class Temper:
    """How often, from 0 to 1, the server does each thing to a letter."""

    refuses_recipient_for_now: float = 0.0
    refuses_recipient_for_good: float = 0.0
    refuses_letter_for_now: float = 0.0
    refuses_letter_for_good: float = 0.0
    hangs_up_within_letter: float = 0.0  # keeps nothing
    hangs_up_after_taking: float = 0.0  # keeps it, and does not say so
    shuts_down: float = 0.0  # 421 before the letter


CALM = Temper()
BAD_DAY = Temper(0.05, 0.03, 0.03, 0.02, 0.01, 0.01, 0.01)


@dataclass
class Sink:
    """What all connections share."""

    temper: Temper = CALM
    seed: int = 0
    pipelining: bool = True
    note: Callable[[bytes], None] = lambda reference: None
    lets_in: int = 1000
    # Takes the letter of this number, and then its connection never answers again.
    stuck_at: int = 0
    # Says no more on a connection where a recipient is named so.
    silent_about: bytes = b""
    taken: int = 0
    open: set[asyncio.Transport] = field(default_factory=set)
    # Looks at each letter that is taken, before `note` says so.
    look: Callable[[bytes, bytes], None] = lambda reference, content: None
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311  faults, not secrets

    def happens(self, likelihood: float) -> bool:
        return likelihood > 0 and self.chance.random() < likelihood


class Conversation(asyncio.Protocol):
    """One connection."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.rest = bytearray()
        self.in_letter = False
        self.recipients = 0
        self.seen = 0
        self.is_stuck = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  TCP gives these
        self.transport = transport
        if len(self.sink.open) >= self.sink.lets_in:
            self._hang_up([b"421 4.7.0 too many connections\r\n"])
            return
        self.sink.open.add(transport)
        transport.write(b"220 sink.test ESMTP\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        self.sink.open.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        replies: list[bytes] = []
        while self._step(replies):
            pass
        if replies and not self.transport.is_closing():
            self.transport.write(b"".join(replies))

    def _step(self, replies: list[bytes]) -> bool:
        """Deal with one command or one letter; False where more must come first."""
        if self.transport.is_closing() or self.is_stuck:
            return False
        if self.in_letter:
            return self._letter(replies)
        end = self.rest.find(b"\n")
        if end < 0:
            return False
        line = bytes(self.rest[:end]).strip()
        del self.rest[: end + 1]
        replies.append(self._command(line, replies))
        return True

    def _command(self, line: bytes, replies: list[bytes]) -> bytes:
        sink, temper = self.sink, self.sink.temper
        match line[:4].upper():
            case b"EHLO" | b"HELO":
                hello = GREETING
                if not sink.pipelining:
                    hello = hello.replace(b"250-PIPELINING\r\n", b"")
                return hello
            case b"MAIL":
                self.recipients = 0
                if sink.happens(temper.shuts_down):
                    return self._hang_up([*replies, b"421 4.3.2 shutting down\r\n"])
            case b"RCPT":
                self.is_stuck = bool(sink.silent_about) and sink.silent_about in line
                return b"" if self.is_stuck else self._recipient()
            case b"DATA":
                if not self.recipients:
                    return b"554 5.5.1 no valid recipients\r\n"
                self.in_letter, self.seen = True, 0
                return b"354 go on\r\n"
            case b"QUIT":
                return self._hang_up([*replies, b"221 bye\r\n"])
        return b"250 2.0.0 ok\r\n"

    def _recipient(self) -> bytes:
        sink, temper = self.sink, self.sink.temper
        if sink.happens(temper.refuses_recipient_for_now):
            return sink.chance.choice(REFUSALS_FOR_NOW)
        if sink.happens(temper.refuses_recipient_for_good):
            return sink.chance.choice(REFUSALS_FOR_GOOD)
        self.recipients += 1
        return b"250 2.1.5 ok\r\n"

    def _letter(self, replies: list[bytes]) -> bool:
        if self.sink.happens(self.sink.temper.hangs_up_within_letter):
            self._hang_up(replies)
            return False
        if self.rest[:3] == b".\r\n":
            content, length = b"", 3
        else:
            end = self.rest.find(END, self.seen)
            if end < 0:
                self.seen = max(0, len(self.rest) - len(END))
                return False
            content, length = bytes(self.rest[:end]), end + len(END)
        del self.rest[:length]
        self.in_letter = False
        replies.append(self._judge(content, replies))
        return True

    def _judge(self, content: bytes, replies: list[bytes]) -> bytes:
        sink, temper = self.sink, self.sink.temper
        if sink.happens(temper.refuses_letter_for_now):
            return sink.chance.choice(REFUSALS_FOR_NOW)
        if sink.happens(temper.refuses_letter_for_good):
            return sink.chance.choice(REFUSALS_FOR_GOOD)
        found = REFERENCE.search(content)
        reference = found[1] if found else b"-"
        sink.look(reference, content)
        sink.note(reference)
        sink.taken += 1
        if sink.taken == sink.stuck_at:
            self.is_stuck = True
            return b""
        if sink.happens(temper.hangs_up_after_taking):
            return self._hang_up(replies)
        return b"250 2.0.0 ok: queued\r\n"

    def _hang_up(self, replies: list[bytes]) -> bytes:
        self.transport.write(b"".join(replies))
        self.transport.close()
        return b""


def outline(content: bytes) -> str:
    """A hash of what a letter tells in which order."""
    return sha256(b"\n".join(HEADING.findall(content))).hexdigest()[:16]


async def serve(sink: Sink, port: int) -> asyncio.Server:
    """Listen on loopback; port 0 takes a free one."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: Conversation(sink), "127.0.0.1", port, backlog=512
    )


async def _run(
    port: int, log: Path | None, temper: Temper, seed: int, outlines: Path | None
) -> None:
    sink = Sink(temper, seed)
    if outlines is not None:
        told = outlines.open("ab", buffering=0)
        sink.look = lambda reference, content: (
            told.write(reference + f" {outline(content)}\n".encode()),
            None,
        )[1]
    if log is not None:
        file = log.open("ab", buffering=0)
        sink.note = lambda reference: (file.write(reference + b"\n"), None)[1]
    server = await serve(sink, port)
    name = server.sockets[0].getsockname()
    sys.stdout.write(f"{name[1]}\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


def main(arguments: list[str]) -> None:
    """`python -m subscribers.testing.sink [--port N] [--log FILE] [--bad-day]`.

    `--outlines FILE` also notes of each letter what it tells in which order.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--outlines", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bad-day", action="store_true")
    given = parser.parse_args(arguments)
    temper = BAD_DAY if given.bad_day else CALM
    asyncio.run(_run(given.port, given.log, temper, given.seed, given.outlines))


if __name__ == "__main__":
    main(sys.argv[1:])
