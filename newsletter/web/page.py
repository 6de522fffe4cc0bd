"""What an address answered, as a value: page, hops, or the fault that it was. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from newsletter.web.charset import decode

# In `detail`, when the names of all hosts are known and this one is not among them.
NO_SUCH_HOST = "no host has this name"


class Fault(StrEnum):
    """Why an address could not be read."""

    REFUSED = "refused"  # not a public address, or one we do not ask
    MALFORMED = "malformed"  # no address at all
    DNS = "dns"  # its host has no address
    CONNECT = "connect"  # nobody accepts connections there
    TLS = "tls"  # its certificate or its handshake does not hold
    TIMEOUT = "timeout"  # no complete answer in time
    TOO_MANY_REDIRECTS = "too_many_redirects"
    LOOP = "loop"  # a redirect leads back to where it came from
    TOO_LARGE = "too_large"  # headers beyond all measure
    PROTOCOL = "protocol"  # what came is not HTTP, or broke off
    STAND_IN = "stand_in"  # what was read is a wall's, or says that nothing is there


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect on the way: the address that was asked, and its status."""

    url: str
    status: int


@dataclass(frozen=True, slots=True)
class Page:
    """What an address answered, and when. With a fault the rest is what came before.

    `headers` holds a few that matter, named in lower case. `truncated` tells that the
    body was longer than what was read of it. `detail` is the fault in words.
    """

    url: str
    final_url: str
    status: int | None
    chain: tuple[Hop, ...]
    content_type: str
    headers: Mapping[str, str]
    body: bytes
    truncated: bool
    fault: Fault | None
    detail: str
    seconds: float
    fetched_at: datetime

    @property
    def names_no_host(self) -> bool:
        """Whether its host was looked up and is not there."""
        return self.fault is Fault.DNS and self.detail == NO_SUCH_HOST

    @property
    def text(self) -> str:
        """The body, decoded as its beginning and its headers tell, or as it looks."""
        return decode(self.body, self.content_type)


def without_answer(url: str, fault: Fault, detail: str, now: datetime) -> Page:
    """The page of an address that was not asked, or did not answer at all."""
    return Page(
        url=url,
        final_url=url,
        status=None,
        chain=(),
        content_type="",
        headers={},
        body=b"",
        truncated=False,
        fault=fault,
        detail=detail,
        seconds=0.0,
        fetched_at=now,
    )


class Wire(BaseModel):
    """What another's server sends in JSON, as far as it is known: the rest is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")
