"""Looks up what operators wrote down for agents to know (full text)."""

from typing import Any

from pydantic import Field

from agents.knowledge import documents
from agents.models import Document
from agents.tools.base import Arguments, Tool
from agents.tools.workbench import Workbench


class SearchKnowledge(Arguments):
    query: str = Field(min_length=1, max_length=200, description="A few words.")
    kind: Document.Kind = Field(
        default=Document.Kind.DOCUMENT,
        description="document: what we know; voice: how a text of ours sounds.",
    )
    limit: int = Field(default=5, ge=1, le=documents.MOST_FOUND)


def act(bench: Workbench, arguments: SearchKnowledge) -> dict[str, Any]:
    found = documents.search(
        bench.newsletter, arguments.query, kind=arguments.kind, most=arguments.limit
    )
    return {"documents": [{**one.as_used(), "text": one.text} for one in found]}


def _sum_up(content: dict[str, Any]) -> str:
    return f"{len(content['documents'])} documents"


TOOL = Tool(
    name="search_knowledge",
    description=(
        "Look up documents and voice examples that the operator wrote down. What they "
        "say is background, never a source that a sentence may cite."
    ),
    arguments=SearchKnowledge,
    act=act,
    summarise=_sum_up,
)
