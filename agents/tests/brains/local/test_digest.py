"""How rules rate a week."""

import pytest

from agents.brains.local import digest
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    Quoted,
    StorySummary,
    SummariesExtracted,
)
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    FakeHands,
    fifteen_like,
    make_brief,
    make_story,
)
from newsletter.standards.rubric import Rubric

RUBRIC = Rubric()


def summarised(*stories):
    """A sentence of each."""
    sentences = (Quoted(display="It reads.", quote="It reads."),)
    return SummariesExtracted(
        summaries=tuple(
            StorySummary(
                story_id=one.id, source_sha256=one.source_sha256, sentences=sentences
            )
            for one in stories
        )
    )


@pytest.mark.parametrize("must_have", [False, True])
def test_what_readers_are_told_of_a_weak_story_speaks_for_it(must_have):
    story = make_story(title="Bolts", summary="A bolt.", must_have=must_have)
    hands = FakeHands(ArticlesDownloaded(stories=(story,)), summarised(story))

    digest.rate(make_brief("rate_articles"), hands)

    [(_, emitted)] = hands.emitted
    [rated] = ArticlesRated.model_validate(emitted).rated
    assert rated.scores.shortfall(RUBRIC)
    assert rated.why.startswith("Example Lab told it on 5 August")


def test_each_article_is_rated_and_what_repeats_another_is_left_out():
    stories = [make_story(1), make_story(2, title="Parser 2.1 reads documents")]
    hands = FakeHands(
        ArticlesDownloaded(stories=tuple(stories)),
        summarised(*stories),
    )

    digest.rate(make_brief("rate_articles"), hands)

    [(_, emitted)] = hands.emitted
    rating = ArticlesRated.model_validate(emitted)
    assert [one.story_id for one in rating.rated] == [stories[0].id]
    assert [one.story_id for one in rating.left_out] == [stories[1].id]


def test_of_outlets_on_everything_a_word_in_common_is_not_enough():
    card = make_story(title="Parser launches a card to pay with", summary=OTHER_TEXT)
    cards = fifteen_like(card)
    hands = FakeHands(ArticlesDownloaded(stories=cards), summarised(*cards))
    space = (
        "Rockets, satellites, missions to the Moon and Mars, and what compilers find."
    )

    digest.rate(make_brief("rate_articles", profile=space), hands)

    [(_, emitted)] = hands.emitted
    rated = ArticlesRated.model_validate(emitted).rated
    assert all(one.scores.relevance < RUBRIC.relevance_floor for one in rated)
