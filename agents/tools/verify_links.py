"""Checks the approved draft against the web; code writes the verdict, not the agent.

A model is given the case of the draft first: it judges what rules cannot understand.
"""

from typing import Any

from agents.events.schema import Kind
from agents.tools.base import Arguments, Tool
from agents.tools.certification.hearing import hearing, looked_at, record
from agents.tools.certification.verdict import conclude, settle, sum_up
from agents.tools.workbench import Workbench


class VerifyLinks(Arguments):
    """It takes none: the draft is the one that was approved."""


def act(bench: Workbench, _: VerifyLinks) -> dict[str, Any]:
    approved, found = looked_at(bench)
    held = hearing(bench, approved, found)
    if held is None:
        return settle(bench, approved, found)
    if held.case.entries:
        return held.case.shown()
    # All of it was judged in an earlier draft.
    bench.stage(Kind.SENTENCES_JUDGED, record(bench, approved, held))
    return conclude(bench, approved, found, is_second=held.is_second)


def _sum_up(content: dict[str, Any]) -> str:
    if "case" in content:
        sentences, passages = content["sentences"], content["passages"]
        return f"{len(sentences)} sentences and {len(passages)} passages to judge"
    return sum_up(content)


TOOL = Tool(
    name="verify_links",
    description=(
        "Check every link and citation of the approved draft. Code writes the verdict "
        "about exactly that draft to the log. Where the answer is a case, judge its "
        "sentences with judge_sentences first."
    ),
    arguments=VerifyLinks,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=_sum_up,
)
