"""What follows from a judge's votes: a second judge is asked, or code writes its verdict."""

from typing import Any

from agents.events.schema import Kind, SentencesDisputed
from agents.tools.certification import verdict
from agents.tools.certification.certify import KnownDraft
from agents.tools.certification.hearing import open_case, record, votes
from agents.tools.certification.verdict import settle
from agents.tools.certification.verify import Examined
from agents.tools.workbench import Workbench
from newsletter.verification.judging.ruling import disputed


def conclude(
    bench: Workbench, approved: KnownDraft, found: Examined, *, is_second: bool
) -> dict[str, Any]:
    """Ask a second judge about what the first one alone would fail, or settle it."""
    doubted = _to_be_asked_again(bench, approved, found)
    if not doubted or is_second:
        return settle(bench, approved, found)
    again = open_case(bench, approved, found, doubted)
    if again and not again.case.entries:  # a second judge has seen all of it before
        bench.stage(Kind.SENTENCES_JUDGED, record(bench, approved, again))
        return settle(bench, approved, found)
    asked = SentencesDisputed(draft_sha256=approved.sha256, sentences=doubted)
    bench.stage(Kind.SENTENCES_DISPUTED, asked)
    return {"disputed": len(doubted)}


def _to_be_asked_again(
    bench: Workbench, approved: KnownDraft, found: Examined
) -> tuple[str, ...]:
    """The sentences for a second judge, where the workflow has one."""
    kind = Kind.SENTENCES_DISPUTED
    if kind not in bench.ends_with or bench.state.would_give_up(kind):
        return ()
    first = votes(bench, approved).first
    return disputed(found.failures, found.told, first)


def sum_up(content: dict[str, Any]) -> str:
    """One line on what came of it, for the log."""
    if "disputed" in content:
        return f"{content['disputed']} sentences go to a second judge"
    return verdict.sum_up(content)
