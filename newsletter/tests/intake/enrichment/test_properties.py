"""Whatever happens in whatever order: one state, a history that adds up, nothing twice."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from itertools import count, pairwise

import pytest
import time_machine
from django.db import DatabaseError, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

from newsletter.intake import polling
from newsletter.intake.admission import admit
from newsletter.intake.enrichment import ledger
from newsletter.intake.enrichment.finding import Failed, Found
from newsletter.intake.moving import move
from newsletter.intake.review import ACTS, Wish
from newsletter.issues.sources import Read
from newsletter.models import Outlet, Story, StoryKey, StoryStep
from newsletter.research.enrichment import OPTIONAL, Outcome, Step
from newsletter.research.lifecycle import State, may_go
from newsletter.research.outlets.search import SearchResult
from newsletter.research.story import Kind, OutletReport
from newsletter.research.story import Story as Told
from newsletter.testing.examples import examples
from newsletter.tests.intake.enrichment.test_working import NOW
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
ENDS = (None, None, None, State.IRRELEVANT)
WAITS = (timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1))
WORKERS = ("one", "two")
KETTLE, POT, SHORT = (f"https://a.example/{name}" for name in ("kettle", "pot", "s"))
LEADS = {SHORT: KETTLE}
# A number of steps that none of these stories can need, left to itself.
ENOUGH = 300


class Died(Exception):
    """A worker, within a transaction."""


class Intake:
    """Two workers, two pollers, a person and a clock at one newsletter's stories."""

    def __init__(self, clock, *, reviews):
        Outlet.objects.all().delete()
        self.newsletter = make_newsletter(reviews_stories=reviews)
        for name in ("kettles", "pots"):
            Outlet.objects.create(name=name, how="feed", url=f"https://{name}.example/")
        self.clock, self.now = clock, NOW
        self.held = {worker: [] for worker in WORKERS}
        self.asking = {worker: [] for worker in WORKERS}
        self.results, self.told, self.worked = {}, set(), {}
        self.number = count()
        self.ask(0)
        self.answer(0)

    # --- Polls

    def ask(self, choice):
        worker, outlet = (
            WORKERS[choice % 2],
            Outlet.objects.order_by("pk")[choice // 2 % 2],
        )
        if polling._claim(outlet, self.now):
            self.asking[worker].append(outlet)

    def answer(self, choice):
        """What one told is kept, perhaps long after another poller took its turn."""
        worker = WORKERS[choice % 2]
        if not self.asking[worker]:
            return
        outlet = self.asking[worker].pop(0)
        stories, fault = self._of(choice), "503" if choice % 7 == 6 else ""
        found = SearchResult(
            () if fault else stories,
            (OutletReport(name=outlet.name, url=outlet.url, found=1, fault=fault),),
        )
        told = polling._Answer({self.newsletter.language: [found]}, timedelta())
        polling._keep(outlet, [self.newsletter], told, self.now)
        self.told |= {(outlet.name, one.id) for one in found.stories}

    def _of(self, choice):
        urls = (KETTLE, POT, SHORT)[choice % 3 :] if choice % 5 else (KETTLE,)
        return tuple(
            Told(id=url, kind=Kind.LAUNCH, title=url[-3:], url=url, publisher="a")
            for url in urls
        )

    # --- Steps

    def claim(self, choice):
        worker = WORKERS[choice % 2]
        self._took(worker, ledger.claim(worker, self.now, most=2))

    def end(self, choice):
        worker = WORKERS[choice % 2]
        if ended := self._done(worker, choice):
            was_mine = self._is_running(ended)
            self._took(worker, ledger.hand_in([ended], worker, self.now))
            assert not self._is_running(ended) or not was_mine

    def _done(self, worker, choice):
        """One step of those in hand is worked for, which costs what it costs."""
        if not self.held[worker]:
            return None
        lease = self.held[worker].pop(choice % len(self.held[worker]))
        assert lease.key not in self.worked
        finding = self._finding(lease, choice)
        self.worked[lease.key] = finding
        return ledger.Ended(lease, finding)

    def _finding(self, lease, choice):
        if choice % 4 == 3:
            return Failed("no", is_final=choice % 8 == 7)
        number, url = next(self.number), lease.story.url
        if lease.step is Step.SCORE:
            ends = ENDS[choice % 5 % 4]
            return Found({"number": number}, sets={"score": number}, ends=ends)
        if lease.step is Step.TEXT:
            read = Read(url, LEADS.get(url, url), lease.story.title, f"text {number}")
            return Found({"number": number}, read=read)
        return Found({"number": number})

    def _is_running(self, ended):
        row = StoryStep.objects.get(pk=ended.lease.id)
        return row.outcome == Outcome.RUNNING

    def _took(self, worker, leases):
        for lease in leases:
            others = StoryStep.objects.filter(story=lease.story, step=lease.step)
            others = others.exclude(pk=lease.id)
            assert not others.filter(outcome=Outcome.RUNNING).exists()
            assert not others.filter(outcome=Outcome.DONE, is_set_aside=False).exists()
        self.held[worker] += leases

    # --- What befalls them

    def crash(self, choice):
        """A worker dies: with what it has in hand, in a transaction, or right after it."""
        worker = WORKERS[choice % 2]
        ended = self._done(worker, choice) if choice % 3 else None
        with suppress(Died), transaction.atomic():
            if ended:
                ledger.hand_in([ended], worker, self.now)
            if choice % 3 == 1:
                raise Died
        if choice % 4 == 0 and self.asking[worker]:
            # Taken in, and died before the next turn was set.
            admit(self.newsletter, self.asking[worker][0].name, self._of(choice))
        self.held[worker], self.asking[worker] = [], []

    def wait(self, choice):
        self._go_to(self.now + WAITS[choice % 3])

    def _go_to(self, now):
        self.now = now
        self.clock.move_to(now)

    def person(self, choice):
        """An act of the desk on some of the stories that it offers it for."""
        act = list(ACTS.values())[choice % len(ACTS)]
        among = act.among(Story.objects.order_by("pk"))
        chosen = [one.pk for place, one in enumerate(among) if (place + choice) % 3]
        act.do(chosen, Wish("ann", "so", list(Step)[choice % 5]))

    def publish(self, choice):
        ready = Story.objects.filter(state=State.READY).order_by("pk")
        for story in ready[choice % 2 : 1 + choice % 2]:
            move(story, State.PUBLISHED, by="session")

    # --- What is true at any time

    def check(self):
        self._check_results()
        self._check_tellings()
        for story in Story.objects.prefetch_related("moves"):
            moves = story.moves.all()
            told = [(one.before, one.after) for one in moves]
            assert told[0] == ("", State.DISCOVERED)
            assert told[-1][1] == story.state
            assert all(one[1] == other[0] for one, other in pairwise(told))
            assert all(may_go(*one) for one in told[1:])
            assert all(one.by for one in moves)
            assert story.state != State.ENRICHED, "nothing takes it on from there"

    def _check_results(self):
        rows = StoryStep.objects.select_related("story")
        done = [one for one in rows if one.outcome == Outcome.DONE]
        stored = {one.pk: one.result for one in done}
        assert self.results.items() <= stored.items()
        self.results = stored
        standing = Counter(
            (one.story_id, one.step) for one in done if not one.is_set_aside
        )
        assert set(standing.values()) <= {1}
        for one in done:
            if one.worker in WORKERS:
                assert one.result == self.worked[one.key].result
            if one.step == Step.SCORE and not one.is_set_aside:
                assert one.story.score == one.result["number"]
            if one.step == Step.TEXT and not one.is_set_aside:
                assert one.story.source_id

    def _check_tellings(self):
        keys = StoryKey.objects.prefetch_related("story__tellings")
        by_key = {
            one.key: {telling.outlet for telling in one.story.tellings.all()}
            for one in keys
        }
        assert all(outlet in by_key[key] for outlet, key in self.told)

    def go_on_alone(self):
        """One worker, and nothing that fails: all of it ends."""
        waiting = Story.objects.exclude(wake_at=None).order_by("wake_at")
        for _ in range(ENOUGH):
            first = waiting.first()
            if first is None:
                return
            self._go_to(max(self.now, first.wake_at))
            self.claim(0)
            while self.held["one"]:
                self.end(0)
        raise AssertionError(f"{waiting.count()} stories never come to rest")


ACTS_OF_ALL = (
    *("claim", "claim", "end", "end", "end", "wait", "person"),
    *("ask", "answer", "crash", "publish"),
)


@settings(
    max_examples=examples(24),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    acts=some.lists(
        some.tuples(some.sampled_from(ACTS_OF_ALL), some.integers(0, 839)),
        min_size=5,
        max_size=30,
    ),
    reviews=some.booleans(),
)
# Both tellings of one story are taken in, and one of them leads to the other.
@example(acts=[("ask", 3), ("answer", 25)], reviews=False)
def test_any_order_of_polls_steps_retries_crashes_and_persons_acts_adds_up(
    acts, reviews
):
    with transaction.atomic(), time_machine.travel(NOW, tick=False) as clock:
        intake = Intake(clock, reviews=reviews)
        for act, choice in acts:
            getattr(intake, act)(choice)
            intake.check()
        intake.go_on_alone()
        intake.check()
        assert not StoryStep.objects.filter(outcome=Outcome.RUNNING).exists()
        assert not Story.objects.filter(
            state__in=(State.DISCOVERED, State.ENRICHING, State.FAILED)
        ).exists()
        _check_whole()
        transaction.set_rollback(True)


def _check_whole():
    """What enrichment itself brought to its end has all that it needs."""
    whole = Story.objects.filter(
        state__in=(State.READY, State.REVIEW), moves__before=State.ENRICHED
    ).distinct()
    for story in whole.prefetch_related("steps"):
        done = {one.step for one in story.steps.all() if one.outcome == Outcome.DONE}
        assert done | OPTIONAL >= set(Step)


def test_the_database_keeps_what_came_of_a_step():
    with time_machine.travel(NOW, tick=False) as clock:
        intake = Intake(clock, reviews=False)
        intake.claim(0)
        intake.end(0)
    steps = StoryStep.objects.filter(outcome=Outcome.DONE)

    for change in ({"result": {}}, {"outcome": Outcome.FAILED}, {"error": "x"}):
        with (
            pytest.raises(DatabaseError, match="stays as it was"),
            transaction.atomic(),
        ):
            steps.update(**change)

    assert steps.update(is_set_aside=True) == 1
