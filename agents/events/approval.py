"""What a person is asked before an issue goes out, and what they decided. Pure."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from agents.events.base import AboutDraft, Data, Words


class ApprovalMode(StrEnum):
    """What a newsletter asks of a person before an issue goes out."""

    VETO = "veto"  # it goes out unless somebody stops it
    YES = "yes"  # it goes out if somebody says yes


class WhenLapsed(StrEnum):
    """What becomes of a draft that nobody decided on in time."""

    SEND = "send"
    SKIP = "skip"


class Via(StrEnum):
    """The way by which a person decided."""

    DESK = "desk"
    LINK = "link"  # of the operator's letter
    COMMAND = "command"
    API = "api"  # with a key


class ApprovalTerms(Data):
    """What a session asks for before delivery, as its newsletter wanted when it began."""

    mode: ApprovalMode
    hours: int = Field(ge=1)
    then: WhenLapsed


class ApprovalAsked(AboutDraft):
    mode: ApprovalMode
    until: datetime
    then: WhenLapsed


class ApprovalDecided(AboutDraft):
    """Who decided, how, and what they noted; when is the line's own time."""

    by: str = Field(min_length=1, max_length=150)
    via: Via
    why: Words = Field(default="", max_length=1000)


class ApprovalLapsed(AboutDraft):
    then: WhenLapsed
