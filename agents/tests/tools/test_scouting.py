"""What code makes of what planner, scouts and their evaluator propose."""

from agents.events.schema import Kind
from agents.events.scouting import StoriesScouted, Task
from agents.tests.support.paper import Paper
from agents.tests.support.scripted_hands import make_story
from agents.tools.scouting import collecting, tasks
from agents.workflows.scouts import SCOUTS
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport


def state_of(*reports):
    paper = Paper(SCOUTS)
    state = paper.state
    parts = [report.model_dump(mode="json") for report in reports]
    state.last[Kind.STORIES_SCOUTED] = {"parts": parts}
    return state


def lab(fault=""):
    return OutletReport(name="Lab", url="https://lab.example", fault=fault)


def test_what_several_scouts_brought_is_one_story_and_comes_first():
    once, twice = make_story(1, title="Alma reads scans"), make_story(2)
    state = state_of(
        StoriesScouted(stories=[once, twice], sources=[lab()], considered=30, part=1),
        StoriesScouted(stories=[twice], sources=[lab("away")], considered=42, part=2),
    )

    found = collecting.launches(state)

    assert [story.id for story in found.launches] == [twice.id, once.id]
    assert [story.signals["scouts"] for story in found.launches] == [2.0, 1.0]
    assert (found.considered, len(found.sources)) == (42, 1)
    assert found.sources[0].fault == "away"


def test_launches_and_papers_are_told_apart():
    paper = make_story(2, kind=StoryKind.PAPER)
    state = state_of(StoriesScouted(stories=[make_story(1), paper], part=1))

    assert [one.id for one in collecting.papers(state).papers] == [paper.id]
    assert [one.id for one in collecting.launches(state).launches] == [make_story(1).id]


def test_nothing_brought_is_nothing_to_hand_on():
    assert collecting.papers(state_of()).papers == ()


def set_to(*topics):
    return [Task(topic=topic) for topic in topics]


def test_more_tasks_than_the_session_may_have_are_refused_with_how_many():
    state = Paper(SCOUTS).state
    state.limits = {"scout": 3}

    assert tasks.too_many(state, set_to("a", "b", "c")) == ""
    assert "give the 3 that matter most" in tasks.too_many(state, set_to(*"abcd"))


def test_a_topic_is_set_once():
    assert tasks.twice(set_to("Agents", "Parsers")) == ""
    assert "'agents'" in tasks.twice(set_to("Agents", " agents"))


def test_a_follow_up_is_refused_when_they_are_used_up():
    state = Paper(SCOUTS).state
    state.limits = {Kind.FOLLOW_UP_ASKED: 1}
    assert tasks.no_more(state) == ""

    state.counts[Kind.FOLLOW_UP_ASKED] = 1

    assert "used up" in tasks.no_more(state)


def test_what_scouts_saw_is_counted_once_over_launches_and_papers():
    paper = make_story(2, kind=StoryKind.PAPER)
    one = StoriesScouted(stories=[make_story(1), paper], considered=63, part=1)
    other = StoriesScouted(stories=[paper], considered=40, part=2)
    state = state_of(one, other)

    seen = collecting.launches(state).considered, collecting.papers(state).considered

    assert seen == (62, 1)
