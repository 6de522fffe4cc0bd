"""Where a story may go: the map, and the database that holds every story to it."""

from itertools import pairwise

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from newsletter.intake.moving import IllegalMove, move
from newsletter.models import Story, StoryMove
from newsletter.research.lifecycle import MOVES, TERMINAL, State, may_go
from newsletter.testing.examples import examples
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def make_story(**values):
    given = {"title": "A parser", "kind": "launch", "url": "https://a.example/parser"}
    return Story.objects.create(
        newsletter=make_newsletter(),
        story_id="https://a.example/parser",
        moved_by="intake",
        **given | values,
    )


def history(story):
    return list(story.moves.values_list("before", "after", "by", "because"))


def test_every_state_can_be_reached_and_every_end_is_one():
    reached, ahead = {State.DISCOVERED}, [State.DISCOVERED]
    while ahead:
        new = MOVES[ahead.pop()] - reached
        reached |= new
        ahead += new

    assert reached == set(State)
    assert {state for state in State if not MOVES[state]} <= TERMINAL


def test_the_database_writes_each_move_down():
    story = make_story()

    assert move(story, State.ENRICHING, by="enrichment")
    assert move(story, State.REJECTED, by="ann", because="An advertisement.")

    assert history(story) == [
        ("", "discovered", "intake", ""),
        ("discovered", "enriching", "enrichment", ""),
        ("enriching", "rejected", "ann", "An advertisement."),
    ]
    assert story.state_since >= story.found_at


def test_who_read_a_story_before_it_was_moved_moves_nothing():
    story = make_story()
    stale = Story.objects.get()
    move(story, State.ENRICHING, by="one worker")

    assert not move(stale, State.DUPLICATE, by="another")

    assert Story.objects.get().state == State.ENRICHING
    assert len(history(story)) == 2


def test_a_way_that_is_not_on_the_map_is_told_with_those_that_are():
    with pytest.raises(IllegalMove, match="discovered cannot become ready") as told:
        move(make_story(), State.READY, by="me")

    assert "duplicate, enriching, irrelevant, published, rejected" in str(told.value)


def test_the_database_refuses_what_the_map_has_not_got():
    story = make_story()

    with pytest.raises(IntegrityError), transaction.atomic():
        Story.objects.filter(pk=story.pk).update(state=State.READY)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_story(state=State.READY)

    assert [after for _, after, *_ in history(story)] == ["discovered"]


def test_the_history_is_append_only():
    story = make_story()

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        story.moves.update(by="somebody else")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        story.moves.all().delete()

    assert history(story) == [("", "discovered", "intake", "")]


def test_the_history_may_go_with_its_story():
    story = make_story()

    with transaction.atomic():
        Story.objects.all().delete()
        StoryMove.objects.filter(story=story.pk).delete()

    assert not StoryMove.objects.exists()


@settings(
    max_examples=examples(15),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(wanted=some.lists(some.sampled_from(State), max_size=12))
def test_any_wishes_leave_one_state_and_a_history_that_adds_up_to_it(wanted):
    with transaction.atomic():
        story = make_story()
        for after in wanted:
            before = story.state
            try:
                with transaction.atomic():
                    Story.objects.filter(pk=story.pk).update(state=after)
            except IntegrityError:
                assert not may_go(before, after)
            story.refresh_from_db()
        told = history(story)
        assert told[0][:2] == ("", "discovered")
        assert told[-1][1] == story.state
        for (_, after, *_), (before, *_) in pairwise(told):
            assert after == before
        assert all(may_go(before, after) for before, after, *_ in told[1:])
        transaction.set_rollback(True)
