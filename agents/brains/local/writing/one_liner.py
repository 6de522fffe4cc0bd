"""A story in a line with its link: what an issue names and does not tell. Pure."""

from agents.brains.base import Brief
from agents.brains.local.writing.complaints import Complaints
from agents.brains.local.writing.item import heading_of
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules import evidence, structure, style
from newsletter.drafts.rules.case import Case
from newsletter.research.story import Story
from newsletter.standards.furniture import furniture_of
from newsletter.text.words import folded

_RULES = (
    structure.one_liners,
    evidence.uncited,
    style.banned,
    style.latex,
    style.hype,
)


def one_liner(story: Story, heading: str, brief: Brief, asked: Complaints) -> str:
    """The line, to stand under the section of that heading; "" where it cannot be said."""
    if asked.against(story):
        return ""
    refused = asked.sentences(story)
    name = escape(heading_of(story, (), brief.rubric, refused).rstrip("."))
    words = furniture_of(brief.language)
    when = f", {words.day(story.published)}" if story.published else ""
    link, whose = f"[{name}](<{story.url}>)", escape(story.publisher + when)
    # Behind a question whose it is would be a sentence of its own.
    for line in (f"{link} ({whose})", f"{whose}: {link}"):
        text = f"## {escape(heading)}\n\n### {words.brief}\n\n- {line}\n"
        draft = parse(text, brief.contract)
        case = Case(draft, sentences(draft), "", (), brief.rubric)
        is_broken = any(found for rule in _RULES for found in rule(case))
        said = {folded(block.text) for block in draft.lines}
        if said and not is_broken and said.isdisjoint(map(folded, refused)):
            return line
    return ""
