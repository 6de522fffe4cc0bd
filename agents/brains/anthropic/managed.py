"""Thinks on Anthropic's Managed Agents: the loop runs there, our tools run here.

Starting, going on after a crash and re-attaching are one path: the remote session is on
record before it is told anything, the stream only wakes, and the full list of its events
decides what comes next. A later round of the same agent goes on in the same session.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial

import anthropic

from agents import prices
from agents.brains.anthropic import transcript
from agents.brains.anthropic.answers import LONGEST_PAST, news, render
from agents.brains.anthropic.cleanup import Leaving, archive_leftovers, count, put_away
from agents.brains.anthropic.client import client
from agents.brains.anthropic.remote import Remote
from agents.brains.anthropic.retries import TROUBLES, USUAL, Patience, Trying, failure
from agents.brains.anthropic.stream import StreamEnded, Wakes
from agents.brains.anthropic.transcript import (
    AnswerCalls,
    Begin,
    Fail,
    Finish,
    RemoteEvent,
)
from agents.brains.base import (
    BY_MODELS,
    BrainFailed,
    Brief,
    DeadlinePassed,
    Hands,
    Means,
    Usage,
)
from newsletter.text.words import counted


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is waited for what, in seconds."""

    # Without a word from the stream, the events are listed all the same.
    quiet: float = 10.0
    # A kick-off that may have been sent may also be listed a moment later.
    doubt: float = 1.0
    # After the terminal event the model may end its turn by itself.
    farewell: float = 15.0
    # A stream that ends is opened again, the more slowly the oftener it ends.
    longest_rest: float = 5.0
    # However it ended, the session is stopped, counted and archived.
    leaving: float = 30.0


UNHURRIED = Pace()
# The platform counts no searches; who makes so many times its part is given up.
TOO_OFTEN = 2


class ManagedBrain:
    """One remote session per conversation, of one round or more; it keeps its history."""

    name = "managed"
    is_model = True
    disclosure = BY_MODELS

    def __init__(self, patience: Patience = USUAL, pace: Pace = UNHURRIED) -> None:
        self.patience = patience
        self.pace = pace

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        platform = client()
        trying = Trying(self.patience, lambda: hands.seconds_left, usage)
        talk = RemoteConversation(
            brief, hands, usage, Remote(platform, trying), self.pace
        )
        with talk.wound_up():
            talk.attach()
            if not hands.is_done:
                talk.go_on()
        archive_leftovers(talk.remote)


