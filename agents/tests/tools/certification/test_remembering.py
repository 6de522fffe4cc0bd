"""What agents are told of earlier issues, and what of it they must say."""

from datetime import date

import pytest

from agents.events import wording
from agents.events.schema import Kind
from agents.tests.support.certifying import choice, evaluated, proposed
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools.certification import remembering
from agents.tools.certification.certify import NotCertified
from newsletter.issues import memory
from newsletter.issues.memory import Covered
from newsletter.research.coverage.likeness import Likeness
from newsletter.research.story import ToldBefore
from newsletter.tests.support.makers import make_issue

pytestmark = pytest.mark.django_db


@pytest.fixture
def told_in():
    """Has an issue of a bench's newsletter tell a story; gives the issue."""

    def tell(bench, *stories, **fields):
        issue = make_issue(bench.newsletter, **fields)
        memory.remember(issue, [Covered(story) for story in stories])
        return issue

    return tell


def test_a_told_story_is_chosen_by_no_brain_without_an_update(evaluating, told_in):
    bench = evaluating()
    told_in(bench, make_story(3))

    with pytest.raises(
        NotCertified, match=r"told before, in issue 1: “Parser 2.3 reads"
    ):
        evaluated(bench, selected_launches=[choice(3)])


def test_an_update_names_the_issue_and_is_given_its_page(evaluating, told_in):
    bench = evaluating()
    issue = told_in(bench, make_story(3))
    new = {"issue": 1, "what_is_new": "It costs half of what it did."}

    with pytest.raises(NotCertified, match="an update to issue 1, not to another"):
        evaluated(bench, selected_launches=[choice(3) | {"update": new | {"issue": 9}}])
    with pytest.raises(NotCertified, match="leave `update` out"):
        evaluated(bench, selected_launches=[choice(4) | {"update": new}])
    [chosen] = evaluated(
        bench, selected_launches=[choice(3) | {"update": new}]
    ).selected_launches
    assert chosen.update.url.endswith(f"/issues/{issue.slug}/")
    assert chosen.update.title == "Parser 2.3 reads documents"


def test_an_evaluator_may_know_a_told_story_again_by_issue_and_title(
    evaluating, told_in
):
    bench = evaluating()
    issue = told_in(bench, make_story(70, title="A parser is sold", summary="To Acme."))
    new = {"issue": 1, "what_is_new": "It costs half of what it did."}

    for update in (new | {"title": "Another parser"}, new | {"issue": 2}):
        with pytest.raises(NotCertified, match="no issue told it under that title"):
            evaluated(bench, selected_launches=[choice(4) | {"update": update}])
    update = new | {"title": "a parser is sold"}
    [chosen] = evaluated(
        bench, selected_launches=[choice(4) | {"update": update}]
    ).selected_launches
    assert chosen.update.url.endswith(f"/issues/{issue.slug}/")
    assert chosen.update.title == "A parser is sold"


def test_what_is_new_is_held_to_the_story_when_it_is_chosen(evaluating, told_in):
    bench = evaluating()
    told_in(bench, make_story(3))
    update = {"issue": 1, "what_is_new": "It now costs 77 dollars a month."}

    with pytest.raises(NotCertified, match="does not speak of '77 dollars"):
        evaluated(bench, selected_launches=[choice(3) | {"update": update}])


def like_a_told_one(bench, told_in):
    """Have an issue tell what the third launch is like; as research shows it."""
    like = make_story(
        70, title="Parser 2.3 reads documents", url="https://b.example/70", summary=""
    )
    told_in(
        bench, like.model_copy(update={"title": "Comparing Parser 2.3 and Quill 4"})
    )
    [shown] = remembering.looked_up(bench, [make_story(3)])
    assert not shown.told.is_certain
    return shown.model_dump(mode="json")


def test_what_is_like_a_told_story_is_asked_of_the_evaluator(evaluating, told_in):
    bench = evaluating()
    researched = bench.state.last[Kind.LAUNCHES_RESEARCHED]["launches"]
    researched[3] = like_a_told_one(bench, told_in)
    told = choice(3)

    with pytest.raises(NotCertified, match="differs"):
        evaluated(bench, selected_launches=[told])
    assert evaluated(
        bench, selected_launches=[told | {"differs": "That one compared two."}]
    )


def test_what_research_did_not_show_as_like_is_not_asked_about(evaluating, told_in):
    """Beside other stories another name is rare: no brain could have known."""
    bench = evaluating()
    like_a_told_one(bench, told_in)

    assert evaluated(bench, selected_launches=[choice(3)])


def test_research_is_told_what_was_told_and_counts_it(launches, told_in):
    old, new = make_story(1), make_story(2)
    told_in(launches, old)
    launches.addresses.update({old.url, new.url})
    [shown] = remembering.looked_up(launches, [old])
    launches.learned.learn(
        "search_sources",
        {},
        {"stories": [shown.model_dump(mode="json")], "sources": [], "considered": 1},
    )

    data = proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[old, new])

    assert [one.told and one.told.issue for one in data.launches] == [1, None]
    assert (data.told_before, data.last_told_in) == (1, 1)


def test_what_research_leaves_out_as_told_is_rejected_on_record(launches, told_in):
    told = ToldBefore(
        issue=4,
        on=date(2025, 7, 31),
        title="Parser 2.3 reads documents",
        url="",
        by=Likeness.TEXT,
        is_certain=False,
        shared=0.9,
    )
    left = make_story(3, told=told)
    shown = [left, make_story(2)]
    launches.addresses.update(story.url for story in shown)
    launches.learned.stories |= {
        story.id: story.model_dump(mode="json") for story in shown
    }

    found = proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=shown[1:])
    launches.state.last[Kind.LAUNCHES_RESEARCHED] = found.model_dump(mode="json")
    [rejected] = proposed(
        launches, Kind.ITEMS_EVALUATED, selected_launches=[choice(2)]
    ).rejected_items

    assert (found.told_before, found.last_told_in) == (1, 4)
    said = wording.describe(Kind.LAUNCHES_RESEARCHED, found.model_dump(mode="json"))
    assert "considered, 1 told before; " in said
    assert rejected.story_id == left.id
    assert rejected.reason == "told in issue 4: Parser 2.3 reads documents"


def test_a_rehearsal_knows_no_issue_of_its_own_day(make_session, told_in):
    bench = make_bench(make_session(is_dry_run=True), "research_launches")
    told_in(bench, make_story(1), covers_until=bench.now.date())

    [story] = remembering.looked_up(bench, [make_story(1)])
    memory_of_it = proposed(bench, Kind.COVERED_TOPICS).model_dump(mode="json")

    assert story.told is None
    assert wording.describe(Kind.COVERED_TOPICS, memory_of_it).startswith(
        "0 stories told by 0 issues before; issue 1 of the same day or later not counted"
    )


def test_memory_is_what_the_recent_issues_told_and_what_went_on(make_session, told_in):
    bench = make_bench(make_session(), "memory")
    bench.newsletter.rubric = {"remembered_issues": 2}
    for number in range(1, 4):
        issue = told_in(bench, make_story(number))
        memory.follow(issue, {}, {})

    data = proposed(bench, Kind.COVERED_TOPICS, topics=())

    assert [topic.issue_number for topic in data.topics] == [3, 2]
    assert data.issues_read == 2
    [thread] = data.threads
    assert (thread.title, len(thread.told)) == ("Parser", 3)
    assert thread.url.endswith("/stories/parser")
