"""A request that several agents do: who is called, what came of it, the answer. Pure.

What was said, asked and answered is not in the log, which is kept for ever: it stands in
the executions and the conversation, whose content is kept for a while.
"""

from uuid import UUID

from pydantic import Field

from agents.events.base import Data, MayBePlaceholder

MOST_CALLS = 4


class PlannedCall(Data):
    """A call that is planned: its place in the answer, whose it is, and why theirs.

    It waits for the call whose place is `after`, and goes on from what that one said; 0:
    it waits for none.
    """

    place: int = Field(ge=1, le=MOST_CALLS)
    agent: str = Field(min_length=1, max_length=40)
    execution: UUID
    why: str = Field(default="", max_length=300)
    after: int = Field(default=0, ge=0, lt=MOST_CALLS)


class RequestPlanned(Data):
    """Who is called at once (`calls`), and who when another has answered.

    `preface` is what code says before all answers.
    """

    conversation: UUID
    calls: tuple[PlannedCall, ...] = Field(min_length=1, max_length=MOST_CALLS)
    later: tuple[PlannedCall, ...] = Field(default=(), max_length=MOST_CALLS)
    preface: str = Field(default="", max_length=4000)


class AgentCalled(MayBePlaceholder):
    """What came of one call: its execution is done, or failed."""

    execution: UUID | None = None
    agent: str = Field(default="", max_length=40)
    status: str = Field(default="", max_length=10)
    part: int = Field(default=0, ge=0)


class CallsFollowed(Data):
    """The calls that waited for one that is over."""

    calls: tuple[PlannedCall, ...] = Field(default=(), max_length=MOST_CALLS)


class RequestAnswered(Data):
    """The answer stands in the conversation; of so many calls so many failed."""

    calls: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)
