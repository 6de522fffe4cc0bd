"""The local brain's evaluator, alone with hands that answer from a script."""

from datetime import date

import pytest

from agents.brains.base import BrainFailed
from agents.brains.local.evaluator import as_news, evaluate
from agents.events.brief import (
    CoveredTopic,
    CoveredTopics,
    ItemsEvaluated,
    LaunchesResearched,
    PapersResearched,
)
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    FakeHands,
    fifteen_like,
    make_brief,
    make_story,
    told,
)
from agents.tools.certification.selection import out_of_band
from newsletter.standards.rubric import Rubric


def test_what_went_on_is_chosen_as_an_update_and_what_is_like_it_says_how_it_differs():
    stories = (
        make_story(1, title="Parser 2.0 costs half for agents", told=told(shared=0.2)),
        make_story(
            2, title="Ember 3.1 is out", told=told(is_certain=False, shared=0.1)
        ),
        make_story(3, title="Quill 4 reads receipts", told=told()),
    )
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())
    rubric = Rubric(total_floor=3, relevance_floor=1, novelty_floor=1)

    evaluate(make_brief("evaluator", rubric=rubric), hands)

    [(_, data)] = hands.emitted
    chosen = {one["story_id"]: one for one in data["selected_launches"]}
    left = {one["story_id"]: one for one in data["rejected_items"]}
    assert left[stories[2].id]["reason"] == "told before, in issue 3: An old story"
    both = chosen | left
    if stories[0].id in chosen:
        assert both[stories[0].id]["update"]["issue"] == 3
    if stories[1].id in chosen:
        assert "10% of its terms" in both[stories[1].id]["differs"]
    assert chosen


def test_of_outlets_on_everything_a_word_in_common_is_not_enough():
    card = make_story(title="Parser launches a card to pay with", summary=OTHER_TEXT)
    researched = LaunchesResearched(launches=fifteen_like(card))
    hands = FakeHands(researched, PapersResearched())
    space = (
        "Rockets, satellites, missions to the Moon and Mars, and what compilers find."
    )

    evaluate(make_brief("evaluator", profile=space), hands)

    [(_, data)] = hands.emitted
    assert not data["selected_launches"]


def test_what_was_posted_anew_is_left_out_unless_it_must_be_had():
    day = date(2025, 2, 17)
    old, wanted = (
        make_story(n, published=day, must_have=must)
        for n, must in ((1, False), (2, True))
    )
    hands = FakeHands(LaunchesResearched(launches=(old, wanted)), PapersResearched())

    evaluate(make_brief("evaluator"), hands)

    [(_, data)] = hands.emitted
    assert [one["story_id"] for one in data["selected_launches"]] == [wanted.id]
    [left] = data["rejected_items"]
    assert left["story_id"] == old.id
    assert left["reason"].endswith("its own page says it was published on 2025-02-17")


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Introducing Quill Opus 4.5", "Introducing Quill Opus 4.6"),
        ("emberLM v0.11.0 removes the old engine", "emberLM v0.12.0 removes the rest"),
        ("Der Halm X3 für Agenten ist da", "Der Halm X4 für Agenten ist da"),
        ("Parser 18 released", "Parser 19 released"),
    ],
)
def test_the_next_version_of_what_was_told_is_told(before, now):
    told_before = CoveredTopic(
        story_id=make_story(1).id,
        title=before,
        url=make_story(1).url,
        issue_number=3,
        covered_on=date(2025, 7, 31),
    )
    following = make_story(2, title=now)
    hands = FakeHands(
        CoveredTopics(topics=(told_before,)),
        LaunchesResearched(launches=(following,)),
        PapersResearched(),
    )

    evaluate(make_brief("evaluator"), hands)

    [(_, data)] = hands.emitted
    assert [one["story_id"] for one in data["selected_launches"]] == [following.id]


def test_a_workflow_of_launches_alone_has_them_evaluated():
    hands = FakeHands(LaunchesResearched(launches=(make_story(1),)))

    evaluate(make_brief("evaluator"), hands)

    [(_, data)] = hands.emitted
    assert data["selected_papers"] == []


