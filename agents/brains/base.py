"""What every brain is: it thinks, and acts only through the hands it is given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from agents import prices
from agents.prices import NOTHING, Tokens
from agents.prompts.loader import AgentSpec
from newsletter.drafts.contract import BRIEF, Contract
from newsletter.interests.schema import Interests
from newsletter.standards.disclosure_words import disclosure_words_of
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.rubric import Rubric
from newsletter.text import truncate

BY_MODELS = disclosure_words_of(ENGLISH).by_models


class BrainFailed(Exception):
    """This brain cannot do the role now; the next one in the list may.

    `retry_after` is what a server asked for, if it asked. `is_final` means that no
    brain of this kind will ever do it (a refusal, a wrong key); `is_passing` that who
    thinks is busy or away, and may do it minutes later; `is_resumable` that the
    conversation stands, and the next attempt can go on with it.
    """

    def __init__(
        self,
        reason: str,
        *,
        retry_after: timedelta | None = None,
        is_final: bool = False,
        is_passing: bool = False,
        is_resumable: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after
        self.is_final = is_final
        self.is_passing = is_passing
        self.is_resumable = is_resumable


class Hopeless(BrainFailed):
    """Nor can any other brain: what stands in the way is for an operator to mend."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, is_final=True)


class NetworkAway(BrainFailed):
    """Our own network is away: nothing that is asked can be reached."""

    def __init__(self) -> None:
        reason = "the network is away: no host that was asked can be reached"
        super().__init__(reason, is_passing=True, is_resumable=True)


class DeadlinePassed(Exception):
    """The agent used up its time."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered: JSON values, or a message saying what was wrong."""

    content: Any
    is_error: bool = False
    # No agent can mend it, nor would another attempt help.
    is_hopeless: bool = False
    # The brain that called cannot do the role.
    is_unfit: bool = False


@dataclass(slots=True)
class Usage:
    """What a conversation used, over all attempts at it; counted, never guessed."""

    model: str = ""
    tokens: Tokens = NOTHING
    web_searches: int = 0
    running_seconds: float = 0
    dollars: Decimal = Decimal(0)
    # What the platform itself reported, where it does.
    reported_dollars: Decimal | None = None
    # How often this run had to ask again.
    retries: int = 0
    # Steps down that a budget forced on this run, in plain words.
    degraded: list[str] = field(default_factory=list)
    # What this run's replies that broke off had told of their usage: they are on no record.
    lost: "Usage | None" = None

    def count(self, model: str, tokens: Tokens, *, searches: int = 0) -> None:
        """Add one request to a model, at its list price."""
        self.model = model
        self.tokens = self.tokens.plus(tokens)
        self.web_searches += searches
        self.dollars += prices.cost(model, tokens) + prices.searches_cost(searches)

    def lose(self, model: str, tokens: Tokens, *, searches: int = 0) -> None:
        """Add what a reply that broke off, or cannot be read, told of its usage."""
        self.lost = self.lost or Usage()
        self.lost.count(model, tokens, searches=searches)

    def count_running(self, seconds: float) -> None:
        """Add the time that a remote session was running."""
        self.running_seconds += seconds
        self.dollars += prices.running_cost(seconds)


@dataclass(frozen=True, slots=True)
class Means:
    """What a run may spend and on what; `notes` tell each step down from the full means."""

    model: str
    effort: str
    searches: int
    fetches: int
    dollars: Decimal
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as a brain is told of it: name, purpose, JSON schema of its arguments."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Brief:
    """One agent run: who the agent is, what it is asked, and under which key."""

    spec: AgentSpec
    message: str
    newsletter: str
    profile: str
    rubric: Rubric
    as_of: datetime
    offers: tuple[Offer, ...]
    session_name: str
    key: str
    attempt: int
    # They count as part of the profile, each as often as it stands here.
    topics: tuple[str, ...] = ()
    # What the issue is written in (BCP 47).
    language: str = "en"
    # What it goes by instead of the newsletter's own fields.
    interests: Interests | None = None
    # The shape of the issue that its workflow makes.
    contract: Contract = BRIEF
    # What is said once to an agent whose turn ends without its event, and to one whose
    # turn was cut off at its limit.
    nudge: str = ""
    cut_off: str = ""
    # What is said once to one whose searches are used up.
    used_up: str = ""
    # In a later round: what is said to one who remembers the rounds before, and the
    # events that came of them.
    again: str = ""
    news: tuple[Mapping[str, Any], ...] = ()
    # How often a model may speak in this round; None: as often as the brain bears.
    max_turns: int | None = None
    # What the part of a step is about; empty for a whole step.
    share: Mapping[str, Any] = field(default_factory=dict)
    # How many parts and ways back the session may have, by step or kind.
    limits: Mapping[str, int] = field(default_factory=dict)
    # The lines of the log that refuse what another kind of brain wrote: rules that take a
    # role over have other sentences.
    not_theirs: frozenset[int] = frozenset()

    @property
    def idempotency_key(self) -> str:
        return f"{self.session_name}:{self.key}:{self.attempt}"

    def kick_off(self, means: Means) -> str:
        """The message, with how often the agent may search if it may at all."""
        if not self.spec.front.searches:
            return self.message
        return f"{self.message}\nsearches: {means.searches} in all"


