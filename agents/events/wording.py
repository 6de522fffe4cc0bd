"""A session as it goes, in lines a person can read: in the terminal and on the desk."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from agents.events.schema import Kind
from newsletter.standards.outcomes import Support
from newsletter.text import truncate
from newsletter.text.words import length_in_words

Data = Mapping[str, Any]
_MOST_NAMED = 3  # of what failed, or is to be looked for
_MOST_REASON = 160  # characters
# What went wrong, as far as it can in a session that goes well.
BAD = frozenset({
    Kind.STEP_FAILED, Kind.STEP_LOST, Kind.BRAIN_FAILED, Kind.DRAFTING_HANDED_OVER,
    Kind.PLACEHOLDER_INSERTED, Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED,
    Kind.DRAFT_TRIMMED, Kind.SESSION_ABORTED,
})  # fmt: skip


# What a budget took is no failure: reasons that begin so are told for what they are.
BUDGET_SPENT = "the budget is used up"
# What it took of an agent's means, as its notes begin.
FEWER_SEARCHES = re.compile(
    r"searched (?P<few>\d+) times at most instead of (?P<many>\d+)"
)
SMALLER_MODEL = re.compile(r"used (?P<model>\S+) instead of (?P<usual>\S+)")


def _failed(reason: str) -> str:
    if reason.startswith(BUDGET_SPENT):
        return f"was not asked: {reason}"
    return f"failed ({reason})"


def _attempt_failed(data: Data) -> str:
    """Why an attempt failed; where something is waited out, when it is asked again."""
    if waiting := data.get("waiting"):
        again, latest = _clock(data["retry_at"]), _clock(waiting["until"])
        return (
            f"waits ({data['reason']}): asks again at {again}, until "
            f"{latest} UTC at the latest"
        )
    return f"attempt {data['attempt']} failed: {data['reason']}"


def _clock(moment: str | datetime) -> str:
    """The time of day, as `09:04`."""
    at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{at:%H:%M}"


def _without(aborted: Data) -> str:
    """What there is not; where delivery failed, the issue may be out."""
    return "" if aborted.get("key", "").startswith("delivery.") else " without an issue"


def describe(kind: str, data: Data) -> str:
    """What one event means, in a few words; empty for what only machines care about.

    Empty too for a kind that a newer version of Crux wrote.
    """
    words = _WORDS.get(kind)
    return words(data) if words else ""


def for_operators(kind: str, data: Data) -> str:
    """The same for operators: they are told too who decided, by which way, and why."""
    words = describe(kind, data)
    if not (by := data.get("by")) or kind not in _DECIDED:
        return words
    why = f": “{data['why']}”" if data["why"] else ""
    return f"{words}: {by}, {WAYS[data['via']]}{why}"


def count(number: int, one: str, many: str) -> str:
    """`1 story`, `7 stories`."""
    return f"{number:,} {one if number == 1 else many}"


def _placeholder_or(words: Callable[[Data], str]) -> Callable[[Data], str]:
    def either(data: Data) -> str:
        if data.get("auto_inserted"):
            return f"nothing: {data['note']}"
        return words(data)

    return either


def _memory(data: Data) -> str:
    topics = count(len(data["topics"]), "story", "stories")
    issues = count(data["issues_read"], "issue", "issues")
    return f"{topics} told by {issues} before{_uncounted(data)}"


def _uncounted(data: Data) -> str:
    """That a rehearsal tells again what its own day's issue told."""
    if not (numbers := sorted(data.get("uncounted", ()))):
        return ""
    issues = "issue" if len(numbers) == 1 else "issues"
    return (
        f"; {issues} {', '.join(map(str, numbers))} of the same day or later not counted: "
        "a rehearsal may tell the same stories, which a session of today leaves out"
    )


def _research(key: str, one: str, many: str) -> Callable[[Data], str]:
    def words(data: Data) -> str:
        return (
            f"{count(len(data[key]), one, many)} out of {data['considered']:,} "
            f"considered{_told_before(data)}; {_by_sources(data)}{_on_subject(data)}"
            f"{_left_to_drafts(data)}"
        )

    return words


