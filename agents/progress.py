"""A session as it goes, in lines a person can read: in the terminal and on the desk."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.events import Kind
from newsletter.outcomes import Support

Data = Mapping[str, Any]


def describe(kind: str, data: Data) -> str:
    """What one event means, in a few words; empty for what only machines care about."""
    words = _WORDS.get(Kind(kind))
    return words(data) if words else ""


def count(number: int, one: str, many: str) -> str:
    """`1 launch`, `7 launches`."""
    return f"{number:,} {one if number == 1 else many}"


def _placeholder_or(words: Callable[[Data], str]) -> Callable[[Data], str]:
    def either(data: Data) -> str:
        if data.get("auto_inserted"):
            return f"nothing: {data['note']}"
        return words(data)

    return either


def _memory(data: Data) -> str:
    topics = count(len(data["topics"]), "story", "stories")
    return f"{topics} told by {count(data['issues_read'], 'issue', 'issues')} before"


def _research(one: str, many: str) -> Callable[[Data], str]:
    def words(data: Data) -> str:
        failed = sum(bool(said["fault"]) for said in data["sources"])
        tried = len(data["sources"])
        return (
            f"{count(len(data[many]), one, many)} out of {data['considered']:,} "
            f"considered; {tried - failed} of {tried} sources answered"
        )

    return words


def _evaluation(data: Data) -> str:
    launches = count(len(data["selected_launches"]), "launch", "launches")
    papers = count(len(data["selected_papers"]), "paper", "papers")
    return f"{launches} and {papers} chosen, {len(data['rejected_items'])} rejected"


def _draft(data: Data) -> str:
    words = len(data["markdown"].split())
    cited = count(len(data["citations"]), "citation", "citations")
    return f"“{data['subject']}”: {words} words, {cited}"


def _rejection(data: Data) -> str:
    codes = sorted({problem["code"] for problem in data["problems"]})
    return f"rejected: {', '.join(codes)}"


def _verification_failed(data: Data) -> str:
    invalid = data["invalid_urls"]
    unsupported = [link for link in invalid if link["outcome"] in set(Support)]
    links = len(invalid) - len(unsupported)
    bad = "; ".join(f"{link['url']} ({link['outcome']})" for link in invalid[:3])
    failed = [f"{links} of {data['checked']} links"] if links else []
    if unsupported:
        failed.append(count(len(unsupported), "sentence", "sentences"))
    return f"{' and '.join(failed)} failed: {bad}"


def _trimmed(data: Data) -> str:
    left_out = count(len(data["failures"]), "failure", "failures")
    return f"shortened by code after {left_out}; now “{data['subject']}”"


def _sent(data: Data) -> str:
    if data["dry_run"]:
        return f"issue {data['issue_number']} composed; dry run, nothing sent"
    return (
        f"issue {data['issue_number']} published; {data['accepted']} of "
        f"{data['recipients']} letters accepted ({data['transport']})"
    )


_WORDS: dict[Kind, Callable[[Data], str]] = {
    Kind.COVERED_TOPICS: _placeholder_or(_memory),
    Kind.LAUNCHES_RESEARCHED: _placeholder_or(_research("launch", "launches")),
    Kind.PAPERS_RESEARCHED: _placeholder_or(_research("paper", "papers")),
    Kind.ITEMS_EVALUATED: _evaluation,
    Kind.DRAFT_WRITTEN: _draft,
    Kind.CRITIC_REJECTION: _rejection,
    Kind.DRAFT_APPROVED: lambda _: "approved",
    Kind.VERIFICATION_PASSED: lambda data: f"all {data['checked']} links answered",
    Kind.VERIFICATION_FAILED: _verification_failed,
    Kind.DRAFT_TRIMMED: _trimmed,
    Kind.EMAIL_SENT: _sent,
    Kind.STEP_FAILED: lambda data: (
        f"attempt {data['attempt']} failed: {data['reason']}"
    ),
    Kind.STEP_LOST: lambda data: f"attempt {data['attempt']} lost its worker",
    Kind.BRAIN_FAILED: lambda data: (
        f"{data['brain']} failed ({data['reason']}); next: {data['next_brain'] or 'none'}"
    ),
    Kind.PLACEHOLDER_INSERTED: lambda data: f"placeholder for {data['kind']}",
    Kind.SESSION_ABORTED: lambda data: f"ended without an issue: {data['reason']}",
    Kind.SESSION_FINISHED: lambda _: "finished",
    Kind.SESSION_PAUSED: lambda _: "paused",
    Kind.SESSION_UNPAUSED: lambda _: "goes on",
    Kind.SESSION_CANCELLED: lambda _: "cancelled",
    Kind.OPERATOR_RETRIED: lambda data: f"an operator retries {data['key']}",
}
