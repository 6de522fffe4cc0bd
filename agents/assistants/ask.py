"""`ask`: a question answered from past issues and their evidence alone, and cited.

A model words the answer, or rules take the issues' own sentences. Either way code holds
each sentence to its quotes as it holds a draft's, and leaves out what they do not bear.
"""

from collections.abc import Iterable, Sequence

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field

from agents.assistants import evidence, guarding, thinking
from agents.assistants.evidence import Passage
from agents.assistants.task import Task
from agents.registry.schemas import AskCitation, AskInput, AskOutput, AskSentence
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.draft import Draft, is_ours
from newsletter.drafts.parsing import blocks_of
from newsletter.issues.sources import documents
from newsletter.models import Issue
from newsletter.pages.paths import place_of
from newsletter.text.plain import has_address, has_markup
from newsletter.text.similarity import terms
from newsletter.verification.claims.ground import ground

NOT_COVERED = "Not covered: no past issue answers this."
MOST_SENTENCES = 6
MOST_BY_RULES = 3
# What of a sentence's words must stand in what it cites, or in the question.
BORNE = 0.5


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(max_length=600)
    passages: tuple[int, ...] = Field(max_length=2, description="Their numbers.")
    quotes: tuple[str, ...] = Field(max_length=2, description="Copied, one for each.")


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    sentences: tuple[_Said, ...] = Field(max_length=MOST_SENTENCES)


def act(task: Task, asked: AskInput) -> AskOutput:
    """The answer, or that there is none."""
    question = evidence.read(_with_history(task, asked.question))
    found = evidence.find(task.newsletter, question)
    if not found:
        return _not_covered()
    answer = thinking.ask_model(task, _message(task, asked, found), _Answer)
    said = (
        _of_model(task, asked, answer, found) if answer else _by_rules(question, found)
    )
    kept = [one for one in said if holds(one)][:MOST_SENTENCES]
    return _output(kept) if kept else _not_covered()


def _with_history(task: Task, question: str) -> str:
    """A question that names nothing goes on from the one before: “And its licence?”."""
    own = evidence.read(question)
    before = [text for role, text in task.history if role == "user"]
    if own.names or len(own.weights) > 2 or not before:
        return question
    return f"{before[-1]} {question}"


def _message(task: Task, asked: AskInput, found: Sequence[Passage]) -> str:
    told = [f"question: {asked.question}"]
    told += [f"{role} said before: {text}" for role, text in task.history]
    told += [f"the user prefers: {one}" for one in task.preferences]
    for number, one in enumerate(found, 1):
        row = one.citation
        title = row.source.title if row.source else ""
        told.append(
            f"passage {number} (issue {row.issue.number}, {title!r}): {row.quote}\n"
            f"  what the issue said of it: {row.claim}"
        )
    return "\n".join(told)


def _by_rules(
    question: evidence.Question, found: Sequence[Passage]
) -> list[AskSentence]:
    """The issues' own sentences, each as it was verified."""
    best = evidence.best(question, found, MOST_BY_RULES)
    return [
        AskSentence(text=one.citation.claim, citations=(_cited(one),))
        for one in best
        if not is_ours(one.citation.claim)
    ]


def _of_model(
    task: Task, asked: AskInput, answer: _Answer, found: Sequence[Passage]
) -> list[AskSentence]:
    """What a model said, with the citations that it named."""
    sentences = []
    for said in answer.sentences:
        pairs = list(zip(said.passages, said.quotes, strict=False))
        if not pairs or any(not 0 < number <= len(found) for number, _ in pairs):
            continue
        chosen = [(found[number - 1], quote) for number, quote in pairs]
        is_plain = not (has_markup(said.text) or has_address(said.text))
        if (
            is_plain
            and not is_ours(said.text)
            and not guarding.leaks(said.text, task.entry)
            and _is_borne(said.text, asked.question, chosen)
        ):
            cited = tuple(_cited(one, quote) for one, quote in chosen)
            sentences.append(AskSentence(text=said.text, citations=cited))
    return sentences


def _is_borne(text: str, question: str, chosen: Iterable[tuple[Passage, str]]) -> bool:
    """Whether most of what a sentence speaks of stands in what it cites."""
    own = {one for one in terms(text) if " " not in one}
    known = set(terms(question)).union(*(one.terms for one, _ in chosen))
    return bool(own) and len(own & known) >= BORNE * len(own)


def _cited(passage: Passage, quote: str = "") -> AskCitation:
    row = passage.citation
    sha256 = row.source.sha256 if row.source else ""
    return AskCitation(
        issue=row.issue.number,
        issue_url=address_of(row.issue),
        quote=quote or row.quote,
        url=row.url,
        source_sha256=sha256,
    )


def holds(sentence: AskSentence) -> bool:
    """Whether a draft with this one sentence would pass: quotes found, details borne."""
    claims = [
        CitedClaim(
            claim=sentence.text,
            quote=one.quote,
            url=one.url,
            source_sha256=one.source_sha256,
        )
        for one in sentence.citations
        if one.quote.strip()
    ]
    if not claims or len(claims) < len(sentence.citations):
        return False
    stored = documents((), [one.source_sha256 for one in claims])
    draft = Draft(title="", lead=(), sections=(), notes=blocks_of(sentence.text))
    found = ground(draft, claims, stored)
    return (
        found.passed
        and bool(found.sentences)
        and all(check.is_cited and check.fidelity.holds for check in found.sentences)
    )


def address_of(issue: Issue) -> str:
    """Where an issue is read."""
    return f"{settings.BASE_URL}{place_of(issue.newsletter).issue(issue)}"


def _not_covered() -> AskOutput:
    return AskOutput(covered=False, text=NOT_COVERED)


def _output(kept: Sequence[AskSentence]) -> AskOutput:
    numbers: dict[AskCitation, int] = {}
    told = []
    for sentence in kept:
        for one in sentence.citations:
            numbers.setdefault(one, len(numbers) + 1)
        marks = "".join(f" [{numbers[one]}]" for one in sentence.citations)
        told.append(f"{sentence.text}{marks}")
    notes = [
        f"[{number}] [Issue {one.issue}]({one.issue_url}): “{one.quote}” <{one.url}>"
        for one, number in numbers.items()
    ]
    text = "\n".join([" ".join(told), "", *notes])
    return AskOutput(covered=True, sentences=tuple(kept), text=text)
