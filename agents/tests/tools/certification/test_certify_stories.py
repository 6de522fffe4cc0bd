"""The stories that agents propose and choose: each refusal, and what stands beside."""

import pytest

from agents.engine import leases, log
from agents.events.base import RubricScores
from agents.events.harness import TakenInterests, ToolCalled
from agents.events.schema import Kind
from agents.tests.support.certifying import choice, evaluated, proposed, refusal
from agents.tests.support.scripted_hands import fifteen_like, make_story
from agents.tests.support.workbench import make_bench
from agents.tools.certification import certify
from agents.tools.certification.certify import NotCertified
from agents.tools.certification.selection import NOT_NAMED
from agents.workflows.chosen import chosen_stories
from newsletter.interests.reading import read
from newsletter.standards.rubric import Rubric

pytestmark = pytest.mark.django_db


# --- Research -----------------------------------------------------------------------


def test_a_story_that_no_tool_returned_is_refused_by_its_address(launches):
    known, invented = make_story(1), make_story(2)
    launches.addresses.add(known.url)

    told = refusal(launches, Kind.LAUNCHES_RESEARCHED, launches=[known, invented])

    assert told.startswith(
        f"No tool returned these addresses: {invented.url} "
        f"(the nearest is {known.url}). Give"
    )


def test_a_story_that_interests_avoid_is_refused_by_the_line_that_avoids_it(launches):
    story = make_story()
    launches.addresses.add(story.url)
    taken = TakenInterests.of(
        "mine", read("readers: agents\navoid: [parser documents]")
    )
    launches.state.interests = taken.model_dump(mode="json")

    told = refusal(launches, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert told == (
        f"{story.id}: the interests avoid 'parser documents'; leave it out."
    )


def test_another_spelling_of_a_known_address_is_the_same_address(launches):
    story = make_story(url="https://lab.example/1?utm_source=feed#top")
    launches.addresses.add("https://lab.example/1")

    data = proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert data.launches == (story,)


def note_reading(claim):
    """Have it in the session's log that a tool returned the story's address."""
    called = ToolCalled(
        step="memory",
        key="memory.1",
        attempt=1,
        tool="fetch_page",
        ok=True,
        seconds=1,
        addresses=(make_story().url,),
    )
    leases.record(claim, Kind.TOOL_CALLED, called, log.HARNESS)


def test_an_address_is_known_that_another_step_of_the_session_read(launches):
    note_reading(launches.lease)

    assert proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[make_story()])


def test_an_address_that_another_session_read_is_not_known(launches, make_session):
    other = make_bench(make_session(), "memory")
    note_reading(other.lease)

    assert "No tool returned" in refusal(
        launches, Kind.LAUNCHES_RESEARCHED, launches=[make_story()]
    )


@pytest.mark.parametrize(
    ("step", "kind", "name", "most"),
    [
        ("research_launches", Kind.LAUNCHES_RESEARCHED, "launches", 40),
        ("research_papers", Kind.PAPERS_RESEARCHED, "papers", 40),
    ],
)
def test_research_gives_as_many_stories_as_the_rubric_asks(
    make_session, step, kind, name, most
):
    bench = make_bench(make_session(), step)
    stories = [make_story(number) for number in range(most + 1)]
    bench.addresses.update(story.url for story in stories)

    assert proposed(bench, kind, **{name: stories[:most]})
    told = refusal(bench, kind, **{name: stories})
    assert told == f"{most + 1} stories are too many; give the best {most}."


def test_a_story_is_given_once(launches):
    story = make_story()
    launches.addresses.add(story.url)

    told = refusal(launches, Kind.LAUNCHES_RESEARCHED, launches=[story, story])

    assert told == f"{story.id} stands there twice; name it once."


def test_no_story_at_all_is_an_answer(launches):
    assert proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[]).launches == ()


# --- Evaluation ---------------------------------------------------------------------


def test_a_choice_is_made_among_what_was_researched(evaluating):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(0), choice(70)]
    )

    assert told.startswith("Not among the researched launches: https://lab.example/70")
    assert "the nearest is https://lab.example/" in told


