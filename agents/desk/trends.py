"""Trends: what a newsletter's issues took, and what became of them, one after another.

Who opened a letter is in none of it: nothing in letters or pages reports back.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from statistics import mean
from typing import Any

from django.db.models import Count, Sum
from django.utils.safestring import SafeString

from agents.desk import charts
from agents.desk.session import dollars, duration
from agents.events.schema import Kind
from agents.models import AgentEvent, AgentRun, Session
from newsletter.models import Issue, Newsletter
from newsletter.verification.scorecard import wording
from newsletter.verification.scorecard.card import Scorecard
from subscribers.models import Bounce, Consent, Delivery

# A year of a weekly one.
MOST_ISSUES = 52
REJECTIONS = (Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED)
RESEARCHED = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)


@dataclass(slots=True)
class Figures:
    """One issue in figures; None where nothing is known."""

    issue: Issue
    session: Session | None = None
    card: Scorecard | None = None
    dollars: Decimal | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    rejections: int | None = None
    found: int | None = None
    evaluated: int | None = None
    told: int | None = None
    score: float | None = None  # the evaluator's, of what it chose, out of 30
    letters: int = 0
    bounced: int = 0
    complaints: int = 0
    left: int = 0

    @property
    def seconds(self) -> float | None:
        """From the session's beginning to its end."""
        if self.session is None or self.session.ended_at is None:
            return None
        return (self.session.ended_at - self.session.created_at).total_seconds()

    @property
    def cited(self) -> float | None:
        """Of sentences that state something, those with a citation, in hundredths."""
        recall = self.card.recall if self.card else None
        if recall is None or not recall.factual:
            return None
        return 100 * recall.factual_cited / recall.factual


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that is measured of each issue, drawn and told."""

    name: str
    figures: Sequence[float | None]
    write: Callable[[float], str] = field(default=lambda figure: f"{figure:,.0f}")

    @property
    def cells(self) -> tuple[str, ...]:
        """Each figure as the table has it."""
        return tuple("–" if one is None else self.write(one) for one in self.figures)

    @property
    def chart(self) -> SafeString:
        """The picture of it."""
        known = [one for one in self.figures if one is not None]
        told = "Nothing is known yet."
        if known:
            told = (
                f"Of {len(known)} issues: {self.write(min(known))} at least, "
                f"{self.write(max(known))} at most, {self.write(known[-1])} at last."
            )
        return charts.bars(charts.Chart(self.name, told, self.figures))

    @property
    def last(self) -> str:
        """The newest figure."""
        return self.cells[-1] if self.figures else "–"


def trends(newsletter: Newsletter) -> tuple[list[Figures], list[Measure]]:
    """Its last issues, the oldest first, and what is measured of them."""
    published = newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    newest = published.defer("markdown", "page_html").order_by("-published_at", "-pk")
    issues = [Figures(issue) for issue in reversed(newest[:MOST_ISSUES])]
    _add_sessions(issues)
    _add_letters(newsletter, issues)
    return issues, _measures(issues)


def _add_sessions(issues: Sequence[Figures]) -> None:
    """What each one's session took, found and refused."""
    names = [one.issue.session_name for one in issues]
    sessions = {one.name: one for one in Session.objects.filter(name__in=names)}
    mine = list(sessions.values())
    spent = {
        row["session"]: row
        for row in AgentRun.objects.filter(session__in=mine)
        .order_by()
        .values("session")
        .annotate(
            dollars=Sum("dollars"),
            given=Sum("input_tokens") + Sum("cache_read_tokens"),
            got=Sum("output_tokens"),
        )
    }
    events = AgentEvent.objects.filter(session__in=mine).order_by()
    rejected = dict(
        events.of_kind(*REJECTIONS).values_list("session").annotate(Count("pk"))
    )
    found: Counter[int] = Counter()
    for session_id, considered in events.of_kind(*RESEARCHED).values_list(
        "session", "data__considered"
    ):
        found[session_id] += considered or 0
    chosen: Mapping[int, dict[str, Any]] = dict(
        events.of_kind(Kind.ITEMS_EVALUATED).values_list("session", "data")
    )
    for one in issues:
        one.card = wording.read(one.issue.scorecard)
        one.told = one.card.novelty.stories if one.card else None
        one.session = session = sessions.get(one.issue.session_name)
        if session is None:
            continue
        row: Mapping[str, Any] = spent.get(session.pk, {})
        one.dollars = row.get("dollars")
        one.tokens_in, one.tokens_out = row.get("given"), row.get("got")
        one.rejections = rejected.get(session.pk, 0)
        one.found = found.get(session.pk)
        _add_choice(one, chosen.get(session.pk))


def _add_choice(one: Figures, data: Mapping[str, Any] | None) -> None:
    """How many stories were judged, and how those did that were chosen."""
    if data is None:
        return
    selected = [*data["selected_launches"], *data["selected_papers"]]
    one.evaluated = len(selected) + len(data["rejected_items"])
    if selected:
        one.score = mean(sum(choice["scores"].values()) for choice in selected)


def _add_letters(newsletter: Newsletter, issues: Sequence[Figures]) -> None:
    """What came back of each one's letters, and who left before the next."""
    pks = [one.issue.pk for one in issues]
    letters = dict(
        Delivery.objects.filter(issue__in=pks, state=Delivery.State.ACCEPTED)
        .order_by()
        .values_list("issue")
        .annotate(Count("pk"))
    )
    back: dict[int, Counter[str]] = defaultdict(Counter)
    for issue, kind, number in (
        Bounce.objects.filter(delivery__issue__in=pks)
        .order_by()
        .values_list("delivery__issue", "kind")
        .annotate(Count("pk"))
    ):
        back[issue][kind] = number
    for one in issues:
        came = back[one.issue.pk]
        one.letters = letters.get(one.issue.pk, 0)
        one.complaints = came.pop(Bounce.Kind.COMPLAINT, 0)
        one.bounced = came.total()
    moments = [one.issue.published_at for one in issues if one.issue.published_at]
    if not moments:
        return
    withdrew = Consent.objects.filter(
        subscriber__newsletter=newsletter, act=Consent.Act.WITHDREW, at__gte=moments[0]
    )
    for at in withdrew.order_by().values_list("at", flat=True):
        issues[bisect_right(moments, at) - 1].left += 1


def _measures(issues: Sequence[Figures]) -> list[Measure]:
    def of(name: str, read: Callable[[Figures], Any], **more: Any) -> Measure:
        found = [read(one) for one in issues]
        figures = [None if one is None else float(one) for one in found]
        return Measure(name, figures, **more)

    def percent(figure: float) -> str:
        return f"{figure:.0f}%"

    def money(figure: float) -> str:
        return dollars(Decimal(str(figure)))

    def time(figure: float) -> str:
        return duration(timedelta(seconds=figure))

    return [
        of("Cost", lambda one: one.dollars, write=money),
        of("Time", lambda one: one.seconds, write=time),
        of("Tokens in", lambda one: one.tokens_in),
        of("Tokens out", lambda one: one.tokens_out),
        of("Evaluator's score", lambda one: one.score, write=lambda of: f"{of:.1f}"),
        of("Sentences cited", lambda one: one.cited, write=percent),
        of("Drafts rejected", lambda one: one.rejections),
        of("Stories found", lambda one: one.found),
        of("Stories evaluated", lambda one: one.evaluated),
        of("Stories told", lambda one: one.told),
        of("Letters accepted", lambda one: one.letters),
        of("Bounces", lambda one: one.bounced),
        of("Complaints", lambda one: one.complaints),
        of("Unsubscribed", lambda one: one.left),
    ]
