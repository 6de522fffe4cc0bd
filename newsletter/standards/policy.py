"""Which outcomes a newsletter lets pass, and the verdict on a whole draft. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from newsletter.standards.outcomes import LinkCheck, Outcome
from newsletter.text.identifiers import story_id


@dataclass(frozen=True, slots=True)
class Policy:
    """Which outcomes fail a draft, which are told, and how much may stay unproven.

    A wall is not a fabrication, and a server that is down today is none either: both
    are told. What a reader would find dead, absent or other than announced fails.
    """

    passing: frozenset[Outcome] = frozenset({Outcome.OK, Outcome.REDIRECTED})
    warning: frozenset[Outcome] = frozenset({Outcome.BLOCKED, Outcome.UNREACHABLE})
    most_unproven_share: float = 0.5
    most_links: int | None = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why a draft fails, or one thing to tell. `url` may be ""."""

    url: str
    outcome: str
    reason: str
    sentence: str = ""


NO_LINKS = "no_links"
TOO_MANY_LINKS = "too_many_links"
UNPROVEN = "unproven"
UNKNOWN = "unknown_address"


def verdict(
    checks: Sequence[LinkCheck], policy: Policy | None = None
) -> tuple[bool, tuple[Finding, ...], tuple[Finding, ...]]:
    """Whether the draft passes, why not, and what to tell although it does."""
    policy = policy or Policy()
    if not checks:
        reason = "The draft holds no link, so nothing in it can be opened."
        return False, (Finding("", NO_LINKS, reason),), ()
    invalid: list[Finding] = []
    warnings: list[Finding] = []
    for check in checks:
        finding = Finding(check.url, check.outcome, check.reason, check.sentence)
        if check.outcome in policy.warning:
            warnings.append(finding)
        elif check.outcome not in policy.passing:
            invalid.append(finding)
        warnings += [replace(finding, reason=note) for note in check.notes]
    invalid += _about_all(checks, policy)
    return not invalid, tuple(invalid), tuple(warnings)


def _about_all(checks: Sequence[LinkCheck], policy: Policy) -> Iterable[Finding]:
    if policy.most_links is not None and len(checks) > policy.most_links:
        reason = f"The draft has {len(checks)} links; at most {policy.most_links}."
        yield Finding("", TOO_MANY_LINKS, reason)
    unproven = sum(check.outcome in policy.warning for check in checks)
    if unproven > policy.most_unproven_share * len(checks):
        reason = f"{unproven} of {len(checks)} links could not be proven either way."
        yield Finding("", UNPROVEN, reason)


def unknown_among(
    checks: Iterable[LinkCheck], known_urls: Collection[str]
) -> Iterable[Finding]:
    """A finding for each link that no tool ever returned: a model made it up."""
    known = {_name(url) for url in known_urls}
    for check in checks:
        if _name(check.url) not in known:
            reason = "no tool ever returned this address"
            yield Finding(check.url, UNKNOWN, reason, check.sentence)


def _name(url: str) -> str:
    name = story_id(url)
    return name.partition("://")[2] or name
