"""How a week is cut into sections."""

from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.brains.local.layout import Desk, sections
from agents.events.base import RubricScores
from agents.events.digest import (
    MOST_SECTIONS,
    Rating,
    Topic,
)
from agents.tests.support.scripted_hands import (
    make_story,
)
from newsletter.research.story import Kind
from newsletter.standards.rubric import Rubric
from newsletter.testing.examples import examples

RUBRIC = Rubric()
KINDS = st.sampled_from([*Kind])


def rated(story, points):
    scores = RubricScores(relevance=points, depth=points, novelty=points)
    return Rating(story_id=story.id, scores=scores, why="it is")


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


@settings(max_examples=examples(60))
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


def test_stories_of_a_topic_that_shares_no_name_go_under_their_own_titles():
    stories = [make_story(n, publisher=f"Lab {n}", title=f"Title {n}") for n in (1, 2)]
    ids = tuple(one.id for one in stories)
    topic = Topic(name="Title 1", story_ids=ids)
    desk = Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = sections(desk, [topic])

    assert {one.topic: one.story_ids for one in found.sections} == {
        "Title 1": ids[:1],
        "Title 2": ids[1:],
    }


def test_what_is_no_news_leads_no_issue_however_many_points_it_has():
    news = make_story(1, publisher="Lab 1", title="Vale Lab releases Parser 2.0")
    essay = make_story(
        2,
        publisher="Lab 2",
        title="Why do parsers matter?",
        url="https://two.example/2",
    )
    topics = [Topic(name=one.title, story_ids=(one.id,)) for one in (essay, news)]
    desk = Desk(Rubric(), (essay, news), [rated(essay, 10), rated(news, 8)])

    found = sections(desk, topics).sections

    assert [one.story_ids for one in found] == [(news.id,), (essay.id,)]


def test_the_story_that_gives_an_issue_its_subject_stands_in_the_first_section():
    good, best = (
        [make_story(n, publisher=f"Lab {n}", title=f"{name} {n}") for n in places]
        for name, places in (("Vector search", (1, 2)), ("Tool use", (3, 4)))
    )
    topics = [topic_of("Vector search", *good), topic_of("Tool use", *best)]
    ratings = [*(rated(one, 8) for one in good), rated(best[0], 9)]
    desk = Desk(Rubric(), [*good, *best], [*ratings, rated_at(best[1], relevance=3)])

    found = sections(desk, topics).sections

    assert [one.topic for one in found][:2] == ["Tool use", "Vector search"]


def test_a_topic_with_one_story_to_tell_and_one_for_a_line_is_a_section():
    best, fair = (
        make_story(n, publisher=f"Lab {n}", title=f"Vector search {n}") for n in (1, 2)
    )
    topic = topic_of("Vector search", best, fair)
    ratings = [rated(best, 8), rated_at(fair, relevance=3)]
    desk = Desk(Rubric(), [best, fair], ratings)

    [found] = sections(desk, [topic]).sections

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
    desk = Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = sections(desk, topics).sections

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
    desk = Desk(Rubric(), stories, [rated(one, 8) for one in stories])

    found = sections(desk, topics)

    assert [one.topic for one in found.sections] == [
        "Kettle 2",
        "Lab",
        "RouteBench",
        "News of the week",
    ]
