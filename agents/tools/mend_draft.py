"""Mends the newest draft by single sentences and citations, and hands it in again."""

from typing import Any

from pydantic import Field, field_validator

from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from agents.tools.base import Arguments, Tool, ToolError, from_text
from agents.tools.certification.preflight import newest_draft
from agents.tools.emit_event import propose, sum_up
from agents.tools.workbench import Workbench
from newsletter.drafts.contract import Contract
from newsletter.drafts.mending import Cited, Mend, NotThere, mend, recite
from newsletter.drafts.parsing import parse

MOST = 60


class Sentence(Arguments):
    """One sentence, or one heading, and what takes its place."""

    sentence: str = Field(
        min_length=1,
        max_length=2000,
        description="Its words exactly as they stand; a long one may end in “…”.",
    )
    replacement: str = Field(
        default="",
        max_length=4000,
        description="Markdown, with the links it needs; empty takes the sentence out.",
    )


class Citation(Arguments):
    """What a sentence rests on."""

    claim: str = Field(
        min_length=1, max_length=2000, description="The sentence as it stands now."
    )
    quote: str = Field(
        default="", max_length=2000, description="Empty: it is cited no more."
    )
    url: str = Field(default="", max_length=2000)


class MendDraft(Arguments):
    """Only what changes is given; all else stays as it is."""

    sentences: tuple[Sentence, ...] = Field(default=(), max_length=MOST)
    citations: tuple[Citation, ...] = Field(
        default=(),
        max_length=MOST,
        description=(
            "All citations of each sentence that is named here. A sentence that is "
            "not keeps what it had, in its new words too."
        ),
    )
    title: str = Field(default="", max_length=300, description="A new H1.")
    subject: str = Field(default="", max_length=200)
    preheader: str | None = Field(default=None, max_length=200)
    note: str = Field(default="", max_length=2000)

    @field_validator("sentences", "citations", mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        return from_text(value)


def act(bench: Workbench, arguments: MendDraft) -> dict[str, Any]:
    before = newest_draft(bench)
    if before is None:
        raise ToolError("There is no draft yet; write one and emit it.")
    contract = bench.state.workflow.contract
    return propose(bench, Kind.DRAFT_WRITTEN, _mended(before, arguments, contract))


def _mended(
    before: DraftWritten, wanted: MendDraft, contract: Contract
) -> dict[str, Any]:
    """The draft's data with all that is wanted in it; raises ToolError."""
    if not wanted.model_fields_set - {"note"}:
        raise ToolError("Nothing is to be changed; name a sentence or a citation.")
    draft = parse(before.markdown, contract)
    mends = [Mend(one.sentence, one.replacement) for one in wanted.sentences]
    if wanted.title:
        mends.append(Mend(draft.title, wanted.title))
    given = [Cited(one.claim, one.quote, one.url) for one in wanted.citations]
    data = before.model_dump(mode="json")
    try:
        mended = mend(draft, mends)
        cited = recite(data["citations"], mended, given)
    except NotThere as lost:
        raise ToolError(f"Nothing was changed.\n{lost}") from lost
    return {
        **data,
        "markdown": mended.markdown,
        "citations": cited,
        "subject": wanted.subject or before.subject,
        "preheader": (
            before.preheader if wanted.preheader is None else wanted.preheader
        ),
        "note": wanted.note or before.note,
    }


TOOL = Tool(
    name="mend_draft",
    description=(
        "Change single sentences, headings and citations of your newest draft, be it "
        "refused or on the log, and hand it in as emit_event would. What you do not "
        "name stays as it is."
    ),
    arguments=MendDraft,
    act=act,
    attempts=3,
    first_wait_seconds=0.5,
    summarise=sum_up,
)
