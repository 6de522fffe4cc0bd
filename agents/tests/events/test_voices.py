"""Whose report was left out because another one tells its event is heard beside that."""

from agents.events.brief import Rejected
from agents.events.digest import LeftOut
from agents.events.voices import with_voices
from agents.tests.support.scripted_hands import make_story
from newsletter.research.outlets.merge import MOST_ALSO
from newsletter.research.story import Telling

FIRST, SECOND, THIRD = (make_story(n, publisher=f"Lab {n}") for n in (1, 2, 3))
STORIES = {one.id: one for one in (FIRST, SECOND, THIRD)}


def rejected(story, same_as=""):
    return Rejected(story_id=story.id, reason="It repeats another.", same_as=same_as)


def test_an_outlet_is_heard_beside_the_story_that_it_tells_too():
    heard = with_voices(STORIES, [rejected(SECOND, FIRST.id), rejected(THIRD)])

    assert heard[FIRST.id].also == (Telling(publisher="Lab 2", url=SECOND.url),)
    assert (heard[SECOND.id], heard[THIRD.id]) == (SECOND, THIRD)


def test_who_is_beside_it_comes_along_each_once_and_not_the_story_itself():
    own = Telling(publisher="Lab 1", url=FIRST.url)
    desk = Telling(publisher="Desk", url="https://desk.example/a")
    both = SECOND.model_copy(update={"also": (own, desk)})
    left_out = LeftOut(story_id=SECOND.id, reason="the same", same_as=FIRST.id)

    heard = with_voices({**STORIES, SECOND.id: both}, [left_out, left_out])

    assert [one.url for one in heard[FIRST.id].also] == [SECOND.url, desk.url]


def test_a_name_that_stands_for_nothing_changes_nothing():
    left_out = [
        rejected(SECOND, "https://lab.example/70"),
        rejected(FIRST, FIRST.id),
        Rejected(story_id="gone", reason="It repeats another.", same_as=THIRD.id),
    ]

    assert with_voices(STORIES, left_out) == STORIES


def test_no_more_stand_beside_a_story_than_a_merge_leaves():
    many = {
        one.id: one for one in (make_story(n, publisher=f"Lab {n}") for n in range(40))
    }
    first, *others = many.values()

    heard = with_voices(many, [rejected(one, first.id) for one in others])

    assert len(heard[first.id].also) == MOST_ALSO
