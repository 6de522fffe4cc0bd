"""Where a story may go between being found and being published. Pure.

`docs/decisions/9-states-of-a-story.md` says which numbered states of the specification
each of these stands for. The database holds every story to this map
(`newsletter.intake.db_triggers`).
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class State(StrEnum):
    """Where a story is."""

    DISCOVERED = "discovered"  # an outlet told it; nothing was done with it yet
    ENRICHING = "enriching"  # text, score, summary, tags and picture are on their way
    FAILED = "failed"  # a step of it failed, and is tried again
    ENRICHED = "enriched"  # all that can be known of it is known
    REVIEW = "review"  # a person is to decide
    READY = "ready"  # an issue may tell it
    PUBLISHED = "published"  # an issue told it
    UPDATED = "updated"  # a later issue told what is new
    UNREACHABLE = "unreachable"  # nobody could read it
    DUPLICATE = "duplicate"  # another story is the same
    IRRELEVANT = "irrelevant"  # too far from what the newsletter is about
    REJECTED = "rejected"  # a person did not want it
    DEAD_LETTER = "dead_letter"  # tried as often as it may be


_S = State
# An issue told it.
TOLD = frozenset({_S.PUBLISHED, _S.UPDATED})
_ENDS = {_S.DUPLICATE, _S.IRRELEVANT, _S.REJECTED}
# An issue tells what it was made of, wherever a story went since its session began.
_TELL = _S.PUBLISHED
MOVES: Mapping[State, frozenset[State]] = MappingProxyType(
    {
        origin: frozenset(targets)
        for origin, targets in {
            _S.DISCOVERED: {_S.ENRICHING, _TELL, *_ENDS},
            _S.ENRICHING: {
                *(_S.ENRICHED, _S.FAILED, _S.UNREACHABLE, _S.DEAD_LETTER),
                *(_TELL, *_ENDS),
            },
            _S.FAILED: {
                *(_S.ENRICHING, _S.DEAD_LETTER, _S.REJECTED, _S.DUPLICATE),
                _TELL,
            },
            _S.ENRICHED: {_S.REVIEW, _S.READY, _TELL, *_ENDS},
            _S.REVIEW: {
                *(_S.READY, _S.ENRICHING, _S.REJECTED, _S.DUPLICATE),
                _TELL,
            },
            _S.READY: {_S.REVIEW, _S.ENRICHING, _TELL, *_ENDS},
            _S.PUBLISHED: {_S.UPDATED},
            _S.UPDATED: set(),
            # What ended may be taken up again by a person, but for what is told elsewhere.
            _S.UNREACHABLE: {_S.ENRICHING, _S.REJECTED, _TELL},
            _S.IRRELEVANT: {_S.ENRICHING, _S.READY, _TELL},
            _S.REJECTED: {_S.ENRICHING, _S.READY, _TELL},
            _S.DEAD_LETTER: {_S.ENRICHING, _S.REJECTED, _TELL},
            _S.DUPLICATE: set(),
        }.items()
    }
)
# Nothing moves a story out of these but a person, if anybody.
TERMINAL = frozenset(
    {
        _S.UPDATED,
        _S.UNREACHABLE,
        _S.DUPLICATE,
        _S.IRRELEVANT,
        _S.REJECTED,
        _S.DEAD_LETTER,
    }
)


def may_go(before: str, after: str) -> bool:
    """Whether the map has a way from one state to another."""
    return after in MOVES[State(before)]
