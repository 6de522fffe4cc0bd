"""gather_urls: what the newsletter's outlets told in the last days."""

from agents.events.digest import UrlsGathered
from agents.tools import desired, search_sources
from agents.tools.workbench import Workbench
from newsletter.research.story import Kind, Story, each_once
from newsletter.text.truncate import at_sentence

# Of each kind; what comes after them in the readers' order is nobody's best.
MOST_OF_A_KIND = 200
# The whole text is stored; in the log stand its first words.
SHOWN_CHARACTERS = 300


def gather(bench: Workbench) -> UrlsGathered:
    """Ask for both kinds; what intake holds is not asked for again."""
    days = bench.editorial.rules.window_days
    found = [search_sources.search(bench, kind, days, MOST_OF_A_KIND) for kind in Kind]
    return UrlsGathered(
        stories=tuple(_short(story) for one in found for story in one.stories),
        sources=each_once(report for one in found for report in one.reports),
        considered=sum(one.considered for one in found),
        window_days=days,
        held=sum(one.held for one in found),
        left_to_drafts=desired.number_left(bench, *Kind),
    )


def _short(story: Story) -> Story:
    shown = at_sentence(story.summary, SHOWN_CHARACTERS)
    return story.model_copy(update={"summary": shown})
