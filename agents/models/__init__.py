"""What the database holds of sessions, a module for each thing one speaks of."""

from agents.models.access import ApiKey, KeptAnswer
from agents.models.arrivals import AllowedSender, Arrival, IncomingWebhook
from agents.models.calls import (
    AgentSetting,
    ApprovalRequest,
    Conversation,
    Execution,
    Message,
    Preference,
)
from agents.models.knowledge import Document, DocumentText, DocumentVersion
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
    "Agent", "AgentEvent", "AgentRun", "AgentSetting", "AllowedSender", "ApiKey",
    "AppendOnly", "ApprovalRequest", "Arrival", "Budget", "Chore", "Conversation",
    "Document", "DocumentText", "DocumentVersion", "Environment", "Execution",
    "IncomingWebhook", "Journal", "KeptAnswer", "LegalMove", "Message", "Preference",
    "Provider", "RetryPolicy", "Session", "StatusChange", "StepRun", "Sweep",
    "ToolCall",
]  # fmt: skip
