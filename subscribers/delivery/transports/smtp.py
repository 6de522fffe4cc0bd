"""SMTP with PIPELINING over a pool of connections, multiplexed in one thread.

With PIPELINING the end of one letter and the envelope of the next travel together, so
that a letter costs one round trip (https://www.rfc-editor.org/rfc/rfc2920). While the
server thinks about a letter on one connection, the next goes out on another.
"""

import math
import select
import time
from collections import deque
from collections.abc import Collection, Generator, Iterable, Iterator
from typing import TypeAlias
from urllib.parse import urlsplit

from django.conf import settings

from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.delivery.transports.smtp_connection import (
    Broken,
    Connection,
    MailServer,
    Silent,
    SmtpReply,
)
from subscribers.letters.envelope import Letter

FORBIDDEN = frozenset("\r\n<> \t")
# A server that has not answered by then may take minutes.
LONG_SECONDS = 0.1

# What a lane gives: None while the server is to answer, else what became of a letter.
Course: TypeAlias = Generator[tuple[Letter, LetterOutcome] | None, None, None]


class SmtpTransport(Transport):
    """Speaks to one mail server over a few connections, each opened when it is needed.

    One thread does it all. A server that lets in fewer of them gets fewer.
    """

    def __init__(self, server: MailServer, *, connections: int = 1) -> None:
        self.lanes = [Lane(server) for _ in range(max(1, connections))]

    def carry(
        self, letters: Iterable[Letter]
    ) -> Iterator[tuple[Letter, LetterOutcome]]:
        feed = Feed(letters)
        while feed.has_more:
            yield from self._side_by_side(feed)

    def close(self) -> None:
        for lane in self.lanes:
            lane.close()

    def _side_by_side(self, feed: "Feed") -> Iterator[tuple[Letter, LetterOutcome]]:
        """Each lane goes on when its server has answered, until none has a letter."""
        courses = {lane: lane.carry(feed) for lane in self.lanes}
        turns, waiting = deque(courses), list[Lane]()
        try:
            while turns or waiting:
                if not turns:
                    turns.extend(self._answered(waiting))
                lane = turns.popleft()
                try:
                    yield from _turn(waiting, lane, courses[lane])
                except Unreachable:
                    if not any(other.is_open for other in self.lanes):
                        raise
                    # The others go on, and take the letters it has given back.
                    self.lanes.remove(lane)
        finally:
            for course in courses.values():
                course.close()

    def _answered(self, waiting: list["Lane"]) -> list["Lane"]:
        """Take from `waiting` the lanes that can go on, as soon as there is one."""
        by_connection = {lane.connection: lane for lane in waiting}
        ready = [one for one in by_connection if one.has_more]
        ready = ready or _ready(by_connection, LONG_SECONDS)
        if not ready and self.before_waiting:
            self.before_waiting()
        ready = ready or _ready(by_connection)
        lanes = [by_connection[one] for one in ready]
        waiting[:] = [lane for lane in waiting if lane not in lanes]
        return lanes


class Feed:
    """The letters still to be offered, which all lanes share."""

    def __init__(self, letters: Iterable[Letter]) -> None:
        self._letters = iter(letters)
        self._returned: list[Letter] = []

    @property
    def has_more(self) -> bool:
        self.give_back(self.take())
        return bool(self._returned)

    def take(self) -> Letter | None:
        return self._returned.pop() if self._returned else next(self._letters, None)

    def give_back(self, letter: Letter | None) -> None:
        """What was taken and of which nothing has left."""
        if letter is not None:
            self._returned.append(letter)


