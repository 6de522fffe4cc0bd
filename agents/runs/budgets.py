"""Budgets: the cost ceilings, what others spent or hold, and the ladder down.

A run that is about to spend asks for its means. What they allow is reserved on its row
until it is booked, so that two runs at once cannot both count on the same dollar.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Sum

from agents import prices
from agents.brains.base import BrainFailed, Means
from agents.engine import log
from agents.events.wording import BUDGET_SPENT
from agents.models import AgentRun, Budget, Session
from agents.prices import LISTINGS, SMALL, Tokens
from agents.prompts.loader import Front, roster
from agents.registry.spending import called
from agents.workflows.declaration import step_of
from newsletter.models import Newsletter

# How many runs of an agent tell what the next one will cost.
REMEMBERED_RUNS = 10
# A budget is a ceiling: without a past to go by, a run is thought to take half of it.
USUAL_SHARE = Decimal("0.5")
FEWER = 4
UNLIMITED = Decimal("Infinity")
# Whose ceiling it is that a run comes to, and where an operator raises it.
_OF_AGENT = "of the agent's for one round: `budget_dollars` in its prompt"
_OF_SESSION = (
    "of the session's: SESSION_DOLLARS, or the newsletter's budget at the desk"
)
_OF_NEWSLETTER = "of the newsletter's for this month: its budget at the desk"
_OF_MONTH = "of this month's for all newsletters: MONTH_DOLLARS"


class Rung(NamedTuple):
    """One way to run an agent, and in words what it gives up."""

    model: str
    searches: int
    fetches: int
    note: str


def served(model: str) -> str:
    """What the server in use calls a listed model."""
    name: str = settings.CRUX_MODELS.get(model, model)
    return name


def ladder(front: Front) -> tuple[Rung, ...]:
    """Full means, then fewer searches, then the small model without any."""
    model, small = served(front.model), served(SMALL)
    rungs = [Rung(model, front.searches, front.fetches, "")]
    if front.searches or front.fetches:
        fewer = front.searches // FEWER
        note = f"searched {fewer} times at most instead of {front.searches}"
        rungs.append(Rung(model, fewer, front.fetches // FEWER, note))
    if model != small:
        rungs.append(Rung(small, 0, 0, f"used {small} instead of {model}"))
    return tuple(rungs)


def expected(front: Front, usual: Tokens | None, rung: Rung) -> Decimal:
    """What a whole run will cost on a rung: as its last ones did, or by its budget."""
    model = served(front.model)
    listing, full = LISTINGS.get(rung.model), LISTINGS.get(model)
    if listing is None or full is None:
        return Decimal(0)
    dollars = front.budget_dollars * USUAL_SHARE
    if usual:
        dollars = prices.cost(model, usual) + prices.searches_cost(front.searches)
    saved = front.searches - rung.searches
    brought_in = Tokens(input=saved * prices.TOKENS_PER_SEARCH)
    dollars -= prices.searches_cost(saved) + prices.cost(model, brought_in)
    return max(dollars, Decimal(0)) * listing.price.output / full.price.output


@dataclass(slots=True)
class Purse:
    """The money of one run."""

    run: AgentRun
    front: Front
    newsletter: Newsletter
    allowed: Decimal = Decimal(0)
    ceiling: str = ""
    place: int = 0
    notes: list[str] = field(default_factory=list)
    is_open: bool = False

    def means(
        self, *, spent: Decimal, next_call: Callable[[str], Decimal] | None
    ) -> Means:
        """The rung to go on with; never a higher one than before.

        `spent` is what this run spent so far; `next_call` estimates the next call on a
        model. Raises BrainFailed when not even the lowest rung can be paid for.
        """
        rungs = ladder(self.front)
        if not self.is_open:
            self._open(rungs)
        left = self.allowed - spent
        if left <= 0:
            raise self._too_little(left)
        for place in range(self.place, len(rungs)):
            rung = rungs[place]
            if next_call and next_call(rung.model) > left:
                continue
            self._step_down(rungs, place, left)
            return Means(
                model=rung.model,
                effort=self.front.effort,
                searches=rung.searches,
                fetches=rung.fetches,
                dollars=left,
                notes=tuple(self.notes),
            )
        raise self._too_little(left)

    def _too_little(self, left: Decimal) -> BrainFailed:
        dollars = max(left, Decimal(0))
        reason = f"{BUDGET_SPENT} (${dollars:.2f} left {self.ceiling})"
        return BrainFailed(reason, is_final=True)

    def _open(self, rungs: tuple[Rung, ...]) -> None:
        """Find the highest rung that the budgets bear, and reserve what they allow."""
        with transaction.atomic():
            # One at a time, over all newsletters: the month's ceiling is for all.
            list(Newsletter.objects.select_for_update(no_key=True).order_by("pk"))
            self.allowed, self.ceiling = allowance(
                self.run, self.front, self.newsletter
            )
            usual = _usual(self.run)
            bearable = [
                place
                for place, rung in enumerate(rungs)
                if self.allowed > 0
                and expected(self.front, usual, rung) <= self.allowed
            ]
            if not bearable:
                raise self._too_little(self.allowed)
            self._step_down(rungs, bearable[0], self.allowed)
            self.run.reserved_dollars = min(self.allowed, self.front.budget_dollars)
            self.run.save(update_fields=["reserved_dollars"])
        self.is_open = True

    def _step_down(self, rungs: tuple[Rung, ...], place: int, left: Decimal) -> None:
        for rung in rungs[self.place + 1 : place + 1]:
            self.notes.append(f"{rung.note} (the budget left ${left:.2f})")
        self.place = place


def own_share(left: Decimal, front: Front, beside: Decimal) -> Decimal:
    """What a run may take of what is left, where agents beside it need some too.

    Who comes first takes no more than its part; with enough for all, all it needs.
    """
    if not left.is_finite() or not beside:
        return left
    need = front.budget_dollars
    return max(left - beside, left * need / (need + beside))


def needs_beside(run: AgentRun) -> Decimal:
    """The budgets of the agents that are due at the same time and hold nothing yet."""
    holding = AgentRun.objects.filter(
        session=run.session_id, status=AgentRun.Status.RUNNING, reserved_dollars__gt=0
    ).exclude(pk=run.pk)
    held = set(holding.values_list("key", flat=True))
    state = log.state(run.session)
    due = {state.key(turn): roster().get(step_of(turn)) for turn in state.open}
    if run.key not in due:
        return Decimal(0)
    waiting = (due[key] for key in due if key != run.key and key not in held)
    return sum((spec.front.budget_dollars for spec in waiting if spec), Decimal(0))


def allowance(
    run: AgentRun, front: Front, newsletter: Newsletter
) -> tuple[Decimal, str]:
    """What a run may spend: the least that any of the ceilings leaves, and which that is."""
    others = AgentRun.objects.exclude(pk=run.pk)
    own = Budget.objects.filter(newsletter=newsletter).first()
    month = month_of(log.database_now())
    this_month = others.filter(started_at__gte=month)
    mine = this_month.filter(session__newsletter=newsletter)
    in_session = others.filter(session=run.session_id)
    left = {
        _OF_SESSION: session_ceiling(own) - _held(in_session),
        _OF_NEWSLETTER: _ceiling(own.month_dollars if own else None) - _held(mine),
        _OF_MONTH: _ceiling(settings.MONTH_DOLLARS) - _held(this_month) - called(month),
    }
    least = min(left, key=lambda name: left[name])
    ceilings = {
        _OF_AGENT: front.budget_dollars - _held(in_session.filter(key=run.key)),
        least: own_share(left[least], front, needs_beside(run)),
    }
    lowest = min(ceilings, key=lambda name: ceilings[name])
    return ceilings[lowest], lowest


def session_ceiling(own: Budget | None) -> Decimal:
    """What one session may cost, given its newsletter's own budget, if it has one."""
    session = own.session_dollars if own else None
    return _ceiling(settings.SESSION_DOLLARS if session is None else session)


