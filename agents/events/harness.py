"""What the harness records of a session and its steps, and what operators do to one. Pure."""

from datetime import datetime
from decimal import Decimal
from typing import Self

from pydantic import Field

from agents.events.approval import ApprovalTerms
from agents.events.base import Data, Sha256
from newsletter.interests.schema import Interests


class TakenInterests(Data):
    """The interests that a session goes by, whole, and the hash of what they say."""

    name: str
    sha256: Sha256
    values: Interests

    @classmethod
    def of(cls, name: str, interests: Interests) -> Self:
        return cls(name=name, sha256=interests.sha256, values=interests)


class Fork(Data):
    """Another session's log up to a step, with lines of it changed by hand."""

    origin: str
    step: str
    changed: tuple[str, ...] = Field(min_length=1)
    by: str = ""


class SessionStarted(Data):
    newsletter: str
    workflow: str
    version: int
    sources: str
    now: datetime
    dry_run: bool = False
    copied_from: str = ""
    # None: nobody is asked before delivery.
    approval: ApprovalTerms | None = None
    # By step or kind, how many parts or ways back there may be, if fewer than declared.
    limits: dict[str, int] = Field(default_factory=dict)
    # None: it goes by its newsletter's own fields.
    interests: TakenInterests | None = Field(
        default=None, exclude_if=lambda taken: taken is None
    )
    # Whether a step that errs is tried again; else it ends the session.
    retries: bool = True
    # The model that is asked instead of each agent's own; "" for those.
    model: str = ""
    # How many turns a brain may take in one round of an agent; None: as many as it needs.
    max_turns: int | None = Field(default=None, ge=1)
    # Whether it is held after each step, until somebody lets it go on.
    by_steps: bool = Field(default=False, exclude_if=lambda held: not held)
    # None: no line of its log was changed by hand.
    fork: Fork | None = Field(default=None, exclude_if=lambda fork: fork is None)


class AboutStep(Data):
    """Data about one attempt at one step; `key` is `writer.2`: the second draft."""

    step: str
    key: str
    attempt: int = Field(ge=1)


class StepStarted(AboutStep):
    idempotency_key: str
    worker: str = ""


class Waiting(Data):
    """That models which are busy or away are waited for, and until when at the latest."""

    since: datetime
    until: datetime


class StepFailed(AboutStep):
    reason: str
    is_silent: bool = False  # the agent ended without its terminal event
    is_final: bool = False  # trying again cannot help
    retry_at: datetime | None = None
    # None: it was an attempt of those that the step has.
    waiting: Waiting | None = Field(
        default=None, exclude_if=lambda waiting: waiting is None
    )


class StepLost(AboutStep):
    reason: str
    is_released: bool = False  # given back in good order: no loss to be counted


class FailedBrain(AboutStep):
    brain: str
    reason: str
    next_brain: str = ""


class HandedOver(Data):
    """That rules write from `step` on: what a model wrote or refused came to no end."""

    step: str
    brain: str  # who takes over
    instead_of: str
    reason: str


class ToolCalled(AboutStep):
    tool: str
    ok: bool
    seconds: float = Field(ge=0)
    summary: str = ""
    # Addresses the tool returned: a draft may cite no others.
    addresses: tuple[str, ...] = ()


class UsageRecorded(AboutStep):
    agent: str
    brain: str
    model: str = ""
    seconds: float = Field(default=0, ge=0)
    tool_calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cache_read_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)
    web_searches: int = Field(default=0, ge=0)
    running_seconds: float = Field(default=0, ge=0)
    dollars: Decimal = Decimal(0)
    # What the platform itself reported for the conversation, in whole cents.
    reported_dollars: Decimal | None = None
    # Steps down that a budget forced, in plain words.
    degraded: tuple[str, ...] = ()


class PlaceholderInserted(Data):
    step: str
    key: str
    kind: str
    reason: str


class SessionFinished(Data):
    issue_number: int | None = None


class SessionAborted(Data):
    reason: str
    key: str = ""  # the step that died, where one did


class OperatorRetried(Data):
    key: str
    by: str = ""


class ByOperator(Data):
    by: str = ""
    reason: str = ""