class Lane:
    """One connection, and the letters that leave over it one after another."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._connection: Connection | None = None
        # The letter whose envelope the server has already: the next one here.
        self._announced: Letter | None = None

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    @property
    def connection(self) -> Connection:
        """The one it waits for; a lane waits only where it has one."""
        return self._open()

    def carry(self, feed: Feed) -> Course:
        """Take letters until there are none; Unreachable gives back what it has."""
        is_over = False
        try:
            while (letter := self._announced or feed.take()) is not None:
                try:
                    outcome = yield from self._carry_one(letter, feed)
                except Unreachable:
                    feed.give_back(letter)
                    raise
                yield letter, outcome
            is_over = True
        finally:
            if not is_over:  # the server may still be about to answer: hear it not
                self._announced = None
                self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _carry_one(
        self, letter: Letter, feed: Feed
    ) -> Generator[None, None, LetterOutcome]:
        """What becomes of `letter`; while the server has it the next is announced."""
        is_announced, self._announced = self._announced is not None, None
        connection = self._open()
        if (problem := _unfit(letter, connection)) is not None:
            return problem
        try:
            refusal = yield from _offer(connection, letter, is_announced=is_announced)
        except Silent as error:
            self.close()
            return LetterOutcome(Result.DEFERRED, f"silent before DATA: {error}")
        except Broken:
            # Perhaps it was closed while idle: none of the letter has left.
            self.close()
            connection = self._open()
            try:
                refusal = yield from _offer(connection, letter, is_announced=False)
            except Broken as error:
                self.close()
                return LetterOutcome(Result.DEFERRED, f"broken before DATA: {error}")
        if refusal is not None:
            if refusal.code == 421:
                self.close()
            return refusal.outcome
        try:
            data = _data(letter, eight_bit=connection.eight_bit)
            # One write: two cost the server a third more.
            connection.write(data + self._announce(connection, feed))
            reply = yield from _hear(connection)
        except Broken as error:
            self._hang_up(feed)
            return LetterOutcome(Result.UNCERTAIN, f"broken after DATA: {error}")
        if reply.is_positive:
            return LetterOutcome(Result.ACCEPTED, f"{reply.code} {reply.text}"[:300])
        if reply.code == 421:
            self._hang_up(feed)
        return reply.outcome

    def _announce(self, connection: Connection, feed: Feed) -> bytes:
        """The envelope of the next letter, to travel with the end of this one."""
        following = feed.take() if connection.pipelines else None
        if following is None:
            return b""
        if _unfit(following, connection) is not None:
            feed.give_back(following)
            return b""
        self._announced = following
        return b"".join(_commands(following, connection))

    def _hang_up(self, feed: Feed) -> None:
        """End the connection; of what was announced nothing has left."""
        feed.give_back(self._announced)
        self._announced = None
        self.close()

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = Connection(self.server)
        return self._connection


def _turn(
    waiting: list[Lane], lane: Lane, course: Course
) -> Iterator[tuple[Letter, LetterOutcome]]:
    """What a lane has to tell, until it waits for its server."""
    for step in course:
        if step is None:
            waiting.append(lane)
            return
        yield step


def _ready(among: Collection[Connection], most: float = math.inf) -> list[Connection]:
    """Those that were answered or are late, as soon as there is one; `most` in seconds."""
    late = min(one.late_at for one in among)
    seconds = max(0.0, min(most, late - time.monotonic()))
    ready, _, _ = select.select(list(among), [], [], seconds)
    return ready or [one for one in among if one.late_at <= time.monotonic()]


def _hear(connection: Connection) -> Generator[None, None, SmtpReply]:
    """The next reply; meanwhile other lanes have their turn."""
    while (reply := connection.reply()) is None:
        yield
        connection.receive()
    return reply


def _offer(
    connection: Connection, letter: Letter, *, is_announced: bool
) -> Generator[None, None, SmtpReply | None]:
    """Offer `letter`; None where the server now waits for its content."""
    commands = _commands(letter, connection)
    replies: list[SmtpReply] = []
    if connection.pipelines:
        if not is_announced:
            connection.write(b"".join(commands))
        for _ in commands:
            replies.append((yield from _hear(connection)))
    else:
        for command in commands:
            connection.write(command)
            replies.append((yield from _hear(connection)))
            if not replies[-1].is_positive:
                break
    refusal = next((reply for reply in replies if not reply.is_positive), None)
    if refusal is None:
        return None
    if replies[-1].code == 354:
        # It waits for content though it took no recipient: give it none.
        connection.write(b".\r\n")
        yield from _hear(connection)
    elif refusal.code != 421:
        connection.write(b"RSET\r\n")
        yield from _hear(connection)
    return refusal


def server_from_settings() -> MailServer:
    """The mail server named by EMAIL_HOST and its companions."""
    return MailServer(
        host=settings.EMAIL_HOST,
        port=settings.EMAIL_PORT,
        user=settings.EMAIL_HOST_USER,
        password=settings.EMAIL_HOST_PASSWORD,
        use_tls=settings.EMAIL_USE_TLS,
        use_ssl=settings.EMAIL_USE_SSL,
        own_name=urlsplit(settings.BASE_URL).hostname or "localhost",
    )


def _unfit(letter: Letter, connection: Connection) -> LetterOutcome | None:
    """Why `letter` cannot be offered to this server at all."""
    for address in (letter.envelope_sender, letter.recipient):
        if "@" not in address or not FORBIDDEN.isdisjoint(address):
            return LetterOutcome(Result.REJECTED, "not an address a mail server takes")
        if not address.isascii() and not connection.takes_utf8:
            return LetterOutcome(Result.REJECTED, "the mail server offers no SMTPUTF8")
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
