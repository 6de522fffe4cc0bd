"""Two sentences that tell a story best, each as it stands in its text."""

from newsletter.intake.enrichment.finding import Found
from newsletter.intake.enrichment.page_text import words_of_outlet
from newsletter.models import Story
from newsletter.research.story import Kind
from newsletter.research.summary.summarise import summarise
from newsletter.standards.rubric import Rubric

SENTENCES, WORDS = 2, 70
# A longer text tells early what is new.
_CHARACTERS = 4000


def find(story: Story, rubric: Rubric) -> Found:
    """The sentences, with their quotes; none where no sentence stands on its own."""
    text = story.source.text if story.source else story.summary
    chosen = summarise(
        text[:_CHARACTERS],
        title=story.title,
        most_words=WORDS,
        most_sentences=SENTENCES,
        is_paper=story.kind == Kind.PAPER,
        banned=rubric.banned,
    )
    quotes = [{"display": one.display, "quote": one.quote} for one in chosen]
    return Found(
        {"quotes": quotes},
        sets={"quotes": quotes},
        read=None if story.source else words_of_outlet(story),
    )
