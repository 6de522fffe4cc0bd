"""Minds that go wrong in one way, and otherwise do as another mind does.

None of them remembers anything but how often it went wrong: what a mind did before
stands among the exchanges, and is hidden there from the mind behind.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from agents.testing.minds import Call, Exchange, Mind, Prompt, Said

# Who hands in a draft.
DRAFTERS = ("writer", "finalize_newsletter")
WRONG = {"event_type": "covered_topics", "data": {"topics": "all of them"}}


@dataclass
class Once:
    """Says something else so many times when an agent's turn comes, then no more."""

    slug: str
    said: Said
    behind: Mind
    times: int = 1
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, prompt: Prompt) -> Said:
        with self._lock:
            if prompt.slug == self.slug and self.times > 0:
                self.times -= 1
                return self.said
        return self.behind(prompt)


@dataclass
class Clumsy:
    """Emits data of the wrong shape so many times before it emits the right one."""

    slug: str
    behind: Mind
    times: int = 2

    def __call__(self, prompt: Prompt) -> Said:
        if prompt.slug != self.slug:
            return self.behind(prompt)
        failed = [one for one in prompt.exchanges if one.is_error]
        said = self.behind(_without(prompt, lambda one: one.is_error))
        emits = [call for call in said.calls if call.tool == "emit_event"]
        if not emits or len(failed) >= self.times:
            return said
        wrong = {**emits[0].arguments, "data": WRONG["data"]}
        return Said(calls=(Call("emit_event", wrong),))


class Doubling:
    """Asks for every tool twice at once."""

    def __init__(self, behind: Mind) -> None:
        self.behind = behind

    def __call__(self, prompt: Prompt) -> Said:
        halved = replace(prompt, exchanges=prompt.exchanges[::2])
        said = self.behind(halved)
        return replace(said, calls=tuple(call for call in said.calls for _ in range(2)))


class Parallel:
    """Asks for the log and for a tool that it has not, beside every other tool."""

    beside = (Call("get_events", {"limit": 1}), Call("rm_rf"))

    def __init__(self, behind: Mind) -> None:
        self.behind = behind

    def __call__(self, prompt: Prompt) -> Said:
        size = 1 + len(self.beside)
        said = self.behind(replace(prompt, exchanges=prompt.exchanges[::size]))
        return replace(said, calls=(*said.calls, *self.beside)) if said.calls else said


@dataclass
class Rejecting:
    """Has the critic send back the first draft, whatever it is like.

    The writer's next one is another: the same again would end the session.
    """

    behind: Mind

    def __call__(self, prompt: Prompt) -> Said:
        said = self.behind(prompt)
        approves = prompt.slug == "critic" and any(
            call.arguments.get("event_type") == "draft_approved" for call in said.calls
        )
        has_rejected = prompt.before or any(
            '"event_type":"critic_rejection"' in one.answer for one in prompt.exchanges
        )
        if has_rejected and prompt.slug in DRAFTERS:
            return replace(said, calls=tuple(map(_mended, said.calls)))
        if not approves or has_rejected:
            return said
        problem = {"code": "unclear", "where": "lead", "message": "Say what it is for."}
        data = {"problems": [problem]}
        rejects = {"event_type": "critic_rejection", "data": data}
        return Said(calls=(Call("emit_event", rejects),))


def _mended(call: Call) -> Call:
    """A draft that differs by a line's end."""
    data = call.arguments.get("data", {})
    if "markdown" not in data:
        return call
    mended = {**data, "markdown": data["markdown"] + "\n"}
    return Call(call.tool, {**call.arguments, "data": mended})


@dataclass
class Slipping:
    """Slips a sentence into each draft that nothing bears, and takes out what is refused."""

    behind: Mind
    slip: str = "Example Corp sold 1,234 of them."

    def __call__(self, prompt: Prompt) -> Said:
        if any(one.tool == "mend_draft" for one in prompt.exchanges):
            return Said(words="It is done.", stop="end_turn")
        said = self.behind(_without(prompt, lambda one: one.is_error))
        drafts = [
            call.arguments
            for call in said.calls
            if call.arguments.get("event_type") == "draft_written"
        ]
        if not drafts:
            return said
        if any(one.is_error for one in prompt.exchanges):
            out = {"sentences": [{"sentence": self.slip}]}
            return Said(calls=(Call("mend_draft", out),))
        data = drafts[0]["data"]
        slipped = f"{self.slip}\n\n## Research"
        markdown = data["markdown"].replace("## Research", slipped, 1)
        wrong = {**drafts[0], "data": {**data, "markdown": markdown}}
        return Said(calls=(Call("emit_event", wrong),))


def _without(prompt: Prompt, is_hidden: Callable[[Exchange], bool]) -> Prompt:
    kept = tuple(one for one in prompt.exchanges if not is_hidden(one))
    return replace(prompt, exchanges=kept)