@dataclass(frozen=True, slots=True)
class PastRound:
    """What was said in a round that ended well, and what its calls were answered."""

    remote_id: str
    turns: Sequence[Mapping[str, Any]]
    answers: Mapping[str, ToolResult]


class ConversationJournal(Protocol):
    """One conversation of one brain over one round of a step; it outlives the process.

    Whoever tries the round again is given the same journal while it is open, and goes
    on from there. A later round may follow the round before: then it is one
    conversation in several journals, each of which tells its own round.
    """

    @property
    def name(self) -> str:
        """Unique anywhere: under it a remote session can be found again."""

    @property
    def remote_id(self) -> str:
        """The remote session's id; empty before there is one."""

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """What was said so far, oldest first, for a brain that keeps it itself."""

    @property
    def before(self) -> Sequence[PastRound]:
        """The rounds that this one may follow, oldest first.

        None once it has begun, nor where the last one ended otherwise than well, by
        another brain, under another prompt or with other tools.
        """

    @property
    def past(self) -> Sequence[PastRound]:
        """The rounds before in this conversation, oldest first."""

    @property
    def past_event(self) -> str:
        """The remote session's last event of the rounds before."""

    def follow(self, *, past_event: str = "") -> None:
        """Make this the next round of the conversation that `before` tells of."""

    def attach(self, remote_id: str) -> None:
        """Put the remote session on record, before it is told anything."""

    def add(self, turn: Mapping[str, Any]) -> None:
        """Put one turn on record."""

    def archive(self) -> None:
        """The remote session was put away; else it is put away later."""

    def close(self, reason: str) -> None:
        """The conversation came to nothing: nobody goes on from it.

        One that did its work stays open, so that a worker that dies before its result
        is committed leaves it to the next.
        """

    def renew(self, reason: str) -> None:
        """Close this conversation and begin another; what it staged is dropped."""


_LONGEST_QUOTED = 180


def quoted(words: str) -> str:
    """What a model said, on one line, cut and in quotation marks; "" for nothing."""
    said = truncate.at_word(" ".join(words.split()), _LONGEST_QUOTED)
    return f"“{said}”" if said else ""


class Hands(Protocol):
    """The only way a brain acts. Raises DeadlinePassed when the time is up."""

    # What the brain said last where it ended its turn without its work.
    last_words: str

    def use(
        self,
        tool: str,
        arguments: dict[str, Any],
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        """Run a tool; with a `call_id` seen before, its first answer again.

        `turn` counts the brain's turns that call tools, from 1; without one each call
        is a turn.
        """

    @property
    def is_done(self) -> bool:
        """Whether the terminal event was accepted: nothing more is wanted."""

    @property
    def seconds_left(self) -> float:
        """Time until the deadline."""

    @property
    def journal(self) -> ConversationJournal:
        """This brain's conversation over this round; begun when first asked for."""

    def means(
        self,
        *,
        spent: Decimal = Decimal(0),
        next_call: Callable[[str], Decimal] | None = None,
    ) -> Means:
        """What this run may cost: the ladder's first rung that the budgets bear.

        `spent` is what the conversation cost so far, `next_call` an estimate of what
        the next call costs on a model: asked again with these, the rung may be lower.
        Raises BrainFailed where not even the lowest one can be paid for.
        """


class Brain(Protocol):
    """Who thinks for an agent."""

    name: str
    # Whether a language model thinks, which can judge what two texts say.
    is_model: bool
    # One plain sentence for readers if this brain did all that the text shows; empty if
    # none is due. Of brains that did parts of it `newsletter.standards.disclosure_words`
    # tells.
    disclosure: str

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        """Do the role; count what the conversation cost into `usage`, however it ends.

        Raises BrainFailed. Returning without a terminal event is a silent exit.
        """
