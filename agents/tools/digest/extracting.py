"""extract_summaries: the two sentences that tell each story best, with their quotes."""

from collections.abc import Mapping, Sequence

from agents.events.digest import (
    ArticlesDownloaded,
    LeftOut,
    Quoted,
    StorySummary,
    SummariesExtracted,
)
from agents.events.schema import Kind
from agents.tools.workbench import Workbench
from newsletter.models import Story as Row
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story
from newsletter.research.summary.summarise import summarise
from newsletter.standards.rubric import Rubric

SENTENCES, WORDS = 2, 70


def extract(bench: Workbench) -> SummariesExtracted:
    """A summary of each text that has a sentence which stands on its own."""
    read = ArticlesDownloaded.model_validate(bench.last(Kind.ARTICLES_DOWNLOADED) or {})
    rubric, held = bench.editorial.rules, _held(bench, read.stories)
    summaries: list[StorySummary] = []
    failed: list[LeftOut] = []
    for story in read.stories:
        if sentences := held.get(story.id) or _sentences(story, rubric):
            summary = StorySummary(
                story_id=story.id,
                source_sha256=story.source_sha256,
                sentences=sentences,
            )
            summaries.append(summary)
        else:
            reason = "no sentence of its text stands on its own"
            failed.append(LeftOut(story_id=story.id, reason=reason))
    return SummariesExtracted(
        summaries=tuple(summaries),
        held=sum(one.story_id in held for one in summaries),
        failed=tuple(failed),
    )


def _held(
    bench: Workbench, stories: Sequence[Story]
) -> Mapping[str, tuple[Quoted, ...]]:
    """What intake extracted of the very texts that are read now, by story."""
    if bench.is_sample:
        return {}
    read = {one.id: one.source_sha256 for one in stories}
    rows = Row.objects.filter(
        newsletter=bench.newsletter, story_id__in=read, source__isnull=False
    )
    known = rows.exclude(quotes=[]).values_list("story_id", "quotes", "source__sha256")
    return {
        name: tuple(Quoted.model_validate(one) for one in quotes[:SENTENCES])
        for name, quotes, sha256 in known
        if sha256 == read[name]
    }


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