def test_what_was_not_researched_cannot_be_rejected_either(evaluating):
    rejected = {"story_id": "https://lab.example/70", "reason": "It repeats another."}

    told = refusal(evaluating(), Kind.ITEMS_EVALUATED, rejected_items=[rejected])

    assert told.startswith("Not among the researched stories: https://lab.example/70")
    assert "the nearest is https://lab.example/" in told


def test_a_paper_is_no_launch_and_takes_no_launchs_place(evaluating):
    bench = evaluating()

    assert "researched launches: https://lab.example/8" in refusal(
        bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(8)]
    )
    assert "researched papers: https://lab.example/1" in refusal(
        bench, Kind.ITEMS_EVALUATED, selected_papers=[choice(1)]
    )


@pytest.mark.parametrize(
    ("name", "numbers", "most"),
    [
        ("selected_launches", range(7), Rubric().published_launches),
        ("selected_papers", range(7, 10), Rubric().published_papers),
    ],
)
def test_no_more_is_chosen_than_may_be_published(evaluating, name, numbers, most):
    bench, choices = evaluating(), [choice(number) for number in numbers]

    assert evaluated(bench, **{name: choices[:most]})
    told = refusal(bench, Kind.ITEMS_EVALUATED, **{name: choices[: most + 1]})
    assert told.endswith(f"are too many; choose at most {most}.")


def test_a_newsletter_sets_its_own_quota(evaluating):
    bench = evaluating(published_launches=1)

    assert "choose at most 1" in refusal(
        bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(0), choice(1)]
    )


def test_a_story_is_chosen_once(evaluating):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1), choice(1)]
    )

    assert told == "https://lab.example/1 stands there twice; name it once."


@pytest.mark.parametrize(
    ("scores", "axis"),
    [
        ({"relevance": 5}, "relevance 5 is below the floor of 6"),
        ({"depth": 4}, "depth 4 is below the floor of 5"),
        ({"novelty": 5}, "novelty 5 is below the floor of 6"),
        ({"relevance": 6, "depth": 5, "novelty": 6}, "total 17 is below the floor of"),
    ],
)
def test_a_choice_below_a_floor_is_refused_with_the_floor(evaluating, scores, axis):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1, **scores)]
    )

    assert axis in told
    assert told.endswith("reject it instead.")


@pytest.mark.parametrize(
    "scores",
    [
        {"relevance": 6},
        {"depth": 5},
        {"novelty": 6},
        {"relevance": 6, "depth": 6, "novelty": 6},
    ],
)
def test_a_choice_on_a_floor_stands(evaluating, scores):
    assert evaluated(evaluating(), selected_launches=[choice(1, **scores)])


def test_what_is_rejected_may_score_as_low_as_it_likes(evaluating):
    low = {"relevance": 1, "depth": 1, "novelty": 1}
    rejected = {"story_id": make_story(1).id, "scores": low, "reason": "Off topic."}

    data = evaluated(evaluating(), rejected_items=[rejected])

    assert data.rejected_items[0].scores == RubricScores(**low)


def test_the_chosen_stories_are_told_launches_first(evaluating):
    state = evaluating().state
    state.last[Kind.ITEMS_EVALUATED] = {
        "selected_papers": [choice(8)],
        "selected_launches": [choice(2), choice(1)],
    }

    told = [story.id for story, _ in chosen_stories(state)]

    assert told == [make_story(number).id for number in (2, 1, 8)]


def rejected(number, points):
    scores = {"relevance": points - 14, "depth": 7, "novelty": 7}
    return {"story_id": make_story(number).id, "scores": scores, "reason": "Less."}


def test_a_researched_story_that_is_not_named_is_rejected_by_code(evaluating):
    data = proposed(evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1)])

    assert len(data.rejected_items) == 9
    assert {one.reason for one in data.rejected_items} == {NOT_NAMED}


def test_a_choice_whose_page_is_far_older_than_the_week_is_refused(evaluating):
    bench = evaluating()
    launches = bench.state.last[Kind.LAUNCHES_RESEARCHED]["launches"]
    launches[1]["published"] = "2024-02-17"

    told = refusal(bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(1)])

    assert "its own page says it was published on 2024-02-17" in told