def _told_before(data: Data) -> str:
    told = data.get("told_before", 0)
    return f", {told:,} told before" if told else ""


def _by_sources(data: Data) -> str:
    """How many of the sources did, and which were read in part."""
    sources = data["sources"]
    failed = sum(bool(one["fault"]) for one in sources)
    parts = (f"; {one['name']}: {one['read']}" for one in sources if one.get("read"))
    told = f"{len(sources) - failed} of {len(sources)} sources answered"
    return f"{told}{''.join(parts)}"


def _on_subject(data: Data) -> str:
    number = data.get("on_subject")
    return "" if number is None else f"; {number} on the readers' subject"


def _left_to_drafts(data: Data) -> str:
    left = data.get("left_to_drafts", 0)
    return f"; {left} left to drafts that wait for a person" if left else ""


def _evaluation(data: Data) -> str:
    papers = len(data["selected_papers"])
    whole = count(papers + len(data["selected_launches"]), "story", "stories")
    among = f", {count(papers, 'paper', 'papers')} among them" if papers else ""
    return f"{whole} chosen{among}, {len(data['rejected_items'])} rejected"


def _gathered(data: Data) -> str:
    return (
        f"Gathered {count(len(data['stories']), 'URL', 'URLs')} out of "
        f"{data['considered']:,} considered; {_by_sources(data)}"
        f"{_left_to_drafts(data)}"
    )


def _filtered(data: Data) -> str:
    """What went on, and how many were dropped for what."""
    why = Counter(one["reason"] for one in data["dropped"])
    told = ", ".join(f"{number} {reason}" for reason, number in why.most_common())
    kept = count(len(data["story_ids"]), "article", "articles")
    dropped = f"; dropped: {told}" if told else ""
    return f"Filtered to {kept}{dropped}{_uncounted(data)}"


def _downloaded(data: Data) -> str:
    failed = len(data["failed"])
    return f"Downloaded {count(len(data['stories']), 'article', 'articles')}" + (
        f"; {failed} could not be read" * bool(failed)
    )


def _summarised(data: Data) -> str:
    return f"Extracted {count(len(data['summaries']), 'summary', 'summaries')}"


def _rated(data: Data) -> str:
    return f"Rated {count(len(data['rated']), 'article', 'articles')}"


def _clustered(data: Data) -> str:
    told = sum(len(topic["story_ids"]) for topic in data["topics"])
    stories = count(told, "article", "articles")
    return f"Clustered {stories} into {count(len(data['topics']), 'topic', 'topics')}"


def _selected(data: Data) -> str:
    """How many sections, of how many stories, and why they are few if they are."""
    sections = data["sections"]
    told = count(sum(len(one["story_ids"]) for one in sections), "story", "stories")
    brief = sum(len(one["brief_ids"]) for one in sections)
    words = f"Selected {count(len(sections), 'section', 'sections')} of {told}"
    words += f" and {brief} in brief" * bool(brief)
    return f"{words}. {data['note']}" if data["note"] else words


def _sections_drafted(data: Data) -> str:
    words = sum(length_in_words(one["markdown"]) for one in data["sections"])
    sections = count(len(data["sections"]), "section", "sections")
    return f"Drafted {sections}: {words} words"


def _planned(data: Data) -> str:
    topics = [task["topic"] for task in data["tasks"]]
    told = count(len(topics), "task", "tasks")
    return f"{told}: {truncate.first_of(topics, _MOST_NAMED)}" if topics else told


def _scouted(data: Data) -> str:
    scout = f"scout {data['part']}: " if data["part"] else ""
    return f"{scout}{count(len(data['stories']), 'story', 'stories')}"


def _agents(calls: Iterable[Data]) -> str:
    return ", ".join(one["agent"] for one in calls)


def _planned_calls(data: Data) -> str:
    later = f"; then {_agents(data['later'])}" if data["later"] else ""
    return f"calls {_agents(data['calls'])}{later}"


def _answered(data: Data) -> str:
    failed = f"; {data['failed']} failed" if data["failed"] else ""
    return f"answered out of {count(data['calls'], 'call', 'calls')}{failed}"


