"""What a step of enrichment hands in: something found, or why nothing could be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from newsletter.issues.sources import Read
from newsletter.research.lifecycle import State


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as it is to be kept: a JPEG of our own making."""

    jpeg: bytes
    width: int
    height: int
    url: str


@dataclass(frozen=True, slots=True)
class Found:
    """A step's result, as it is stored, and what of the story it sets.

    `ends` is where the result leads the story, `because` why; `read` and `drawn` are
    stored beside it, as the story's source and picture.
    """

    result: Mapping[str, Any]
    sets: Mapping[str, Any] = field(default_factory=dict)
    ends: State | None = None
    because: str = ""
    read: Read | None = None
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a step found nothing; `is_final` where trying again would be in vain.

    `asked` is how long a server asked to be left alone (Retry-After).
    """

    reason: str
    is_final: bool = False
    asked: timedelta | None = None


Finding: TypeAlias = Found | Failed
