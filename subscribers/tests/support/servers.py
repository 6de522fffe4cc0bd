"""A mail server in a thread of the test."""

import asyncio
import threading
from contextlib import contextmanager

from subscribers.testing.sink import CALM, Sink, serve


@contextmanager
def running(
    temper=CALM,
    *,
    pipelining=True,
    seed=1,
    connections=100,
    stuck_at=0,
    silent_about="",
):
    """Yields (port, references taken); lets in so many connections at once."""
    taken = []
    sink = Sink(
        temper, seed, pipelining, lambda ref: taken.append(ref.decode()), connections
    )
    sink.stuck_at, sink.silent_about = stuck_at, silent_about.encode()
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(serve(sink, 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1], taken
    finally:

        async def stop():
            server.close()
            for transport in list(sink.open):
                transport.abort()
            await asyncio.sleep(0.01)
            loop.stop()

        asyncio.run_coroutine_threadsafe(stop(), loop)
        thread.join()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.close()
