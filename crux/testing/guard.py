"""No test talks to anything but this machine.

An audit hook sees every connection that Python code opens, whichever library asks
(https://docs.python.org/3/library/audit_events.html). An attempt is refused at once
and kept, so that a test fails even where the code under test swallows the refusal.
"""

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

CONNECTIONS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})
WATCHED = CONNECTIONS | LOOKUPS
NAMES = frozenset({"", "localhost", "localhost.localdomain"})


class NetworkForbidden(OSError):
    """A test tried to reach something other than this machine.

    An OSError, so that libraries tidy up their sockets as they do after any fault.
    """


@dataclass
class Guard:
    """Refuses what leaves the machine while it is up, and remembers each attempt."""

    is_up: bool = True
    attempts: list[str] = field(default_factory=list)

    def watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse an event that leaves the machine."""
        if not self.is_up:
            return
        if (host := _host(event, arguments)) is None or is_here(host, event in LOOKUPS):
            return
        attempt = f"{event} {host!r}"
        self.attempts.append(attempt)
        raise NetworkForbidden(
            f"{attempt}: a test may reach only this machine; use a double, a server "
            "on loopback, or mark the test `live`"
        )

    def take_attempts(self) -> list[str]:
        """The attempts since the last call."""
        taken, self.attempts = self.attempts, []
        return taken

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Let everything pass: for tests marked `live`."""
        self.is_up = False
        try:
            yield
        finally:
            self.is_up = True


def is_here(host: str, lookup: bool = False) -> bool:  # noqa: FBT001, FBT002  one caller
    """Is `host` this machine? Looking up a literal address asks nobody: that passes."""
    if host.casefold() in NAMES:
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return lookup or address.is_loopback or address.is_unspecified


def _host(event: str, arguments: tuple[Any, ...]) -> str | None:
    """The host that an event names; None where it names none (a Unix socket)."""
    if event in LOOKUPS:
        host = arguments[0]
        return host.decode() if isinstance(host, bytes) else host or ""
    if event in CONNECTIONS and isinstance(arguments[1], tuple):
        return str(arguments[1][0])
    return None


def raise_guard() -> Guard:
    """Put a guard up for the rest of the process: an audit hook cannot be removed.

    The hook is called for every event there is, thousands in a test, and is a function: each
    call of a method would look in vain for what only functions can have.
    """
    guard = Guard()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in WATCHED:
            guard.watch(event, arguments)

    sys.addaudithook(hook)
    return guard
