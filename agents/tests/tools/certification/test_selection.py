"""Which choices tell one event: what an evaluator is asked, and what answers it."""

from datetime import date

from agents.events.base import RubricScores
from agents.events.brief import Choice
from agents.tools.certification.selection import doubled, no_news
from newsletter.tests.support.reports import BRIDGE, COLUMN, LIBRARY, others, reported

FIRST = reported(BRIDGE)
COLUMN_OF_IT = reported(COLUMN, "https://two.example/b")
LIBRARY_OF_IT = reported(LIBRARY, "https://two.example/c")
WEEK = [FIRST, COLUMN_OF_IT, LIBRARY_OF_IT, *others()]


def chosen(*stories, **changes):
    scores = RubricScores(relevance=8, depth=8, novelty=8)
    return [
        (story, Choice(story_id=story.id, scores=scores, why="it opened", **changes))
        for story in stories
    ]


def test_two_choices_that_seem_to_tell_one_event_are_asked_about():
    [told] = doubled(chosen(FIRST, COLUMN_OF_IT, LIBRARY_OF_IT), WEEK)

    assert FIRST.id in told
    assert COLUMN_OF_IT.id in told
    assert "say in `differs`" in told


def test_what_sets_one_of_them_apart_is_answer_enough():
    both = [*chosen(FIRST), *chosen(COLUMN_OF_IT, differs="It is about the ferry.")]

    assert not [*doubled(both, WEEK)]


def test_what_an_operator_wants_told_is_not_asked_about():
    must = FIRST.model_copy(update={"must_have": True})

    assert not [*doubled(chosen(must, COLUMN_OF_IT), WEEK)]


def test_two_alone_are_enough_to_say():
    assert [*doubled(chosen(FIRST, COLUMN_OF_IT), [FIRST, COLUMN_OF_IT])]


def test_what_was_posted_anew_is_refused_unless_it_must_be_had():
    old = FIRST.model_copy(update={"published": date(2025, 2, 17)})
    must = old.model_copy(update={"must_have": True})
    fresh = FIRST.model_copy(update={"published": date(2025, 7, 31)})

    [told] = no_news([old, must, fresh], date(2025, 8, 7))

    assert told.startswith(f"{old.id} is no news: its own page says")
