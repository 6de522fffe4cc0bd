"""What a loopback platform may be told to do wrong, and when."""

import re
import threading
from dataclasses import dataclass, field
from enum import StrEnum


class How(StrEnum):
    """What happens to a request or to a stream."""

    REFUSED = "refused"  # a status before anything was done
    UNDONE = "undone"  # a status although it was done
    LOST = "lost"  # it was done, and the connection closes without an answer
    BROKEN = "broken"  # a stream breaks off inside its body
    ENDED = "ended"  # a stream ends as if all was said
    ERROR = "error"  # a stream says that there was an error
    SILENT = "silent"  # a stream says nothing more
    PINGS = "pings"  # a stream says only that it is there


@dataclass(slots=True)
class Fault:
    """One thing to do wrong: to requests that match, so often, after so many good ones.

    For a stream `after` counts the events that it still says.
    """

    how: How
    matches: str = "."
    times: int = 1
    after: int = 0
    status: int = 500
    kind: str = "api_error"
    headers: dict[str, str] = field(default_factory=dict)


STREAM = "GET /v1/sessions/[^/]+/events/stream"
OF_STREAMS = frozenset({How.BROKEN, How.ENDED, How.ERROR, How.SILENT, How.PINGS})


class Faults:
    """The faults still to come; each is used up in the order they were added."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self.done: list[Fault] = []

    def add(self, *faults: Fault) -> None:
        with self._lock:
            self._faults += faults

    def clear(self) -> None:
        with self._lock:
            self._faults.clear()
            self.done.clear()

    def for_request(self, request: str) -> Fault | None:
        """The fault that hits a request (`POST /v1/sessions`), if one does."""
        with self._lock:
            for fault in self._faults:
                if fault.how in OF_STREAMS or not re.search(fault.matches, request):
                    continue
                if fault.after:
                    fault.after -= 1
                    continue
                return self._use(fault)
        return None

    def for_stream(self, request: str) -> Fault | None:
        """The fault that will hit a stream that opens now, if one does."""
        with self._lock:
            for fault in self._faults:
                if fault.how in OF_STREAMS and re.search(fault.matches, request):
                    return self._use(fault)
        return None

    def _use(self, fault: Fault) -> Fault:
        fault.times -= 1
        if fault.times <= 0:
            self._faults.remove(fault)
        self.done.append(fault)
        return fault
