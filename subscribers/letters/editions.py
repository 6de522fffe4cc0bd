"""Editions for readers: what one wants, planned for an issue, kept by hash, found again."""

from collections.abc import Callable

from newsletter.drafts.draft import Draft
from newsletter.drafts.edition import Interests, Length, Plan, carried_out, plan
from newsletter.drafts.edition_lines import line_of
from newsletter.issues import editions
from newsletter.models import Issue
from newsletter.pages.paths import address_of
from newsletter.text.identifiers import sha256_of
from subscribers.models import Edition, Subscriber


class NotAsFrozen(RuntimeError):
    """An edition's blocks are not those that it was frozen with: its issue was changed."""

    def __init__(self, kept: Edition) -> None:
        super().__init__(f"{kept} of issue {kept.issue_id}. {self.__doc__}")


def interests(first: list[str], less: list[str], length: str) -> Interests:
    """What is stored of a reader; a length that is not known is the whole."""
    known = Length(length) if length in set(Length) else Length.WHOLE
    return Interests(frozenset(first), frozenset(less), known)


def planner(issue: Issue) -> Callable[[Interests], tuple[Plan, Draft] | None]:
    """What gives the edition of `issue` for each interests; None: they get the issue."""
    about, address = editions.about(issue), address_of(issue)

    def line(kept: int, total: int) -> str:
        return line_of(issue.newsletter.language, kept, total, address)

    def planned(wanted: Interests) -> tuple[Plan, Draft] | None:
        made = plan(issue.draft, wanted, about)
        return (made, carried_out(issue.draft, made, line)) if made else None

    return planned


def keep(issue: Issue, plan: Plan, draft: Draft) -> str:
    """Write an edition down, once; its hash, by which deliveries name it."""
    Edition.objects.get_or_create(
        issue=issue,
        sha256=sha256_of(draft.markdown),
        defaults={"plan": plan.as_data(), "line": _line_in(draft)},
    )
    return draft.sha256


def _line_in(draft: Draft) -> str:
    """The line that an edition's last note holds."""
    return draft.notes[-1].markdown.removeprefix("> ")


def draft_of(issue: Issue, sha256: str) -> Draft:
    """An edition as it was frozen; raises NotAsFrozen, and where there is none."""
    kept = Edition.objects.get(issue=issue, sha256=sha256)
    made = carried_out(issue.draft, Plan.of_data(kept.plan), lambda *_: kept.line)
    if made.sha256 != sha256:
        raise NotAsFrozen(kept)
    return made


def of_reader(reader: Subscriber, issue: Issue) -> Draft:
    """What a reader was sent of an issue; of one that they were not, what they would be."""
    sent = reader.deliveries.filter(issue=issue).first()
    if sent is not None:
        return draft_of(issue, sent.edition) if sent.edition else issue.draft
    return as_chosen(reader, issue)


def as_chosen(reader: Subscriber, issue: Issue) -> Draft:
    """An issue as the reader would get it with what they have chosen now."""
    wanted = interests(reader.first, reader.less_of, reader.length)
    made = planner(issue)(wanted)
    return made[1] if made else issue.draft