def _draft(data: Data) -> str:
    words = length_in_words(data["markdown"])
    cited = count(len(data["citations"]), "citation", "citations")
    return f"“{data['subject']}”: {words} words, {cited}"


def _rejection(data: Data) -> str:
    """The first reason in words, and how many more there are."""
    first, *others = data["problems"]
    where = f"{first['where']}: " if first.get("where") else ""
    more = f" And {count(len(others), 'more', 'more')}." if others else ""
    return f"rejected: {where}{first['message']} ({first['code']}){more}"


def _verification_passed(data: Data) -> str:
    checked = count(data["checked"], "link", "links")
    to_note = len(data["warnings"])
    return f"{checked} checked, none failed" + (f"; {to_note} to note" * bool(to_note))


def _verification_failed(data: Data) -> str:
    """How many links and sentences failed, and the first of them."""
    invalid = data["invalid_urls"]
    sentences = sum(one["outcome"] in set(Support) for one in invalid)
    links = sum(
        bool(one["url"]) and one["outcome"] not in set(Support) for one in invalid
    )
    failed = [f"{links} of {data['checked']} links"] if links else []
    if sentences:
        failed.append(count(sentences, "sentence", "sentences"))
    if not failed:
        return f"failed: {'; '.join(one['reason'] for one in invalid)}"
    first = (
        f"{one['url'] or _place_of(one)} ({_because_of(one)})"
        for one in invalid[:_MOST_NAMED]
    )
    return f"{' and '.join(failed)} failed: {'; '.join(first)}"


def _place_of(failed: Data) -> str:
    """Where what has no address stands: its sentence, or the draft as a whole."""
    sentence = truncate.at_word(failed.get("sentence", ""), _MOST_REASON)
    return f"“{sentence}”" if sentence else "in all"


def _because_of(failed: Data) -> str:
    """What a link or a sentence came to, and why, as far as that is known."""
    outcome = failed["outcome"].replace("_", " ")
    reason = truncate.at_word(failed.get("reason", ""), _MOST_REASON)
    return f"{outcome}: {reason.rstrip('.')}" if reason else outcome


def _trimmed(data: Data) -> str:
    left_out = count(len(data["failures"]), "failure", "failures")
    return f"shortened by code after {left_out}; now “{data['subject']}”"


def _judged(data: Data) -> str:
    """How many sentences a judge found what of, or why that does not count."""
    who = data["model"] or "a model"
    if data["missed"]:
        return (
            f"{who} lost its vote: it misjudged {data['missed']} of "
            f"{data['controls']} hidden sentences"
        )
    found = Counter(one["verdict"] or "not counted" for one in data["verdicts"])
    told = (
        f"{number} {verdict.replace('_', ' ')}" for verdict, number in found.items()
    )
    carried = sum(one.get("is_carried", False) for one in data["verdicts"])
    before = f", {carried} of them in an earlier draft" if carried else ""
    judged = count(len(data["verdicts"]), "sentence", "sentences")
    alone = sum(data.get("left_out", {}).values())
    by_code = f"; {alone} by code alone" if alone else ""
    return f"{who} judged {judged}{before}: {', '.join(told) or 'none'}{by_code}"


def _disputed(data: Data) -> str:
    asked = count(len(data["sentences"]), "sentence", "sentences")
    return f"a second judge is asked about {asked}"


def _sent(data: Data) -> str:
    if data["dry_run"]:
        return "issue composed; dry run, nothing sent"
    kept = data.get("problem", "")
    waiting = f"; {data['waiting']} wait: {kept}" if kept else ""
    return (
        f"issue {data['issue_number']} published; {data['accepted']} of "
        f"{data['recipients']} letters accepted ({data['transport']}){waiting}"
    )


_DECIDED = frozenset({Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED})
WAYS = {
    "desk": "on the desk",
    "link": "by letter",
    "command": "by command",
    "api": "over the API",
}
_WHEN_LAPSED = {"send": "it goes out", "skip": "the issue is skipped"}


def _asked(data: Data) -> str:
    until = f"{datetime.fromisoformat(data['until']):%-d %B, %H:%M} UTC"
    if data["mode"] == "veto":
        return f"goes out at {until} unless an operator stops it"
    return (
        f"waits for an operator's yes until {until}; else {_WHEN_LAPSED[data['then']]}"
    )


