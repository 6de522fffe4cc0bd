from decimal import Decimal

import pytest

from agents.brains.base import BrainFailed
from agents.models import Agent, AgentRun, Budget, Session
from agents.prices import Tokens
from agents.prompts.loader import roster
from agents.runs import budgets
from agents.runs.budgets import Purse, expected, ladder
from agents.tests.support import steps as stepping

RESEARCH = roster()["research_launches"].front
OPUS, HAIKU = "claude-opus-5-5", "claude-haiku-5-5"


@pytest.fixture
def session(make_session, db):
    return make_session()


@pytest.fixture
def make_run(session):
    def make(key="research_launches.1", attempt=1, session=session, **fields):
        agent, _ = Agent.objects.get_or_create(slug=key.partition(".")[0])
        return AgentRun.objects.create(
            session=session, agent=agent, key=key, attempt=attempt, **fields
        )

    return make


@pytest.fixture
def purse(session, make_run):
    def make(**fields):
        run = make_run(attempt=9, brain="messages", **fields)
        return Purse(run, RESEARCH, session.newsletter)

    return make


def means(purse, spent="0", next_call=None):
    return purse.means(spent=Decimal(spent), next_call=next_call)


def test_the_ladder_goes_from_fewer_searches_to_the_small_model():
    steps = [(rung.model, rung.searches) for rung in ladder(RESEARCH)]

    assert steps == [(OPUS, 8), (OPUS, 2), (HAIKU, 0)]


def test_an_agent_of_the_small_model_has_nowhere_to_step():
    assert len(ladder(roster()["verifier"].front)) == 1


def test_a_run_costs_what_its_last_ones_did():
    full, fewer, small = ladder(RESEARCH)
    usual = Tokens(input=100_000, output=10_000)

    assert expected(RESEARCH, usual, full) == Decimal("0.68")
    assert expected(RESEARCH, usual, fewer) == Decimal("0.68") - 6 * Decimal("0.03")
    assert expected(RESEARCH, usual, small) < Decimal("0.02")


def test_full_means_are_given_while_all_budgets_allow(purse):
    given = means(purse())

    assert (given.model, given.searches, given.notes) == (OPUS, 8, ())
    assert given.dollars == RESEARCH.budget_dollars


def test_what_is_given_is_reserved_from_others(purse, make_run, settings, session):
    settings.SESSION_DOLLARS = Decimal("1.50")
    means(purse())
    other = Purse(make_run("writer.1"), roster()["writer"].front, session.newsletter)

    given = means(other)

    assert given.dollars == Decimal("0.50")
    assert given.model == HAIKU


def test_a_session_that_spent_much_leaves_fewer_searches(purse, make_run, settings):
    settings.SESSION_DOLLARS = Decimal("2.00")
    make_run("writer.1", dollars=Decimal("1.60"))

    given = means(purse())

    assert (given.model, given.searches) == (OPUS, 2)
    assert given.notes == (
        "searched 2 times at most instead of 8 (the budget left $0.40)",
    )


def test_a_session_that_spent_more_leaves_the_small_model(purse, make_run, settings):
    settings.SESSION_DOLLARS = Decimal("2.00")
    make_run("writer.1", dollars=Decimal("1.90"))

    given = means(purse())

    assert (given.model, given.searches) == (HAIKU, 0)
    assert len(given.notes) == 2


def test_a_session_that_spent_all_leaves_it_to_the_next_brain(
    purse, make_run, settings
):
    settings.SESSION_DOLLARS = Decimal("2.00")
    make_run("writer.1", dollars=Decimal("2.00"))

    with pytest.raises(BrainFailed, match="budget is used up") as failed:
        means(purse())

    assert failed.value.is_final


@pytest.mark.parametrize(
    ("setting", "other"), [("SESSION_DOLLARS", ""), ("MONTH_DOLLARS", "other")]
)
def test_the_ceiling_that_is_reached_is_named(
    purse, make_run, make_session, settings, setting, other
):
    settings.SESSION_DOLLARS = settings.MONTH_DOLLARS = Decimal("40")
    setattr(settings, setting, Decimal("2.00"))
    spent = {"session": make_session(other)} if other else {}
    make_run("writer.1", dollars=Decimal("2.00"), **spent)

    with pytest.raises(BrainFailed, match=rf"\$0\.00 left of .*{setting}"):
        means(purse())


