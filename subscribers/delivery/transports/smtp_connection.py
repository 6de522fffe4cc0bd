"""One SMTP connection: TLS and login, then commands out and replies in."""

import contextlib
import math
import smtplib
import socket
import ssl
import time
from dataclasses import dataclass

from subscribers.delivery.transports.base import LetterOutcome, Result, Unreachable

# RFC 5321 (4.5.3.2) asks for up to ten minutes; what comes too soon is uncertain.
TIMEOUT_SECONDS = 300.0
# Nothing has left yet, and other connections wait meanwhile.
OPEN_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where the mail server is and how to be let in."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    use_tls: bool = False  # STARTTLS
    use_ssl: bool = False  # TLS from the first byte (SMTPS, RFC 8314)
    # What we call ourselves (EHLO).
    own_name: str = "localhost"
    timeout_seconds: float = TIMEOUT_SECONDS


@dataclass(frozen=True, slots=True)
class SmtpReply:
    """One reply: its code and its text in one line."""

    code: int
    text: str

    @property
    def is_positive(self) -> bool:
        return 200 <= self.code < 400

    @property
    def outcome(self) -> LetterOutcome:
        """What a negative reply means for the letter it is about."""
        is_final = 500 <= self.code < 600
        result = Result.REJECTED if is_final else Result.DEFERRED
        return LetterOutcome(result, f"{self.code} {self.text}"[:300])


class Broken(Exception):
    """The connection ended or the server no longer speaks SMTP."""


class Silent(Broken):
    """The server has not answered in time."""


class Connection:
    """A conversation with a mail server that has let us in."""

    def __init__(self, server: MailServer) -> None:
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
        self._socket.settimeout(server.timeout_seconds)
        self._rest = b""
        self._patience_seconds = server.timeout_seconds
        # By then the answer to what was written last must be here.
        self.late_at = math.inf
        self.pipelines = client.has_extn("pipelining")
        self.eight_bit = client.has_extn("8bitmime")
        self.takes_utf8 = client.has_extn("smtputf8")

    def write(self, data: bytes) -> None:
        self.late_at = time.monotonic() + self._patience_seconds
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Broken(str(error)) from error

    def reply(self) -> SmtpReply | None:
        """The next reply, its continuation lines joined; None while it is not whole."""
        end, lines = 0, []
        while (stop := self._rest.find(b"\n", end)) >= 0:
            line = self._rest[end:stop].rstrip(b"\r")
            end = stop + 1
            if len(line) < 3 or not line[:3].isdigit():
                raise Broken(f"not a reply: {line[:80]!r}")
            lines.append(line[4:].decode("utf-8", "replace"))
            if line[3:4] != b"-":
                self._rest = self._rest[end:]
                return SmtpReply(int(line[:3]), " ".join(lines).strip())
        return None

    def receive(self) -> None:
        """Take what came in; raises Broken where that is the end, or it is too late."""
        if time.monotonic() >= self.late_at:
            raise Silent(f"no answer within {self._patience_seconds:.0f} s")
        try:
            more = self._socket.recv(65536)
        except OSError as error:
            raise Broken(str(error)) from error
        if not more:
            raise Broken("the server closed the connection")
        self._rest += more

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    @property
    def has_more(self) -> bool:
        """Whether `receive` finds something though nothing new came over the network."""
        tls = self._socket
        return isinstance(tls, ssl.SSLSocket) and tls.pending() > 0

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(b"QUIT\r\n")
        self._client.close()


def dial(server: MailServer, timeout_seconds: float) -> smtplib.SMTP:
    """Connected, by TLS where that comes first; raises OSError or SMTPException."""
    # The host given here is also the name that the certificate must bear.
    if server.use_ssl:
        return smtplib.SMTP_SSL(
            server.host,
            server.port,
            local_hostname=server.own_name,
            timeout=timeout_seconds,
            context=ssl.create_default_context(),
        )
    return smtplib.SMTP(
        server.host,
        server.port,
        # Named, smtplib need not ask the network for it.
        local_hostname=server.own_name,
        timeout=timeout_seconds,
    )


def _entered(server: MailServer) -> smtplib.SMTP:
    """Connected, encrypted and logged in as `server` demands."""
    client = dial(server, min(server.timeout_seconds, OPEN_SECONDS))
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
