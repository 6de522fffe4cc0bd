"""The tools an agent can be given, by name: the roster's half of `agents.tools.table`.

The roster is read below the tools, which know it: so the names stand here.
"""

from enum import StrEnum


class ToolName(StrEnum):
    """What a prompt's front matter may list under `tools`."""

    CLUSTER_STORIES = "cluster_stories"  # the rated stories by what they share
    EMIT_EVENT = "emit_event"  # propose an event of the log
    FETCH_PAGE = "fetch_page"  # read pages, and keep what was read
    GET_EVENTS = "get_events"  # read the log
    GET_SUBSCRIBERS = "get_subscribers"  # how many readers there are
    MEND_DRAFT = "mend_draft"  # change sentences of the newest draft
    JUDGE_SENTENCES = (
        "judge_sentences"  # what a draft's sentences say, beside their passages
    )
    READ_PASSAGES = "read_passages"  # the newest draft beside what it rests on
    READ_TRANSCRIPT = "read_transcript"  # what is said in a video
    SEARCH_ARXIV = "search_arxiv"  # papers about some words
    SEARCH_REDDIT = "search_reddit"  # threads about some words, or one thread
    SEARCH_KNOWLEDGE = "search_knowledge"  # what operators wrote down for agents
    SEARCH_SOURCES = "search_sources"  # what came out in the last days
    SEARCH_STORIES = "search_stories"  # what of it is about some words
    SEND_ISSUE = "send_issue"  # publish and send what was verified
    VERIFY_LINKS = "verify_links"  # check the approved draft
    WEB_SEARCH = "web_search"  # pages about some words
