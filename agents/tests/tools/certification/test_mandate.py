"""What a draft owes its session, judged without a database."""

import pytest

from agents.events.schema import DraftWritten
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.titles import TITLES
from agents.tools.certification.mandate import Mandate, breaches
from newsletter.drafts.critique import review
from newsletter.drafts.cutting import escape
from newsletter.drafts.parsing import parse
from newsletter.standards.rubric import Rubric
from newsletter.tests.drafts.test_critique import CITATIONS, DRAFT, SUBJECT

CHOSEN = [
    make_story(number, url=url)
    for number, url in enumerate(
        (
            "https://a.example/news",
            "https://b.example/1.2",
            "https://arxiv.org/abs/2508.01234",
        )
    )
]


def held(newsletter, **changes):
    """What is held against a good draft of a newsletter of that title."""
    heading = f"# {escape(newsletter)}, week to 7 August 2025"
    markdown = DRAFT.replace("# A week of open weights", heading, 1)
    draft = parse(markdown)
    written = DraftWritten(
        **{
            "subject": SUBJECT,
            "markdown": markdown,
            "citations": CITATIONS,
            **changes,
        }
    )
    mandate = Mandate(newsletter, CHOSEN, outlets=())
    return (
        *review(draft, SUBJECT, CITATIONS, Rubric(), newsletter),
        *breaches(written, draft, mandate),
    )


@pytest.mark.parametrize("title", TITLES)
def test_no_ordinary_title_is_held_against_a_draft(title):
    assert held(title) == ()
