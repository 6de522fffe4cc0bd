"""What operators decided of stories holds for every brain: must have, rejected, in review."""

from datetime import date, timedelta

import pytest

from agents.engine import sample_or_live, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support.certifying import proposed, refusal
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools import desired, search_sources
from newsletter.issues import memory
from newsletter.issues.memory import Covered
from newsletter.models import Coverage, Issue, Outlet, OutletHealth, Story
from newsletter.research.lifecycle import State
from newsletter.tests.support.makers import make_issue
from newsletter.tests.support.stories import make_held

pytestmark = pytest.mark.django_db
OLD = "https://maker.example/old"


@pytest.fixture
def live(make_session):
    """Research of launches, asking one outlet whose answer is held."""
    session = make_session()
    session.sources = Session.Sources.LIVE
    return make_bench(session, "research_launches")


@pytest.fixture
def must_have(live):
    """Too old for any window, and of little to say."""
    return make_held(live.newsletter, url=OLD, title="An old bolt", must_have=True)


@pytest.fixture
def searched(live, monkeypatch):
    outlet = Outlet.objects.create(name="Maker", how="feed", url="https://m.example/f")
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: [outlet.spec])
    OutletHealth.objects.create(outlet=outlet, asked_at=live.now, taken_in_at=live.now)

    def search():
        found = search_sources.TOOL.run(live, {"kind": "launch"})
        return [(one["title"], one.get("must_have", False)) for one in found["stories"]]

    return search


def held(live, state, **fields):
    return make_held(live.newsletter, state, published=live.now.date(), **fields)


def test_research_is_shown_first_what_must_be_had(live, must_have, searched):
    held(live, State.READY, title="Parser 2.0 reads invoices")

    assert searched() == [("An old bolt", True), ("Parser 2.0 reads invoices", False)]
    assert OLD in live.addresses


def test_with_a_review_research_is_shown_what_was_approved(live, searched):
    live.newsletter.reviews_stories = True
    for state in (State.DISCOVERED, State.REVIEW, State.READY, State.REJECTED):
        held(live, state, title=f"{state} thing")

    assert searched() == [("ready thing", False)]


def test_what_must_be_had_is_handed_on_whoever_leaves_it_out(live, must_have):
    story = make_story(1)
    live.addresses.add(story.url)

    data = proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert [one.id for one in data.launches] == [OLD, story.id]
    assert [one.must_have for one in data.launches] == [True, False]


def test_no_agent_says_what_must_be_had(live):
    story = make_story(1, must_have=True)
    live.addresses.add(story.url)

    data = proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert not data.launches[0].must_have


@pytest.mark.parametrize("state", [State.REJECTED, State.REVIEW])
def test_what_was_decided_against_is_refused_whoever_finds_it(live, state):
    story = make_story(1)
    held(live, state, url=story.url)
    live.addresses.add(story.url)

    told = refusal(live, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert told.startswith(f"No issue may tell {story.id}")


def test_with_a_review_what_an_agent_found_elsewhere_waits_for_a_person(live, settings):
    live.newsletter.reviews_stories = True
    story = make_story(1)
    live.addresses.add(story.url)

    for _ in range(2):
        told = refusal(live, Kind.LAUNCHES_RESEARCHED, launches=[story])
        assert "a person has yet to say yes" in told
    [waits] = Story.objects.all()
    assert (waits.url, waits.state) == (story.url, State.DISCOVERED)
    assert [one.outlet for one in waits.tellings.all()] == ["research"]

    settings.INTAKE = False
    other = make_story(2)
    live.addresses.add(other.url)
    proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[other])
    assert Story.objects.count() == 1


# --- What a draft tells that waits for a person ---------------------------------------


@pytest.fixture
def waits(live, make_session):
    """Has another session's draft tell stories, and wait; gives the session."""

    def wait(*stories, **plan):
        session = make_session(**plan)
        preview = make_issue(
            live.newsletter,
            number=90,
            session_name=session.name,
            status=Issue.Status.PREVIEW,
            covers_until=live.now.date() - timedelta(days=1),
        )
        memory.remember(preview, [Covered(story) for story in stories])
        return session

    return wait


def test_research_is_not_shown_what_a_draft_that_waits_tells(live, waits, searched):
    story = make_story(1)
    waits(story, make_story(3))
    held(live, State.READY, title=story.title, url=story.url)
    held(live, State.READY, title="Quill 5 draws circuit boards")

    assert [title for title, _ in searched()] == ["Quill 5 draws circuit boards"]


