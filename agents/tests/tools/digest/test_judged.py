"""What agents of the digest propose, held to the log."""

from datetime import date
from types import SimpleNamespace

import pytest

from agents.events import schema as events
from agents.events.digest import SectionsDrafted
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story
from agents.tools.base import ToolError
from agents.tools.certification import mandate
from agents.tools.digest import judged
from agents.tools.digest.drafted import as_draft
from agents.workflows.chosen import chosen_stories
from agents.workflows.digest import DIGEST
from agents.workflows.fold import Line, fold
from newsletter.drafts.parsing import parse
from newsletter.research.story import ToldBefore
from newsletter.standards.rubric import Rubric

STORIES = [make_story(number, publisher=f"Lab {number}") for number in range(1, 7)]
IDS = [story.id for story in STORIES]
GOOD = {"relevance": 8, "depth": 8, "novelty": 8}
FRENCH = (
    "les lecteurs de ce journal ont pour la première fois un modèle qui est dans leurs "
    "outils et qui ne coûte pas plus que les autres"
)
FAIR = {"relevance": 5, "depth": 7, "novelty": 7}
WEAK = {"relevance": 5, "depth": 5, "novelty": 5}


def rated(**scores):
    """Six ratings, good where nothing else is said."""
    return [
        {"story_id": name, "scores": scores.get(f"s{number}", GOOD), "why": "it is"}
        for number, name in enumerate(IDS, 1)
    ]


def bench(ratings=None, stories=STORIES):
    """A bench whose session has rated and grouped six stories."""
    lines = [
        (Kind.SESSION_STARTED, {}),
        (Kind.URLS_GATHERED, {}),
        (Kind.URLS_FILTERED, {"story_ids": IDS}),
        (
            Kind.ARTICLES_DOWNLOADED,
            {"stories": [story.model_dump(mode="json") for story in stories]},
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
    return SimpleNamespace(
        state=state,
        newsletter=SimpleNamespace(rules=Rubric()),
        editorial=SimpleNamespace(rules=Rubric(), language="de"),
        is_sample=True,
    )


def parsed(kind, data):
    return events.parse(kind, data)


def rating(data, stories=STORIES):
    return judged.rating(bench(stories=stories), parsed(Kind.ARTICLES_RATED, data))


def cut(sections, ratings=None, stories=STORIES):
    proposed = parsed(Kind.SECTIONS_SELECTED, {"sections": sections})
    return judged.sections(bench(ratings or rated(), stories), proposed)


def with_must(**fields):
    """The six stories, of which the first must be told."""
    must = STORIES[0].model_copy(update={"must_have": True, **fields})
    return [must, *STORIES[1:]]


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


def test_two_ratings_that_seem_to_tell_one_event_are_asked_about(monkeypatch):
    told = iter(["the first and the second", "the third and the fourth"])
    monkeypatch.setattr(judged.selection, "doubled", lambda *_: told)

    with pytest.raises(ToolError, match=r"first and the second\nthe third"):
        rating({"rated": rated()})


def test_an_outlet_that_is_left_out_is_heard_beside_a_rated_story():
    out = {"story_id": IDS[5], "reason": "as the first", "same_as": IDS[0]}
    data = rating({"rated": rated()[:5], "left_out": [out]})
    sections = [{"topic": "One", "story_ids": IDS[:1], "brief_ids": []}]
    lines = bench(rated()[:5]).state
    lines.last[Kind.ARTICLES_RATED] = data.model_dump(mode="json")
    lines.last[Kind.SECTIONS_SELECTED] = {"sections": sections}

    [(story, _)] = chosen_stories(lines)

    assert [one.url for one in story.also] == [STORIES[5].url]


def test_nobody_is_heard_beside_a_story_that_is_not_rated():
    out = {"story_id": IDS[4], "reason": "as the last", "same_as": IDS[5]}

    with pytest.raises(ToolError, match="`same_as` names what is not chosen"):
        rating({"rated": rated()[:4], "left_out": [out]})


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


@pytest.mark.parametrize(("title", "name"), [("Otter", "Otter"), (" ", IDS[0])])
def test_a_story_alone_is_a_topic_that_has_a_name(title, name):
    odd = STORIES[0].model_copy(update={"title": title, "summary": "Rivers swim."})
    blank = parsed(
        Kind.TOPICS_CLUSTERED, {"topics": [{"name": " ", "story_ids": [odd.id]}]}
    )

    table = bench(rated(), [odd, *STORIES[1:]])
    named = judged.topics(table, blank)

    for topics in (judged.topics_of(table.state), named.topics):
        [alone] = [one for one in topics if one.story_ids == (odd.id,)]
        assert (alone.name, alone.terms) == (name, ())


# --- What must be told ----------------------------------------------------------------

TOLD = ToldBefore(issue=3, on=date(2025, 7, 31), title="It", url="/3", by="id")
SECTIONS = [section("A", [2]), section("B", [3]), section("C", [4])]


def musts_of_one_lab():
    """Three launches of one publisher that must be told, and three other stories."""
    update = {"must_have": True, "publisher": "Lab"}
    return [*(one.model_copy(update=update) for one in STORIES[:3]), *STORIES[3:]]


def test_what_must_be_told_is_left_out_of_no_rating():
    out = [{"story_id": IDS[0], "reason": "dull"}]

    for data in ({"rated": rated()[1:]}, {"rated": rated()[1:], "left_out": out}):
        with pytest.raises(ToolError, match=f"{IDS[0]} may not be left out"):
            rating(data, with_must())


def test_what_must_be_told_is_told_in_a_section():
    for sections in (SECTIONS, [section("A", [2], [1]), *SECTIONS[1:]]):
        with pytest.raises(ToolError, match=f"{IDS[0]} may not be left out"):
            cut(sections, stories=with_must())

    data = cut([section("D", [1]), *SECTIONS], rated(s1=WEAK), with_must())

    assert data.sections[0].story_ids == (IDS[0],)


@pytest.mark.parametrize(
    "stories",
    [
        pytest.param(with_must(told=TOLD), id="told before"),
        pytest.param(with_must(title=STORIES[1].title), id="the same as another"),
        pytest.param(musts_of_one_lab(), id="a third launch"),
    ],
)
def test_a_rule_of_code_stands_above_what_must_be_told(stories):
    assert len(rating({"rated": rated()[1:]}, stories).rated) == 5
    assert len(cut(SECTIONS, stories=stories).sections) == 3


def test_what_was_decided_against_meanwhile_is_in_no_rating_and_no_section(monkeypatch):
    monkeypatch.setattr(
        judged.desired,
        "tellable",
        lambda _, stories: [one for one in stories if one.id != IDS[0]],
    )

    data = rating({"rated": rated()})
    sections = cut([section("A", [1], [2]), section("B", [3], []), section("C", [4])])

    assert [one.story_id for one in data.rated] == IDS[1:]
    assert [(one.story_id, one.reason) for one in data.left_out] == [
        (IDS[0], judged.BARRED)
    ]
    assert [one.topic for one in sections.sections] == ["B", "C"]


def told_story(**fields):
    """The stories, the first of them told by issue 3 for certain."""
    told = ToldBefore(
        issue=3, on=date(2025, 7, 31), title="It", url="https://us.example/3", by="id"
    )
    return [STORIES[0].model_copy(update={"told": told, **fields}), *STORIES[1:]]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "was told before, in issue 3"),
        ({"update": {"issue": 2, "what_is_new": "It is faster now."}}, "issue 3"),
    ],
)
def test_a_told_story_is_rated_only_as_an_update_to_its_issue(fields, said):
    ratings = [rated()[0] | fields, *rated()[1:]]

    with pytest.raises(ToolError, match=said):
        rating({"rated": ratings}, stories=told_story())


