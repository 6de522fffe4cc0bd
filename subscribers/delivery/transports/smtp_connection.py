"""A conversation with one mail server: let in, commands out, replies in."""

import contextlib
import smtplib
import socket
import ssl
from dataclasses import dataclass

from subscribers.delivery.transports.base import Outcome, Result, Unreachable

# RFC 5321 (4.5.3.2) asks for up to ten minutes; what comes too soon is uncertain.
TIMEOUT_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Server:
    """Where the mail server is and how to be let in."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    use_tls: bool = False
    # What we call ourselves (EHLO).
    own_name: str = "localhost"
    timeout_seconds: float = TIMEOUT_SECONDS


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply: its code and its text in one line."""

    code: int
    text: str

    @property
    def is_positive(self) -> bool:
        return 200 <= self.code < 400

    @property
    def outcome(self) -> Outcome:
        """What a negative reply means for the letter it is about."""
        is_final = 500 <= self.code < 600
        result = Result.REJECTED if is_final else Result.DEFERRED
        return Outcome(result, f"{self.code} {self.text}"[:300])


class Broken(Exception):
    """The connection ended or the server no longer speaks SMTP."""


class Connection:
    """A conversation with a mail server that has let us in."""

    def __init__(self, server: Server) -> None:
        try:
            client = _entered(server)
        except (OSError, smtplib.SMTPException) as error:
            message = (
                f"No way into the mail server {server.host}:{server.port}: {error}"
            )
            raise Unreachable(message) from error
        assert client.sock is not None  # noqa: S101  smtplib sets it when it connects
        self._client = client
        self._socket = client.sock
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self.pipelines = client.has_extn("pipelining")
        self.eight_bit = client.has_extn("8bitmime")
        self.takes_utf8 = client.has_extn("smtputf8")

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Broken(str(error)) from error

    def reply(self) -> Reply:
        """The next whole reply, its continuation lines joined."""
        lines = []
        while True:
            line = self._line()
            if len(line) < 3 or not line[:3].isdigit():
                raise Broken(f"not a reply: {line[:80]!r}")
            lines.append(line[4:].decode("utf-8", "replace"))
            if line[3:4] != b"-":
                return Reply(int(line[:3]), " ".join(lines).strip())

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(b"QUIT\r\n")
        self._client.close()

    def _line(self) -> bytes:
        while b"\n" not in self._rest:
            try:
                more = self._socket.recv(65536)
            except OSError as error:
                raise Broken(str(error)) from error
            if not more:
                raise Broken("the server closed the connection")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.rstrip(b"\r")


def _entered(server: Server) -> smtplib.SMTP:
    """Connected, encrypted and logged in as `server` demands."""
    client = smtplib.SMTP(
        # Given here, it is also the name that the certificate must bear.
        server.host,
        server.port,
        # Named, smtplib need not ask the network for it.
        local_hostname=server.own_name,
        timeout=server.timeout_seconds,
    )
    try:
        client.ehlo_or_helo_if_needed()
        if server.use_tls:
            client.starttls(context=ssl.create_default_context())
            client.ehlo()
        if server.user:
            client.login(server.user, server.password)
    except BaseException:
        client.close()
        raise
    return client