def test_what_a_draft_that_waits_tells_is_refused_whoever_finds_it(live, waits):
    story, other = make_story(1), make_story(2)
    waits(story)
    live.addresses.update([story.url, other.url])

    told = refusal(live, Kind.LAUNCHES_RESEARCHED, launches=[story, other])
    data = proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[other])

    assert told.startswith(f"A draft that waits for a person tells {story.id}")
    assert data.left_to_drafts == 1


def test_what_is_only_like_it_was_for_the_search_to_leave_out(live, waits, searched):
    """How like two stories are hangs on those beside: an agent cannot be held to it."""
    waits(make_story(1))
    like = make_story(1, id="https://b.example/1", url="https://b.example/1")
    held(live, State.READY, title=like.title, url=like.url, summary=like.summary)
    live.addresses.add(like.url)

    assert desired.left_to_drafts(live, [like]) == {like.id}
    assert searched() == []
    assert proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[like]).launches


def test_what_must_be_had_is_left_to_the_draft_that_waits(live, must_have, waits):
    must = make_story(1, id=OLD, url=OLD, title="An old bolt", summary="It held.")
    other = make_story(2)
    waits(must)
    live.addresses.add(other.url)

    data = proposed(live, Kind.LAUNCHES_RESEARCHED, launches=[other])

    assert [one.id for one in data.launches] == [other.id]


@pytest.mark.parametrize("is_yes", [True, False])
def test_what_was_stopped_is_free_again_and_what_was_approved_is_not(
    live, waits, is_yes
):
    session = waits(make_story(1))
    if not is_yes:
        steering.cancel(session)

    left = desired.left_to_drafts(live, [make_story(1)])

    assert left == ({make_story(1).id} if is_yes else set())


@pytest.mark.parametrize("is_of_this_session", [True, False])
def test_neither_a_rehearsal_nor_the_session_itself_holds_a_story(
    live, waits, is_of_this_session
):
    rehearsal = waits(make_story(1), is_dry_run=True)
    if is_of_this_session:
        Issue.objects.filter(session_name=rehearsal.name).update(
            session_name=live.session.name
        )

    assert desired.left_to_drafts(live, [make_story(1)]) == set()


def test_a_rehearsal_may_tell_what_a_draft_of_its_day_tells(live, waits):
    waits(make_story(1))
    live.session.is_dry_run = True
    assert desired.left_to_drafts(live, [make_story(1)]) == {make_story(1).id}

    Coverage.objects.update(told_on=live.now.date())

    assert desired.left_to_drafts(live, [make_story(1)]) == set()


# --- The choice ---------------------------------------------------------------------


def choosing(make_session, *launches, **rubric):
    session = make_session()
    session.newsletter.rubric = rubric
    given = [one.model_dump(mode="json") for one in launches]
    last = {
        Kind.LAUNCHES_RESEARCHED: {"launches": given},
        Kind.PAPERS_RESEARCHED: {"papers": []},
    }
    return make_bench(session, "evaluator", last=last)


def choice(story, score=8):
    scores = dict.fromkeys(("relevance", "depth", "novelty"), score)
    return {"story_id": story.id, "scores": scores, "why": "It fits."}


def test_what_must_be_had_is_chosen_whatever_its_scores(make_session):
    must, other = make_story(1, must_have=True), make_story(2, publisher="Other")
    bench = choosing(make_session, must, other)

    told = refusal(bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(other)])
    both = [choice(must, 1), choice(other)]
    data = proposed(bench, Kind.ITEMS_EVALUATED, selected_launches=both)

    assert told.startswith(f"{must.id} may not be left out")
    assert [one.story_id for one in data.selected_launches] == [must.id, other.id]


def test_a_rule_of_code_stands_above_it(make_session):
    musts = [make_story(number, must_have=True) for number in (1, 2, 3)]
    bench = choosing(make_session, *musts)
    full = choosing(make_session, *musts, published_launches=1)

    two = [choice(one) for one in musts[:2]]
    assert proposed(bench, Kind.ITEMS_EVALUATED, selected_launches=two)
    assert proposed(full, Kind.ITEMS_EVALUATED, selected_launches=two[:1])


@pytest.mark.parametrize("first", [date(2025, 8, 1), None])
def test_what_a_feed_dates_anew_is_of_the_day_that_it_gave_first(live, first):
    story = make_story(1, published=first)
    desired.kept(live, story)

    again = desired.kept(live, make_story(1, published=date(2025, 8, 6)))

    assert again.published == first
