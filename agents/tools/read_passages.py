"""Shows the critic each sentence of the newest draft beside the passages it rests on.

They are cut from the texts as they were stored, with the sentences around: a claim that
leaves out what stands next to its quote can be seen to.
"""

from typing import Any

from agents.tools.base import Arguments, Tool, ToolError
from agents.tools.workbench import Workbench
from agents.workflows.drafted import latest_draft
from newsletter.issues.sources import documents
from newsletter.verification.claims.ground import ground, linked_urls
from newsletter.verification.judging.passages import Passage, Reader


class ReadPassages(Arguments):
    """It takes none: the draft is the newest one."""


def act(bench: Workbench, _: ReadPassages) -> dict[str, Any]:
    known = latest_draft(bench.state)
    if known is None:
        raise ToolError("There is no draft yet, and so there is nothing to show.")
    citations = known.written.citations
    hashes = [citation.source_sha256 for citation in citations]
    texts = documents(linked_urls(known.draft, citations), hashes)
    checks = ground(known.draft, citations, texts).sentences
    reader = Reader()
    behind = [reader.behind(check, texts) for check in checks]
    passages = reader.passages({window for windows in behind for window in windows})
    numbers: dict[Passage, int] = {}
    sentences = [
        {
            "under": check.sentence.where,
            "sentence": check.sentence.text,
            "passages": [
                numbers.setdefault(one, len(numbers) + 1)
                for one in dict.fromkeys(passages[window] for window in windows)
            ],
        }
        for check, windows in zip(checks, behind, strict=True)
    ]
    return {
        "passages": [_shown(number, one) for one, number in numbers.items()],
        "sentences": sentences,
    }


def _shown(number: int, passage: Passage) -> dict[str, Any]:
    day = {"day": passage.day.isoformat()} if passage.day else {}
    return {"number": number, "title": passage.title, **day, "text": passage.text}


def _sum_up(content: dict[str, Any]) -> str:
    return f"{len(content['sentences'])} sentences, {len(content['passages'])} passages"


TOOL = Tool(
    name="read_passages",
    description=(
        "Each sentence of the newest draft with the numbers of the passages that it "
        "rests on, and these passages as their sources have them, with the sentences "
        "around."
    ),
    arguments=ReadPassages,
    act=act,
    summarise=_sum_up,
)
