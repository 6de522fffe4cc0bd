"""Every tool there is, by name. A prompt's front matter says which its agent has."""

from typing import Any

from agents.prompts.tool_names import ToolName
from agents.tools import (
    cluster_stories,
    emit_event,
    fetch_page,
    get_events,
    get_subscribers,
    judge_sentences,
    mend_draft,
    read_passages,
    search_sources,
    send_issue,
    verify_links,
)
from agents.tools.base import Tool
from agents.tools.lookup import (
    read_transcript,
    search_arxiv,
    search_knowledge,
    search_reddit,
    search_stories,
    web_search,
)

TOOLS: dict[str, Tool[Any]] = {
    ToolName.CLUSTER_STORIES: cluster_stories.TOOL,
    ToolName.EMIT_EVENT: emit_event.TOOL,
    ToolName.FETCH_PAGE: fetch_page.TOOL,
    ToolName.GET_EVENTS: get_events.TOOL,
    ToolName.GET_SUBSCRIBERS: get_subscribers.TOOL,
    ToolName.MEND_DRAFT: mend_draft.TOOL,
    ToolName.JUDGE_SENTENCES: judge_sentences.TOOL,
    ToolName.READ_PASSAGES: read_passages.TOOL,
    ToolName.READ_TRANSCRIPT: read_transcript.TOOL,
    ToolName.SEARCH_ARXIV: search_arxiv.TOOL,
    ToolName.SEARCH_REDDIT: search_reddit.TOOL,
    ToolName.SEARCH_KNOWLEDGE: search_knowledge.TOOL,
    ToolName.SEARCH_SOURCES: search_sources.TOOL,
    ToolName.SEARCH_STORIES: search_stories.TOOL,
    ToolName.SEND_ISSUE: send_issue.TOOL,
    ToolName.VERIFY_LINKS: verify_links.TOOL,
    ToolName.WEB_SEARCH: web_search.TOOL,
}
