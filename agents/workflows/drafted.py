"""Which draft of a session counts: the newest, the approved, the verified. Pure."""

from dataclasses import dataclass
from typing import Any

from agents.events.drafts import DraftTrimmed, DraftWritten
from agents.events.schema import Kind
from agents.workflows.state import State
from newsletter.drafts.draft import Draft
from newsletter.drafts.parsing import parse
from newsletter.text.identifiers import sha256_of


@dataclass(frozen=True, slots=True)
class KnownDraft:
    """A draft in the log: as it was handed in, and its text taken apart, once."""

    written: DraftWritten
    draft: Draft

    @property
    def sha256(self) -> str:
        return self.draft.sha256


def latest_draft(state: State) -> KnownDraft | None:
    """The newest draft of the session."""
    return _parsed(state, _latest(state))


def approved_draft(state: State) -> KnownDraft | None:
    """The newest draft, if it is the one that the critic approved last."""
    return _parsed(state, _approved(state))


def verified_draft(state: State) -> KnownDraft | None:
    """The draft that passed verification: the approved one, or what it was trimmed to."""
    passed = state.last.get(Kind.VERIFICATION_PASSED)
    approved = _approved(state)
    trimmed = _if_about(_trimmed(state, approved), passed)
    return _parsed(state, trimmed or _if_about(approved, passed))


def _latest(state: State) -> DraftWritten | None:
    data = state.last.get(Kind.DRAFT_WRITTEN)
    return DraftWritten.model_validate(data) if data else None


def _approved(state: State) -> DraftWritten | None:
    return _if_about(_latest(state), state.last.get(Kind.DRAFT_APPROVED))


def _trimmed(state: State, approved: DraftWritten | None) -> DraftTrimmed | None:
    """What code made of the approved draft, if it made anything of it."""
    data = state.last.get(Kind.DRAFT_TRIMMED)
    if approved is None or data is None:
        return None
    trimmed = DraftTrimmed.model_validate(data)
    is_its_own = trimmed.from_sha256 == sha256_of(approved.markdown)
    is_whole = trimmed.to_sha256 == sha256_of(trimmed.markdown)
    return trimmed if is_its_own and is_whole else None


def _if_about(written: DraftWritten | None, data: Any) -> DraftWritten | None:
    is_same = written and data and data["draft_sha256"] == sha256_of(written.markdown)
    return written if is_same else None


def _parsed(state: State, written: DraftWritten | None) -> KnownDraft | None:
    if written is None:
        return None
    return KnownDraft(written, parse(written.markdown, state.workflow.contract))
