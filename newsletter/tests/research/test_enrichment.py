"""What is next for a story, by its attempts alone."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as some

from newsletter.research.enrichment import (
    Attempt,
    Decision,
    Due,
    Move,
    Outcome,
    Step,
    decide,
)
from newsletter.research.lifecycle import State, may_go
from newsletter.standards.backoff import Backoff

NOW = datetime(2026, 11, 5, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LATER, BEFORE = NOW + MINUTE, NOW - MINUTE
READY = (Move(State.ENRICHED), Move(State.READY))


def next_for(*attempts, state=State.ENRICHING, **more):
    return decide(state, attempts, {}, NOW, **more)


def done(*steps, **more):
    return [Attempt(Step(step), 1, Outcome.DONE, **more) for step in steps]


def failed(step, times=1, until=BEFORE, **more):
    return [
        Attempt(Step(step), number, Outcome.FAILED, until, error="503", **more)
        for number in range(1, times + 1)
    ]


def lost(step, times=1):
    return [Attempt(Step(step), n, Outcome.LOST) for n in range(1, times + 1)]


def begun(decision):
    return [(one.step, one.attempt) for one in decision.begin]


def test_score_and_text_of_a_new_story_do_not_wait_for_one_another():
    assert next_for(state=State.DISCOVERED) == Decision(
        begin=(Due(Step.SCORE, 1), Due(Step.TEXT, 1)), moves=(Move(State.ENRICHING),)
    )
    assert begun(next_for(*done("score"))) == [("text", 1)]


def test_a_step_that_fails_holds_up_none_but_those_that_need_its_result():
    no_score, no_text = failed("score", until=LATER), failed("text", until=LATER)
    three = [("summary", 1), ("tags", 1), ("picture", 1)]

    assert begun(next_for(*no_score)) == [("text", 1)]
    assert begun(next_for(*no_score, *done("text"))) == three
    assert begun(next_for(*no_text)) == [("score", 1)]
    for step in ("summary", "tags", "picture"):
        rest = [one for one in three if one[0] != step]
        found = next_for(*done("score", "text"), *failed(step, until=LATER))
        assert begun(found) == rest


def test_what_comes_after_the_text_does_not_wait_for_one_another():
    three = [("summary", 1), ("tags", 1), ("picture", 1)]

    assert begun(next_for(*done("score", "text"))) == three
    assert (
        begun(next_for(*done("score", "text"), *failed("summary", until=LATER)))
        == (three[1:])
    )


def test_a_whole_story_is_ready_or_waits_for_a_person():
    whole = done(*Step)

    assert next_for(*whole) == Decision(moves=READY)
    assert next_for(*whole, reviews=True).moves[-1] == Move(State.REVIEW)


def test_a_story_goes_on_at_the_first_step_that_lacks_a_result():
    found = next_for(
        *done("score", "text", "summary", "picture"),
        *failed("tags"),
        state=State.FAILED,
    )

    assert begun(found) == [("tags", 2)]
    assert found.moves == (Move(State.ENRICHING),)


def test_what_failed_waits_and_the_story_says_so():
    found = next_for(*done("score"), *failed("text", until=LATER))

    assert found == Decision(
        moves=(Move(State.FAILED, "503"),), retry_after=LATER, wake_at=LATER
    )


def test_what_failed_as_often_as_it_may_is_a_dead_letter():
    rest = done("score", "text", "summary", "picture")

    assert begun(next_for(*rest, *failed("tags", 2))) == [("tags", 3)]
    assert next_for(*rest, *failed("tags", 3)).moves == (
        Move(State.DEAD_LETTER, "tags: 503"),
    )
    assert next_for(*rest, *failed("tags", is_final=True)).moves == (
        Move(State.DEAD_LETTER, "tags: 503"),
    )


def test_a_policy_of_its_own_counts():
    policies = {Step.TAGS: Backoff(attempts=1)}
    rest = done("score", "text", "summary", "picture")

    found = decide(State.FAILED, [*rest, *failed("tags")], policies, NOW)

    assert found.moves[-1].to is State.DEAD_LETTER


def test_a_page_that_nobody_can_read_ends_the_story_unless_its_outlet_told_enough():
    unread = [*done("score"), *failed("text", 3)]

    assert next_for(*unread).moves == (Move(State.UNREACHABLE, "503"),)
    assert len(next_for(*unread, can_do_without_page=True).begin) == 3


def test_a_picture_that_fails_costs_nothing_but_the_picture():
    rest = done("score", "text", "summary", "tags")

    found = next_for(*rest, *failed("picture", until=LATER))

    assert found == Decision(moves=READY, retry_after=LATER, wake_at=LATER)
    again = next_for(*rest, *failed("picture"), state=State.READY)
    assert (begun(again), again.moves) == ([("picture", 2)], ())
    assert next_for(*rest, *failed("picture", 3), state=State.READY) == Decision()
    assert next_for(*rest, *failed("picture", 3)) == Decision(moves=READY)


def test_what_a_worker_holds_is_waited_for_until_its_lease_runs_out():
    held = Attempt(Step.SCORE, 1, Outcome.RUNNING, LATER)
    gone = Attempt(Step.SCORE, 1, Outcome.RUNNING, NOW)
    read = done("text", "summary", "tags", "picture")

    assert next_for(held, *read) == Decision(wake_at=LATER)
    assert next_for(gone, *read) == Decision(lost=(0,), begin=(Due(Step.SCORE, 2),))


def test_of_a_story_that_ended_what_still_runs_is_booked_as_lost_in_time():
    held = Attempt(Step.TEXT, 1, Outcome.RUNNING, LATER)
    far = done("score", ends=State.IRRELEVANT)

    assert next_for(*far, held).wake_at == LATER
    assert next_for(*far, held, state=State.IRRELEVANT).wake_at == LATER
    # A person had it told all the same.
    assert next_for(*far, held, state=State.READY).wake_at == LATER


def test_dead_workers_use_up_none_of_the_patience_that_errors_deserve():
    rest = done("score", "text", "summary", "picture")

    assert begun(next_for(*rest, *lost("tags", 9), *failed("tags", 2))) == [
        ("tags", 10)
    ]
    assert next_for(*rest, *lost("tags", 10)).moves == (
        Move(State.DEAD_LETTER, "tags: its worker died 10 times"),
    )


def test_a_result_may_end_the_story():
    far = done("score", ends=State.IRRELEVANT, error="too far")

    assert next_for(*far) == Decision(moves=(Move(State.IRRELEVANT, "too far"),))


def test_what_a_person_set_aside_counts_no_more():
    aside = done("score", is_set_aside=True)
    dead = failed("tags", 3, is_set_aside=True)
    rest = done("score", "text", "summary", "picture")

    assert begun(next_for(*aside)) == [("score", 2), ("text", 1)]
    assert begun(next_for(*rest, *dead)) == [("tags", 4)]


def test_where_a_story_has_ended_nothing_begins():
    for state in (State.REJECTED, State.PUBLISHED, State.DEAD_LETTER):
        assert next_for(state=state) == Decision()


ANY_ATTEMPT = some.builds(
    Attempt,
    some.sampled_from(Step),
    some.integers(1, 5),
    some.sampled_from(Outcome),
    until=some.sampled_from([BEFORE, NOW, LATER]),
    ends=some.sampled_from([None, None, State.IRRELEVANT, State.DUPLICATE]),
    is_final=some.booleans(),
    is_set_aside=some.booleans(),
)


@given(
    attempts=some.lists(ANY_ATTEMPT, max_size=12),
    state=some.sampled_from(State),
    reviews=some.booleans(),
    is_told=some.booleans(),
)
def test_whatever_was_tried_the_map_has_the_way_and_nothing_is_done_twice(
    attempts, state, reviews, is_told
):
    found = next_for(
        *attempts, state=state, reviews=reviews, can_do_without_page=is_told
    )

    way = [state, *(move.to for move in found.moves)]
    assert all(may_go(before, after) for before, after in pairwise(way))
    standing = {
        one.step
        for one in attempts
        if (one.outcome is Outcome.DONE and not one.is_set_aside)
        or (one.outcome is Outcome.RUNNING and one.until == LATER)
    }
    assert standing.isdisjoint(due.step for due in found.begin)
    assert {(one.step, one.number) for one in attempts}.isdisjoint(begun(found))
    # Who is at work on something is looked at again.
    if way[-1] in (State.ENRICHING, State.FAILED):
        assert found.begin or found.wake_at