def test_what_was_not_told_is_no_update():
    update = {"update": {"issue": 3, "what_is_new": "It is faster now."}}

    with pytest.raises(ToolError, match="no issue told it"):
        rating({"rated": [rated()[0] | update, *rated()[1:]]})


def test_an_update_is_labelled_in_the_newsletters_language_and_in_no_line():
    update = {"update": {"issue": 3, "what_is_new": "It is faster now."}}
    found = rating({"rated": [rated()[0] | update, *rated()[1:]]}, stories=told_story())

    labelled = found.rated[0].model_dump(mode="json")
    assert (
        labelled["update"]["opening"]
        == "Update zu [Ausgabe 3](<https://us.example/3>):"
    )
    ratings = [labelled, *rated()[1:]]
    sections = [section("A", [2, 3], [1]), section("B", [4]), section("C", [5])]
    with pytest.raises(ToolError, match="tell it, or leave it out"):
        cut(sections, ratings, stories=told_story())


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("[insert reason here]", "is a placeholder"),
        ("Let me think about what turns on it.", "speaks of the writing"),
        ("it <b>ends</b> the wait", "would be shown to readers"),
        ("it ends the w\ufffdit", "a character of it was lost"),
        (FRENCH, "'fr'"),
    ],
)
def test_an_angle_that_no_reader_should_see_is_refused(why, told):
    ratings = [{**rated()[0], "why": why}, *rated()[1:]]

    with pytest.raises(ToolError, match="`why` is no angle") as refused:
        rating({"rated": ratings})

    assert told in str(refused.value)


def test_a_topic_is_named_by_no_placeholder():
    with pytest.raises(ToolError, match="is a placeholder"):
        cut([section("Title goes here", [1, 2, 3])])


def test_what_stands_around_sections_is_in_the_readers_language():
    sections = SectionsDrafted.model_construct(sections=(), citations=())

    draft = parse(as_draft(sections, "de").markdown, DIGEST.contract)

    assert not [*mandate._headed_in_english(draft, "de")]
