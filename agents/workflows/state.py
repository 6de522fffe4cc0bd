"""The state of a session: what its log adds up to, and what can be asked of that. Pure.

`agents.workflows.fold` adds the lines up; `agents.workflows.decide` says what comes next.
Neither knows Django, a clock or a network.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agents.events.schema import Kind
from agents.workflows.approval import Asking, Terms
from agents.workflows.declaration import Back, Data, Key, Workflow
from newsletter.text.identifiers import sha256_of

# What readers and rules see makes a draft: with the same text, another subject or another
# citation may be just what was asked for. The note to it is for nobody.
_SEEN = ("subject", "preheader", "markdown", "citations")


def name_of_draft(draft: Mapping[str, object]) -> str:
    """The name of exactly this draft; "" where there is no text."""
    if not draft.get("markdown"):
        return ""
    seen = [draft.get(name) for name in _SEEN]
    return sha256_of(json.dumps(seen, sort_keys=True))


@dataclass(slots=True)
class Tally:
    """What has become of one key so far."""

    started: int = 0
    failures: int = 0
    # How often models were busy or away: no failures of the step's.
    waits: int = 0
    losses: int = 0
    is_running: bool = False
    is_silent: bool = False
    is_final: bool = False
    retry_at: datetime | None = None
    reason: str = ""


@dataclass(slots=True)
class State:
    """What a log adds up to; `agents.workflows.fold.add` takes in one line more.

    `open` are the turns that somebody may take: a step, or `scout.3`, a part of one.
    `rounds` is how often each step has ended, `last` the data of the newest terminal event
    of each kind (of one that parts end with: `{"parts": [...]}`, all of them, round by
    round), `shares` what each part of a step is about, and `dead_key` the round of a step
    that ended the session by failing for good. `asking` is the newest asking of a person
    before delivery, `terms` what it is asked on; None where nobody is asked.
    """

    workflow: Workflow
    has_begun: bool = False
    open: list[str] = field(default_factory=list)
    rounds: Counter[str] = field(default_factory=Counter)
    arrived: dict[str, set[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=dict)
    last: dict[str, Data] = field(default_factory=dict)
    shares: dict[str, tuple[Data, ...]] = field(default_factory=dict)
    # By step, what its parts came to: by round and part.
    reports: dict[str, dict[Key, Data]] = field(default_factory=dict)
    # By step or kind, how many parts or ways back this session has, if fewer than declared.
    limits: Mapping[str, int] = field(default_factory=dict)
    # The interests that it goes by, as its first line has them.
    interests: Data | None = None
    has_reached_end: bool = False
    gave_up: str = ""
    ended_by: str = ""
    reason: str = ""
    dead_key: str = ""
    is_paused: bool = False
    # Whether it is held after each step, and whether one has ended since it was let go on.
    by_steps: bool = False
    has_stepped: bool = False
    # Whose log it has, and which lines of it were changed by hand.
    fork: Data | None = None
    # By the name of a draft, the kind of event that refused it last.
    refused: dict[str, str] = field(default_factory=dict)
    # Who writes since models' drafts came to no end, and why; None: as it was begun.
    handed_over: Data | None = None
    # The newest edit of an operator, and whether it failed verification.
    edit: Data | None = None
    edit_failed: bool = False
    terms: Terms | None = None
    asking: Asking | None = None
    # Whether a step that errs is tried again; else it ends the session.
    retries: bool = True
    # How long it has waited for models in all, and until when it does.
    waited: timedelta = timedelta(0)
    waits_until: datetime | None = None

    def key(self, turn: str) -> str:
        """The key of a turn in its step's present round: `writer.2` is the second draft."""
        step, dot, part = turn.partition(".")
        return f"{step}.{self.rounds[step] + 1}{dot}{part}"

    def tally(self, turn: str) -> Tally:
        """What has become of a turn in its step's present round."""
        return self.tallies.get(self.key(turn)) or Tally()

    def share(self, key: str) -> Data | None:
        """What the part of a step with this key is about; None for a whole step."""
        step, _, part = Key.of(key)
        return self.shares[step][part - 1] if part else None

    def has_come_to(self, step: str) -> bool:
        """Whether it ever was this step's turn."""
        is_first = step == self.workflow.first
        has_opened = step in self.arrived and not self.arrived[step]
        return is_first or has_opened or bool(self.rounds[step])

    def would_give_up(self, kind: Kind) -> bool:
        """Whether one more event of this kind would end the session."""
        target = self.workflow.by_end[kind].then[kind]
        if not isinstance(target, Back) or self.is_of_edit(kind):
            return False
        return self.counts[kind] >= self.most(kind) or self.repeats(kind)

    @property
    def draft_sha256(self) -> str:
        """The draft that was verified last: the one that would be delivered."""
        return str(self.last.get(Kind.VERIFICATION_PASSED, {}).get("draft_sha256", ""))

    @property
    def draft_name(self) -> str:
        """The name of what a person decides on: subject, preheader and text.

        Before an operator edits it only a new text makes a new draft, so its hash will do.
        """
        edited = self.edit and name_of_draft(self.present_draft)
        return edited or self.draft_sha256

    @property
    def asked(self) -> Asking | None:
        """The asking about the present draft; one about a draft before it is void."""
        is_about = self.asking and self.asking.draft_sha256 == self.draft_sha256
        return self.asking if is_about else None

    @property
    def waits_for_approval(self) -> bool:
        """Whether it is a person's turn: delivery is next, asked for and not decided."""
        asked = self.asked
        return (
            not self.is_over
            and asked is not None
            and asked.is_open
            and any(self.workflow.step(turn).delivers for turn in self.waiting)
        )

    def still_asked(self, now: datetime) -> Asking | None:
        """The asking that a person can answer: it is their turn, and there is time."""
        asked = self.asked if self.waits_for_approval else None
        return asked if asked and not asked.has_lapsed(now) else None

    @property
    def delivering(self) -> str:
        """The step that would deliver next and was not begun; "" where none is open."""
        steps = (self.workflow.step(turn) for turn in self.waiting)
        due = (step.name for step in steps if step.delivers)
        return next((name for name in due if not self.tally(name).started), "")

    @property
    def may_be_edited(self) -> bool:
        """Whether it is an operator's turn, who may put another draft in its place."""
        is_held = self.is_paused or self.waits_for_approval or self.edit_failed
        return (
            self.workflow.takes_edits
            and not self.is_over
            and bool(self.delivering)
            and is_held
        )

    @property
    def present_draft(self) -> Data:
        """The draft as it stands: edited, or what was verified last."""
        trimmed = self.last.get(Kind.DRAFT_TRIMMED, {})
        is_trimmed = trimmed and trimmed["to_sha256"] == self.draft_sha256
        if is_trimmed and self.edit is None:
            return trimmed
        return self.last.get(Kind.DRAFT_WRITTEN, {})

    @property
    def is_over(self) -> bool:
        return bool(self.ended_by)

    @property
    def running(self) -> tuple[str, ...]:
        """Open turns that a worker is on."""
        return tuple(turn for turn in self.open if self.tally(turn).is_running)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Open turns that no worker is on."""
        return tuple(turn for turn in self.open if not self.tally(turn).is_running)

    def instead_at(self, step: str) -> Data | None:
        """Who does this step instead of models, and why; None where it is as ever."""
        return self.handed_over if step in self.workflow.drafting else None

    def is_of_edit(self, kind: str) -> bool:
        """Whether verification failed what an operator wrote."""
        return self.edit is not None and kind == Kind.VERIFICATION_FAILED

    @property
    def refusal(self) -> str:
        """What refused the present draft before; "" for a new one."""
        if not self.workflow.ends_repeats:
            return ""
        written = self.last.get(Kind.DRAFT_WRITTEN, {})
        return self.refused.get(name_of_draft(written), "")

    def repeats(self, kind: str) -> bool:
        """Whether this kind would refuse a draft that it has refused before."""
        return self.refusal == kind

    def most(self, name: str) -> int:
        """How many parts a step may have, or how many ways back a kind: as declared, or
        as the session was begun with where that is less.
        """
        step = self.workflow.by_name.get(name)
        declared = step.each if step else self.workflow.by_end[name].then[Kind(name)]
        at_most = getattr(declared, "at_most", 0)
        return min(at_most, self.limits.get(name, at_most))