def _because(what: str) -> Callable[[Data], str]:
    return lambda data: f"{what}: {data['reason']}" if data["reason"] else what


_WORDS: dict[str, Callable[[Data], str]] = {
    Kind.COVERED_TOPICS: _placeholder_or(_memory),
    Kind.LAUNCHES_RESEARCHED: _placeholder_or(
        _research("launches", "story", "stories")
    ),
    Kind.PAPERS_RESEARCHED: _placeholder_or(_research("papers", "paper", "papers")),
    Kind.ITEMS_EVALUATED: _evaluation,
    Kind.URLS_GATHERED: _gathered,
    Kind.URLS_FILTERED: _filtered,
    Kind.ARTICLES_DOWNLOADED: _downloaded,
    Kind.SUMMARIES_EXTRACTED: _summarised,
    Kind.ARTICLES_RATED: _rated,
    Kind.TOPICS_CLUSTERED: _clustered,
    Kind.SECTIONS_SELECTED: _selected,
    Kind.SECTIONS_DRAFTED: _sections_drafted,
    Kind.TASKS_PLANNED: _planned,
    Kind.STORIES_SCOUTED: _placeholder_or(_scouted),
    Kind.FOLLOW_UP_ASKED: _planned,
    Kind.REQUEST_PLANNED: _planned_calls,
    Kind.AGENT_CALLED: _placeholder_or(
        lambda data: f"{data['agent'] or 'an agent'}: {data['status']}"
    ),
    Kind.CALLS_FOLLOWED: lambda data: f"goes on with {_agents(data['calls'])}",
    Kind.REQUEST_ANSWERED: _answered,
    Kind.DRAFT_WRITTEN: _draft,
    Kind.CRITIC_REJECTION: _rejection,
    Kind.DRAFT_APPROVED: lambda _: "approved",
    Kind.VERIFICATION_PASSED: _verification_passed,
    Kind.VERIFICATION_FAILED: _verification_failed,
    Kind.SENTENCES_JUDGED: _judged,
    Kind.SENTENCES_DISPUTED: _disputed,
    Kind.DRAFT_TRIMMED: _trimmed,
    Kind.EMAIL_SENT: _sent,
    Kind.STEP_FAILED: _attempt_failed,
    Kind.STEP_LOST: lambda data: (
        f"attempt {data['attempt']} lost its worker: {data['reason']}"
    ),
    Kind.BRAIN_FAILED: lambda data: (
        f"{data['brain']} {_failed(data['reason'])}; next: {data['next_brain'] or 'none'}"
    ),
    Kind.DRAFTING_HANDED_OVER: lambda data: (
        f"{data['brain']} writes and criticises from here on, instead of "
        f"{data['instead_of']}: {data['reason']}"
    ),
    Kind.PLACEHOLDER_INSERTED: lambda data: (
        f"placeholder for {data['kind'].replace('_', ' ')}: {data['reason']}"
    ),
    Kind.SESSION_ABORTED: lambda data: f"ended{_without(data)}: {data['reason']}",
    Kind.SESSION_FINISHED: lambda _: "finished",
    Kind.SESSION_PAUSED: _because("paused"),
    Kind.SESSION_UNPAUSED: _because("goes on"),
    Kind.SESSION_CANCELLED: _because("cancelled"),
    Kind.DRAFT_EDITED: lambda data: (
        f"{data['by']} edited the draft, now {_draft(data)}"
        + (f" ({data['why']})" if data["why"] else "")
    ),
    Kind.APPROVAL_ASKED: _asked,
    Kind.APPROVAL_GIVEN: lambda _: "an operator approved it",
    Kind.APPROVAL_REFUSED: lambda _: "an operator stopped it",
    Kind.APPROVAL_LAPSED: lambda data: (
        f"nobody decided in time: {_WHEN_LAPSED[data['then']]}"
    ),
    Kind.OPERATOR_RETRIED: lambda data: f"an operator retries {data['key']}",
}
# The kinds of which a person is told something.
TOLD = frozenset(_WORDS)
