"""A platform of agents and sessions in memory, as the SDK and its events show it.

What it keeps is what a test asks of it: which sessions were made, what each was told,
how often each call was answered.
"""

import itertools
import queue
import threading
from typing import Any

from agents.testing.anthropic import shapes
from agents.testing.anthropic.metering import Scale, tokens_of
from agents.testing.anthropic.sessions import FakeSession
from agents.testing.anthropic.shapes import Row
from agents.testing.minds import Mind, Said


class Refusal(Exception):
    """The platform says no: a status, the kind of error, and why."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message


class Platform:
    """Agents, environments and sessions, and the mind that thinks for all of them."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.scale = Scale()
        self.agents: dict[str, list[Row]] = {}
        self.environments: dict[str, Row] = {}
        self.talks: dict[str, FakeSession] = {}
        self.lock = threading.RLock()
        self._numbers = itertools.count(1)

    def new_id(self, prefix: str) -> str:
        return f"{prefix}_{next(self._numbers):06d}"

    # --- Environments and agents --------------------------------------------------------

    def create_environment(self, body: Row) -> Row:
        with self.lock:
            if any(one["name"] == body["name"] for one in self.environments.values()):
                raise Refusal(409, "conflict_error", f"{body['name']!r} exists already")
            row = {
                "type": "environment",
                "metadata": {},
                **shapes.dated(self.new_id("env")),
            }
            row |= body
            self.environments[row["id"]] = row
            return row

    def create_agent(self, body: Row) -> Row:
        with self.lock:
            row = {"type": "agent", "version": 1, **shapes.dated(self.new_id("agent"))}
            row |= shapes.agent(body)
            self.agents[row["id"]] = [row]
            return row

    def update_agent(self, agent_id: str, body: Row) -> Row:
        with self.lock:
            versions = self._versions(agent_id)
            newest = versions[-1]
            if body.pop("version", newest["version"]) != newest["version"]:
                raise Refusal(409, "conflict_error", "the version is stale")
            metadata = {**newest["metadata"], **body.pop("metadata", {})}
            changed = {
                **newest,
                **shapes.agent({**newest, **body}),
                "metadata": metadata,
            }
            if changed != newest:
                changed |= {
                    "version": newest["version"] + 1,
                    "updated_at": shapes.now(),
                }
                versions.append(changed)
            return versions[-1]

    def agent(self, agent_id: str, version: int | None = None) -> Row:
        with self.lock:
            versions = self._versions(agent_id)
            for row in versions:
                if row["version"] == version:
                    return row
            return versions[-1]

    def _versions(self, agent_id: str) -> list[Row]:
        if agent_id not in self.agents:
            raise Refusal(404, "not_found_error", f"no agent {agent_id!r}")
        return self.agents[agent_id]

    # --- Sessions -----------------------------------------------------------------------

    def create_session(self, body: Row) -> Row:
        reference = body["agent"]
        if isinstance(reference, str):
            reference = {"id": reference}
        agent = dict(self.agent(reference["id"], reference.get("version")))
        agent |= shapes.agent({**agent, **shapes.overrides(reference)})
        if body["environment_id"] not in self.environments:
            raise Refusal(404, "not_found_error", "no such environment")
        with self.lock:
            row = {
                "type": "session",
                "status": "idle",
                "agent": agent,
                "environment_id": body["environment_id"],
                "metadata": body.get("metadata", {}),
                "title": body.get("title"),
                "budget": body.get("budget"),
                "resources": [],
                "vault_ids": [],
                "outcome_evaluations": [],
                "stats": {},
                "usage": shapes.usage(),
                **shapes.dated(self.new_id("sesn")),
            }
            self.talks[row["id"]] = FakeSession(row)
            return row

    def update_session(self, session_id: str, body: Row) -> Row:
        talk = self.talk(session_id)
        with self.lock:
            if talk.row["archived_at"]:
                raise Refusal(409, "conflict_error", "the session is archived")
            if budget := body.get("budget"):
                if talk.list_cost * 100 >= int(budget["max_list_cost"]["amount"]):
                    raise Refusal(400, "invalid_request_error", "budget_not_raised")
                talk.row["budget"] = budget
            if agent := body.get("agent"):
                if talk.row["status"] == "running":
                    raise Refusal(400, "invalid_request_error", "it is running")
                talk.row["agent"] = {**talk.row["agent"], "tools": agent["tools"]}
            return talk.row

    def talk(self, session_id: str) -> FakeSession:
        with self.lock:
            if session_id not in self.talks:
                raise Refusal(404, "not_found_error", f"no session {session_id!r}")
            return self.talks[session_id]

    def archive(self, session_id: str) -> Row:
        talk = self.talk(session_id)
        with self.lock:
            if talk.row["status"] == "running":
                raise Refusal(400, "invalid_request_error", "the session is running")
            talk.row["archived_at"] = talk.row["archived_at"] or shapes.now()
            for listener in talk.listeners:
                listener.put(None)
            return talk.row

    def send(self, session_id: str, events: list[Row]) -> list[Row]:
        talk = self.talk(session_id)
        with self.lock:
            if talk.row["archived_at"]:
                raise Refusal(409, "conflict_error", "the session is archived")
            return [self._receive(talk, event) for event in events]

    def _receive(self, talk: FakeSession, event: Row) -> Row:
        kind = event["type"]
        if kind == "user.custom_tool_result":
            call = event["custom_tool_use_id"]
            if call not in talk.unanswered:
                raise Refusal(400, "invalid_request_error", f"{call} waits for nothing")
        stored = self._emit(
            talk, kind, **{key: event[key] for key in event if key != "type"}
        )
        if kind == "user.interrupt":
            self._interrupt(talk)
        elif kind == "user.message":
            self._set_to_work(talk)
        elif kind == "user.custom_tool_result":
            if left := talk.unanswered:
                self._idle(talk, "requires_action", event_ids=left)
            else:
                self._set_to_work(talk)
        return stored

    def _interrupt(self, talk: FakeSession) -> None:
        talk.is_interrupted = True
        if talk.row["status"] == "running":
            self._idle(talk, "end_turn")

    def listen(self, session_id: str) -> "queue.SimpleQueue[Row | None]":
        """All that the session says from now on; None when it is over."""
        talk = self.talk(session_id)
        with self.lock:
            listener: queue.SimpleQueue[Row | None] = queue.SimpleQueue()
            talk.listeners.append(listener)
            if talk.row["archived_at"]:
                listener.put(None)
            return listener

    # --- The model's turns ----------------------------------------------------------------

    def _set_to_work(self, talk: FakeSession) -> None:
        talk.is_interrupted = False
        talk.row["status"] = "running"
        self._emit(talk, "session.status_running")
        threading.Thread(target=self._take_turn, args=(talk,), daemon=True).start()

    def _take_turn(self, talk: FakeSession) -> None:
        with self.lock:
            if talk.is_spent:
                self._idle(talk, "budget_reached")
                return
            start = self._emit(talk, "span.model_request_start")
            prompt = talk.prompt
        said = self.mind(prompt)
        with self.lock:
            if talk.is_interrupted:
                return
            for event in said.interjected:
                self._emit(talk, **event)
            for _ in range(said.searches):
                use = self._emit(talk, "agent.tool_use", name="web_search", input={})
                self._emit(talk, "agent.tool_result", tool_use_id=use["id"], content=[])
            calls = [
                self._emit(
                    talk,
                    "agent.custom_tool_use",
                    name=call.tool,
                    input=dict(call.arguments),
                )
                for call in said.calls
            ]
            if said.words:
                self._emit(talk, "agent.message", content=[shapes.text(said.words)])
            self._bill(talk, prompt.slug, start["id"], said)
            if not said.hangs:
                self._end_turn(talk, said, [call["id"] for call in calls])

    def _end_turn(self, talk: FakeSession, said: Said, calls: list[str]) -> None:
        if said.stop == "terminated":
            talk.row["status"] = "terminated"
            self._emit(
                talk, "session.error", error=shapes.error("unknown_error", "terminal")
            )
            self._emit(talk, "session.status_terminated")
        elif said.stop == "retries_exhausted":
            error = shapes.error("model_overloaded_error", "exhausted")
            self._emit(talk, "session.error", error=error)
            self._idle(talk, said.stop)
        elif said.stop == "refusal":
            details = {"category": "policy", "explanation": "it may not"}
            self._idle(talk, said.stop, stop_details=details)
        elif calls:
            self._idle(talk, "requires_action", event_ids=calls)
        else:
            self._idle(talk, said.stop or "end_turn")

    def _bill(self, talk: FakeSession, slug: str, start: str, said: Said) -> None:
        weight = self.scale.weigh(
            slug, talk.row["agent"]["model"]["id"], talk.context()
        )
        spoken = tokens_of([dict(call.arguments) for call in said.calls] or said.words)
        span = {**weight.usage, "output_tokens": spoken}
        self._emit(
            talk,
            "span.model_request_end",
            model_request_start_id=start,
            is_error=False,
            model_usage=span,
        )
        usage = talk.row["usage"]
        for name in ("input_tokens", "output_tokens", "cache_read_input_tokens"):
            usage[name] += span[name]
        written = usage["cache_creation"]
        written["ephemeral_5m_input_tokens"] += span["cache_creation_input_tokens"]
        usage["server_tool_use"]["web_search_requests"] += said.searches
        usage["active_seconds"] += 1.5
        cents = talk.list_cost * 100
        usage["list_cost"] = {"amount": str(int(cents)), "currency": "USD"}
        self._emit(talk, "session.usage", usage=usage, budget=talk.row["budget"])

    def _idle(self, talk: FakeSession, stop: str, **more: Any) -> None:
        self._emit(talk, "session.status_idle", stop_reason={"type": stop, **more})
        talk.row["status"] = "idle"

    def _emit(self, talk: FakeSession, type: str, **content: Any) -> Row:
        event = {
            "id": self.new_id("sevt"),
            "processed_at": shapes.now(),
            "type": type,
            **content,
        }
        talk.events.append(event)
        for listener in talk.listeners:
            listener.put(event)
        return event
