"""Parsing mail servers' logs: Postfix, Exim, OpenSMTPD, Sendmail. Pure.

A letter was accepted where a line says so that its server writes after it took it. That
one is named elsewhere, as in a refusal, proves nothing. What is in none of these formats
is no mail server's log, and is refused.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

MONTHS = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]  # fmt: skip
WRITTEN = re.compile(
    r"^(?:<\d+>\d? ?)?(?:(?:[A-Z][a-z]{2} )?(?P<date>\d{4}-\d\d-\d\d)[T ]"
    r"(?P<clock>\d\d:\d\d:\d\d)(?:[.,]\d+)? ?(?P<zone>Z|UTC\b|GMT\b|[+-]\d\d:?\d\d)?"
    r"|(?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) (?P<time>\d\d:\d\d:\d\d)(?:\.\d+)? )"
)
# What stands between a program's name and its words: of old (RFC 3164), and of now
# (RFC 5424: process, kind of message, structured data).
PROCESS = (
    r"(?:\[\d+\]:| (?:\d+|-) \S{1,32} (?:-|(?:\[(?:[^\]\\]|\\.){0,500}\]){1,9}))"
    r" (?:\[ID \d+ [\w.]+\] )?"
)
# Whatever `syslog_name` says before the slash, the program's name ends it.
POSTFIX = re.compile(
    rf"[\w.-]+(?:/[\w.-]+)*/(?P<program>cleanup|qmgr){PROCESS}"
    r"(?P<queue>[0-9A-Za-z]{6,20}): (?P<said>.*)"
)
EXIM = re.compile(
    r"\b[0-9A-Za-z]{6}-[0-9A-Za-z]{6}(?:[0-9A-Za-z]{5})?-[0-9A-Za-z]{2,4}"
    r" (?P<arrow><=|\*\*|=>|->|==|Completed)(?: (?P<sender>\S+)(?P<said>.*))?"
)
OPENSMTPD = re.compile(
    rf"(?:^|\bsmtpd{PROCESS})[0-9a-f]{{16}} (?:(?P<taken>smtp envelope evpid=[0-9a-f]{{16}}"
    r"|smtp event=message .{0,300}? msgid=[0-9a-f]{8})|m[td]a delivery evpid=[0-9a-f]{16})"
    r" from=<(?P<sender>[^>]*)>"
)
OPENSMTPD_ANY = re.compile(rf"\bsmtpd{PROCESS}[0-9a-f]{{16}} (?:smtp|mta|mda) ")
SENDMAIL = re.compile(
    rf"\b(?:sendmail|sm-mta|sm-msp-queue|mta){PROCESS}"
    r"(?P<queue>[0-9A-Za-z]{12,20}): (?P<said>.*)"
)
# Who carries the lines says so where it has lost some.
LOST = re.compile(
    r"\b(?:rsyslogd|syslogd|syslog-ng|(?:systemd-)?journald?)\b.{0,60}?(?:\blost \d+ messages"
    r"|\d+ messages lost|[Ss]uppressed \d+ messages|drop(?:ped)? (?:\d+ )?messages)"
)
# As `references` makes them; whether one is ours is seen later.
REFERENCE = re.compile(r"\d\.[0-9a-f]{16}\b")
BRACKETED = re.compile(r"(?:^|[ ,])(?:from|msgid|message-id|id)=<?([^\s,>]*)")


class UnknownLog(ValueError):
    """That is no log of a mail server that Crux can read."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A letter that the server took: what the line names, and when as it was written."""

    names: str
    written: datetime | None


@dataclass(slots=True)
class MailLog:
    """One log file: what its server took, and from when to when it was written.

    Times without a zone are kept as if they were UTC: whoever knows a letter of it knows
    better. `named` holds every line about a letter, taken or not; `minutes`, counted from
    1970, those in which anything was written.
    """

    server: str = ""
    taken: list[Taken] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    first: datetime | None = None
    last: datetime | None = None
    minutes: set[int] = field(default_factory=set)
    has_zone: bool = True
    has_lost: bool = False

    def tick(self, written: datetime, *, has_zone: bool) -> None:
        """A line was written then."""
        self.first = min(self.first or written, written)
        self.last = max(self.last or written, written)
        self.minutes.add(minute_of(written))
        self.has_zone &= has_zone

    def note(self, names: str, written: datetime | None) -> None:
        self.taken.append(Taken(names, written))


