"""What the database holds of sessions, a module for each thing one speaks of."""

from agents.models.access import ApiKey, KeptAnswer
from agents.models.runs import Agent, AgentRun, Budget, Environment, Journal, ToolCall
from agents.models.sessions import (
    AgentEvent,
    AppendOnly,
    LegalMove,
    Session,
    StatusChange,
)
from agents.models.work import Chore, Provider, RetryPolicy, StepRun, Sweep

__all__ = [
    "Agent",
    "AgentEvent",
    "AgentRun",
    "ApiKey",
    "AppendOnly",
    "Budget",
    "Chore",
    "Environment",
    "Journal",
    "KeptAnswer",
    "LegalMove",
    "Provider",
    "RetryPolicy",
    "Session",
    "StatusChange",
    "StepRun",
    "Sweep",
    "ToolCall",
]
