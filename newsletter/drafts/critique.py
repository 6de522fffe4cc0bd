"""The critic's coded rules, which bind the drafts of every brain alike. Pure.

A draft that keeps them all: every sentence of the lead, of a story, of a note and of any
section beside the stories has a link in it or a CitedClaim whose `claim` is that
sentence. What tells how the issue was made needs none, nor do corrections, nor sentences
of our own elsewhere, which begin with one of `draft.OURS` ("This issue", "Our view:").
To add a rule: write a function in `newsletter/drafts/rules/`, and name it here.
"""

from collections.abc import Callable, Iterator, Sequence

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.draft import Draft, Violation, sentences
from newsletter.drafts.rules import evidence, leftovers, structure, style
from newsletter.drafts.rules.case import Case
from newsletter.standards.rubric import Rubric

Rule = Callable[[Case], Iterator[Violation]]

RULES: tuple[Rule, ...] = (
    structure.structure,  # title, heading, sections, numbering
    structure.published_kinds,
    structure.empty_section,
    structure.few_topics,
    structure.lead,
    structure.too_few,
    structure.too_many,
    structure.one_liners,
    structure.story_sentences,
    structure.length,
    structure.whole_length,
    structure.view,
    structure.deeper,
    structure.subject,
    structure.duplicate,
    structure.markup,
    evidence.uncited,
    evidence.unquoted,
    evidence.overquoted,
    evidence.anchor,
    style.banned,
    style.latex,
    style.dangling,
    style.hype,
    style.shouting,
    leftovers.placeholders,
    leftovers.asides,
    leftovers.markup_in_lines,
    leftovers.lost_characters,
    leftovers.told_twice_in_the_list,
    leftovers.repeated,
)


def review(
    draft: Draft,
    subject: str,
    citations: Sequence[CitedClaim],
    rubric: Rubric,
    newsletter: str = "",
    preheader: str = "",
) -> tuple[Violation, ...]:
    """Every rule that a draft breaks, each once per place; empty means none.

    What its newsletter is called is held against none of its drafts.
    """
    said, cited = sentences(draft), tuple(citations)
    case = Case(draft, said, subject, cited, rubric, newsletter, preheader)
    found = (violation for rule in RULES for violation in rule(case))
    return tuple(dict.fromkeys(found))
