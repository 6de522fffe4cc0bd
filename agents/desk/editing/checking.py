"""What code holds against a draft that an operator is writing, before it is saved.

The same rules, own lines, grounding and links as verification; no model is asked.
"""

import time
from collections.abc import Iterator

from agents.desk.drafts import Line, Objection, Said, placed, said_in, shape_of
from agents.engine import log
from agents.engine.leases import Lease
from agents.engine.log import Envelope
from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from agents.models import Session
from agents.prompts.loader import roster
from agents.tools.certification import objections
from agents.tools.certification.certify import mandate
from agents.tools.certification.verify import examine
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft
from newsletter.drafts.carrying import carried
from newsletter.drafts.draft import Draft
from newsletter.drafts.parsing import parse
from newsletter.issues.page import page_html

_SECONDS = 60.0


def written(
    before: DraftWritten, *, subject: str, preheader: str, markdown: str
) -> DraftWritten:
    """The draft as it was edited; its citations go with their sentences."""
    text = "\n".join(markdown.splitlines()).strip() + "\n"
    if text.strip() == before.markdown.strip():
        text = before.markdown
    citations = carried(before.citations, parse(before.markdown), parse(text))
    return before.model_copy(
        update={
            "subject": subject.strip(),
            "preheader": preheader.strip(),
            "markdown": text,
            "citations": citations,
            "note": "",
        }
    )


def preview(session: Session, draft: DraftWritten) -> str:
    """The issue's article as readers would see it; sanitised.

    Without the numbers of its claims, which lead to a page that is not there yet; what
    it links to opens beside the editor.
    """
    is_sample = session.sources == Session.Sources.SAMPLE
    language = session.newsletter.language
    parsed = _parsed(session, draft)
    html = page_html(parsed, (), is_sample=is_sample, language=language)
    return html.replace("<a ", '<a target="_blank" rel="noopener" ')


def _parsed(session: Session, draft: DraftWritten) -> Draft:
    return parse(draft.markdown, shape_of(session))


def check(session: Session, draft: DraftWritten) -> list[Objection]:
    """All that code holds against it now; the web is asked about its links."""
    bench, known = _bench(session), KnownDraft(draft, _parsed(session, draft))
    rubric = bench.editorial.rules
    found = [
        Objection("rules", one.code, one.where, one.message)
        for one in objections.broken_rules(draft, known.draft, rubric, mandate(bench))
    ]
    found += [
        Objection("verifier", one.outcome, one.sentence or one.url, one.reason)
        for one in examine(bench, known).invalid
    ]
    return list(dict.fromkeys(found))


def verdict(session: Session) -> list[Objection]:
    """What verification held against the newest draft."""
    failed = session.events.of_kind(Kind.VERIFICATION_FAILED).order_by("-seq").first()
    return list(_told(failed.data["invalid_urls"])) if failed else []


def _told(rows: list[dict[str, str]]) -> Iterator[Objection]:
    for one in rows:
        where = one.get("sentence") or one["url"]
        why = one.get("reason") or one["outcome"]
        yield Objection("verifier", one["outcome"], where, why)


def beside(
    session: Session, draft: DraftWritten, held: list[Objection]
) -> tuple[tuple[Line, ...], tuple[Objection, ...]]:
    """The draft's lines with what is held against each, and what is said of none."""
    parsed = _parsed(session, draft)
    lines: list[tuple[Said, str]] = [(one, "same") for one in said_in(parsed)]
    return placed(lines, held)


def _bench(session: Session) -> Workbench:
    """The place of a verifier who only looks: nothing that it stages is written."""
    return Workbench(
        lease=Lease(0, session.pk, session.name, "verifier", "verifier.0", 0),
        session=session,
        spec=roster()["verifier"],
        ends_with=frozenset(),
        state=log.state(session),
        deadline=time.monotonic() + _SECONDS,
        envelope=Envelope(),
    )
