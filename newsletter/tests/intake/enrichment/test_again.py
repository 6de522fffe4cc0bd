"""What a person has done anew: nothing that has a result is paid for twice."""

import pytest

from newsletter.intake.enrichment import again
from newsletter.intake.moving import IllegalMove, move
from newsletter.research.enrichment import Step
from newsletter.research.lifecycle import State
from newsletter.tests.intake.enrichment.test_working import (
    CHAIRS,
    NOW,
    PAGE,
    PICTURE,
    WEBINAR,
    make_story,
    newsletter,
    page,
    png,
    telling,
    way,
    work,
)

__all__ = ["newsletter"]  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
WHOLE = {PAGE: page(), PICTURE: png()}


def tried(story):
    return {
        step.value: story.steps.filter(step=step).count()
        for step in Step
        if story.steps.filter(step=step).count() > 1
    }


def later():
    """The database's clock goes on while a test's stands still."""
    return NOW.replace(year=2100)


def test_what_was_given_up_is_tried_again_with_a_new_budget(newsletter):
    story = make_story(newsletter)
    work({PAGE: 404})
    assert way(story)[-1] == State.UNREACHABLE

    again.go_on(story, by="ann", because="The site is back.")
    work(WHOLE, later())

    assert way(story)[-4:] == ["unreachable", "enriching", "enriched", "ready"]
    assert tried(story) == {"text": 2}
    assert story.moves.filter(by="ann").get().because == "The site is back."


def test_a_story_goes_on_from_a_step_and_those_after_it(newsletter):
    story = make_story(newsletter)
    work(WHOLE)

    again.do_again(story, Step.TEXT, by="ann")
    work(WHOLE, later())

    assert tried(story) == {"text": 2, "summary": 2, "tags": 2, "picture": 2}
    assert way(story)[-3:] == ["enriching", "enriched", "ready"]
    assert story.steps.filter(is_set_aside=True).count() == 4


def test_one_step_alone_is_done_again(newsletter):
    story = make_story(newsletter)
    work(WHOLE)

    again.do_again(story, Step.TAGS, by="ann")
    fetcher = work(WHOLE, later())

    assert tried(story) == {"tags": 2}
    assert not fetcher.asked


def test_what_was_too_far_goes_on_by_a_persons_word(newsletter):
    far = {PAGE: telling(CHAIRS), PICTURE: png()}
    story = make_story(newsletter, **WEBINAR)
    work(far)
    assert way(story)[-1] == State.IRRELEVANT

    again.go_on(story, by="ann")
    work(far, later())

    assert way(story)[-1] == State.READY
    assert list(story.steps.filter(step="tags").values_list("worker", "ends"))[1:] == [
        ("ann", "")
    ]


def test_what_a_person_rejected_is_whole_when_it_is_taken_up_again(newsletter):
    story = make_story(newsletter)
    work(WHOLE)
    story.refresh_from_db()
    move(story, State.REJECTED, by="ann")

    again.go_on(story, by="bob")
    work({}, later())

    assert way(story)[-4:] == ["rejected", "enriching", "enriched", "ready"]
    assert tried(story) == {}


def test_a_picture_alone_is_tried_again_and_the_story_stays_ready(newsletter):
    story = make_story(newsletter)
    work({PAGE: page(), PICTURE: 404})

    again.go_on(story, by="ann")
    work(WHOLE, later())

    story.refresh_from_db()
    assert (story.state, tried(story)) == (State.READY, {"picture": 2})
    assert story.picture


def test_what_an_issue_told_is_not_enriched_again(newsletter):
    story = make_story(newsletter)
    work(WHOLE)
    story.refresh_from_db()
    move(story, State.PUBLISHED, by="session")

    with pytest.raises(IllegalMove, match="published cannot become enriching"):
        again.do_again(story, Step.TEXT, by="ann")

    assert not story.steps.filter(is_set_aside=True).exists()


def test_from_the_first_step_on_is_everything():
    assert again._from(Step.SCORE) == set(Step)
    assert again._from(Step.TEXT) == set(Step) - {Step.SCORE}
    assert again._from(Step.TAGS) == {Step.TAGS}
