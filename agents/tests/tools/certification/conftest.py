"""Those who find stories and who choose among them, each before a bench of theirs."""

import pytest

from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from newsletter.research.story import Kind as StoryKind


@pytest.fixture
def evaluating(make_session):
    """An evaluator before seven launches and three papers."""

    def make(*, publisher="", **rubric):
        session = make_session()
        session.newsletter.rubric = rubric
        launches = [
            make_story(number, publisher=publisher or f"Lab {number}").model_dump(
                mode="json"
            )
            for number in range(7)
        ]
        papers = [
            make_story(number, kind=StoryKind.PAPER).model_dump(mode="json")
            for number in range(7, 10)
        ]
        last = {
            Kind.LAUNCHES_RESEARCHED: {"launches": launches},
            Kind.PAPERS_RESEARCHED: {"papers": papers},
        }
        return make_bench(session, "evaluator", last=last)

    return make


@pytest.fixture
def launches(make_session):
    return make_bench(make_session(), "research_launches")
