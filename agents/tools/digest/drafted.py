"""draft_sections: sections as they were written, held to the cut and to their sources.

What breaks a rule is sent back to its writer, who has the sources at hand, so often as
pre-flight sends back a draft; then the finisher's draft is held to the same.
"""

from collections.abc import Iterator, Sequence

from agents.events.base import Data
from agents.events.digest import SectionsDrafted, SectionsSelected
from agents.events.drafts import DraftWritten, Problem
from agents.events.schema import Kind
from agents.tools.base import ToolError
from agents.tools.certification import certify, objections, preflight
from agents.tools.certification.cited_texts import with_holding_texts
from agents.tools.digest import naming
from agents.tools.workbench import Workbench
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import Draft
from newsletter.drafts.parsing import parse
from newsletter.standards.furniture import furniture_of

# What only a whole issue has, or says in a place of its own.
_OF_THE_WHOLE = frozenset(
    {"subject", "lead", "sections", "title", "correction", "too_few", "told_before"}
)
_AROUND = frozenset({"lead", "subject", "preheader", "title"})
_REFUSED = (
    "Not yet sections: {count} to mend (refusal {number} of at most {most}). Emit all of "
    "them once more, with these mended and every other word as it is:\n{problems}"
)


def certified(bench: Workbench, data: SectionsDrafted) -> Data:
    """The sections, each of one topic that was selected, under a heading of its own.

    Raises ToolError with all that must be mended.
    """
    cut = SectionsSelected.model_validate(bench.last(Kind.SECTIONS_SELECTED) or {})
    known = [one.topic for one in cut.sections]
    topics = [one.topic for one in data.sections]
    naming.refuse_unknown(topics, known, "selected topics")
    naming.refuse_same(topics)
    naming.refuse_same([one.heading for one in data.sections])
    held: SectionsDrafted = with_holding_texts(data)
    _demand(bench, held)
    return held


def _demand(bench: Workbench, data: SectionsDrafted) -> None:
    """Send back what breaks a rule, while this round may still refuse something."""
    problems = list(_held_against(bench, data))
    refused = preflight.refusals(bench) if problems else 0
    if not problems or refused >= preflight.MOST_REFUSALS:
        return
    bench.held_back = data
    raise ToolError(
        _REFUSED.format(
            count="one thing" if len(problems) == 1 else f"{len(problems)} things",
            number=refused + 1,
            most=preflight.MOST_REFUSALS,
            problems=objections.told(problems),
        )
    )


def _held_against(bench: Workbench, data: SectionsDrafted) -> Iterator[Problem]:
    """What code holds against the sections, less what a whole issue alone can lack."""
    written = as_draft(data, bench.editorial.language)
    draft = parse(written.markdown, bench.state.workflow.contract)
    for one in certify.held_against(bench, written, draft):
        if one.code not in _OF_THE_WHOLE and one.where not in _AROUND:
            yield one
    yield from _misshapen(draft, data)


def as_draft(data: SectionsDrafted, language: str) -> DraftWritten:
    """The sections as an issue of nothing else, in its readers' language."""
    about = f"## {furniture_of(language).about}\n\nThis issue has no more."
    body = "\n\n".join(
        f"## {escape(one.heading)}\n\n{one.markdown}" for one in data.sections
    )
    return DraftWritten.model_construct(
        subject="",
        preheader="",
        markdown=f"# Sections\n\nThis issue has no more.\n\n{body}\n\n{about}\n",
        citations=data.citations,
        note="",
    )


def _misshapen(draft: Draft, data: SectionsDrafted) -> Sequence[Problem]:
    """More or fewer H2 than there are sections: one was written into another."""
    if len(draft.of_kind(SectionKind.TOPIC)) == len(data.sections):
        return ()
    message = "`markdown` has headings of stories and of “In brief” alone, no H1 or H2."
    return (Problem(code="structure", message=message),)
