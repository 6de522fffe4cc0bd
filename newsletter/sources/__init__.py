"""Where stories come from: a table of sources, and one module for each way to ask."""

from newsletter.sources.search import Findings, find
from newsletter.sources.spec import How, SourceSpec
from newsletter.sources.table import SOURCES

__all__ = ["SOURCES", "Findings", "How", "SourceSpec", "find"]