def test_an_evaluation_without_research_is_refused_for_good():
    with pytest.raises(BrainFailed) as refused:
        evaluate(make_brief("evaluator"), FakeHands())

    assert refused.value.is_final


@pytest.mark.parametrize("topic", ["invoices", "receipts"])
def test_of_two_equal_stories_the_one_on_a_topic_is_told(topic):
    stories = (
        make_story(1, title="Quill 2.0 reads invoices"),
        make_story(2, title="Ember 2.0 reads receipts"),
    )
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())
    rubric = Rubric(published_launches=1, total_floor=3, relevance_floor=1)

    evaluate(make_brief("evaluator", topics=(topic,), rubric=rubric), hands)

    [(_, data)] = hands.emitted
    [chosen] = data["selected_launches"]
    titles = {story.id: story.title for story in stories}
    assert topic in titles[chosen["story_id"]]


def test_why_a_story_is_chosen_is_told_in_the_newsletters_language():
    hands = FakeHands(LaunchesResearched(launches=(make_story(1),)), PapersResearched())
    rubric = Rubric(published_launches=1, total_floor=3, relevance_floor=1)

    evaluate(make_brief("evaluator", language="de", rubric=rubric), hands)

    [(_, data)] = hands.emitted
    [chosen] = data["selected_launches"]
    assert chosen["why"] == "es geht um die Version 2.1"


def test_the_place_of_what_cannot_be_told_goes_to_the_next_best():
    mute = make_story(
        1,
        title="Quill 2.0 runs agents",
        summary="Here is how it works. " * 20,
        signals={"hackernews_points": 500.0},
    )
    stories = (mute, make_story(2, title="Ember for agents", prior=0.0))
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())
    rubric = Rubric(published_launches=1, depth_floor=1, total_floor=3)

    evaluate(make_brief("evaluator", rubric=rubric), hands)

    [(_, data)] = hands.emitted
    assert [one["story_id"] for one in data["selected_launches"]] == [stories[1].id]
    left = {one["story_id"]: one["reason"] for one in data["rejected_items"]}
    assert left == {mute.id: "too little to quote"}


def test_what_must_be_had_is_chosen_however_weak_it_is():
    weak = make_story(1, title="Bolts", summary="A bolt.", must_have=True)
    stories = (make_story(2), weak)
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())

    evaluate(make_brief("evaluator", rubric=Rubric(published_launches=1)), hands)

    [(_, data)] = hands.emitted
    assert [one["story_id"] for one in data["selected_launches"]] == [weak.id]


VAGUE = {
    "title": "Lab releases Quill 2.0 for agents, its makers announced on Monday",
    "summary": "Some people say that it is the future of the whole world and of us. "
    "Everyone who works with things like that has a story about what they want.",
}


def vague_among(clear, **fields):
    """What is chosen, in its order, and what is left of a vague story and clear ones."""
    vague = make_story(9, **fields, signals={"hackernews_points": 900.0})
    told = [
        make_story(n, title=f"Ember {n}.0 for agents", publisher=f"Lab {n}")
        for n in clear
    ]
    stories = (vague, *told)
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())
    rubric = Rubric(depth_floor=1, total_floor=3, relevance_floor=1)
    evaluate(make_brief("evaluator", rubric=rubric), hands)
    [(_, data)] = hands.emitted
    chosen = [one["story_id"] for one in data["selected_launches"]]
    left = {one["story_id"]: one for one in data["rejected_items"]}
    return vague, chosen, left


ESSAY = {
    "title": "The quiet art of doing one thing badly",
    "summary": "The 2 rules of good work were written in a kitchen and have been on its wall "
    "since my first day there. I think about them whenever an agent makes 40 cups of tea "
    "that nobody drinks. What do we lose when all that it makes has to be good?",
}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (VAGUE, "its title and text tell less"),
        ({"title": "Why do agents want Quill 2.0?"}, "it reads as an essay, a guide"),
        (ESSAY, "it reads as an essay, a guide"),
    ],
)
def test_a_story_that_does_not_tell_what_happened_leaves_its_place_to_others(
    fields, why
):
    vague, chosen, left = vague_among(range(1, 6), **fields)

    assert vague.id not in chosen
    assert left[vague.id]["reason"].startswith(why)
    # With its points the code that certifies the choice would ask for it.
    assert left[vague.id].get("scores") is None


