"""Watches a session by so many streams, in a process of its own, until its input ends.

    python -m crux.bench.doors.streams PORT SESSION TOKEN HOW_MANY AFTER

AFTER is the line of the log that they have. It prints one line when each of them is open,
and at the end how many lines of the log they were sent in all, and how many of them ended
before.
"""

import asyncio
import json
import sys
from collections.abc import Sequence


async def main(arguments: Sequence[str]) -> None:
    """Open them, wait for the end, tell."""
    port, session, token, how_many, after = arguments
    asked = (
        f"GET /live/{session}?after={after} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()
    counted = {"lines": 0, "ended": 0}
    watching = []
    kept = []  # a writer that nobody holds closes its connection
    for _ in range(int(how_many)):
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", int(port))
        outgoing.write(asked)
        head = await incoming.readuntil(b"\r\n\r\n")
        if b" 200 " not in head:
            raise SystemExit(f"It answered {head!r}.")
        kept.append(outgoing)
        watching.append(asyncio.create_task(_watch(incoming, counted)))
    print("open", flush=True)  # noqa: T201
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(counted), flush=True)  # noqa: T201
    for one in watching:
        one.cancel()


async def _watch(incoming: asyncio.StreamReader, counted: dict[str, int]) -> None:
    while told := await incoming.read(65536):
        counted["lines"] += told.count(b"\ndata: {")
    counted["ended"] += 1


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
