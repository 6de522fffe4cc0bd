"""A sender (worker) on one issue: claims letters, carries them, settles each."""

import math
import os
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex

from django.conf import settings

from newsletter.database_outage import patiently
from newsletter.models import Issue
from subscribers.delivery import breaker, control, ledger
from subscribers.delivery.breaker import Tally
from subscribers.delivery.ledger import Clock, Settled
from subscribers.delivery.throttle import Throttle, asks_to_slow_down, provider_of
from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters import editions
from subscribers.letters.compose import (
    Composer,
    Composition,
    Reader,
    compose,
    still_true,
)
from subscribers.letters.envelope import Letter
from subscribers.models import Dispatch, Edition

# A start and its letters share a commit; a crash leaves at most this many uncertain.
LARGEST_GROUP = 32
# A pause takes effect within this time and one group of letters.
LOOK_SECONDS = 1.0
# While another sender has the first letters on their way: how often and how long to look.
WATCH_SECONDS = 0.05
WATCH_LONGEST_SECONDS = 2.0
# How long a batch waits for providers that ask to slow down, and what comes then.
SLOW_SECONDS = 10.0
PUT_OFF = timedelta(seconds=30)
# Of so many editions a sender holds the letters ready, about 300 kB each.
MOST_EDITIONS = 64
NOTHING_LEFT = LetterOutcome(Result.UNSENT)


