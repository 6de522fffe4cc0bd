"""Ruling: what judges' votes change of code's verdict on a draft. Pure.

A judge may clear what `jurisdiction` leaves to it, and may fail a sentence that code
flagged. One that code did not flag fails only by two judges; one alone is noted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from newsletter.standards.jurisdiction import Decider, decider_of
from newsletter.standards.link_policy import Finding, LinkPolicy, Ruling
from newsletter.standards.outcomes import Support
from newsletter.verification.judging.verdicts import IN_FAVOUR, Verdict

_OUTCOMES = {
    Verdict.SAYS_MORE: Support.SAYS_MORE,
    Verdict.CONTRADICTS: Support.CONTRADICTED,
    Verdict.NOT_THERE: Support.NOT_THERE,
}
_WORDS = {
    Verdict.SAYS_MORE: "it says more than its source: “{basis}”",
    Verdict.CONTRADICTS: "its source says something else: “{basis}”",
    Verdict.NOT_THERE: "its source does not speak of “{basis}”",
}


@dataclass(frozen=True, slots=True)
class Vote:
    """A verdict that counts, on a sentence or on a work that is linked."""

    sentence: str
    verdict: Verdict
    basis: str = ""
    url: str = ""
    is_work: bool = False
    at_fault: str = ""  # words of the sentence


@dataclass(frozen=True, slots=True)
class Votes:
    """What was voted on one draft, by the first judge and by the second.

    `model` is the first one's, "" where none was heard; `lost` how many lost their vote.
    `unjudged` are sentences that were kept from them.
    """

    first: tuple[Vote, ...] = ()
    second: tuple[Vote, ...] = ()
    model: str = ""
    lost: int = 0
    unjudged: tuple[str, ...] = ()


NO_VOTES = Votes()


@dataclass(frozen=True, slots=True)
class Ruled:
    """What fails a draft, what is told although it passes, and what a judge cleared."""

    failures: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    cleared: tuple[Finding, ...] = ()


NOTHING_RULED = Ruled((), ())


@dataclass(slots=True)
class _Bench:
    """Findings and votes by sentence, and by address where a work is meant."""

    failures: Sequence[Finding]
    warnings: Sequence[Finding]
    votes: Votes
    first: Mapping[str, Vote] = field(init=False)
    second: Mapping[str, Vote] = field(init=False)
    works: Mapping[str, Vote] = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.second = map(_said, (self.votes.first, self.votes.second))
        self.works = {vote.url: vote for vote in self.votes.first if vote.is_work}

    def is_cleared(self, finding: Finding) -> bool:
        """Whether a judge found otherwise, where a judge is heard."""
        decider = decider_of(finding.outcome)
        if finding.outcome not in set(Support):
            work = self.works.get(finding.url)
            is_known = work is not None and work.verdict is Verdict.SUPPORTED
            return is_known and decider is Decider.JUDGE
        vote = self.first.get(finding.sentence)
        if vote is None or decider is Decider.CODE:
            return False
        if decider is Decider.WORKING:
            return vote.verdict is Verdict.FOLLOWS
        return vote.verdict in IN_FAVOUR

    def against(self) -> Iterator[tuple[Vote, bool]]:
        """Each vote against a sentence that does not fail by code; is it flagged?"""
        failed = {one.sentence for one in self.failures}
        flagged = {one.sentence for one in self.warnings if one.outcome in set(Support)}
        for vote in self.first.values():
            if vote.verdict not in IN_FAVOUR and vote.sentence not in failed:
                yield vote, vote.sentence in flagged


def rule(
    failures: Sequence[Finding],
    warnings: Sequence[Finding],
    votes: Votes,
    policy: LinkPolicy,
) -> Ruled:
    """Code's findings as the votes leave them."""
    bench = _Bench(failures, warnings, votes)
    failing = [one for one in failures if not bench.is_cleared(one)]
    telling = [one for one in warnings if not bench.is_cleared(one)]
    for vote, is_flagged in bench.against():
        second = bench.second.get(vote.sentence)
        is_agreed = second is not None and second.verdict not in IN_FAVOUR
        if not (is_flagged or is_agreed):
            telling.append(_finding(vote, Support.DISPUTED, "a judge finds that "))
            continue
        outcome = _OUTCOMES[vote.verdict]
        who = "a judge finds that " if is_flagged else "two judges find that "
        ruling = policy.on(outcome)
        if ruling is not Ruling.PASS:
            found = failing if ruling is Ruling.FAIL else telling
            found.append(_finding(vote, outcome, who))
    failed = {one.sentence for one in failing}
    kept_back = [_unjudged(one) for one in votes.unjudged if one not in failed]
    match policy.on(Support.UNJUDGED):
        case Ruling.FAIL:
            failing += kept_back
        case Ruling.WARN:
            telling += kept_back
    cleared = [one for one in (*failures, *warnings) if bench.is_cleared(one)]
    return Ruled(tuple(failing), tuple(telling), tuple(cleared))


def disputed(
    failures: Sequence[Finding], warnings: Sequence[Finding], first: Iterable[Vote]
) -> tuple[str, ...]:
    """The sentences that a judge would fail, and code did not flag: one more is asked."""
    bench = _Bench(failures, warnings, Votes(tuple(first)))
    return tuple(
        vote.sentence for vote, is_flagged in bench.against() if not is_flagged
    )


def _said(votes: Iterable[Vote]) -> dict[str, Vote]:
    return {vote.sentence: vote for vote in votes if not vote.is_work}


def _unjudged(sentence: str) -> Finding:
    why = "no judge was shown it: it or its passage speaks to who reads it"
    return Finding("", Support.UNJUDGED, why, sentence)


def _finding(vote: Vote, outcome: Support, who: str) -> Finding:
    words = _WORDS[vote.verdict].format(basis=vote.basis)
    if vote.at_fault and vote.at_fault != vote.basis:
        words = f"by “{vote.at_fault}” {words}"
    return Finding(vote.url, outcome, f"{who}{words}", vote.sentence)
