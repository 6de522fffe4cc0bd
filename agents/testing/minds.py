"""What stands in for a model: a script, or the local brain playing its part.

A mind has no memory. It is given all that was said and says what comes next, as a model
does: what it said before it finds among the exchanges.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NoReturn, Protocol

from agents.brains.base import (
    BrainFailed,
    Brief,
    ConversationJournal,
    Means,
    ToolResult,
)
from agents.brains.local.roles import ROLES
from agents.events.completion import Learned
from agents.prompts.loader import PROMPTS, roster
from agents.testing.judges import Answers, by_words
from newsletter.drafts.contract import BRIEF, CONTRACTS, Contract, contract_of
from newsletter.standards.rubric import Rubric, Words

MARKED = re.compile(r"\A<(data-[0-9a-f]+)>(?P<inner>.*)</\1>\Z", re.DOTALL)
BLOCK = re.compile(r"^<(\w+)>\n(.*?)\n</\1>$", re.DOTALL | re.MULTILINE)
LINE = re.compile(r"^(\w+): (.*)$", re.MULTILINE)
BEGINNING = re.compile(
    r"Session (?P<session>\S+), step (?P<step>\S+), newsletter “(?P<newsletter>.*)”\. "
    r"Today is \w+ (?P<today>[\d-]+)\."
)
# How a later round begins for one who remembers the rounds before.
AGAIN = re.compile(r"Session \S+, step (?P<step>\S+\d)\. ")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A call of a tool that was answered."""

    tool: str
    arguments: Mapping[str, Any]
    answer: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that a model knows when its turn comes.

    Of a conversation of several rounds: the exchanges of this one, those of the rounds
    before, and what it was told at the beginning of each that followed the first.
    """

    slug: str
    message: str
    exchanges: tuple[Exchange, ...] = ()
    before: tuple[Exchange, ...] = ()
    news: tuple[str, ...] = ()

    def told(self, message: str) -> "Prompt":
        """The prompt with one more message; one that begins a round is news."""
        if not AGAIN.match(message):
            return self
        before = (*self.before, *self.exchanges)
        news = (*self.news, message)
        return replace(self, exchanges=(), before=before, news=news)

    def answered(self, exchange: Exchange) -> "Prompt":
        """The prompt with one more call that was answered."""
        return replace(self, exchanges=(*self.exchanges, exchange))


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model wants used."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a model: calls, or words that end it; `stop` says why it ended.

    `interjected` are further events that a remote session shows, as they are; `hangs`
    means that the turn never ends by itself.
    """

    calls: tuple[Call, ...] = ()
    words: str = ""
    stop: str = ""
    searches: int = 0
    interjected: tuple[Mapping[str, Any], ...] = ()
    hangs: bool = False


class Mind(Protocol):
    """Anything that can take a model's turn."""

    def __call__(self, prompt: Prompt) -> Said: ...


class Script:
    """Says prepared turns, by agent; the turn is found by how often was answered."""

    def __init__(self, turns: Mapping[str, Sequence[Said]], *, otherwise: Mind) -> None:
        self.turns = turns
        self.otherwise = otherwise

    def __call__(self, prompt: Prompt) -> Said:
        turns = self.turns.get(prompt.slug)
        if turns is None:
            return self.otherwise(prompt)
        answered = 0
        for said in turns:
            if answered == len(prompt.exchanges):
                return said
            answered += len(said.calls)
        return Said(words="I have nothing more to say.", stop="end_turn")


class Wants(BaseException):
    """The role asks for a tool that was not answered yet. No role may catch it."""

    def __init__(self, call: Call) -> None:
        super().__init__(call.tool)
        self.call = call


