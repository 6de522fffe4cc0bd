"""Policy: what each outcome means to a newsletter, and the verdict on all links. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from newsletter.standards.outcomes import LinkCheck, Outcome, Support
from newsletter.text.identifiers import story_id


class Ruling(StrEnum):
    """What an outcome means for the draft that has it."""

    PASS = "pass"  # nothing  # noqa: S105
    WARN = "warn"  # it is told, and the draft may go out
    FAIL = "fail"  # the draft goes back


class LinkPolicy(BaseModel):
    """One ruling for each outcome, and how much of a draft may stay unproven.

    A wall is not a fabrication, and a server that is down today is none either: both
    are told. What a reader would find dead, absent or other than announced fails. What
    no tool ever returned, what was never read, and a quote that is not in its source
    fail every draft: that is no matter of taste, so there is no key for it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    redirected: Ruling = Ruling.PASS
    blocked: Ruling = Ruling.WARN
    unreachable: Ruling = Ruling.WARN
    archived: Ruling = Ruling.FAIL
    soft_404: Ruling = Ruling.FAIL
    gone: Ruling = Ruling.FAIL
    never_existed: Ruling = Ruling.FAIL
    malformed: Ruling = Ruling.FAIL
    mismatch: Ruling = Ruling.FAIL

    fuzzy_quote: Ruling = Ruling.WARN
    unsupported_number: Ruling = Ruling.FAIL
    unsupported_date: Ruling = Ruling.FAIL
    unsupported_version: Ruling = Ruling.FAIL
    unsupported_name: Ruling = Ruling.FAIL
    # Where a rubric does not say, as the figures and names that are not there at all.
    named_below: Ruling | None = None
    misplaced: Ruling | None = None
    own_figure: Ruling | None = None
    own_name: Ruling | None = None
    contradicted: Ruling = Ruling.FAIL
    overstated: Ruling = Ruling.FAIL
    lone_denial: Ruling = Ruling.WARN  # found by no rule; older rubrics name it
    says_more: Ruling = Ruling.FAIL
    not_there: Ruling = Ruling.FAIL
    disputed: Ruling = Ruling.WARN
    unjudged: Ruling = Ruling.WARN
    uncited: Ruling = Ruling.FAIL

    most_unproven_share: float = Field(default=0.5, ge=0, le=1)
    most_links: int | None = Field(default=100, ge=1)

    def on(self, outcome: Outcome | Support) -> Ruling:
        """The ruling on one outcome."""
        if outcome is Outcome.OK:
            return Ruling.PASS
        ruling: Ruling | None = getattr(self, outcome.value, Ruling.FAIL)
        return self.on(RULED_AS[outcome]) if ruling is None else ruling


# As which other one it is ruled on where a rubric does not say.
RULED_AS: Mapping[Outcome | Support, Outcome | Support] = {
    Support.NAMED_BELOW: Support.UNSUPPORTED_NAME,
    Support.MISPLACED: Support.UNSUPPORTED_NUMBER,
    Support.OWN_FIGURE: Support.UNSUPPORTED_NUMBER,
    Support.OWN_NAME: Support.UNSUPPORTED_NAME,
}


class DraftFault(StrEnum):
    """What is amiss with the links of a draft beyond how each of them answered."""

    NO_LINKS = "no_links"  # nothing in it can be opened
    TOO_MANY_LINKS = "too_many_links"
    UNPROVEN = "unproven"  # too many that could not be proven either way
    UNKNOWN_ADDRESS = "unknown_address"  # no tool ever returned it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is held against a draft, or told although it passes.

    `outcome` says what it is, `reason` why, in words for who mends it. It is about an
    address, about a sentence, or about both; "" where it is about neither.
    """

    url: str
    outcome: Outcome | Support | DraftFault
    reason: str
    sentence: str = ""


def verdict(
    checks: Sequence[LinkCheck],
    policy: LinkPolicy | None = None,
    stored_urls: Collection[str] = (),
) -> tuple[bool, tuple[Finding, ...], tuple[Finding, ...]]:
    """Whether the draft's links pass, why not, and what to tell although they do.

    Of `stored_urls` a text is kept, as it was read or as an outlet told it: a wall before one
    of them is told, and leaves nothing unproven.
    """
    policy = policy or LinkPolicy()
    if not checks:
        return False, tuple(in_number(0, policy)), ()
    invalid: list[Finding] = []
    warnings: list[Finding] = []
    for check in checks:
        finding = Finding(check.url, check.outcome, check.reason, check.sentence)
        ruling = policy.on(check.outcome)
        if ruling is Ruling.WARN:
            warnings.append(finding)
        elif ruling is Ruling.FAIL:
            invalid.append(finding)
        warnings += [replace(finding, reason=note) for note in check.notes]
        if check.doubt and policy.mismatch is not Ruling.PASS:
            doubt = replace(finding, outcome=Outcome.MISMATCH, reason=check.doubt)
            warnings.append(doubt)
    invalid += _about_all(checks, policy, stored_urls)
    return not invalid, tuple(invalid), tuple(warnings)


def in_number(links: int, policy: LinkPolicy) -> Iterable[Finding]:
    """What the number of a draft's addresses alone holds against it."""
    if not links:
        reason = "The draft holds no link, so nothing in it can be opened."
        yield Finding("", DraftFault.NO_LINKS, reason)
    elif policy.most_links is not None and links > policy.most_links:
        reason = f"The draft has {links} links; at most {policy.most_links}."
        yield Finding("", DraftFault.TOO_MANY_LINKS, reason)


def _about_all(
    checks: Sequence[LinkCheck], policy: LinkPolicy, stored_urls: Collection[str]
) -> Iterable[Finding]:
    yield from in_number(len(checks), policy)
    stored = set(map(_name, stored_urls))
    unproven = sum(
        policy.on(check.outcome) is Ruling.WARN
        and not (check.outcome is Outcome.BLOCKED and _name(check.url) in stored)
        for check in checks
    )
    if unproven > policy.most_unproven_share * len(checks):
        reason = f"{unproven} of {len(checks)} links could not be proven either way."
        yield Finding("", DraftFault.UNPROVEN, reason)


def unknown_among(
    links: Iterable[tuple[str, str]], known_urls: Collection[str]
) -> Iterable[Finding]:
    """A finding for each address, given with its sentence, that no tool ever returned."""
    known = {_name(url) for url in known_urls}
    for url, sentence in links:
        if _name(url) not in known:
            reason = "no tool ever returned this address"
            yield Finding(url, DraftFault.UNKNOWN_ADDRESS, reason, sentence)


def _name(url: str) -> str:
    name = story_id(url)
    return name.partition("://")[2] or name