def test_two_launches_of_one_publisher_are_enough(evaluating):
    bench = evaluating(publisher="Example Lab")

    assert evaluated(bench, selected_launches=[choice(0), choice(1)])
    told = refusal(
        bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(n) for n in range(3)]
    )
    assert told.startswith("3 launches are of Example Lab; an issue tells 2 at most.")


def test_two_choices_that_seem_to_tell_one_event_are_refused(evaluating, monkeypatch):
    asked = []

    def doubled(chosen, week):
        asked.append(([story.id for story, _ in chosen], len([*week])))
        yield "they seem to tell one event"

    monkeypatch.setattr(certify.selection, "doubled", doubled)
    choices = [choice(1), choice(2)]

    with pytest.raises(NotCertified, match="they seem to tell one event"):
        evaluated(evaluating(), selected_launches=choices)
    [(names, week)] = asked
    assert names == [one["story_id"] for one in choices]
    assert week > len(names)


def test_an_outlet_is_heard_beside_a_chosen_story_alone(evaluating):
    bench = evaluating()

    told = refusal(
        bench,
        Kind.ITEMS_EVALUATED,
        selected_launches=[choice(1)],
        rejected_items=[
            {**rejected(2, 0), "scores": None, "same_as": make_story(3).id}
        ],
    )
    heard = {
        "story_id": make_story(2).id,
        "reason": "As 1.",
        "same_as": make_story(1).id,
    }
    data = proposed(
        bench,
        Kind.ITEMS_EVALUATED,
        selected_launches=[choice(1)],
        rejected_items=[heard],
    )

    assert told.startswith("`same_as` names what is not chosen: https://lab.example/3")
    bench.state.last[Kind.ITEMS_EVALUATED] = data.model_dump(mode="json")
    [(story, _)] = chosen_stories(bench.state)
    assert [one.url for one in story.also] == [make_story(2).url]


def test_no_story_is_chosen_and_rejected(evaluating):
    told = refusal(
        evaluating(),
        Kind.ITEMS_EVALUATED,
        selected_launches=[choice(1)],
        rejected_items=[rejected(1, 20)],
    )

    assert "https://lab.example/1 stands there twice" in told


def test_what_is_good_is_not_left_out_while_there_is_room(evaluating):
    bench = evaluating()

    with pytest.raises(NotCertified, match="/1: 20 points and a place"):
        evaluated(bench, rejected_items=[rejected(1, 20)])
    assert evaluated(bench, rejected_items=[rejected(1, 19)])


def test_what_is_strong_takes_the_place_of_what_is_not(evaluating):
    bench = evaluating(published_launches=1)
    chosen = [choice(0, relevance=7)]

    with pytest.raises(NotCertified, match="/1: 24 points"):
        evaluated(bench, selected_launches=chosen, rejected_items=[rejected(1, 24)])
    assert evaluated(bench, selected_launches=chosen, rejected_items=[rejected(1, 22)])


def test_borderline_stories_fill_a_section_to_three(evaluating):
    weak = choice(1, relevance=6, depth=6, novelty=6)
    good = [choice(number) for number in (0, 2, 3)]

    assert evaluated(evaluating(), selected_launches=[weak])
    assert evaluated(evaluating(), selected_launches=[*good[:2], weak])
    with pytest.raises(NotCertified, match="/1: 18 points are chosen only where"):
        evaluated(evaluating(), selected_launches=[*good, weak])


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ("Rockets, satellites, telescopes, missions to Mars.", 0),
        ("Parsers of documents, language models, open weights.", None),
    ],
)
def test_how_many_are_on_the_readers_subject_is_counted_where_outlets_tell_of_all(
    launches, profile, told
):
    launches.newsletter.profile = profile
    stories = fifteen_like(make_story())
    launches.addresses.update(story.url for story in stories)

    data = proposed(
        launches,
        Kind.LAUNCHES_RESEARCHED,
        launches=list(stories),
        considered=214,
        on_subject=7,
    )

    assert data.on_subject == told