@dataclass(slots=True)
class RemoteConversation:
    """One remote session, from its beginning or from wherever it stands."""

    brief: Brief
    hands: Hands
    usage: Usage
    remote: Remote
    pace: Pace
    means: Means | None = None
    events: tuple[RemoteEvent, ...] = ()
    # Calls whose results the platform took, and those it refused once.
    posted: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    is_doubtful: bool = False
    is_nudged: bool = False
    has_searches: bool = True
    ends_by: float | None = None

    @property
    def id(self) -> str:
        return self.hands.journal.remote_id

    @property
    def own(self) -> tuple[RemoteEvent, ...]:
        """The events of this round."""
        past = self.hands.journal.past_event
        return transcript.after(self.events, past) if past else self.events

    def attach(self) -> None:
        """Take up the session on record, or put one there: of the round before or new."""
        journal = self.hands.journal
        if journal.remote_id:
            session = self.remote.look_at(journal.remote_id)
            if self.hands.is_done or (session and not session.is_over):
                # Whoever was here before may have sent the kick-off a moment ago.
                self.is_doubtful = True
                return
            journal.renew("the remote session is gone")
        self.means = self.hands.means()
        if not self._follows(self.means):
            journal.attach(self.remote.begin(self.brief, journal.name, self.means))

    def _follows(self, means: Means) -> bool:
        """Go on with the session of the round before, if it stands and will do."""
        journal, remote = self.hands.journal, self.remote
        if not (before := journal.before):
            return False
        name = before[-1].remote_id
        session = remote.look_at(name)
        if session is None or session.is_over or session.is_at_work:
            return False
        listed = partial(remote.events, name)
        events = transcript.read(remote.trying.patiently(listed, is_resumable=True))
        is_fit = (
            remote.is_of(session, self.brief.spec.slug, means)
            and transcript.length(events) <= LONGEST_PAST
            and not transcript.unanswered(events)
        )
        used = Usage()
        count(used, means.model, events, session)
        spent = max(used.dollars, used.reported_dollars or used.dollars)
        if not is_fit or not remote.raise_budget(name, spent, means):
            return False
        journal.follow(past_event=events[-1].id)
        return True

    def go_on(self) -> None:
        """Follow the session to its end, whatever happens to the line."""
        rests = 0
        while True:
            known = len(self.events)
            try:
                with self.remote.listening(self.id) as wakes:
                    self._follow(wakes)
                return
            except StreamEnded:
                rests = rests + 1 if len(self.events) == known else 0
                self._rest(min(0.1 * 2 ** min(rests, 10), self.pace.longest_rest))
            except TROUBLES as trouble:
                self.remote.trying.bear(trouble, is_resumable=True)

    def _follow(self, wakes: Wakes) -> None:
        while True:
            self._read()
            if self._is_over(wakes):
                return
            wakes.wait(min(self.pace.quiet, self._seconds_left()))

    def _read(self) -> None:
        known = len(self.events)
        self.events = transcript.read(self.remote.events(self.id))
        if len(self.events) > known:
            self.remote.trying.calm()
        made, most = transcript.searches(self.events), self.brief.spec.front.searches
        if made >= max(most, 1) * TOO_OFTEN:
            raise BrainFailed(f"it searched {made} times and may search {most}")
        self._refuse_too_many()
        self.means = self.hands.means(spent=self._spent())

    def _refuse_too_many(self) -> None:
        """Follow it no further than the session allows."""
        most = self.brief.max_turns
        if most is None or self.hands.is_done:
            return
        if sum(1 for _ in transcript.requests(self.own)) > most:
            told = counted(most, "turn", "turns")
            raise BrainFailed(f"it did not end within {told} (--max-turns)")

    def _is_over(self, wakes: Wakes) -> bool:
        """Do what the events call for; True when nothing more will come."""
        match transcript.decide(self.own, frozenset(self.posted)):
            case Begin():
                self._begin(wakes)
            case AnswerCalls(calls) if self._searches_are_held():
                for call in calls:
                    self._answer(call)
            case Finish():
                if self._has_said_all():
                    return True
            case Fail(reason, is_final, is_passing):
                raise BrainFailed(reason, is_final=is_final, is_passing=is_passing)
        if self.hands.is_done and self.ends_by is None:
            self.ends_by = time.monotonic() + self.pace.farewell
        return self.ends_by is not None and time.monotonic() >= self.ends_by

    def _has_said_all(self) -> bool:
        """Whether nothing more will come of a turn that ended; else it is nudged once."""
        messages = sum(event.type == "user.message" for event in self.own)
        if self.hands.is_done or messages > 1 or not self.brief.nudge:
            self.hands.last_words = transcript.last_words(self.own)
            return True
        if not self.is_nudged:
            self.remote.tell(self.id, self.brief.nudge)
            self.is_nudged = True
        return False

    def _begin(self, wakes: Wakes) -> None:
        if self.is_doubtful:
            self.is_doubtful = False
            wakes.wait(min(self.pace.doubt, self._seconds_left()))
            self._read()
            if transcript.decide(self.own) != Begin():
                return
        self.is_doubtful = True
        self.remote.tell(self.id, self._first_words())
        self.is_doubtful = False

    def _first_words(self) -> str:
        if self.hands.journal.past:
            return news(self.brief, self.hands.journal.name)
        return self.brief.kick_off(self.means or self.hands.means())

    def _searches_are_held(self) -> bool:
        """Whether it may be answered: not before used-up searches are taken from it.

        That can be done only while it stands idle.
        """
        made, means = transcript.searches(self.events), self.means
        if not made or not self.has_searches or (means and made < means.searches):
            return True
        if not transcript.stands_idle(self.own):
            return False
        self.has_searches = not self.remote.take_searches(self.id, self.brief)
        return True

    def _answer(self, call: RemoteEvent) -> None:
        turn = transcript.turn_of(self.own, call.id)
        result = self.hands.use(call.name, call.input, call_id=call.id, turn=turn)
        text, is_error = render(result, call.id, call.name)
        try:
            self.remote.answer(self.id, call.id, text, is_error=is_error)
        except (anthropic.BadRequestError, anthropic.ConflictError):
            # Either it has a result already, which the next reading tells, or it
            # refuses ours, and will again.
            if call.id in self.refused:
                raise
            self.refused.add(call.id)
        else:
            self.posted.add(call.id)

    def _seconds_left(self) -> float:
        """Until the deadline or the farewell; raises DeadlinePassed."""
        left = self.hands.seconds_left
        if left <= 0:
            raise DeadlinePassed
        if self.ends_by is None:
            return left
        return max(0.0, min(left, self.ends_by - time.monotonic()))

    def _rest(self, seconds: float) -> None:
        time.sleep(min(seconds, self._seconds_left()))

    def _spent(self) -> Decimal:
        """What the session cost so far, as far as its events tell."""
        model = self.means.model if self.means else self.brief.spec.front.model
        asked = sum(
            (prices.cost(model, tokens) for tokens in transcript.requests(self.events)),
            Decimal(0),
        )
        return asked + prices.searches_cost(transcript.searches(self.events))

    @contextmanager
    def wound_up(self) -> Iterator[None]:
        """Count what was used and put the session away, however the block ends.

        Where the conversation stands and another attempt can go on with it, or where
        nobody knows, it is left as it is.
        """
        is_over, reason = False, "the turn ended"
        try:
            yield
            is_over = True
        except DeadlinePassed:
            is_over, reason = True, "the time was up"
            raise
        except BrainFailed as failed:
            is_over, reason = not failed.is_resumable, failed.reason
            raise
        except TROUBLES as trouble:
            is_over, reason = True, type(trouble).__name__
            raise failure(trouble) from trouble
        finally:
            self._wind_up(reason, is_over=is_over)

    def _wind_up(self, reason: str, *, is_over: bool) -> None:
        journal = self.hands.journal
        model = self.means.model if self.means else self.brief.spec.front.model
        leaving = Leaving(events=self.events)
        if is_over and journal.remote_id:
            is_kept = self.hands.is_done and bool(self.brief.spec.front.hears)
            remote = self._patient_remote()
            leaving = put_away(remote, journal.remote_id, is_kept=is_kept)
        count(self.usage, model, leaving.events or self.events, leaving.session)
        if leaving.is_archived:
            journal.archive()
        if is_over and not self.hands.is_done:
            journal.close(reason)

    def _patient_remote(self) -> Remote:
        """The platform, with some time of its own: the agent's may be up."""
        until = time.monotonic() + self.pace.leaving
        patience = self.remote.trying.patience
        trying = Trying(patience, lambda: until - time.monotonic(), self.usage)
        return Remote(self.remote.client, trying)
