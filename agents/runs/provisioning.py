"""Provisioning: the agents on the platform, made and kept as `prompts/*.md` say.

The platform cannot look an agent up by name, so its id is kept here, and our slug in
the agent's own metadata: an empty database is rebuilt from there. Nothing is ever
archived or deleted on the platform.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from anthropic import Anthropic, ConflictError, NotFoundError
from anthropic.types.beta import BetaManagedAgentsAgent

from agents.brains.anthropic import tools as toolset
from agents.brains.anthropic.retries import TROUBLES, Trying
from agents.models import Agent, Environment
from agents.prompts.loader import AgentSpec, roster
from agents.runs import briefing
from agents.runs.budgets import served
from newsletter.text.identifiers import sha256_of

T = TypeVar("T")

APP = "crux"
# Agents need no network of their own: what they read, our tools and the platform's
# search bring them.
CONFIG: dict[str, Any] = {
    "type": "cloud",
    "networking": {
        "type": "limited",
        "allowed_hosts": [],
        "allow_package_managers": False,
        "allow_mcp_servers": False,
    },
}


class SyncState(StrEnum):
    """What was found, or done, about one thing on the platform."""

    UNCHANGED = "unchanged"  # as the prompt says
    CREATED = "created"  # made now
    FOUND = "found"  # there already, and put on record here
    UPDATED = "updated"  # made a new version
    MISSING = "missing"  # not there; nothing was made
    BEHIND = "behind"  # not as the prompt says; nothing was changed
    DRIFTED = "drifted"  # somebody else made a new version
    BY_HAND = "by hand"  # its id was set in the admin; it is left alone
    RETIRING = "retiring"  # its model will be gone
    REMOVED = "removed"  # no prompt describes it any more


FAULTS = frozenset(
    {SyncState.MISSING, SyncState.BEHIND, SyncState.DRIFTED, SyncState.RETIRING}
)


@dataclass(frozen=True, slots=True)
class Synced:
    """One line of the report."""

    name: str
    state: SyncState
    detail: str = ""

    @property
    def is_fault(self) -> bool:
        return self.state in FAULTS


class Ambiguous(Exception):
    """Several agents on the platform claim to be the same one; archive all but one."""


@dataclass(slots=True)
class Sync:
    """Brings the platform in line with the prompts, or only compares (`is_check`)."""

    client: Anthropic
    trying: Trying
    is_check: bool = False
    is_forced: bool = False
    # What is there, as the first agent without a record had it listed.
    _there: list[BetaManagedAgentsAgent] | None = field(default=None, init=False)

    def run(self) -> Iterator[Synced]:
        """One synced for the environment, each model and each agent."""
        yield self._environment()
        for model in sorted({served(spec.front.model) for spec in roster().values()}):
            yield from self._model(model)
        for spec in roster().values():
            yield self._agent(spec)
        gone = Agent.objects.exclude(slug__in=roster()).filter(is_active=True)
        for row in gone.exclude(remote_id=""):
            if not self.is_check:
                row.is_active = False
                row.save(update_fields=["is_active"])
            yield Synced(row.slug, SyncState.REMOVED, row.remote_id)

    # --- The environment and the models ---------------------------------------------------

    def _environment(self) -> Synced:
        row = Environment.objects.filter(name=APP).first()
        if row and (self.is_check or not self.is_forced):
            return Synced("environment", SyncState.UNCHANGED, row.remote_id)
        if found := self._find_environment():
            is_known = row is not None and row.remote_id == found
            state = SyncState.UNCHANGED if is_known else SyncState.FOUND
            return self._keep_environment(found, state)
        if self.is_check:
            return Synced("environment", SyncState.MISSING)
        made = self._create(
            lambda: self.client.beta.environments.create(name=APP, config=CONFIG).id,  # type: ignore[arg-type]  # a plain dict
            self._find_environment,
        )
        return self._keep_environment(made, SyncState.CREATED)

    def _keep_environment(self, remote_id: str, state: SyncState) -> Synced:
        if not self.is_check:
            known = {"remote_id": remote_id}
            Environment.objects.update_or_create(name=APP, defaults=known)
        return Synced("environment", state, remote_id)

    def _find_environment(self) -> str | None:
        def look() -> str | None:
            every = self.client.beta.environments.list(limit=100)
            mine = (one.id for one in every if one.name == APP and not one.archived_at)
            return next(mine, None)

        return self.trying.patiently(look)

    def _model(self, model: str) -> Iterator[Synced]:
        def look() -> tuple[str, str]:
            shown = self.client.models.retrieve(model)
            return shown.lifecycle, str(shown.retires_at or "no date yet")

        lifecycle, until = self.trying.patiently(look)
        if lifecycle != "active":
            yield Synced(model, SyncState.RETIRING, f"{lifecycle}, retires {until}")

    # --- One agent ------------------------------------------------------------------------

    def _agent(self, spec: AgentSpec) -> Synced:
        row = Agent.objects.get_or_create(slug=spec.slug)[0]
        sha256 = spec_sha256(spec)
        if not row.remote_id:
            return self._introduce(spec, row, sha256)
        if not row.spec_sha256 and not self.is_forced:
            return Synced(spec.slug, SyncState.BY_HAND, row.remote_id)
        remote = self._retrieve(row.remote_id)
        if remote is None and self.is_forced and not self.is_check:
            return self._introduce(spec, row, sha256)
        if remote is None:
            seen = f"{row.remote_id} is unknown there (another workspace's key?)"
            return Synced(
                spec.slug, SyncState.MISSING, f"{seen}; --force makes it anew"
            )
        has_drifted = row.remote_version not in (None, remote.version)
        if has_drifted and not self.is_forced:
            seen = f"version {remote.version} there, {row.remote_version} here"
            return Synced(spec.slug, SyncState.DRIFTED, f"{seen}; --force pushes ours")
        if row.spec_sha256 == sha256 and not has_drifted:
            return Synced(spec.slug, SyncState.UNCHANGED, f"version {remote.version}")
        if self.is_check:
            return Synced(spec.slug, SyncState.BEHIND, f"version {remote.version}")
        updated = self._update(spec, remote, sha256)
        return self._keep(row, updated, sha256, SyncState.UPDATED)

    def _introduce(self, spec: AgentSpec, row: Agent, sha256: str) -> Synced:
        """An agent that is not on record: perhaps it is there all the same."""
        if found := self._find_agent(spec.slug):
            known = (found.metadata or {}).get("spec_sha256", "")
            if self.is_check:
                return Synced(spec.slug, SyncState.FOUND, found.id)
            synced = self._keep(row, found, known, SyncState.FOUND)
            if known == sha256:
                return synced
            return self._keep(
                row, self._update(spec, found, sha256), sha256, SyncState.UPDATED
            )
        if self.is_check:
            return Synced(spec.slug, SyncState.MISSING)
        made = self._create(
            lambda: self.client.beta.agents.create(
                **definition(spec), metadata=metadata(spec, sha256)
            ),
            lambda: self._find_agent(spec.slug, anew=True),
        )
        return self._keep(row, made, sha256, SyncState.CREATED)

    def _keep(
        self, row: Agent, remote: BetaManagedAgentsAgent, sha256: str, state: SyncState
    ) -> Synced:
        row.remote_id, row.remote_version = remote.id, remote.version
        row.spec_sha256, row.is_active = sha256, True
        row.save()
        return Synced(row.slug, state, f"{remote.id} version {remote.version}")

    def _find_agent(
        self, slug: str, *, anew: bool = False
    ) -> BetaManagedAgentsAgent | None:
        if anew or self._there is None:
            self._there = self.trying.patiently(
                lambda: list(self.client.beta.agents.list(limit=100))
            )
        mine = {"app": APP, "slug": slug}.items()
        found = [
            one
            for one in self._there
            if not one.archived_at and mine <= (one.metadata or {}).items()
        ]
        if len(found) > 1:
            named = ", ".join(one.id for one in found)
            raise Ambiguous(
                f"Several agents on the platform are {slug}: {named}. Archive all but one "
                "of them in the Console, then run manage.py syncagents again."
            )
        return found[0] if found else None

    def _retrieve(self, remote_id: str) -> BetaManagedAgentsAgent | None:
        def look() -> BetaManagedAgentsAgent | None:
            try:
                return self.client.beta.agents.retrieve(remote_id)
            except NotFoundError:
                return None

        return self.trying.patiently(look)

    def _update(
        self, spec: AgentSpec, remote: BetaManagedAgentsAgent, sha256: str
    ) -> BetaManagedAgentsAgent:
        """A new version; one that was made although the answer was lost is taken."""
        while True:
            try:
                return self.client.beta.agents.update(
                    remote.id,
                    version=remote.version,
                    metadata=metadata(spec, sha256),
                    **definition(spec),
                )
            except ConflictError:
                remote = self._retrieve(remote.id) or remote
                if (remote.metadata or {}).get("spec_sha256") == sha256:
                    return remote
                if not self.is_forced:
                    raise
            except TROUBLES as trouble:
                self.trying.bear(trouble)

    def _create(self, make: Callable[[], T], find: Callable[[], T | None]) -> T:
        """What `make` makes; after a trouble it is looked for before it is made again."""
        while True:
            try:
                return make()
            except ConflictError:
                if found := find():
                    return found
                raise
            except TROUBLES as trouble:
                self.trying.bear(trouble)
                if found := find():
                    return found


def definition(spec: AgentSpec) -> dict[str, Any]:
    """An agent as the platform is told of it."""
    front = spec.front
    return {
        "name": f"{APP} {spec.slug}",
        "description": front.title,
        "model": {"id": served(front.model), "effort": front.effort},
        "system": spec.prompt,
        "tools": toolset.managed(
            briefing.offers(spec), searches=front.searches, fetches=front.fetches
        ),
    }


def metadata(spec: AgentSpec, sha256: str) -> dict[str, Any]:
    """What an agent is known again by, and from which definition it was made."""
    return {"app": APP, "slug": spec.slug, "spec_sha256": sha256}


def spec_sha256(spec: AgentSpec) -> str:
    """The name of an agent's definition."""
    text = json.dumps(
        definition(spec), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return sha256_of(text)
