"""What the database holds of newsletters, a module for each thing one speaks of."""

from newsletter.models.enrichment import StoryPicture, StoryStep, StoryStepPolicy
from newsletter.models.interests import StoredInterests
from newsletter.models.issues import (
    Citation,
    Correction,
    Issue,
    IssueText,
    Revision,
    Source,
)
from newsletter.models.learning import Forgetting, Lesson, StoryVote
from newsletter.models.memory import Coverage, CoverageKey, Thread
from newsletter.models.newsletters import BadTimezone, Newsletter
from newsletter.models.outlet_health import OutletHealth
from newsletter.models.outlets import (
    Outlet,
    active_outlets,
    kinds_of_outlets,
    without_outlets,
)
from newsletter.models.stories import (
    Story,
    StoryKey,
    StoryMove,
    StoryTelling,
)

__all__ = [
    "BadTimezone",
    "Citation",
    "Correction",
    "Coverage",
    "CoverageKey",
    "Forgetting",
    "Issue",
    "IssueText",
    "Lesson",
    "Newsletter",
    "Outlet",
    "OutletHealth",
    "Revision",
    "Source",
    "StoredInterests",
    "Story",
    "StoryKey",
    "StoryMove",
    "StoryPicture",
    "StoryStep",
    "StoryStepPolicy",
    "StoryTelling",
    "StoryVote",
    "Thread",
    "active_outlets",
    "kinds_of_outlets",
    "without_outlets",
]