@dataclass(slots=True)
class ReplayHands:
    """Answers what was answered before, and stops the role at the first new call."""

    exchanges: tuple[Exchange, ...]
    used: int = 0
    is_done: bool = False
    seconds_left: float = 600.0
    last_words: str = ""

    def use(
        self,
        tool: str,
        arguments: dict[str, Any],
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        arguments = json.loads(json.dumps(arguments))
        if self.used == len(self.exchanges):
            raise Wants(Call(tool, arguments))
        known = self.exchanges[self.used]
        self.used += 1
        if known.tool != tool:
            raise AssertionError(f"{tool} was {known.tool} before: the role wavers")
        if known.is_error:
            return ToolResult(known.answer, is_error=True)
        return ToolResult(json.loads(unmarked(known.answer)))

    @property
    def journal(self) -> ConversationJournal:
        self._refuse()

    def means(
        self,
        *,
        spent: Decimal = Decimal(0),
        next_call: Callable[[str], Decimal] | None = None,
    ) -> Means:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise AssertionError("a local role has no journal and spends nothing")


def unmarked(answer: str) -> str:
    """A tool's answer without the marks that make it data."""
    found = MARKED.match(answer)
    return found["inner"] if found else answer


@dataclass(frozen=True, slots=True)
class Judging:
    """A mind whose verifier answers a case in one way; otherwise as another mind does."""

    answers: Answers
    behind: Mind

    def __call__(self, prompt: Prompt) -> Said:
        if prompt.slug != "verifier":
            return self.behind(prompt)
        if not prompt.exchanges:
            return Said(calls=(Call("verify_links"),))
        last = prompt.exchanges[-1]
        if last.is_error and last.tool == "judge_sentences":  # it insists, once
            again = [one.tool for one in prompt.exchanges].count("judge_sentences") < 2
            return Said(calls=(Call(last.tool, last.arguments),) if again else ())
        found = {} if last.is_error else json.loads(unmarked(last.answer))
        if "case" not in found:
            return Said(words="It is done.", stop="end_turn")
        told = {"case": found["case"], "answers": self.answers(found)}
        return Said(calls=(Call("judge_sentences", told),))


def local_mind(prompt: Prompt) -> Said:
    """Plays the local brain's part, from nothing but what a model would be told.

    As a judge, which the local brain is not, it goes by words.
    """
    if prompt.slug == "verifier":
        return Judging(by_words, _at_a_loss)(prompt)
    role = ROLES.get(prompt.slug)
    if role is None:
        return _at_a_loss(prompt)
    try:
        role(brief_of(prompt), ReplayHands(prompt.exchanges))
    except Wants as wants:
        return Said(calls=(tersely(wants.call, prompt.exchanges),))
    except BrainFailed as failed:
        return Said(words=failed.reason, stop="end_turn")
    return Said(words="It is done.", stop="end_turn")


def _at_a_loss(prompt: Prompt) -> Said:
    return Said(words=f"I have no role {prompt.slug!r}.", stop="end_turn")


def tersely(call: Call, exchanges: Sequence[Exchange]) -> Call:
    """The call as a model is told to make it, without what code fills in by itself."""
    if call.tool != "emit_event":
        return call
    learned = Learned()
    for known in exchanges:
        if not known.is_error:
            answer = json.loads(unmarked(known.answer))
            learned.learn(known.tool, known.arguments, answer)
    data = dict(call.arguments["data"])
    for name in ("launches", "papers", "stories"):
        if stories := data.get(name):
            data[name] = [_changed(story, learned.stories) for story in stories]
    for citation in data.get("citations", ()):
        citation.pop("source_sha256")
    return Call(call.tool, {**call.arguments, "data": data})


def _changed(story: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """A story's id, and what is not as the search told it."""
    told = known.get(story["id"], {})
    return {
        name: value
        for name, value in story.items()
        if name == "id" or value != told.get(name)
    }


def brief_of(prompt: Prompt) -> Brief:
    """The brief as the kick-off tells it: what it does not tell has its default."""
    begins = BEGINNING.search(prompt.message)
    if begins is None:
        raise ValueError(f"no kick-off: {prompt.message[:200]!r}")
    facts = dict(BLOCK.findall(prompt.message))
    facts |= dict(LINE.findall(BLOCK.sub("", prompt.message)))
    again = AGAIN.match(prompt.news[-1]) if prompt.news else None
    rules = {
        name: _value(name, text)
        for name, text in facts.items()
        if name in Rubric.model_fields
    }
    topics = facts.get("topics", "none")
    share = {name: facts[name] for name in ("topic", "wanted", "why") if name in facts}
    limits = {"scout": int(facts["most_tasks"])} if "most_tasks" in facts else {}
    spec = roster()[prompt.slug]
    return Brief(
        spec=spec,
        message=prompt.message,
        newsletter=begins["newsletter"],
        profile=facts.get("profile", ""),
        topics=() if topics == "none" else tuple(topics.split(", ")),
        rubric=Rubric.model_validate(rules),
        as_of=datetime.fromisoformat(begins["today"]).replace(tzinfo=UTC),
        offers=(),
        session_name=begins["session"],
        key=again["step"] if again else begins["step"],
        attempt=1,
        contract=_contract(f"{spec.prompt}\n{prompt.message}"),
        share=share,
        limits=limits,
    )


def _contract(told: str) -> Contract:
    """The contract whose shape a model was told: in its prompt, or to begin with."""
    shapes = ((name, PROMPTS / f"shape-{name}.txt") for name in CONTRACTS)
    named = (name for name, path in shapes if path.read_text().strip() in told)
    return contract_of(next(named, BRIEF.name))


def _value(name: str, text: str) -> Any:
    """A rubric's value from its text in the kick-off."""
    default = Rubric.model_fields[name].default
    if isinstance(default, Words):
        least, most = text.split(" to ")
        return {"least": int(least), "most": int(most)}
    if isinstance(default, tuple):
        return [] if text == "none" else text.split(", ")
    return text