class Sender:
    """One sender at work on one issue."""

    def __init__(
        self,
        issue: Issue,
        letters: Composition,
        dispatch: Dispatch,
        transport: Transport,
        clock: Clock,
    ) -> None:
        self.issue = issue
        self.dispatch = dispatch
        self.transport = transport
        transport.before_waiting = self._put_down
        self.clock = clock
        self.name = f"{socket.gethostname()[:40]}:{os.getpid()}:{token_hex(4)}"
        largest = 1 if transport.is_one_by_one else LARGEST_GROUP
        self.group = max(1, min(settings.DELIVERY_GROUP, largest))
        self.letters = self._dated(letters)
        # Of editions, by hash: the one that was needed last stands last.
        self.editions: dict[str, Composition] = {}
        self.composer: Composer | None = None
        self.last = 0  # the last letter claimed
        self.done: list[Settled] = []
        self.unanswered: set[int] = set()
        self.end = math.inf
        self.is_over: Callable[[], bool] = lambda: False
        self.looked = -math.inf
        # What became of letters since then.
        self.fresh: Counter[Result] = Counter()
        self.throttle = Throttle()
        # Until what became of the first letters is known.
        self.is_canary = True
        # Where it stood when an operator last let it go on, and when that was.
        self.seen: tuple[Tally, datetime] | None = None

    def drain(
        self, seconds: float | None, is_over: Callable[[], bool] | None = None
    ) -> None:
        """Claim and send until nothing is due, the issue is stopped or time is up."""
        self.is_over = is_over or self.is_over
        self.end = time.monotonic() + seconds if seconds is not None else math.inf
        while (most := self._allowance()) > 0:
            readers = self._claim(most)
            if not readers:
                return
            self._send(readers)

    def leave(self) -> None:
        """Write down what is known and give back what was not begun."""
        self._commit([])
        patiently(lambda: ledger.release(self.issue, self.name))

    def _claim(self, most: int) -> list[Reader]:
        """Up to `most` letters that nobody has.

        Where a try was committed and its answer lost, they come back with the lease.
        """
        readers = patiently(
            lambda: ledger.claim(
                self.issue, self.name, self.clock.now(), most=most, after=self.last
            )
        )
        self.last = max((one.delivery_id for one in readers), default=self.last)
        return readers

    def _look_around(self) -> None:
        """Read the clock that all share, and free what dead senders held."""
        patiently(self.clock.read)
        patiently(lambda: ledger.expire(self.issue, self.clock.now()))

    def _allowance(self) -> int:
        """How many letters to claim next; 0 where it is time to stop."""
        end = min(self.end, time.monotonic() + WATCH_LONGEST_SECONDS)
        while self._may_go_on(look_now=self.is_canary):
            self._look_around()
            if not self.is_canary:
                return int(settings.DELIVERY_BATCH)
            most = breaker.allowance(patiently(lambda: ledger.tally(self.issue)))
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
        if time.monotonic() > self.end or self.is_over():
            return False
        if self._is_alarming():
            self._commit([])  # what is judged must be on record
            look_now = True
        if look_now or time.monotonic() > self.looked + LOOK_SECONDS:
            self.looked = time.monotonic()
            self.fresh.clear()
            patiently(self._judge)
            patiently(self._bear_corrections)
        return self.dispatch.paused_at is None

    def _judge(self) -> None:
        """Look whether the issue was paused, and pause it where too much came back."""
        self.dispatch.refresh_from_db()
        if self.dispatch.paused_at is None and (because := self._verdict()):
            control.stop(self.dispatch, because, self.clock.now())

    def _bear_corrections(self) -> None:
        """What leaves from now on tells what was found wrong meanwhile."""
        if not still_true(self.letters, self.issue):
            self.letters = self._dated(compose(self.issue, at=self.clock.now()))
            self.editions.clear()
            self.composer = None

    def _letters_of(self, edition: str) -> Composition:
        """The letters of an edition, by hash, as it was frozen; of the issue for ""."""
        if not edition:
            return self.letters
        found = self.editions.pop(edition, None) or self._dated(
            patiently(lambda: self._composed(edition))
        )
        self.editions[edition] = found
        if len(self.editions) > MOST_EDITIONS:
            del self.editions[next(iter(self.editions))]
        return found

    def _composed(self, edition: str) -> Composition:
        if self.composer is None:
            self.composer = Composer(self.issue, at=self.clock.now())
        return self.composer.compose(editions.draft_of(self.issue, edition))

    def _dated(self, letters: Composition) -> Composition:
        """Every sender dates them alike, whenever it comes in."""
        return letters.dated(self.dispatch.frozen_at or self.clock.now())

    def _is_alarming(self) -> bool:
        """Whether so much was refused since the last look that the next cannot wait."""
        refused, taken = self.fresh[Result.REJECTED], self.fresh[Result.ACCEPTED]
        return breaker.is_much(refused, refused + taken)

    def _verdict(self) -> str:
        waved_on = self.dispatch.waved_on_at
        if waved_on and (self.seen is None or self.seen[1] != waved_on):
            self.seen = ledger.tally(self.issue, until=waved_on), waved_on
        seen = self.seen[0] if self.seen else None
        return breaker.verdict(ledger.tally(self.issue), seen)

    def _send(self, readers: Sequence[Reader]) -> None:
        """Letters to providers that take them, a group at a time; then the others."""
        held: list[Reader] = []
        waiting = deque(readers)
        while waiting:
            self._carry(self._groups(waiting, held))
            if not self._may_go_on():
                return
        self._commit([])
        # Whose letter was given back and claimed anew has moved: the newer address counts.
        if newest := {reader.delivery_id: reader for reader in held}:
            self._send_slowly([*newest.values()])

    def _groups(self, waiting: deque[Reader], held: list[Reader]) -> Iterator[Letter]:
        """Letters of one group after another, while the server takes the last ones.

        Those without an answer and those that begin are together no more than a group.
        """
        while waiting or self._refill(waiting, held):
            room = self.group - len(self.unanswered)
            if room <= self.group // 2 or not self._may_go_on():
                return
            group = [waiting.popleft() for _ in range(min(room, len(waiting)))]
            if not self.throttle.is_free:
                group, late = self._by_pace(group)
                held += late
            yield from self._begin(group)

    def _refill(self, waiting: deque[Reader], held: Sequence[Reader]) -> bool:
        """Claim more while letters are on their way; whether there are any.

        Else one letter that the server thinks about would hold up all others. Not
        while the first letters are awaited, nor when too many must be sent slowly.
        """
        most = int(settings.DELIVERY_BATCH)
        if self.is_canary or len(held) >= most or not self._may_go_on():
            return False
        self._look_around()
        waiting.extend(self._claim(most))
        return bool(waiting)

    def _begin(self, readers: Sequence[Reader]) -> Iterator[Letter]:
        """The letters of `readers`, who are written down as started before the first.

        After the lease somebody else may judge what we started: begin nothing then.
        """
        # Before anything is written down: where one cannot be made, nothing is in doubt.
        for edition in {reader.edition for reader in readers}:
            try:
                self._letters_of(edition)
            except Edition.DoesNotExist:  # all whose it was were erased meanwhile
                readers = [one for one in readers if one.edition != edition]
        end = time.monotonic() + settings.DELIVERY_LEASE_SECONDS * 0.8
        mine = self._commit(readers)
        self.unanswered.update(reader.delivery_id for reader in mine)
        for reader in mine:
            if time.monotonic() >= end:
                return
            yield self._letters_of(reader.edition).letter(reader)

    def _by_pace(self, readers: Sequence[Reader]) -> tuple[list[Reader], list[Reader]]:
        """Those whose provider may be written to now, and those who must wait."""
        now: list[Reader] = []
        later: list[Reader] = []
        for reader in readers:
            provider, moment = provider_of(reader.address), time.monotonic()
            if self.throttle.wait(provider, moment) > 0:
                later.append(reader)
            else:
                self.throttle.take(provider, moment)
                now.append(reader)
        return now, later

    def _send_slowly(self, readers: Sequence[Reader]) -> None:
        """One by one at their provider's pace; who must wait too long is put off."""
        end = time.monotonic() + SLOW_SECONDS
        for at, reader in enumerate(readers):
            provider = provider_of(reader.address)
            wait = self.throttle.wait(provider, time.monotonic())
            if time.monotonic() + wait > end or not self._may_go_on():
                until = self.clock.now() + PUT_OFF
                patiently(partial(ledger.postpone, readers[at:], self.name, until))
                return
            time.sleep(wait)
            self.throttle.take(provider, time.monotonic())
            self._carry(self._begin([reader]))
            self._commit([])

    def _learn(self, recipient: str, outcome: LetterOutcome) -> None:
        """Adapt the pace to what a provider answered."""
        if outcome.result is Result.DEFERRED and asks_to_slow_down(outcome.reply):
            self.throttle.slow_down(provider_of(recipient), time.monotonic())
        elif outcome.result is Result.ACCEPTED and not self.throttle.is_free:
            self.throttle.speed_up(provider_of(recipient))

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

    def _put_down(self) -> None:
        """What is known, before the server is waited for: a crash leaves that certain."""
        if self.done:
            self._commit([])

    def _commit(self, readers: Sequence[Reader]) -> list[Reader]:
        """In one commit: what became of the last group, and the start of the next.

        What the mail server has answered must not be forgotten, so a database that is
        away is waited for. A second try changes nothing that the first has done.
        """
        mine = patiently(
            lambda: ledger.turn(self.done, readers, self.name, self.clock.now())
        )
        self.done = []
        return mine
