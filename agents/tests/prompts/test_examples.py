"""What the prompts show as an example passes the rules that it is an example of."""

import json
import re
from dataclasses import dataclass

import pytest

from agents.events.drafts import Problem
from agents.prompts.loader import roster
from agents.tools.certification.dullness import within_limit
from agents.tools.judge_sentences import JudgeSentences
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import review
from newsletter.drafts.draft import Draft, sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules.case import quotes_in
from newsletter.drafts.rules.structure import VIEW
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import sha256_of
from newsletter.text.sentences import split
from newsletter.text.words import words_of
from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.judging.case import Case, Entry
from newsletter.verification.judging.passages import Passage
from newsletter.verification.judging.verdicts import Opinion, weigh

FENCED = re.compile(r"```(text|markdown|markdown flat|json)\n(.*?)```", re.DOTALL)
URL = "https://example.com/blog/parser-2"
FRAME = """# The week

This issue has one launch.

## What shipped

{item}

## Research worth knowing

This issue has no paper: nothing met its standards.
"""


def shown(slug, form):
    """What a prompt shows in one form."""
    return [
        text for kind, text in FENCED.findall(roster()[slug].prompt) if kind == form
    ]


[SOURCE] = (text.strip() for text in shown("writer", "text"))


@dataclass(frozen=True)
class Example:
    """An item of the writer's prompt as a draft, with what it rests on."""

    draft: Draft
    citations: tuple[CitedClaim, ...]

    @property
    def violations(self):
        rubric = Rubric(fewest_stories=1)
        return review(self.draft, "Scans without a GPU", self.citations, rubric)

    @property
    def grounding(self):
        source = SourceText(
            url=URL, sha256=sha256_of(SOURCE), text=SOURCE, title="Parser 2.0"
        )
        return ground(self.draft, self.citations, [source])


def example(form, citations):
    [item] = shown("writer", form)
    draft = parse(FRAME.format(item=item.strip()))
    return Example(draft, tuple(citations))


@pytest.fixture
def good():
    [cited] = (json.loads(text) for text in shown("writer", "json"))
    claims = (CitedClaim(**one, source_sha256=sha256_of(SOURCE)) for one in cited)
    return example("markdown", claims)


@pytest.fixture
def flat():
    """Each sentence cited with the one of the source that shares most words with it."""
    said = sentences(example("markdown flat", ()).draft)
    quotes = [one.text for one in split(SOURCE)]
    claims = [
        CitedClaim(
            claim=one.text,
            quote=max(quotes, key=lambda quote: shared(one.text, quote)),
            url=URL,
            source_sha256=sha256_of(SOURCE),
        )
        for one in said
        if one.where.startswith("1.")
    ]
    return example("markdown flat", claims)


def shared(one, other):
    return len(set(words_of(one)) & set(words_of(other)))


@pytest.mark.parametrize("name", ["good", "flat"])
def test_both_of_the_writers_items_keep_every_rule_and_stand_on_the_source(
    name, request
):
    item = request.getfixturevalue(name)

    assert item.violations == ()
    assert item.grounding.invalid == ()
    assert item.grounding.warnings == ()


def test_the_good_item_does_what_the_flat_one_only_could(good, flat):
    [item], [other] = good.draft.items, flat.draft.items

    assert other.title.startswith("Example Lab releases")
    assert other.paragraphs[0].text.startswith("Example Lab")
    assert "Example Lab" not in item.title + item.paragraphs[0].text
    assert VIEW in item.body_markdown
    assert VIEW not in other.body_markdown
    assert len(item.paragraphs) > len(other.paragraphs)


def test_the_view_of_the_good_item_holds_nothing_that_the_item_has_not(good):
    [item] = good.draft.items
    view = item.paragraphs[-1].text
    told = " ".join(block.text for block in item.paragraphs[:-1])

    assert view.startswith(VIEW)
    assert fidelity(view, told).unsupported == ()


def test_what_the_critic_offers_for_a_dull_item_stands_on_the_source():
    [rejected] = (json.loads(text) for text in shown("critic", "json"))
    problems = [Problem(**one) for one in rejected["data"]["problems"]]
    [dull] = [one for one in problems if one.code == "dull"]
    [mended] = quotes_in(dull.message)

    assert within_limit(problems, []) == tuple(problems)
    assert fidelity(mended, SOURCE).unsupported == ()
    assert all(one.where.startswith("1. Example Lab releases") for one in problems)


def test_the_angle_that_the_evaluator_gives_stands_on_the_source():
    [evaluated] = (json.loads(text) for text in shown("evaluator", "json"))
    [choice] = evaluated["data"]["selected_launches"]

    assert fidelity(choice["why"], SOURCE).unsupported == ()


def test_the_judges_example_is_answered_as_code_wants_it():
    prompt = roster()["verifier"].prompt
    [passage] = re.findall(r"A passage says: “(.*?)”\n", prompt)
    told = re.findall(r"“(.*?)”", prompt.rpartition("The sentences were:")[2])
    entries = tuple(
        Entry(number, said, said, "", (1,), states_details="third" in said)
        for number, said in enumerate(told, 1)
    )
    case = Case((Passage("", None, passage),), entries)
    answers = JudgeSentences.model_validate_json(shown("verifier", "json")[0]).answers

    judged = weigh(
        case,
        [Opinion(one.number, one.verdict, one.basis, one.workings) for one in answers],
    )

    assert [one.verdict for one in judged] == ["supported", "says_more", "follows"]
    assert [one.why_not for one in judged] == ["", "", ""]
