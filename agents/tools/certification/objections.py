"""Objections: all that code holds against a draft without asking the web.

The critic's coded rules, the mandate, addresses that no tool returned, and grounding in
the stored texts: each told as a problem with its sentence, for whoever mends it.
"""

from collections.abc import Collection, Iterator, Sequence

from agents.events.drafts import DraftWritten, Problem
from agents.tools.certification.mandate import Mandate, breaches
from newsletter.drafts.critique import review
from newsletter.drafts.draft import Draft, Violation, sentences
from newsletter.drafts.links import links_of
from newsletter.issues.sources import documents
from newsletter.standards.jurisdiction import Decider, decider_of
from newsletter.standards.link_policy import Finding, in_number, unknown_among
from newsletter.standards.outcomes import Support
from newsletter.standards.rubric import Rubric
from newsletter.text import truncate
from newsletter.verification.claims.ground import ground, linked_urls
from newsletter.verification.links.check import to_check
from newsletter.verification.ours.hold import hold
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record

MOST_BYTES = 24_000
_SENTENCE_CHARACTERS = 500
_ADDRESS_CHARACTERS = 200
_MESSAGE_CHARACTERS = 1000
_PLACE_CHARACTERS = 300
# By so much of its words a sentence is known again.
_BEGINNING = 60
_MAY_STAY = " [it may stay if the quote plainly bears it]"


def broken_rules(
    written: DraftWritten, draft: Draft, rubric: Rubric, mandate: Mandate
) -> list[Problem]:
    """Every coded rule that a draft breaks, and where it leaves its mandate."""
    broken = review(
        draft,
        written.subject,
        written.citations,
        rubric,
        mandate.newsletter,
        written.preheader,
    )
    return [_of_rule(one) for one in (*broken, *breaches(written, draft, mandate))]


def without_evidence(
    written: DraftWritten,
    draft: Draft,
    rubric: Rubric,
    known_urls: Collection[str],
    record: Record,
) -> list[Problem]:
    """Every sentence that its sources do not bear, and every address nobody was shown.

    Our own lines are held to the issue's items and to the `record` of the session.
    """
    urls = linked_urls(draft, written.citations)
    hashes = [citation.source_sha256 for citation in written.citations]
    texts = documents(urls, hashes)
    policy = rubric.link_policy
    grounding = ground(draft, written.citations, texts, policy)
    around = Around(written.subject, written.preheader)
    ours = hold(draft, around, grounding.quotes, texts, record, policy)
    said = sentences(draft)
    bearing = {url.partition("#")[0]: one.text for one in said for url in one.links}
    linked = [link.url for link in to_check(links_of(draft.tokens))]
    unknown = unknown_among(((url, bearing.get(url, "")) for url in linked), known_urls)
    places = {check.line.text: check.line.where for check in ours.checks}
    places |= {one.text: one.where for one in said}
    places |= {item.title: item.name for item in draft.items}
    return [
        _of_finding(finding, places.get(finding.sentence, ""))
        for finding in (
            *in_number(len(linked), policy),
            *unknown,
            *grounding.invalid,
            *ours.invalid,
        )
    ]


def beside(broken: Sequence[Problem], lacking: Sequence[Problem]) -> Iterator[Problem]:
    """What lacks evidence, less what a rule tells of the same sentence already."""
    told = {
        (one.where, one.message[:_BEGINNING])
        for one in broken
        if one.code == Support.UNCITED
    }
    for one in lacking:
        is_told = (one.where, one.message[:_BEGINNING]) in told
        if one.code != Support.UNCITED or not is_told:
            yield one


def told(problems: Sequence[Problem]) -> str:
    """The problems, a line each."""
    return truncate.lines_within([_line(one) for one in problems], MOST_BYTES)


def within_measure(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """As many problems as the log holds of one draft; the last says how many are left."""
    left = MOST_BYTES
    for place, one in enumerate(problems):
        left -= len(_line(one).encode(errors="replace"))
        if left < 0:
            more = f"{len(problems) - place} more problems are not shown."
            return (*problems[:place], Problem(code="more", message=more))
    return tuple(problems)


def _line(problem: Problem) -> str:
    where = f" ({problem.where})" if problem.where else ""
    return f"- {problem.code}{where}: {problem.message}"


def _of_rule(broken: Violation) -> Problem:
    return Problem(
        code=broken.code,
        where=broken.where[:_PLACE_CHARACTERS],
        message=truncate.at_word(broken.message, _MESSAGE_CHARACTERS),
    )


def _of_finding(finding: Finding, where: str) -> Problem:
    url = truncate.at_word(finding.url, _ADDRESS_CHARACTERS)
    told, after = (f"{url}: " if url else ""), ""
    if finding.sentence:
        told = f"“{truncate.at_word(finding.sentence, _SENTENCE_CHARACTERS)}”: "
        after = f" ({url})" if url else ""
    if decider_of(finding.outcome) is Decider.JUDGE:
        after += _MAY_STAY
    room = _MESSAGE_CHARACTERS - len(told) - len(after)
    return Problem(
        code=finding.outcome,
        where=where[:_PLACE_CHARACTERS],
        message=f"{told}{truncate.at_word(finding.reason, room)}{after}",
    )