def test_a_story_that_does_not_tell_what_happened_is_told_last_where_little_else_is():
    vague, chosen, _ = vague_among([1], **VAGUE)

    assert len(chosen) == 2
    assert chosen[-1] == vague.id


def test_a_vague_story_takes_the_place_of_no_clear_one_of_its_publisher():
    stories = (
        make_story(9, **VAGUE, prior=1.0, signals={"hackernews_points": 900.0}),
        make_story(1, title="Ember 1.0 for agents", prior=0.0),
        make_story(2, title="Compiler 3.1 for agents", prior=0.0, summary=OTHER_TEXT),
    )
    hands = FakeHands(LaunchesResearched(launches=stories), PapersResearched())
    rubric = Rubric(depth_floor=1, total_floor=3, relevance_floor=1)

    evaluate(make_brief("evaluator", rubric=rubric), hands)

    [(_, data)] = hands.emitted
    chosen = [one["story_id"] for one in data["selected_launches"]]
    assert sorted(chosen) == sorted(one.id for one in stories[1:])


@pytest.mark.parametrize("clear", [1, 3, 4, 5])
def test_what_is_no_news_is_named_last_where_there_is_room(clear):
    essay, chosen, left = vague_among(range(1, clear + 1), **ESSAY)

    assert len(chosen) == min(clear + 1, 5)
    assert (essay.id in chosen) is (clear < 5)
    assert essay.id not in chosen[:clear]
    assert (essay.id in left) is (clear == 5)


OFFER = {"title": "Quill 2.0 for agents is $40 off"}


@pytest.mark.parametrize(("clear", "is_told"), [(0, True), (1, False)])
def test_an_offer_has_a_place_only_where_nothing_else_is(clear, is_told):
    vague, chosen, _ = vague_among(range(1, clear + 1), **OFFER)

    assert (vague.id in chosen) is is_told


@pytest.mark.parametrize(("clear", "vague"), [(3, 3), (1, 5), (2, 9), (4, 2), (0, 5)])
def test_what_is_left_for_being_vague_is_not_asked_for_by_what_certifies(clear, vague):
    told = [
        make_story(n, title=f"Ember {n}.0 for agents", publisher=f"Lab {n}")
        for n in range(1, clear + 1)
    ]
    teasing = [
        make_story(
            n,
            title=f"Why agents want Quill {n}.0",
            publisher=f"Maker {n}",
            signals={"hackernews_points": 900.0},
        )
        for n in range(11, vague + 11)
    ]
    hands = FakeHands(
        LaunchesResearched(launches=(*told, *teasing)), PapersResearched()
    )
    rubric = Rubric()

    evaluate(make_brief("evaluator", rubric=rubric), hands)

    evaluated = ItemsEvaluated.model_validate(hands.emitted[0][1])
    chosen, left = evaluated.selected_launches, evaluated.rejected_items
    assert [*out_of_band(chosen, left, rubric.published_launches, rubric)] == []
    assert len(chosen) == (min(clear + min(vague, 3), 5) if clear else 2)
    assert [one.in_a_line for one in chosen[clear:]] == [clear > 0] * (
        len(chosen) - clear
    )
    assert {one.story_id for one in chosen[:clear]} == {one.id for one in told}
    assert {one.id for one in told} <= {one.story_id for one in chosen}
    assert len(chosen) + len(left) == clear + vague


def test_what_only_its_feed_tells_is_weighed_as_news_by_that():
    launch = make_story(
        title="Introducing Kettle 2",
        summary="Kettle 2 is available today at $4 a litre.",
        is_from_feed=True,
    )
    essay = launch.model_copy(
        update={"title": "Why do we boil water?", "summary": "What do we lose by tea?"}
    )

    assert as_news(launch) > 1 > as_news(essay)
