"""The bundled sample week, served on loopback: its dates, and routes to its server.

It makes a whole session possible without a network. Its texts are retold or CC0, its
links are checked against the bundled copies, and no address in it leaves the machine.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date

from newsletter.research.sample import catalogue, library, server

# The Thursday the sample looks back from, and the first day of its week.
SAMPLE_DATE = date(2025, 8, 7)
SINCE = date(2025, 7, 31)

EARLIER_ISSUE = library.earlier()


class SampleRoutes(Mapping[str, tuple[str, int]]):
    """Every host there is to a loopback address; unknown ones to a refusal in words."""

    def __init__(self, serving: server.Serving, refusing: frozenset[str]) -> None:
        self._serving = serving
        self._known = dict.fromkeys(refusing, serving.closed)

    def __getitem__(self, host: str) -> tuple[str, int]:
        return self._known.get(host, self._serving.open)

    def __contains__(self, host: object) -> bool:
        return isinstance(host, str)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


@contextmanager
def serve() -> Iterator[SampleRoutes]:
    """The routes to a server of the sample, which ends with the context."""
    bundled = catalogue.build()
    with server.run(bundled) as serving:
        yield SampleRoutes(serving, bundled.refusing)