def parse(lines: Iterable[str], now: datetime) -> MailLog:
    """What a log says; `now` tells the year of times that have none.

    Raises UnknownLog where it is empty or in no format that is known.
    """
    log = MailLog()
    readers = (_Postfix(log), _Exim(log), _OpenSmtpd(log), _Sendmail(log))
    for line in lines:
        written, has_zone = _written(line, now)
        if written:
            log.tick(written, has_zone=has_zone)
        log.has_lost = log.has_lost or bool(LOST.search(line))
        if REFERENCE.search(line):
            log.named.append(line)
        for reader in readers:
            if reader.read(line, written):
                log.server = log.server or reader.name
                break
    for reader in readers:
        reader.end()
    if not log.server:
        raise UnknownLog(
            "It holds no line of Postfix, Exim, OpenSMTPD or Sendmail about a letter."
        )
    if log.first is None:
        raise UnknownLog("Its lines bear no time.")
    return log


class _Reader(ABC):
    """Reads the lines of one server and leaves the others."""

    name = ""

    def __init__(self, log: MailLog) -> None:
        self.log = log

    @abstractmethod
    def read(self, line: str, written: datetime | None) -> bool:
        """Whether this was a line of its own."""

    def end(self) -> None:  # noqa: B027  most have nothing to add
        """What only the whole log tells."""


class _Postfix(_Reader):
    """Cleanup names a message before it has all of it; the queue manager has taken it.

    One that a milter put on hold was taken, too.
    """

    name = "Postfix"

    def __init__(self, log: MailLog) -> None:
        super().__init__(log)
        self.named: dict[str, str] = {}

    def read(self, line: str, written: datetime | None) -> bool:
        found = POSTFIX.search(line)
        if found is None:
            return False
        queue, said = found["queue"], found["said"]
        if found["program"] == "qmgr":
            if "(queue active)" in said:
                names = " ".join(_bracketed(said))
                self.log.note(f"{self.named.pop(queue, '')} {names}", written)
        elif said.startswith("message-id="):
            self.named[queue] = " ".join(_bracketed(said))
        elif said.startswith(("hold: END-OF-MESSAGE", "milter-hold: END-OF-MESSAGE")):
            names = " ".join(_bracketed(said.replace(";", ",")))
            self.log.note(f"{self.named.pop(queue, '')} {names}", written)
        return True


class _Exim(_Reader):
    """`<=` says that a message was taken; what is refused bears no such arrow."""

    name = "Exim"

    def read(self, line: str, written: datetime | None) -> bool:
        found = EXIM.search(line)
        if found is None:
            return False
        if found["arrow"] == "<=":
            names = [found["sender"] or "", *_bracketed(found["said"] or "")]
            self.log.note(" ".join(names), written)
        return True


class _OpenSmtpd(_Reader):
    """An envelope has a number once the message is in the queue."""

    name = "OpenSMTPD"

    def read(self, line: str, written: datetime | None) -> bool:
        found = OPENSMTPD.search(line)
        if found is None:
            return OPENSMTPD_ANY.search(line) is not None
        if found["taken"]:
            self.log.note(found["sender"], written)
        return True


class _Sendmail(_Reader):
    """It names the sender before a milter's last word; a delivery tried is proof."""

    name = "Sendmail"

    def __init__(self, log: MailLog) -> None:
        super().__init__(log)
        self.named: dict[str, str] = {}

    def read(self, line: str, written: datetime | None) -> bool:
        found = SENDMAIL.search(line)
        if found is None:
            return False
        queue, said = found["queue"], found["said"]
        if said.startswith("from="):
            self.named[queue] = " ".join(_bracketed(said))
        elif said.startswith("to=") and " mailer=" in said and queue in self.named:
            self.log.note(self.named.pop(queue), written)
        return True


def _bracketed(said: str) -> Iterator[str]:
    """The addresses and Message-IDs that a line names as the message's own."""
    yield from BRACKETED.findall(said)


def minute_of(at: datetime) -> int:
    """Which minute it was, counted from 1970."""
    return int(at.timestamp() // 60)


def _written(line: str, now: datetime) -> tuple[datetime | None, bool]:
    """When a line was written, and whether it tells the zone; in UTC where it does not."""
    found = WRITTEN.match(line)
    if found is None:
        return None, False
    try:
        if found["date"]:
            zone = re.sub("Z|UTC|GMT", "+00:00", found["zone"] or "Z")
            at = datetime.fromisoformat(f"{found['date']}T{found['clock']}{zone}")
            return at.astimezone(UTC), bool(found["zone"])
        clock = datetime.strptime(found["time"], "%H:%M:%S").replace(tzinfo=UTC)
        month = MONTHS.index(found["month"]) + 1
        year = (
            now.year if (month, int(found["day"])) <= _tomorrow(now) else now.year - 1
        )
        return clock.replace(year=year, month=month, day=int(found["day"])), False
    except ValueError:
        return None, False


def _tomorrow(now: datetime) -> tuple[int, int]:
    """The last day of this year that can stand in a log: zones differ by a day."""
    return (now.month, now.day + 1)