def test_the_agents_own_ceiling_is_named_too(purse, make_run):
    make_run(attempt=1, brain="managed", dollars=Decimal("1.00"))

    with pytest.raises(BrainFailed, match=r"`budget_dollars` in its prompt"):
        means(purse())


def test_attempts_at_one_round_share_the_agents_budget(purse, make_run):
    make_run(attempt=1, brain="managed", dollars=Decimal("0.85"))

    assert means(purse()).dollars == Decimal("0.15")


def test_the_month_is_over_all_newsletters(purse, make_run, make_session, settings):
    settings.MONTH_DOLLARS = Decimal("10")
    make_run("writer.1", session=make_session("other"), dollars=Decimal("9.99"))

    given = means(purse())

    assert given.model == HAIKU
    assert given.dollars == Decimal("0.01")


def test_a_newsletter_has_its_own_ceilings_where_it_sets_them(purse, session):
    Budget.objects.create(
        newsletter=session.newsletter,
        session_dollars=Decimal("0.30"),
        month_dollars=Decimal("0.20"),
    )

    assert means(purse()).dollars == Decimal("0.20")


def test_zero_lifts_a_ceiling(purse, make_run, settings):
    settings.SESSION_DOLLARS = settings.MONTH_DOLLARS = Decimal(0)
    make_run("writer.1", dollars=Decimal(1000))

    assert means(purse()).dollars == RESEARCH.budget_dollars


def test_last_months_money_is_gone_and_forgotten(purse, make_run, settings):
    settings.MONTH_DOLLARS = Decimal(10)
    settings.SESSION_DOLLARS = Decimal(0)
    run = make_run("writer.1", dollars=Decimal(1000))
    run.started_at = run.started_at.replace(year=run.started_at.year - 1)
    run.save()

    assert means(purse()).model == OPUS


def test_a_reservation_of_a_session_that_is_over_binds_nobody(
    purse, make_run, make_session, settings
):
    settings.MONTH_DOLLARS = Decimal(10)
    other = make_session("other")
    make_run("writer.1", session=other, reserved_dollars=Decimal(10))
    Session.objects.filter(pk=other.pk).update(status=Session.Status.CANCELLED)

    assert means(purse()).model == OPUS


def test_a_call_that_is_too_dear_is_made_by_the_small_model(purse):
    costs = {OPUS: Decimal("0.30"), HAIKU: Decimal("0.01")}
    mine = purse()
    means(mine)

    given = means(mine, spent="0.80", next_call=costs.__getitem__)

    assert given.model == HAIKU
    assert means(mine, spent="0.80", next_call=lambda _: Decimal(0)).model == HAIKU


def test_a_call_that_not_even_the_small_model_can_pay_is_not_made(purse):
    with pytest.raises(BrainFailed, match="budget"):
        means(purse(), spent="0.90", next_call=lambda _: Decimal("0.20"))


def test_a_compatible_server_is_asked_by_its_own_names(settings):
    settings.CRUX_MODELS = {OPUS: "qwen3", HAIKU: "qwen3"}

    assert {rung.model for rung in ladder(RESEARCH)} == {"qwen3"}
    assert budgets.served(OPUS) == "qwen3"
    assert expected(RESEARCH, None, ladder(RESEARCH)[0]) == 0


@pytest.fixture
def both_desks(session):
    """A session in which both research agents are due at once."""
    stepping.do(session, *stepping.HAPPY[:1])
    session.refresh_from_db()
    return session


def purse_of(run):
    slug = run.key.partition(".")[0]
    return Purse(run, roster()[slug].front, run.session.newsletter)


def test_the_first_of_two_agents_leaves_the_other_its_part(
    both_desks, make_run, settings
):
    settings.SESSION_DOLLARS = Decimal("1.00")
    first = means(purse_of(make_run("research_launches.1")))

    second = means(purse_of(make_run("research_papers.1")))

    assert first.dollars == second.dollars == Decimal("0.50")


def test_where_there_is_enough_for_both_each_has_all_it_needs(
    both_desks, make_run, settings
):
    settings.SESSION_DOLLARS = Decimal("2.50")
    first = means(purse_of(make_run("research_launches.1")))

    second = means(purse_of(make_run("research_papers.1")))

    assert (first.searches, second.searches) == (8, 4)
    assert min(first.dollars, second.dollars) == Decimal("1.00")
