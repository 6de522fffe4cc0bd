"""Placeholder text, chain of thought and answers: what a model says to whoever asked it. Pure.

Each is told by its words alone, outside quotation marks. A doubtful case is none: readers
are told of prompts, templates and agents that say just this.
"""

import re

_PLACE = r"(?:title|headline|heading|subject line|preheader|paragraph)(?: text)?"
_PLACEHOLDER = re.compile(
    # "[Insert link]", "[Your view]", "[Preheader text goes here]"; a link's words have no
    # brackets any more where they are shown.
    r"\[(?:insert|add|your|placeholder|tbd|todo|subject|preheader|headline|heading|title|lead"
    r"|newsletter|summary|opinion|view)\b[^\[\]\n]{0,80}\](?!\()"
    r"|\[[^\[\]\n]{1,80}\bgoes here\]"
    # Teams win a title here, and readers write a headline here.
    rf"|\b{_PLACE} goes here\b"
    rf"|\A\W*(?:[\w-]+ ){{0,3}}?{_PLACE} here\W*\Z"
    # "Todo:" is Spanish for "everything:".
    r"|\b(?-i:TODO|TBD|FIXME)\s?:"
    r"|\blorem ipsum\b",
    re.IGNORECASE,
)
# What one speaks of who was asked for a newsletter. "Here is the issue" names a trouble.
_WORK = r"(?:newsletter|draft|JSON|preheader|subject line|lead paragraph|lead)\b"
_ASIDE = re.compile(
    r"\A\W{0,3}(?:"
    r"let me (?:think|start|begin|write|draft|structure|compile|craft|first)\b"
    r"|(?:(?:okay|ok|sure|certainly|alright|got it)\W{1,2})?"
    rf"(?:here(?:[’']s| is| are)|below is) (?:the|your|a|an|my) (?:[\w-]+ ){{0,2}}?{_WORK}"
    r"|(?:(?:okay|ok|sure|certainly|alright|got it)\W{1,2})?"
    r"I(?:[’']ll| will| need to| should| must|[’']m going to| am going to)(?: now| first)? "
    rf"(?:write|draft|create|produce|provide|emit|structure) (?:[\w-]+ ){{0,4}}?{_WORK}"
    rf"|the user (?:wants|asks|asked|requested)\b[^.]{{0,40}}\b{_WORK}"
    r"|let me know if you(?:[’']d| would)? (?:like|want|need)\b"
    r"|as an AI(?: language)? (?:model|assistant)\b"
    r"|</?think(?:ing)?>"
    r")"
    # What only whoever wrote from passages speaks of.
    r"|\b(?:the|a) (?:provided|given|supplied) (?:sources?|texts?|passages?|excerpts?|articles?)\b"
    r"|\bpassages? \d",
    re.IGNORECASE,
)


def placeholder(text: str) -> str:
    """What stands for something that nobody wrote: "[insert link]", "TODO:"."""
    found = _PLACEHOLDER.search(text)
    return found.group() if found else ""


def aside(text: str) -> str:
    """How a sentence speaks of the writing: "Let me think", "Here is the draft"."""
    found = _ASIDE.search(text)
    return found.group().strip() if found else ""
