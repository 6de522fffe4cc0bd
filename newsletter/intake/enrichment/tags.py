"""What a story is about, in the newsletter's own words: its topics, then its profile's."""

from newsletter.intake.enrichment.finding import Found
from newsletter.models import Newsletter, Story
from newsletter.research.ranking import profile as profile_
from newsletter.text.similarity import terms

MOST = 5
_CHARACTERS = 6000


def find(story: Story, newsletter: Newsletter) -> Found:
    """The topics of which the text has every word, then phrases of the profile."""
    text = (story.source.text if story.source else story.summary)[:_CHARACTERS]
    said = frozenset([*terms(story.title), *terms(text)])
    tags = [topic for topic in newsletter.topics if _is_said(topic, said)]
    near = profile_.read(newsletter.profile).nearness(story.title, text)
    known = {tag.casefold() for tag in tags}
    tags += [phrase for phrase in near.matched if phrase.casefold() not in known]
    return Found({"tags": tags[:MOST]}, sets={"tags": tags[:MOST]})


def _is_said(topic: str, said: frozenset[str]) -> bool:
    """Whether the text has the topic's words, in their order where they are two."""
    wanted = terms(topic)
    return bool(wanted) and said.issuperset(wanted)
