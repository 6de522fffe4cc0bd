"""A session as it goes, in lines a person can read: in the terminal and on the desk."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.events import Kind

Data = Mapping[str, Any]


def describe(kind: str, data: Data) -> str:
    """What one event means, in a few words; empty for what only machines care about."""
    words = _WORDS.get(Kind(kind))
    return words(data) if words else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _placeholder_or(words: Callable[[Data], str]) -> Callable[[Data], str]:
    def either(data: Data) -> str:
        if data.get("auto_inserted"):
            return f"nothing: {data['note']}"
        return words(data)

    return either


def _memory(data: Data) -> str:
    topics = _count(len(data["topics"]), "story").replace("storys", "stories")
    return f"{topics} told by {_count(data['issues_read'], 'earlier issue')}"


def _research(name: str) -> Callable[[Data], str]:
    def words(data: Data) -> str:
        failed = sum(bool(said["fault"]) for said in data["sources"])
        tried = len(data["sources"])
        return (
            f"{_count(len(data[name]), name[:-1])} of {data['considered']:,} considered, "
            f"{tried - failed} of {tried} sources answered"
        ).replace("launchs", "launches").replace("1 launche ", "1 launch ")

    return words


def _evaluation(data: Data) -> str:
    return (
        f"{len(data['selected_launches'])} launches and "
        f"{len(data['selected_papers'])} papers chosen, "
        f"{len(data['rejected_items'])} rejected"
    )


def _draft(data: Data) -> str:
    words = len(data["markdown"].split())
    cited = _count(len(data["citations"]), "citation")
    return f"“{data['subject']}”: {words} words, {cited}"


def _rejection(data: Data) -> str:
    codes = sorted({problem["code"] for problem in data["problems"]})
    return f"rejected: {', '.join(codes)}"


def _verification_failed(data: Data) -> str:
    bad = "; ".join(
        f"{link['url']} ({link['outcome']})" for link in data["invalid_urls"][:3]
    )
    return f"{len(data['invalid_urls'])} of {data['checked']} links failed: {bad}"


def _sent(data: Data) -> str:
    if data["dry_run"]:
        return f"issue {data['issue_number']} composed; dry run, nothing sent"
    return (
        f"issue {data['issue_number']} published; {data['accepted']} of "
        f"{data['recipients']} letters accepted ({data['transport']})"
    )


_WORDS: dict[Kind, Callable[[Data], str]] = {
    Kind.COVERED_TOPICS: _placeholder_or(_memory),
    Kind.LAUNCHES_RESEARCHED: _placeholder_or(_research("launches")),
    Kind.PAPERS_RESEARCHED: _placeholder_or(_research("papers")),
    Kind.ITEMS_EVALUATED: _evaluation,
    Kind.DRAFT_WRITTEN: _draft,
    Kind.CRITIC_REJECTION: _rejection,
    Kind.DRAFT_APPROVED: lambda _: "approved",
    Kind.VERIFICATION_PASSED: lambda data: f"all {data['checked']} links answered",
    Kind.VERIFICATION_FAILED: _verification_failed,
    Kind.EMAIL_SENT: _sent,
    Kind.STEP_FAILED: lambda data: f"attempt {data['attempt']} failed: {data['reason']}",
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
