"""What the critic is shown of a draft: its sentences beside what they rest on."""

import pytest

from agents.events.schema import Kind
from agents.tests.support.workbench import make_bench
from agents.tools import read_passages
from agents.tools.base import ToolError
from newsletter.tests.support.makers import MARKDOWN, QUOTE, make_claim, make_source

pytestmark = pytest.mark.django_db

BEFORE = "Lab A has released Model A."
AFTER = "It was measured on English alone."
PAPER = "Method C halves the number of decoding steps for language models."


@pytest.fixture
def critic(make_session):
    source = make_source(f"{BEFORE} {QUOTE} {AFTER}", url="https://a.example/news")
    make_source(PAPER, url="https://arxiv.org/abs/2508.01234", title="Method C")
    draft = {
        "subject": "Model A is out",
        "markdown": MARKDOWN,
        "citations": [make_claim(source).model_dump(mode="json")],
    }
    return make_bench(make_session(), "critic", last={Kind.DRAFT_WRITTEN: draft})


def beside(shown, beginning):
    """The texts of the passages of the sentence that begins so."""
    [said] = [
        one for one in shown["sentences"] if one["sentence"].startswith(beginning)
    ]
    texts = {one["number"]: one["text"] for one in shown["passages"]}
    return [texts[number] for number in said["passages"]]


def test_a_sentence_stands_beside_its_quote_and_the_sentences_around(critic):
    shown = read_passages.TOOL.run(critic, {})

    [passage] = beside(shown, "“Model A has")
    assert passage == f"{BEFORE} {QUOTE} {AFTER}"
    assert shown["passages"][0]["title"] == "Introducing Model A"


def test_a_sentence_without_a_quote_stands_beside_what_is_nearest_to_it(critic):
    shown = read_passages.TOOL.run(critic, {})

    assert beside(shown, "The authors introduce Method C") == [PAPER]


def test_our_own_lines_are_not_shown_for_nothing_bears_them(critic):
    shown = read_passages.TOOL.run(critic, {})

    assert not any("This issue" in one["sentence"] for one in shown["sentences"])
    assert read_passages.TOOL.summarise(shown) == "2 sentences, 2 passages"


def test_without_a_draft_there_is_nothing_to_show(make_session):
    with pytest.raises(ToolError, match="no draft yet"):
        read_passages.TOOL.run(make_bench(make_session(), "memory"), {})
