"""A web of many hosts on loopback, each on an address of its own, that answers late.

Run as a program it prints its port and serves until its input ends.
"""

import asyncio
from collections import Counter

from crux.bench.loopback import Connection, serve
from newsletter.testing.labelled import SHARED, behaviours
from newsletter.testing.labelled_answers import page, response

DELAY_SECONDS = 0.05


class _Connection(Connection):
    """Each request is answered after a delay."""

    _known = {behaviour.path: behaviour for behaviour in behaviours()}
    _times: Counter[str] = Counter()

    def take(self, head: str) -> None:
        method, target, _ = head.split(" ", 2)
        if behaviour := self._known.get(target):
            said = behaviour.answer(method, self._times[target])
            self._times[target] += method == "GET"
        else:
            said = _ordinary(target)
        if said is not None:
            asyncio.get_running_loop().call_later(DELAY_SECONDS, self._send, said)

    def _send(self, said: bytes) -> None:
        if not said:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(said)


def _ordinary(target: str) -> bytes:
    if target.startswith("/wayback/"):
        return response(200, b'{"archived_snapshots": {}}', kind="application/json")
    if target.startswith("/story/"):
        return page("Story " + target.rpartition("/")[2])
    if target.startswith("/any/"):
        return SHARED["/"]
    return SHARED.get(target) or page("Not Found", 404)


if __name__ == "__main__":
    serve(_Connection, host="0.0.0.0")  # noqa: S104  127.0.0.0/8 has no other name
