"""The editorial line of a session: for whom, about what, in which manner, how much. Pure.

It is what a newsletter's own fields say, or what interests say instead of them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from newsletter.interests import tones
from newsletter.interests.schema import Interests
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking.strength import PREFERRED
from newsletter.research.story import Story
from newsletter.standards.rubric import Rubric, Words

# Of so many words a story is: with more there are more stories, not longer ones.
_WORDS_OF_A_STORY = 110
_FEWEST_OF_A_STORY, _LONGEST_STORY = 30, 260
_MOST_STORIES = 20
# Of stories told, so many are papers: as in an issue of usual length.
_SHARE_OF_PAPERS = 2 / 7
_LEAST_SHARE = 0.5
_FEWEST_SECTIONS = 3
# What a preferred site counts like, in standard deviations of nearness.
PREFERENCE = 4.0


@dataclass(frozen=True, slots=True)
class Editorial:
    """What a session goes by. `interests` is None where only the newsletter speaks."""

    profile: str
    topics: tuple[str, ...]
    tone: str
    language: str
    rules: Rubric
    interests: Interests | None = None

    @property
    def ranked_topics(self) -> tuple[str, ...]:
        """The topics as ranking weighs them: each as often as its weight says."""
        if self.interests is None:
            return self.topics
        return tuple(
            topic.topic
            for topic in self.interests.by_weight
            for _ in range(topic.weight)
        )

    def marked(self, stories: Iterable[Story]) -> list[Story]:
        """The stories without what is to be avoided; what is preferred has its signal."""
        return [self._signed(one) for one in stories if not self.avoids(one)]

    def avoids(self, story: Story) -> str:
        """What of the avoided a story's title names; "" for one that may be told."""
        if self.interests is None or story.must_have:
            return ""
        lines = self.interests.avoid
        return next((line for line in lines if profile_.names(story.title, line)), "")

    def _signed(self, story: Story) -> Story:
        if self.interests is None or not self._prefers(story):
            return story
        signals = {**story.signals, PREFERRED: PREFERENCE}
        return story.model_copy(update={"signals": signals})

    def _prefers(self, story: Story) -> bool:
        sites = self.interests.prefer if self.interests else ()
        hosts = {
            _host(url) for url in (story.url, *(one.url for one in story.also))
        } - {""}
        return any(
            host == site or host.endswith(f".{site}")
            for site in sites
            for host in hosts
        )


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").casefold()
    except ValueError:
        return ""


def by_interests(interests: Interests, otherwise: Editorial) -> Editorial:
    """The line that interests ask for; what they leave open is as it was otherwise."""
    return Editorial(
        profile=profile_of(interests),
        topics=tuple(topic.topic for topic in interests.by_weight),
        tone=tones.paragraph(interests.tone) or otherwise.tone,
        language=interests.language or otherwise.language,
        rules=_rules(interests, otherwise.rules),
        interests=interests,
    )


def profile_of(interests: Interests) -> str:
    """Interests as the profile that stories are ranked by."""
    noted = [
        f"- {topic.topic}: {' '.join(topic.notes.split())}"
        for topic in interests.by_weight
        if topic.notes
    ]
    less = ["Less of", *(f"- {line}" for line in interests.avoid)]
    lines = [interests.readers, *noted, *(less if interests.avoid else [])]
    return "\n".join(filter(None, lines))


def _rules(interests: Interests, rules: Rubric) -> Rubric:
    changed: dict[str, object] = {}
    if not interests.opinions:
        changed["most_views"] = 0
    elif not rules.most_views:
        changed["most_views"] = Rubric.model_fields["most_views"].default
    if interests.dig_deeper:
        changed["deeper_links"] = True
    if interests.length:
        changed |= _of_length(interests.length, rules)
    return rules.model_copy(update=changed)


def _of_a_digest(words: Words, most: int) -> Words:
    """A digest has three sections at least, each with a story of its own."""
    longest = min(words.most, most // _FEWEST_SECTIONS)
    return Words(least=min(words.least, longest // 2), most=longest)


def _of_length(most: int, rules: Rubric) -> dict[str, object]:
    """Stories and words of each, so that all together have so many words at most."""
    stories = max(1, min(_MOST_STORIES, round(most / _WORDS_OF_A_STORY)))
    longest = min(_LONGEST_STORY, most // stories)
    words = Words(
        least=max(_FEWEST_OF_A_STORY, math.floor(longest * _LEAST_SHARE)), most=longest
    )
    papers = max(stories > 1, round(stories * _SHARE_OF_PAPERS))
    if not (rules.published_papers and rules.published_launches):
        papers = stories if rules.published_papers else 0
    return {
        "most_words": most,
        "published_launches": stories - papers,
        "published_papers": papers,
        "fewest_stories": min(rules.fewest_stories, stories),
        "launch_words": words,
        "paper_words": words,
        "digest_words": _of_a_digest(words, most),
    }