def _ceiling(dollars: Decimal | None) -> Decimal:
    """Nothing and 0 lift a ceiling."""
    return Decimal(dollars) if dollars else UNLIMITED


def _held(runs: QuerySet[AgentRun]) -> Decimal:
    """What these runs spent, and what those at work may yet spend."""
    at_work = runs.filter(
        status=AgentRun.Status.RUNNING, session__status=Session.Status.OPEN
    )
    spent = runs.aggregate(total=Sum("dollars"))["total"]
    reserved = at_work.aggregate(total=Sum("reserved_dollars"))["total"]
    return (spent or Decimal(0)) + (reserved or Decimal(0))


def month_of(now: datetime) -> datetime:
    return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _usual(run: AgentRun) -> Tokens | None:
    """The tokens of the agent's last runs that ended well, on average."""
    last = list(
        AgentRun.objects.filter(
            agent=run.agent_id, status=AgentRun.Status.SUCCESS, output_tokens__gt=0
        ).order_by("-started_at")[:REMEMBERED_RUNS]
    )
    if not last:
        return None
    return Tokens(
        input=sum(past.input_tokens for past in last) // len(last),
        output=sum(past.output_tokens for past in last) // len(last),
        cache_read=sum(past.cache_read_tokens for past in last) // len(last),
        cache_write=sum(past.cache_write_tokens for past in last) // len(last),
    )
