"""The case file of a judge: numbered sentences and passages, and nothing else. Pure.

Everything in it is data, in an order that tells nothing; some of its sentences are
controls. `build` makes it, `verdicts` weighs what is answered.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from newsletter.verification.judging.passages import Passage


@dataclass(frozen=True, slots=True)
class Entry:
    """One sentence of the case; `shown` is it without the references behind it.

    `passages` are numbers of them, `lacking` the figures and dates for which a working
    is wanted. `is_true` is known of a control alone; None of a sentence of the draft.
    """

    number: int
    sentence: str
    shown: str
    where: str
    passages: tuple[int, ...]
    finding: str = ""
    lacking: tuple[str, ...] = ()
    workings: tuple[str, ...] = ()
    states_details: bool = False
    as_read: str = ""  # the sentence with its figures as English has them
    url: str = ""  # of the page that it rests on
    is_work: bool = False  # the question is whether that page is the work meant
    ours: str = ""  # what kind of line of our own it is
    is_of_all: bool = False  # its passages are all that the items rest on
    is_decoy: bool = False  # beside doubted ones; its verdict is not asked for
    question: str = ""  # the name of this very sentence beside these very passages
    is_true: bool | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What a judge is given about one draft."""

    passages: tuple[Passage, ...]
    entries: tuple[Entry, ...]
    # How many sentences of the draft code alone judges, and why, for the record.
    left_out: Mapping[str, int] = field(default_factory=dict)
    # The questions that were answered before, of which none is asked again.
    carried: tuple[str, ...] = ()
    # The sentences whose passage speaks to its reader: no judge may be shown it.
    unjudged: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """The name of exactly this case."""
        text = json.dumps(self._contents(), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def shown(self) -> dict[str, Any]:
        """The case as JSON values: all that a judge sees."""
        return {"case": self.sha256, **self._contents()}

    def _contents(self) -> dict[str, Any]:
        return {
            "passages": [
                {
                    "number": number,
                    "title": one.title,
                    **({"day": one.day.isoformat()} if one.day else {}),
                    "text": one.text,
                }
                for number, one in enumerate(self.passages, 1)
            ],
            "sentences": [_shown(one) for one in self.entries],
        }


def _shown(entry: Entry) -> dict[str, Any]:
    """One sentence as a judge sees it; what is empty is left out."""
    shown = {
        "number": entry.number,
        "under": entry.where,
        "sentence": entry.shown,
        "ours": entry.ours,
        "passages": "all" if entry.is_of_all else list(entry.passages),
        "code": entry.finding,
        "workings": list(entry.workings),
    }
    return {name: value for name, value in shown.items() if value}
