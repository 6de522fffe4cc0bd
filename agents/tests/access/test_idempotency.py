"""Idempotency keys: done once, answered again; nothing lost by who dies midway."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from agents.access import idempotency
from agents.access.idempotency import InFlight, OtherRequest
from agents.models import KeptAnswer
from agents.tests.support.keys import make_key

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


class Act:
    """Something that is done, and how often it was."""

    def __init__(self, status=201, body="done"):
        self.status, self.body, self.times = status, body, 0

    def __call__(self):
        self.times += 1
        return HttpResponse(self.body, status=self.status, headers={"Location": "/x"})


@pytest.fixture
def key():
    return make_key()[0].pk


def test_it_is_done_once_and_answered_again(key):
    act = Act()

    first = idempotency.once(key, "a", b"body", act)
    again = idempotency.once(key, "a", b"body", act)

    assert act.times == 1
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Location"] == "/x"
    assert again["Idempotent-Replayed"] == "true"


def test_another_request_under_the_same_key_is_refused(key):
    idempotency.once(key, "a", b"body", Act())

    with pytest.raises(OtherRequest):
        idempotency.once(key, "a", b"other", Act())


def test_the_same_words_of_another_caller_are_another_key(key):
    act = Act()
    idempotency.once(key, "a", b"body", act)
    idempotency.once(make_key()[0].pk, "a", b"body", act)

    assert act.times == 2


def test_who_comes_while_it_is_under_way_has_to_wait(key):
    def act():
        with pytest.raises(InFlight):
            idempotency.once(key, "a", b"body", Act())
        return HttpResponse("done")

    assert idempotency.once(key, "a", b"body", act).content == b"done"


def test_what_fails_leaves_nothing_and_may_be_sent_again(key):
    def dies():
        make_key()
        raise RuntimeError

    before = KeptAnswer.objects.count()
    with pytest.raises(RuntimeError):
        idempotency.once(key, "a", b"body", dies)

    assert KeptAnswer.objects.count() == before
    assert idempotency.once(key, "a", b"body", Act()).status_code == 201


@pytest.mark.parametrize(("status", "times"), [(409, 1), (422, 1), (403, 2), (500, 2)])
def test_a_refusal_is_kept_and_a_fault_of_ours_is_not(key, status, times):
    act = Act(status)
    idempotency.once(key, "a", b"body", act)
    idempotency.once(key, "a", b"body", act)

    assert act.times == times


def test_after_a_process_died_another_may_take_it_up(key):
    kept = idempotency._claim(key, "a", "b")
    KeptAnswer.objects.filter(pk=kept.pk).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )

    mine = idempotency._claim(key, "a", "b")
    with pytest.raises(InFlight):
        idempotency._claim(key, "a", "b")

    assert mine.pk == kept.pk
    # Who was thought dead and comes back writes nothing.
    with pytest.raises(InFlight):
        idempotency._done(kept, Act())
    assert idempotency._done(mine, Act()).status_code == 201


def test_answers_are_forgotten_after_a_day(key):
    idempotency.once(key, "a", b"body", Act())

    idempotency.forget(timezone.now() + timedelta(hours=23))
    assert KeptAnswer.objects.exists()
    idempotency.forget(timezone.now() + timedelta(hours=25))
    assert not KeptAnswer.objects.exists()
