"""`ada`: a form that came in becomes a summary with open questions, for the operator.

A model words it, or rules list it. The letter goes to the operator's own addresses: no
word of a form chooses who is told.
"""

import re
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from agents.assistants import guarding, thinking
from agents.assistants.task import Task
from agents.registry.schemas import AdaInput, AdaOutput, FormField
from newsletter.text import truncate
from newsletter.text.sentences import split
from newsletter.verification.claims.details import fidelity
from subscribers import alerts

MOST_QUESTIONS = 8
LONGEST_VALUE = 400
MOST_LISTED = 40
_VAGUE = re.compile(
    r"\W*(?:tbd|tba|n/?a|none|unknown|not sure|don.?t know|no idea|various|some|etc|"
    r"later|asap|soon|\?+|[-–—.]+|keine ahnung|unklar|offen)?\W*",
    re.IGNORECASE,
)


class _Summary(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str = Field(max_length=3000)
    questions: tuple[str, ...] = Field(default=(), max_length=MOST_QUESTIONS)


def act(task: Task, given: AdaInput) -> AdaOutput:
    """The summary, after the operator was told it."""
    form = _one_line(given.form) or "a form"
    answer = thinking.ask_model(task, _message(form, given.fields), _Summary)
    if answer and (amiss := _amiss(task, answer, given)):
        task.brain, task.instead_of = "local", f"messages: {amiss}"[:300]
        answer = None
    found = answer or _by_rules(form, given.fields)
    asks = "\n".join(f"- {one}" for one in found.questions)
    letter = f"{found.summary}\n\nOpen questions:\n{asks}" if asks else found.summary
    if answer:
        letter += f"\n\nAs it was filled in:\n{_listed(given.fields)}"
    alerts.tell(f"A form came in: {form}", letter)
    return AdaOutput(
        summary=found.summary, questions=found.questions, is_told=bool(alerts.ways())
    )


def _message(form: str, fields: Sequence[FormField]) -> str:
    return f"form: {form}\n{_listed(fields)}"


def _amiss(task: Task, answer: _Summary, given: AdaInput) -> str:
    """What is against a model's summary; "" where it may stand."""
    told = "\n".join([answer.summary, *answer.questions])
    form = "\n".join(
        [given.form, *(f"{one.label}: {one.value}" for one in given.fields)]
    )
    if leak := guarding.leaks(told, task.entry):
        return leak
    if guarding.addresses(told) - guarding.addresses(form):
        return "it names an address that the form has not"
    for one in split(answer.summary):
        lacks = fidelity(one.text, form).unsupported
        if lacks:
            return f"the form does not say {lacks[0].written!r}"
    return ""


def _by_rules(form: str, fields: Sequence[FormField]) -> _Summary:
    filled = [one for one in fields if not _is_open(one)]
    summary = f"“{form}” came in with {len(filled)} of {len(fields)} fields filled."
    listed = _listed(filled)
    questions = [*_left_open(fields), *_asked_back(fields)]
    return _Summary(
        summary=truncate.at_word(f"{summary}\n{listed}".strip(), 3000),
        questions=tuple(dict.fromkeys(questions))[:MOST_QUESTIONS],
    )


def _left_open(fields: Sequence[FormField]) -> list[str]:
    """What was not answered, or with a word that says nothing."""
    return [
        f"What is your answer to “{_label(one)}”?"
        + (f" You wrote “{_one_line(one.value)}”." if one.value.strip() else "")
        for one in fields
        if _is_open(one)
    ]


def _asked_back(fields: Sequence[FormField]) -> list[str]:
    """What the one who filled it in asks: somebody has to answer."""
    return [
        f"They ask under “{_label(field)}”: {_one_line(one.text)}"
        for field in fields
        for one in split(field.value[:2000])
        if one.text.rstrip().endswith("?") and not _is_open(field)
    ]


def _is_open(field: FormField) -> bool:
    return bool(_VAGUE.fullmatch(field.value[:100])) and len(field.value) <= 100


def _listed(fields: Sequence[FormField]) -> str:
    told = [f"{_label(one)}: {_one_line(one.value)}" for one in fields[:MOST_LISTED]]
    more = len(fields) - MOST_LISTED
    return "\n".join([*told, *([f"… and {more} more fields"] if more > 0 else [])])


def _label(field: FormField) -> str:
    return truncate.at_word(_one_line(field.label), 120) or "a field"


def _one_line(text: str) -> str:
    return truncate.at_word(" ".join(text.split()), LONGEST_VALUE)
