"""Scopes (authorisation): what a key may do, and the right its owner needs for that."""

from enum import StrEnum

from agents.approval.people import MAY_DECIDE


class Scope(StrEnum):
    """One thing that a key may be good for."""

    SESSIONS_READ = "sessions:read"  # sessions, their logs, what they wait for
    SESSIONS_WRITE = "sessions:write"  # begin, hold, resume, cancel
    SESSIONS_DECIDE = "sessions:decide"  # a yes or no to a draft
    STORIES_READ = "stories:read"  # what intake holds
    SUBSCRIBERS_READ = "subscribers:read"  # readers, without their addresses
    ADDRESSES_READ = "addresses:read"  # the addresses beside them
    DELIVERIES_READ = "deliveries:read"  # what became of letters
    AGENTS_READ = "agents:read"  # who does what
    AGENTS_CALL = "agents:call"  # ask agents; conversations
    EXECUTIONS_READ = "executions:read"  # what agents were asked and answered
    KNOWLEDGE_READ = "knowledge:read"  # documents and voice examples


MEANS: dict[Scope, str] = {
    Scope.SESSIONS_READ: "Read sessions, their logs, and what waits for a decision",
    Scope.SESSIONS_WRITE: "Begin, hold, resume and cancel sessions",
    Scope.SESSIONS_DECIDE: "Approve or reject an issue before it goes out",
    Scope.STORIES_READ: "Read the stories that intake holds",
    Scope.SUBSCRIBERS_READ: "Read subscribers, without their addresses",
    Scope.ADDRESSES_READ: "Read the addresses of subscribers too",
    Scope.DELIVERIES_READ: "Read what became of letters",
    Scope.AGENTS_READ: "Read which agents there are",
    Scope.AGENTS_CALL: "Call agents and hold conversations with them",
    Scope.EXECUTIONS_READ: "Read what agents were asked and what they answered",
    Scope.KNOWLEDGE_READ: "Search documents and voice examples",
}

# A key is worth no more than its owner: the right on the desk that goes with each scope.
RIGHTS: dict[Scope, str] = {
    Scope.SESSIONS_READ: "agents.view_session",
    Scope.SESSIONS_WRITE: "agents.change_session",
    Scope.SESSIONS_DECIDE: MAY_DECIDE,
    Scope.STORIES_READ: "newsletter.view_story",
    Scope.SUBSCRIBERS_READ: "subscribers.view_subscriber",
    Scope.ADDRESSES_READ: "subscribers.view_subscriber",
    Scope.DELIVERIES_READ: "subscribers.view_delivery",
    Scope.AGENTS_READ: "agents.view_agent",
    Scope.AGENTS_CALL: "agents.change_session",
    Scope.EXECUTIONS_READ: "agents.view_execution",
    Scope.KNOWLEDGE_READ: "agents.view_document",
}
