"""How rules rate a week and cut it into sections."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.brains.local import digest
from agents.brains.local.digest import Desk, sections
from agents.events.base import RubricScores
from agents.events.digest import (
    MOST_SECTIONS,
    ArticlesDownloaded,
    ArticlesRated,
    Quoted,
    Rating,
    StorySummary,
    SummariesExtracted,
    Topic,
)
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    FakeHands,
    make_brief,
    make_story,
)
from newsletter.research.story import Kind
from newsletter.standards.rubric import Rubric

RUBRIC = Rubric()
KINDS = st.sampled_from([*Kind])


def rated(story, points):
    scores = RubricScores(relevance=points, depth=points, novelty=points)
    return Rating(story_id=story.id, scores=scores, why="it is")


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


@st.composite
def weeks(draw):
    """Stories with their points, and the topics they are in."""
    number = draw(st.integers(0, 30))
    stories = [
        make_story(
            one,
            kind=draw(KINDS),
            publisher=f"Lab {draw(st.integers(1, 9))}",
            must_have=draw(st.integers(0, 3)) == 0,
        )
        for one in range(number)
    ]
    points = [draw(st.integers(3, 10)) for _ in stories]
    places = [draw(st.integers(0, 11)) for _ in stories]
    groups = {}
    for story, place in zip(stories, places, strict=True):
        groups.setdefault(place, []).append(story.id)
    topics = [
        Topic(name=f"Topic {place}", story_ids=tuple(ids))
        for place, ids in groups.items()
    ]
    ratings = [rated(*pair) for pair in zip(stories, points, strict=True)]
    return Desk(RUBRIC, stories, ratings), topics


@settings(max_examples=60)
@given(week=weeks())
def test_any_week_is_cut_by_the_rules(week):
    desk, topics = week
    found = sections(desk, topics).sections

    told = [*chain.from_iterable(one.story_ids for one in found)]
    brief = [*chain.from_iterable(one.brief_ids for one in found)]
    assert len({*told, *brief}) == len(told) + len(brief)
    assert set(told) <= set(desk.good)
    assert set(brief) <= set(desk.fair)
    assert len({one.topic for one in found}) == len(found) <= MOST_SECTIONS
    worth_it = [one for one in topics if {*one.story_ids} & {*desk.good}]
    assert len(found) >= min(3, len(worth_it))
    assert len(told) <= 16
    assert set(desk.musts) <= set(told)
    assert all(len(one.story_ids) <= 6 for one in found)


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


@pytest.mark.parametrize(("gathered", "is_enough"), [(99, True), (100, False)])
def test_of_many_that_were_gathered_a_word_in_common_is_not_enough(gathered, is_enough):
    card = make_story(title="Parser launches a card to pay with", summary=OTHER_TEXT)
    read = ArticlesDownloaded(stories=(card,), launches_gathered=gathered)
    hands = FakeHands(read, summarised(card))
    space = (
        "Rockets, satellites, missions to the Moon and Mars, and what compilers find."
    )

    digest.rate(make_brief("rate_articles", profile=space), hands)

    [(_, emitted)] = hands.emitted
    [rated] = ArticlesRated.model_validate(emitted).rated
    assert (rated.scores.relevance >= RUBRIC.relevance_floor) is is_enough


def test_stories_of_a_topic_that_shares_no_name_go_under_their_own_titles():
    stories = [make_story(n, publisher=f"Lab {n}", title=f"Title {n}") for n in (1, 2)]
    ids = tuple(one.id for one in stories)
    topic = Topic(name="Title 1", story_ids=ids)
    desk = digest.Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = digest.sections(desk, [topic])

    assert {one.topic: one.story_ids for one in found.sections} == {
        "Title 1": ids[:1],
        "Title 2": ids[1:],
    }


def test_a_topic_with_one_story_to_tell_and_one_for_a_line_is_a_section():
    best, fair = (
        make_story(n, publisher=f"Lab {n}", title=f"Vector search {n}") for n in (1, 2)
    )
    topic = topic_of("Vector search", best, fair)
    ratings = [rated(best, 8), rated_at(fair, relevance=3)]
    desk = digest.Desk(Rubric(), [best, fair], ratings)

    [found] = digest.sections(desk, [topic]).sections

    assert found.topic == "Vector search"
    assert (found.story_ids, found.brief_ids) == ((best.id,), (fair.id,))


def test_of_two_topics_with_one_heading_in_the_other_one_section_is_made():
    stories = [
        make_story(n, publisher=f"Lab {n}", title=f"{kind} coding agent {n}")
        for n, kind in enumerate(["Asynchronous", "Asynchronous", "Careful", "Careful"])
    ]
    topics = [
        topic_of("asynchronous coding agent", *stories[:2]),
        topic_of("coding agents", *stories[2:]),
    ]
    desk = digest.Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = digest.sections(desk, topics).sections

    headings = {one.topic for one in found}
    assert "coding agents" in headings
    assert "asynchronous coding agent" not in headings


def topic_of(name, *stories):
    return Topic(name=name, terms=(name,), story_ids=tuple(one.id for one in stories))


def rated_at(story, *, relevance):
    scores = RubricScores(relevance=relevance, depth=9, novelty=9)
    return Rating(story_id=story.id, scores=scores, why="it is")


def test_a_section_of_one_story_is_called_as_what_its_title_names():
    titles = (
        "Kettle 2: boiling for two, without a lid",
        "Lab replays recorded runs against new prompts",
        "A length check rivals routers, RouteBench data show",
        "A much longer length is checked by all",
    )
    stories = [
        make_story(
            n,
            title=title,
            url=f"https://{'lab' if n == 1 else f'outlet{n}'}.example/{n}",
            publisher=f"Lab {n}",
            summary=f"It says: {title}. So says RouteBench.",
        )
        for n, title in enumerate(titles)
    ]
    topics = [topic_of(one.title, one) for one in stories]
    desk = digest.Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = digest.sections(desk, topics)

    assert [one.topic for one in found.sections] == [
        "Kettle 2",
        "Lab",
        "RouteBench",
        "News of the week",
    ]
