"""One event read out: what it says in a line, and every reason in full. Pure.

`wording` tells a session as it goes, and leaves out what only machines care about; here
each kind has words, for whoever opens a single line of a log.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from agents.events.schema import Kind
from agents.events.wording import count, for_operators

Data = Mapping[str, Any]
UNKNOWN = "a line that this version of Crux does not know"


def words_of(kind: str, data: Data) -> str:
    """What any event says, in a few words."""
    if told := for_operators(kind, data):
        return told
    words = _QUIET.get(kind)
    return words(data) if words else UNKNOWN


def details_of(kind: str, data: Data) -> tuple[str, ...]:
    """What stands behind the words: each objection, failure or choice in full."""
    tell = _DETAILS.get(kind)
    return tuple(tell(data)) if tell else ()


def untold(drafted: Data, selected: Data, read: Data) -> Iterator[str]:
    """The chosen stories that stand in no section that was drafted, with their topics."""
    pages = {one["id"]: one["url"] for one in read["stories"]}
    text = "\n".join(one["markdown"] for one in drafted["sections"])
    for section in selected["sections"]:
        for name in (*section["story_ids"], *section["brief_ids"]):
            page = pages.get(name, name)
            if not any(f"{page}{end}" in text for end in (">", ")")):
                yield (
                    f"left out: {name}, chosen for “{section['topic']}”; too little of "
                    "it could be quoted or checked"
                )


# --- What is left out while a session goes ------------------------------------------


def _started(data: Data) -> str:
    what = f"{data['workflow']} {data['version']} for {data['newsletter']}"
    copied = data.get("copied_from")
    rehearsal = ", a rehearsal" if data.get("dry_run") else ""
    after = f", with a copy of the log of {copied}" if copied else ""
    taken = data.get("interests")
    by = f", by interests {taken['name']} ({taken['sha256'][:12]})" if taken else ""
    if fork := data.get("fork"):
        changed = " and ".join(fork["changed"])
        after += f": a fork from {fork['step']} on, in which {changed} was changed"
    by_steps = ", held after each step" if data.get("by_steps") else ""
    return f"began {what}{by}, {data['sources']} sources{rehearsal}{by_steps}{after}"


def _tool(data: Data) -> str:
    came = data.get("summary") or ("answered" if data["ok"] else "gave no reason")
    verb = "" if data["ok"] else "was refused: "
    return f"{data['tool']} {verb}{came} ({data['seconds']:.1f} s)"


def _usage(data: Data) -> str:
    model = f" {data['model']}" if data.get("model") else ""
    cached = data.get("cache_read_tokens", 0)
    given = data.get("input_tokens", 0) + cached + data.get("cache_write_tokens", 0)
    tokens = f", {given:,} tokens in ({cached:,} from the cache), "
    tokens += f"{data.get('output_tokens', 0):,} out"
    return (
        f"took {data['seconds']:.1f} s of {data['brain']}{model}"
        f"{tokens if given else ''}, ${float(data['dollars']):.4f}"
    )


def _published(data: Data) -> str:
    told = count(len(data["told"]), "story", "stories")
    return f"issue {data['issue_number']} is remembered with {told}"


_QUIET: dict[str, Callable[[Data], str]] = {
    Kind.SESSION_STARTED: _started,
    Kind.STEP_STARTED: lambda data: f"attempt {data['attempt']} began",
    Kind.TOOL_CALLED: _tool,
    Kind.USAGE_RECORDED: _usage,
    Kind.ISSUE_PUBLISHED: _published,
}


# --- In full --------------------------------------------------------------------------


def _problems(data: Data) -> Iterator[str]:
    for one in data["problems"]:
        where = f"{one['where']}: " if one.get("where") else ""
        yield f"{where}{one['message']} ({one['code']})"


def _links(rows: Iterable[Data]) -> Iterator[str]:
    for one in rows:
        named = one["url"] or "in all"
        sentence = f" in “{one['sentence']}”" if one.get("sentence") else ""
        why = f": {one['reason']}" if one.get("reason") else ""
        outcome = one["outcome"].replace("_", " ")
        yield f"{named}{sentence}: {outcome}{why}"


def _verified(data: Data) -> Iterator[str]:
    yield from _links(data.get("invalid_urls", ()))
    yield from (f"to note: {told}" for told in _links(data.get("warnings", ())))


def _evaluated(data: Data) -> Iterator[str]:
    for one in (*data["selected_launches"], *data["selected_papers"]):
        yield f"chosen: {one['story_id']}, {one['why']}"
    for one in data["rejected_items"]:
        yield f"rejected: {one['story_id']}, {one['reason']}"


def _outlets(data: Data) -> Iterator[str]:
    for one in data.get("sources", ()):
        if one["fault"]:
            yield f"{one['name']} did not answer: {one['fault']}"
        if one.get("read"):
            yield f"{one['name']}: {one['read']}"


def _left_out(name: str) -> Callable[[Data], Iterator[str]]:
    def tell(data: Data) -> Iterator[str]:
        yield from (f"{one['story_id']}: {one['reason']}" for one in data[name])

    return tell


def _rated(data: Data) -> Iterator[str]:
    for one in data["rated"]:
        total = sum(one["scores"].values())
        yield f"{one['story_id']}: {total / 3:.1f} of 10, {one['why']}"
    yield from _left_out("left_out")(data)


def _topics(data: Data) -> Iterator[str]:
    for topic in data["topics"]:
        yield f"{topic['name']}: {', '.join(topic['story_ids'])}"


def _sections(data: Data) -> Iterator[str]:
    for one in data["sections"]:
        brief = f"; in brief {', '.join(one['brief_ids'])}" if one["brief_ids"] else ""
        yield f"{one['topic']}: {', '.join(one['story_ids'])}{brief}"


def _tasks(data: Data) -> Iterator[str]:
    for task in data["tasks"]:
        yield ". ".join(filter(None, (task["topic"], task["wanted"], task["why"])))


def _judged(data: Data) -> Iterator[str]:
    for one in data["verdicts"]:
        said = (one["verdict"] or f"not judged, {one['why_not']}").replace("_", " ")
        basis = f": {one['basis']}" if one.get("basis") else ""
        yield f"“{one['sentence']}”: {said}{basis}"


def _degraded(data: Data) -> Iterator[str]:
    yield from data.get("degraded", ())


_DETAILS: dict[str, Callable[[Data], Iterable[str]]] = {
    Kind.LAUNCHES_RESEARCHED: _outlets,
    Kind.PAPERS_RESEARCHED: _outlets,
    Kind.ITEMS_EVALUATED: _evaluated,
    Kind.URLS_GATHERED: _outlets,
    Kind.URLS_FILTERED: _left_out("dropped"),
    Kind.ARTICLES_DOWNLOADED: _left_out("failed"),
    Kind.SUMMARIES_EXTRACTED: _left_out("failed"),
    Kind.ARTICLES_RATED: _rated,
    Kind.TOPICS_CLUSTERED: _topics,
    Kind.SECTIONS_SELECTED: _sections,
    Kind.TASKS_PLANNED: _tasks,
    Kind.STORIES_SCOUTED: _outlets,
    Kind.FOLLOW_UP_ASKED: _tasks,
    Kind.CRITIC_REJECTION: _problems,
    Kind.VERIFICATION_PASSED: _verified,
    Kind.VERIFICATION_FAILED: _verified,
    Kind.DRAFT_TRIMMED: lambda data: _links(data["failures"]),
    Kind.SENTENCES_JUDGED: _judged,
    Kind.SENTENCES_DISPUTED: lambda data: data["sentences"],
    Kind.DRAFT_WRITTEN: lambda data: filter(None, [data.get("note")]),
    Kind.DRAFT_APPROVED: lambda data: filter(None, [data.get("remarks")]),
    Kind.USAGE_RECORDED: _degraded,
}
