"""Whole sessions over real HTTP, thought out by models that the local brain plays."""

from decimal import Decimal
from itertools import zip_longest

import pytest

from agents.engine import summary
from agents.events.schema import Kind
from agents.models import AgentRun, Session, ToolCall
from agents.testing import context_sizes
from agents.testing.bad_minds import Once, Slipping
from agents.testing.minds import Said, local_mind
from newsletter.models import Coverage, Issue

JUDGED = "A language model judged its sentences beside code."

pytestmark = pytest.mark.django_db(transaction=True)
pytest_plugins = ["agents.tests.support.platform_fixtures"]


def test_whichever_brain_plays_it_a_session_ends_with_the_same_issue(arena, subtests):
    for brain in ("managed", "local"):
        found, session = arena.play((brain,)), Session.objects.latest("pk")
        with subtests.test(f"{brain}: it ends with an issue, and everything once"):
            assert (found.ending, found.problems, found.brains) == ("issue", [], brain)
            talks = arena.server.platform.talks.values()
            assert all(talk.row["archived_at"] for talk in talks)
            issue = Issue.objects.get(session_name=session.name)
            assert issue.citations.exists()
            assert brain == "local" or issue.disclosures == [
                "Language models chose the stories and wrote this issue; code checked "
                "its links and quotes.",
                JUDGED,
            ]
        if brain == "managed":
            with subtests.test("the summary tells what each agent cost"):
                costs_add_up(summary.summarise(session))
        Coverage.objects.all().delete()  # else the next one tells nothing new

    with subtests.test("one mind plays them all, and they write the same draft"):
        assert Issue.objects.count() == 2
        assert len(set(Issue.objects.values_list("draft_sha256", flat=True))) == 1
        assert not ToolCall.objects.filter(held_back__isnull=False).exists()


def costs_add_up(told):
    dollars = {agent: Decimal(cost) for agent, cost in told["agent_dollars"].items()}
    by_code = {
        agent for agent, brain in told["agent_brains"].items() if brain == "code"
    }
    assert by_code == {"memory", "delivery"}
    assert by_code == {agent for agent, cost in dollars.items() if not cost}
    assert Decimal(told["totals"]["dollars"]) == sum(dollars.values())
    for agent, reported in told["agent_reported_dollars"].items():
        assert abs(dollars[agent] - Decimal(reported)) < Decimal("0.02")


def test_a_wrong_sentence_costs_its_words_and_no_round(arena, small_week):
    found = arena.play(("messages",), Slipping(local_mind))

    session = Session.objects.get()
    held = ToolCall.objects.filter(held_back__isnull=False)
    mended = ToolCall.objects.filter(tool="mend_draft", is_error=False)
    assert (found.ending, found.problems) == ("issue", [])
    assert (
        held.count()
        == mended.count()
        == session.events.of_kind(Kind.DRAFT_WRITTEN).count()
    )
    assert not session.events.of_kind(Kind.CRITIC_REJECTION).exists()
    assert "Example Corp" not in Issue.objects.get().markdown


@pytest.mark.slow
def test_an_issue_and_each_further_round_cost_no_more_than_they_may(arena):
    weighed = context_sizes.price(arena).values()

    rounds = zip_longest(*(one.further_dollars for one in weighed), fillvalue=0)
    further = [sum(dollars) for dollars in rounds]
    assert 0.1 < sum(one.first_dollars for one in weighed) <= 0.60
    assert len(further) == 2
    assert all(0.01 < dollars <= 0.20 for dollars in further)


def test_what_a_budget_took_is_told_to_readers(arena, small_week, settings):
    settings.SESSION_DOLLARS = Decimal("0.90")

    found = arena.play(("messages", "local"))

    assert found.problems == []
    assert found.ending == "issue"
    assert any(
        sentence.startswith("To stay within its budget, Research")
        for sentence in Issue.objects.get().disclosures
    )
    spent = sum(run.dollars for run in AgentRun.objects.all())
    assert spent <= settings.SESSION_DOLLARS
    assert not AgentRun.objects.exclude(reserved_dollars=0).exists()


def test_an_issue_without_money_is_made_by_rules_and_says_so(
    arena, small_week, settings
):
    settings.MONTH_DOLLARS = Decimal("0.0001")

    found = arena.play(("messages", "local"))

    assert (found.ending, found.brains) == ("issue", "local")
    [told] = Issue.objects.get().disclosures
    assert "without a language model" in told


def test_who_stood_in_for_whom_is_told_to_readers(arena, small_week):
    refuses = Once("writer", Said(stop="refusal"), local_mind, times=100)

    found = arena.play(("messages", "local"), refuses)

    assert found.ending == "issue"
    assert Issue.objects.get().disclosures == [
        "Evaluator, Research: launches and Research: papers: done by language models.",
        "Writer: done by rules, without a language model, because the usual one failed.",
        JUDGED,
    ]
