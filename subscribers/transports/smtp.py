"""Letters to a mail server: one connection kept, commands sent ahead where offered.

With PIPELINING the end of one letter and the envelope of the next travel together, so
that a letter costs one round trip (https://www.rfc-editor.org/rfc/rfc2920).
"""

import contextlib
import smtplib
import socket
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from subscribers.transports.base import (
    Letter,
    Outcome,
    Result,
    Transport,
    Unreachable,
)

# RFC 5321 (4.5.3.2) asks for up to ten minutes; what comes too soon is uncertain.
TIMEOUT_SECONDS = 300.0
FORBIDDEN = frozenset("\r\n<> \t")


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


class SmtpTransport(Transport):
    """Speaks to one mail server over one connection, opened when first needed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._connection: Connection | None = None

    def carry(self, letters: Iterable[Letter]) -> Iterator[tuple[Letter, Outcome]]:
        waiting = iter(letters)
        letter = next(waiting, None)
        is_announced = False
        while letter is not None:
            following = next(waiting, None)
            outcome, is_announced = self._carry_one(
                letter, following, is_announced=is_announced
            )
            yield letter, outcome
            letter = following

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _carry_one(
        self, letter: Letter, following: Letter | None, *, is_announced: bool
    ) -> tuple[Outcome, bool]:
        """The outcome of `letter`, and whether `following` has been announced."""
        connection = self._open()
        if (problem := _unfit(letter, connection)) is not None:
            return problem, False
        try:
            refusal = self._envelope(connection, letter, is_announced=is_announced)
        except Broken:
            # Perhaps it was closed while idle: none of the letter has left.
            self._drop()
            connection = self._open()
            try:
                refusal = self._envelope(connection, letter, is_announced=False)
            except Broken as error:
                self._drop()
                return Outcome(Result.DEFERRED, f"broken before DATA: {error}"), False
        if refusal is not None:
            if refusal.code == 421:
                self._drop()
            return refusal.outcome, False
        ahead = self._ahead(connection, following)
        try:
            connection.write(_data(letter, eight_bit=connection.eight_bit) + ahead)
            reply = connection.reply()
        except Broken as error:
            self._drop()
            return Outcome(Result.UNCERTAIN, f"broken after DATA: {error}"), False
        if reply.is_positive:
            return Outcome(Result.ACCEPTED, f"{reply.code} {reply.text}"[:300]), bool(
                ahead
            )
        if reply.code == 421:
            self._drop()
            return reply.outcome, False
        return reply.outcome, bool(ahead)

    def _envelope(
        self, connection: Connection, letter: Letter, *, is_announced: bool
    ) -> Reply | None:
        """Offer `letter`; None where the server now waits for its content."""
        commands = _commands(letter, connection)
        if connection.pipelines:
            if not is_announced:
                connection.write(b"".join(commands))
            replies = [connection.reply() for _ in commands]
        else:
            replies = []
            for command in commands:
                connection.write(command)
                replies.append(connection.reply())
                if not replies[-1].is_positive:
                    break
        refusal = next((reply for reply in replies if not reply.is_positive), None)
        if refusal is None:
            return None
        if replies[-1].code == 354:
            # It waits for content though it took no recipient: give it none.
            connection.write(b".\r\n")
            connection.reply()
        elif refusal.code != 421:
            connection.write(b"RSET\r\n")
            connection.reply()
        return refusal

    def _ahead(self, connection: Connection, following: Letter | None) -> bytes:
        """What may travel with the end of a letter: the envelope of the following."""
        if following is None or not connection.pipelines:
            return b""
        if _unfit(following, connection) is not None:
            return b""
        return b"".join(_commands(following, connection))

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = Connection(self.server)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def server_from_settings() -> Server:
    """The mail server named by EMAIL_HOST and its companions."""
    return Server(
        host=settings.EMAIL_HOST,
        port=settings.EMAIL_PORT,
        user=settings.EMAIL_HOST_USER,
        password=settings.EMAIL_HOST_PASSWORD,
        use_tls=settings.EMAIL_USE_TLS,
        own_name=urlsplit(settings.BASE_URL).hostname or "localhost",
    )


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


def _unfit(letter: Letter, connection: Connection) -> Outcome | None:
    """Why `letter` cannot be offered to this server at all."""
    for address in (letter.envelope_sender, letter.recipient):
        if "@" not in address or not FORBIDDEN.isdisjoint(address):
            return Outcome(Result.REJECTED, "not an address a mail server takes")
        if not address.isascii() and not connection.takes_utf8:
            return Outcome(Result.REJECTED, "the mail server offers no SMTPUTF8")
    return None


def _commands(letter: Letter, connection: Connection) -> tuple[bytes, bytes, bytes]:
    options = " BODY=8BITMIME" if connection.eight_bit else ""
    if not (letter.recipient + letter.envelope_sender).isascii():
        options += " SMTPUTF8"
    return (
        f"MAIL FROM:<{letter.envelope_sender}>{options}\r\n".encode(),
        f"RCPT TO:<{letter.recipient}>\r\n".encode(),
        b"DATA\r\n",
    )


def _data(letter: Letter, *, eight_bit: bool) -> bytes:
    content = letter.content(eight_bit=eight_bit)
    if eight_bit and letter.is_dotless:
        return content + b".\r\n"
    return _stuffed(content)


def _stuffed(content: bytes) -> bytes:
    """`content` as DATA takes it: dots doubled at line starts, ended by one alone."""
    if content.startswith(b"."):
        content = b"." + content
    content = content.replace(b"\r\n.", b"\r\n..")
    return content + (b".\r\n" if content.endswith(b"\r\n") else b"\r\n.\r\n")
