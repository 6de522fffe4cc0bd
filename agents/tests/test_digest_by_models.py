"""Whole digests over real HTTP: by a model that does as its prompts say, and by careless ones."""

import pytest

from agents.engine import log
from agents.events.schema import Kind
from agents.models import Session, ToolCall
from agents.testing import context_sizes
from agents.testing.bad_minds import Rejecting
from agents.testing.minds import local_mind
from agents.testing.prompted import prompted_mind
from agents.tests.support.careless import INVENTED, SLIPS, Careless
from agents.workflows.drafted import verified_draft
from newsletter.drafts.contract import DIGEST
from newsletter.models import Issue

pytestmark = pytest.mark.django_db(transaction=True)
pytest_plugins = ["agents.tests.support.platform_fixtures"]


def assert_certified(session):
    issue = Issue.objects.get(session_name=session.name)
    assert issue.contract == DIGEST.name
    assert issue.draft_sha256 == verified_draft(log.state(session)).sha256
    assert issue.draft.problems == ()
    assert issue.citations.exists()
    assert INVENTED not in issue.markdown
    assert not log.breach(session)


@pytest.mark.parametrize(
    "mind", [pytest.param(local_mind, marks=pytest.mark.slow), prompted_mind]
)
def test_models_make_a_digest_over_the_messages_api(arena, small_week, mind):
    found = arena.play(("messages",), mind, "digest")

    assert (found.ending, found.problems) == ("issue", [])
    assert found.brains == "messages"
    assert_certified(Session.objects.get())


@pytest.mark.slow
def test_a_rejected_digest_goes_back_to_who_finishes_it(arena):
    found = arena.play(("messages",), Rejecting(prompted_mind), "digest")

    session = Session.objects.get()
    drafts = session.events.of_kind(Kind.DRAFT_WRITTEN).count()
    assert (found.ending, found.problems) == ("issue", [])
    assert session.events.of_kind(Kind.CRITIC_REJECTION).count() == 1
    assert session.events.of_kind(Kind.SECTIONS_DRAFTED).count() == 1
    assert drafts >= 2
    assert_certified(session)


@pytest.mark.slow
def test_every_slip_of_a_careless_model_is_refused_and_the_issue_is_certified(arena):
    found = arena.play(("messages",), Careless(prompted_mind), "digest")

    refused = [
        (call.journal.key.partition(".")[0], str(call.content))
        for call in ToolCall.objects.filter(tool="emit_event", is_error=True)
        .select_related("journal")
        .order_by("pk")
    ]
    assert (found.ending, found.problems) == ("issue", [])
    expected = [(slug, words) for slug, slips in SLIPS.items() for _, words in slips]
    assert [slug for slug, _ in refused] == [slug for slug, _ in expected]
    for (_, told), (_, words) in zip(refused, expected, strict=True):
        assert words in told
    assert_certified(Session.objects.get())


@pytest.mark.slow
def test_sections_that_stay_wrong_are_mended_before_the_issue(arena):
    never = Careless(prompted_mind, never_learns="draft_sections")

    found = arena.play(("messages",), never, "digest")

    session = Session.objects.get()
    [drafted] = session.events.of_kind(Kind.SECTIONS_DRAFTED)
    assert INVENTED in drafted.data["sections"][0]["markdown"]
    assert found.problems == []
    if found.ending == "issue":
        assert_certified(session)


@pytest.mark.slow
def test_an_invented_figure_is_in_no_issue_however_often_it_is_handed_in(arena):
    never = Careless(prompted_mind, never_learns="finalize_newsletter")

    found = arena.play(("messages",), never, "digest")

    session = Session.objects.get()
    assert found.ending.startswith("The critic rejected a third draft")
    assert session.events.of_kind(Kind.CRITIC_REJECTION).count() == 3
    assert not Issue.objects.exists()


@pytest.mark.slow
def test_a_digest_and_each_further_round_cost_no_more_than_they_may(arena):
    weighed = context_sizes.price(arena, "digest").values()

    first = sum(one.first_dollars for one in weighed)
    further = sum(sum(one.further_dollars) for one in weighed)
    assert 0.1 < first <= 0.85
    assert 0.01 < further <= 0.60
