"""What code makes of each event of the digest, before it may stand in the log."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.events.base import Data
from agents.events.schema import Kind
from agents.tools.digest import (
    downloading,
    drafted,
    extracting,
    filtering,
    gathering,
    judged,
)
from agents.tools.workbench import Workbench

# The first four are code's own: what was handed in does not matter.
CERTIFIED: Mapping[Kind, Callable[[Workbench, Any], Data]] = {
    Kind.URLS_GATHERED: lambda bench, _: gathering.gather(bench),
    Kind.URLS_FILTERED: lambda bench, _: filtering.filter_out(bench),
    Kind.ARTICLES_DOWNLOADED: lambda bench, _: downloading.download(bench),
    Kind.SUMMARIES_EXTRACTED: lambda bench, _: extracting.extract(bench),
    Kind.ARTICLES_RATED: judged.rating,
    Kind.TOPICS_CLUSTERED: judged.topics,
    Kind.SECTIONS_SELECTED: judged.sections,
    Kind.SECTIONS_DRAFTED: drafted.certified,
}
