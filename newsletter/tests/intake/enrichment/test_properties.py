"""Whatever happens in whatever order: one state, a history that adds up, nothing twice."""

from datetime import timedelta
from itertools import count, pairwise

import pytest
from django.db import DatabaseError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from newsletter.intake.admission import admit
from newsletter.intake.enrichment import again, ledger
from newsletter.intake.enrichment.finding import Failed, Found
from newsletter.intake.moving import IllegalMove, move
from newsletter.models import Story, StoryStep
from newsletter.research.enrichment import OPTIONAL, Outcome, Step
from newsletter.research.lifecycle import State, may_go
from newsletter.research.story import Kind
from newsletter.research.story import Story as Told
from newsletter.tests.intake.enrichment.test_working import NOW
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
ENDS = (None, None, None, State.IRRELEVANT)
WAITS = (timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1))


class Intake:
    """Two workers, a person and a clock at one newsletter's stories."""

    def __init__(self):
        self.newsletter = make_newsletter()
        self.now = NOW
        self.held = {"one": [], "two": []}
        self.results = {}
        self.number = count()
        self.poll(0)

    def poll(self, choice):
        names = ["kettle", "pot"][: choice % 2 + 1]
        found = [
            Told(id=f"https://a.example/{name}", kind=Kind.LAUNCH, title=name,
                 url=f"https://a.example/{name}", publisher="a")
            for name in names
        ]  # fmt: skip
        admit(self.newsletter, f"Outlet {choice % 3}", found)
        Story.objects.filter(wake_at__gt=self.now, steps=None).update(wake_at=self.now)

    def claim(self, choice):
        worker = ["one", "two"][choice % 2]
        self._took(worker, ledger.claim(worker, self.now, most=2))

    def end(self, choice):
        worker = ["one", "two"][choice % 2]
        if not self.held[worker]:
            return
        lease = self.held[worker].pop(choice % len(self.held[worker]))
        if choice % 4 == 3:
            finding = Failed("no", is_final=choice % 8 == 7)
        else:
            ends = ENDS[choice % 5 % 4] if lease.step is Step.SCORE else None
            finding = Found({"number": next(self.number)}, ends=ends)
        ended = [ledger.Ended(lease, finding)]
        self._took(worker, ledger.hand_in(ended, worker, self.now))

    def crash(self, choice):
        self.held[["one", "two"][choice % 2]] = []

    def wait(self, choice):
        self.now += WAITS[choice % 3]

    def person(self, choice):
        story = Story.objects.order_by("pk")[choice % Story.objects.count()]
        acts = [
            lambda: again.go_on(story, by="ann"),
            lambda: again.do_again(story, list(Step)[choice % 5], by="ann"),
            lambda: move(story, State.REJECTED, by="ann"),
            lambda: move(story, State.READY, by="ann"),
            lambda: move(story, State.PUBLISHED, by="ann"),
        ]
        try:
            with transaction.atomic():
                acts[choice % len(acts)]()
        except IllegalMove:
            pass
        # A person's acts are dated by the real clock; here time stands still.
        Story.objects.filter(wake_at__gt=self.now).update(wake_at=self.now)

    def _took(self, worker, leases):
        for lease in leases:
            others = StoryStep.objects.filter(story=lease.story, step=lease.step)
            others = others.exclude(pk=lease.id)
            assert not others.filter(outcome=Outcome.RUNNING).exists()
            assert not others.filter(outcome=Outcome.DONE, is_set_aside=False).exists()
        self.held[worker] += leases

    def check(self):
        stored = StoryStep.objects.filter(outcome=Outcome.DONE)
        stored = {one.pk: one.result for one in stored}
        assert self.results.items() <= stored.items()
        self.results = stored
        for story in Story.objects.prefetch_related("moves", "steps"):
            told = [(one.before, one.after) for one in story.moves.all()]
            assert told[0] == ("", State.DISCOVERED)
            assert told[-1][1] == story.state
            assert all(one[1] == other[0] for one, other in pairwise(told))
            assert all(may_go(*one) for one in told[1:])
            if story.state == State.ENRICHED:
                raise AssertionError("nothing takes it on from there")


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    acts=some.lists(
        some.tuples(
            some.sampled_from(
                [
                    "claim",
                    "claim",
                    "end",
                    "end",
                    "end",
                    "wait",
                    "person",
                    "poll",
                    "crash",
                ]
            ),
            some.integers(0, 119),
        ),
        min_size=5,
        max_size=25,
    )
)
def test_any_order_of_polls_steps_retries_crashes_and_persons_acts_adds_up(acts):
    with transaction.atomic():
        intake = Intake()
        for act, choice in acts:
            getattr(intake, act)(choice)
            intake.check()
        waiting = Story.objects.exclude(wake_at=None).order_by("wake_at")
        while first := waiting.first():  # left to itself, all of it ends
            intake.now = max(intake.now, first.wake_at)
            intake.claim(0)
            while intake.held["one"]:
                intake.end(0)
        intake.check()
        assert not Story.objects.filter(state=State.ENRICHING).exists()
        whole = Story.objects.filter(
            state=State.READY, moves__before=State.ENRICHED
        ).distinct()
        for story in whole.prefetch_related("steps"):
            done = {
                one.step for one in story.steps.all() if one.outcome == Outcome.DONE
            }
            assert done | OPTIONAL | {Step.TEXT} >= set(Step)
        transaction.set_rollback(True)


def test_the_database_keeps_what_came_of_a_step():
    intake = Intake()
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
