"""extract_summaries: the two sentences that tell each story best, with their quotes."""

from agents.events.digest import (
    ArticlesDownloaded,
    LeftOut,
    Quoted,
    StorySummary,
    SummariesExtracted,
)
from agents.events.schema import Kind
from agents.tools.workbench import Workbench
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story
from newsletter.research.summary.summarise import summarise
from newsletter.standards.rubric import Rubric

SENTENCES, WORDS = 2, 70


def extract(bench: Workbench) -> SummariesExtracted:
    """A summary of each text that has a sentence which stands on its own."""
    read = ArticlesDownloaded.model_validate(bench.last(Kind.ARTICLES_DOWNLOADED) or {})
    rubric = bench.newsletter.rules
    summaries: list[StorySummary] = []
    failed: list[LeftOut] = []
    for story in read.stories:
        if sentences := _sentences(story, rubric):
            summary = StorySummary(
                story_id=story.id,
                source_sha256=story.source_sha256,
                sentences=sentences,
            )
            summaries.append(summary)
        else:
            reason = "no sentence of its text stands on its own"
            failed.append(LeftOut(story_id=story.id, reason=reason))
    return SummariesExtracted(summaries=tuple(summaries), failed=tuple(failed))


def _sentences(story: Story, rubric: Rubric) -> tuple[Quoted, ...]:
    chosen = summarise(
        story.summary,
        title=story.title,
        most_words=WORDS,
        most_sentences=SENTENCES,
        is_paper=story.kind is StoryKind.PAPER,
        banned=rubric.banned,
    )
    return tuple(
        Quoted(display=one.display[:1000], quote=one.quote[:2000]) for one in chosen
    )
