"""One sender at work on one issue: claims letters, carries them, writes down the rest."""

import logging
import math
import os
import socket
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from secrets import token_hex

from django.conf import settings
from django.db import OperationalError, connection

from newsletter.models import Issue
from subscribers.delivery import breaker, control, ledger
from subscribers.delivery.breaker import Standing
from subscribers.delivery.ledger import Clock, Settled
from subscribers.delivery.pace import Pace, asks_to_slow_down, provider_of
from subscribers.delivery.transports.base import (
    Letter,
    Outcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters.compose import Reader, compose
from subscribers.models import Dispatch

logger = logging.getLogger(__name__)

# A start and its letters share a commit; a crash leaves at most this many uncertain.
LARGEST_GROUP = 32
# How long a database that went away is waited for.
PATIENCE_SECONDS = 30.0
# A pause takes effect within this time and one group of letters.
LOOK_SECONDS = 1.0
# While another sender has the first letters on their way: how often and how long to look.
WATCH_SECONDS = 0.05
WATCH_LONGEST_SECONDS = 2.0
# How long a batch waits for providers that ask to slow down, and what comes then.
SLOW_SECONDS = 10.0
PUT_OFF = timedelta(seconds=30)
NOTHING_LEFT = Outcome(Result.UNSENT)


class Desk:
    """One sender at work on one issue."""

    def __init__(
        self, issue: Issue, dispatch: Dispatch, transport: Transport, clock: Clock
    ) -> None:
        self.issue = issue
        self.dispatch = dispatch
        self.transport = transport
        self.clock = clock
        self.sender = f"{socket.gethostname()[:40]}:{os.getpid()}:{token_hex(4)}"
        self.group = max(1, min(settings.DELIVERY_GROUP, LARGEST_GROUP))
        self.composition = compose(issue, at=dispatch.frozen_at or clock.now())
        self.done: list[Settled] = []
        self.unanswered: set[int] = set()
        self.end = math.inf
        self.looked = -math.inf
        # What became of letters since then.
        self.fresh: Counter[Result] = Counter()
        self.pace = Pace()
        # Until what became of the first letters is known.
        self.is_canary = True
        # Where it stood when an operator last let it go on, and when that was.
        self.seen: tuple[Standing, datetime] | None = None

    def drain(self, seconds: float | None) -> None:
        """Claim and send until nothing is due, the issue is stopped or time is up."""
        self.end = time.monotonic() + seconds if seconds is not None else math.inf
        last = 0
        while (most := self._allowance()) > 0:
            now = self.clock.now()
            readers = ledger.claim(self.issue, self.sender, now, most=most, after=last)
            if not readers:
                return
            last = max(reader.delivery_id for reader in readers)
            self._send(readers)

    def leave(self) -> None:
        """Write down what is known and give back what was not begun."""
        self._commit([])
        ledger.release(self.issue, self.sender)

    def _allowance(self) -> int:
        """How many letters to claim next; 0 where it is time to stop."""
        end = min(self.end, time.monotonic() + WATCH_LONGEST_SECONDS)
        while self._may_go_on(look_now=self.is_canary):
            self.clock.read()
            ledger.expire(self.issue, self.clock.now())
            if not self.is_canary:
                return int(settings.DELIVERY_BATCH)
            most = breaker.allowance(ledger.standing(self.issue))
            if most is None:
                self.is_canary = False
            elif most:
                return min(most, int(settings.DELIVERY_BATCH))
            elif time.monotonic() > end:
                return 0
            else:
                time.sleep(WATCH_SECONDS)
        return 0

    def _may_go_on(self, *, look_now: bool = False) -> bool:
        """Whether there is time and the issue may go on; looked up seldom."""
        if time.monotonic() > self.end:
            return False
        if self._is_alarming():
            self._commit([])  # what is judged must be on record
            look_now = True
        if look_now or time.monotonic() > self.looked + LOOK_SECONDS:
            self.looked = time.monotonic()
            self.fresh.clear()
            self.dispatch.refresh_from_db()
            if self.dispatch.paused_at is None and (because := self._verdict()):
                control.stop(self.dispatch, because, self.clock.now())
        return self.dispatch.paused_at is None

    def _is_alarming(self) -> bool:
        """Whether so much was refused since the last look that the next cannot wait."""
        refused, taken = self.fresh[Result.REJECTED], self.fresh[Result.ACCEPTED]
        return breaker.is_much(refused, refused + taken)

    def _verdict(self) -> str:
        waved_on = self.dispatch.waved_on_at
        if waved_on and (self.seen is None or self.seen[1] != waved_on):
            self.seen = ledger.standing(self.issue, until=waved_on), waved_on
        seen = self.seen[0] if self.seen else None
        return breaker.verdict(ledger.standing(self.issue), seen)

    def _send(self, readers: Sequence[Reader]) -> None:
        """Letters to providers that take them, a group at a time; then the others."""
        held: list[Reader] = []
        waiting = deque(readers)
        while waiting:
            self._carry(self._groups(waiting, held))
            if not self._may_go_on():
                return
        self._commit([])
        if held:
            self._send_slowly(held)

    def _groups(self, waiting: deque[Reader], held: list[Reader]) -> Iterator[Letter]:
        """Letters of one group after another, while the server takes the last ones.

        Those without an answer and those that begin are together no more than a group.
        """
        while waiting:
            room = self.group - len(self.unanswered)
            if room <= self.group // 2 or not self._may_go_on():
                return
            group = [waiting.popleft() for _ in range(min(room, len(waiting)))]
            if not self.pace.is_free:
                group, late = self._by_pace(group)
                held += late
            yield from self._begin(group)

    def _begin(self, readers: Sequence[Reader]) -> Iterator[Letter]:
        """The letters of `readers`, who are written down as started before the first.

        After the lease somebody else may judge what we started: begin nothing then.
        """
        end = time.monotonic() + settings.DELIVERY_LEASE_SECONDS * 0.8
        mine = self._commit(readers)
        self.unanswered.update(reader.delivery_id for reader in mine)
        for reader in mine:
            if time.monotonic() >= end:
                return
            yield self.composition.letter(reader)

    def _by_pace(self, readers: Sequence[Reader]) -> tuple[list[Reader], list[Reader]]:
        """Those whose provider may be written to now, and those who must wait."""
        now: list[Reader] = []
        later: list[Reader] = []
        for reader in readers:
            provider, moment = provider_of(reader.address), time.monotonic()
            if self.pace.wait(provider, moment) > 0:
                later.append(reader)
            else:
                self.pace.take(provider, moment)
                now.append(reader)
        return now, later

    def _send_slowly(self, readers: Sequence[Reader]) -> None:
        """One by one at their provider's pace; who must wait too long is put off."""
        end = time.monotonic() + SLOW_SECONDS
        for at, reader in enumerate(readers):
            provider = provider_of(reader.address)
            wait = self.pace.wait(provider, time.monotonic())
            if time.monotonic() + wait > end or not self._may_go_on():
                until = self.clock.now() + PUT_OFF
                ledger.postpone(readers[at:], self.sender, until)
                return
            time.sleep(wait)
            self.pace.take(provider, time.monotonic())
            self._carry(self._begin([reader]))
            self._commit([])

    def _learn(self, recipient: str, outcome: Outcome) -> None:
        """Adapt the pace to what a provider answered."""
        if outcome.result is Result.DEFERRED and asks_to_slow_down(outcome.reply):
            self.pace.slow_down(provider_of(recipient), time.monotonic())
        elif outcome.result is Result.ACCEPTED and not self.pace.is_free:
            self.pace.speed_up(provider_of(recipient))

    def _carry(self, letters: Iterator[Letter]) -> None:
        """Hand the letters over and note what became of each.

        An error other than Unreachable leaves the unanswered ones as started: bytes
        may have left, and only the mail server knows.
        """
        try:
            for letter, outcome in self.transport.carry(letters):
                self.unanswered.discard(letter.delivery_id)
                self.done.append(Settled(letter.delivery_id, outcome))
                self.fresh[outcome.result] += 1
                self._learn(letter.recipient, outcome)
        except Unreachable:
            self._take_back()
            raise
        self._take_back()

    def _take_back(self) -> None:
        """Of what has no answer nothing has left."""
        self.done += [Settled(one, NOTHING_LEFT) for one in self.unanswered]
        self.unanswered.clear()

    def _commit(self, readers: Sequence[Reader]) -> list[Reader]:
        """In one commit: what became of the last group, and the start of the next.

        Where the database goes away it is tried again for a while, for what the mail
        server has answered must not be forgotten. A second try changes nothing that
        the first has done.
        """
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                now = self.clock.now()
                mine = ledger.turn(self.done, readers, self.sender, now)
            except OperationalError:
                if connection.in_atomic_block or time.monotonic() > end:
                    raise
                logger.warning("The database did not take a commit; trying again.")
                connection.close()
                time.sleep(0.5)
            else:
                self.done = []
                return mine
