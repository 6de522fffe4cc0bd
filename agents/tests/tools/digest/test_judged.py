"""What agents of the digest propose, held to the log."""

from types import SimpleNamespace

import pytest

from agents.events import schema as events
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story
from agents.tools.base import ToolError
from agents.tools.digest import judged
from agents.workflows.digest import DIGEST
from agents.workflows.state import Line, fold
from newsletter.standards.rubric import Rubric

STORIES = [make_story(number, publisher=f"Lab {number}") for number in range(1, 7)]
IDS = [story.id for story in STORIES]
GOOD = {"relevance": 8, "depth": 8, "novelty": 8}
FAIR = {"relevance": 5, "depth": 7, "novelty": 7}
WEAK = {"relevance": 5, "depth": 5, "novelty": 5}


def rated(**scores):
    """Six ratings, good where nothing else is said."""
    return [
        {"story_id": name, "scores": scores.get(f"s{number}", GOOD), "why": "it is"}
        for number, name in enumerate(IDS, 1)
    ]


def bench(ratings=None):
    """A bench whose session has rated and grouped six stories."""
    lines = [
        (Kind.SESSION_STARTED, {}),
        (Kind.URLS_GATHERED, {}),
        (Kind.URLS_FILTERED, {"story_ids": IDS}),
        (
            Kind.ARTICLES_DOWNLOADED,
            {"stories": [story.model_dump(mode="json") for story in STORIES]},
        ),
        (
            Kind.SUMMARIES_EXTRACTED,
            {
                "summaries": [
                    {
                        "story_id": name,
                        "source_sha256": "",
                        "sentences": [{"display": "It is.", "quote": "It is."}],
                    }
                    for name in IDS
                ]
            },
        ),
    ]
    if ratings is not None:
        groups = [{"name": "One", "terms": ["one"], "story_ids": IDS[:3]}]
        lines += [
            (Kind.ARTICLES_RATED, {"rated": ratings}),
            (Kind.TOPICS_CLUSTERED, {"topics": groups}),
        ]
    state = fold(DIGEST, [Line(*line) for line in lines])
    return SimpleNamespace(state=state, newsletter=SimpleNamespace(rules=Rubric()))


def parsed(kind, data):
    return events.parse(kind, data)


def rating(data):
    return judged.rating(bench(), parsed(Kind.ARTICLES_RATED, data))


def cut(sections, ratings=None):
    proposed = parsed(Kind.SECTIONS_SELECTED, {"sections": sections})
    return judged.sections(bench(ratings or rated()), proposed)


def section(topic, told, brief=()):
    return {
        "topic": topic,
        "story_ids": [IDS[number - 1] for number in told],
        "brief_ids": [IDS[number - 1] for number in brief],
    }


def test_what_was_not_rated_is_left_out_by_name():
    data = rating({"rated": rated()[:4]})

    assert [one.story_id for one in data.left_out] == IDS[4:]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"rated": rated()[:2]}, "2 of 6 stories are named"),
        ({"rated": [*rated(), rated()[0]]}, "stands there twice"),
        (
            {"rated": [{**rated()[0], "story_id": "https://lab.example/11"}]},
            "Not among the summarised stories: https://lab.example/11 (the nearest",
        ),
    ],
)
def test_a_rating_that_cannot_be_is_refused_in_words(data, told):
    with pytest.raises(ToolError) as refused:
        rating(data)

    assert told in str(refused.value)


def test_sections_are_filled_in_with_the_terms_of_their_topics():
    data = cut([section("A", [1]), section("B", [2, 3], [4]), section("C", [5])])

    assert [one.terms for one in data.sections] == [("one",), ("one",), ()]


@pytest.mark.parametrize(
    ("sections", "scores", "told"),
    [
        ([section("A", [1, 2])], {}, "6 stories pass every floor: make 3 sections"),
        ([], {}, "make 3 sections"),
        ([section("A", [1]), section("a", [2])], {}, "Two are called “A”"),
        ([section("A", [1]), section("B", [1])], {}, "stands there twice"),
        ([section("A", [1], [1])], {}, "stands there twice"),
        ([section("A", [1])], {"s1": WEAK}, "do not tell it"),
        ([section("A", [2], [1])], {"s1": WEAK}, "15 points in all; leave it out"),
        ([section("A", [1])], {"s1": FAIR}, "relevance 5 is below the floor of 6"),
    ],
)
def test_a_cut_that_breaks_a_rule_is_refused_in_words(sections, scores, told):
    with pytest.raises(ToolError) as refused:
        cut(sections, rated(**scores))

    assert told in str(refused.value)


def test_a_story_below_one_floor_may_be_named_in_brief():
    weak = {f"s{number}": WEAK for number in range(3, 7)}

    data = cut([section("A", [2], [1])], rated(s1=FAIR, **weak))

    assert data.sections[0].brief_ids == (IDS[0],)


def test_a_thin_week_makes_a_short_issue():
    weak = {f"s{number}": WEAK for number in range(2, 7)}

    assert len(cut([section("A", [1])], rated(**weak)).sections) == 1
    assert not cut([], rated(s1=WEAK, **weak)).sections


def test_topics_keep_their_stories_whatever_they_are_called():
    own = judged.topics_of(bench(rated()).state)
    first = own[0].story_ids[0]
    proposed = {"topics": [{"name": " Reading  scans ", "story_ids": [first]}]}

    named = judged.topics(bench(rated()), parsed(Kind.TOPICS_CLUSTERED, proposed))

    assert named.topics[0].name == "Reading scans"
    assert [one.story_ids for one in named.topics] == [one.story_ids for one in own]
