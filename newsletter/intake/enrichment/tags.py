"""What a story is about, in the newsletter's own words: its topics, then its profile's.

One whose text has none of them ends here. Its outlet's few words alone end no story.
"""

from newsletter.intake.enrichment.finding import Found
from newsletter.intake.held import story_of
from newsletter.models import Newsletter, Story
from newsletter.research.lifecycle import State
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking.strength import strength_of
from newsletter.text.language import is_in, told_language
from newsletter.text.similarity import terms

MOST = 5
_CHARACTERS = 6000
_TOO_FAR = "nothing in it is what the readers' profile asks for"


def find(story: Story, newsletter: Newsletter) -> Found:
    """The topics of which the text has every word, then phrases of the profile."""
    text = (story.source.text if story.source else story.summary)[:_CHARACTERS]
    said = frozenset([*terms(story.title), *terms(text)])
    tags = [topic for topic in newsletter.topics if _is_said(topic, said)]
    near = profile_.read(newsletter.profile).nearness(story.title, text)
    known = {tag.casefold() for tag in tags}
    tags += [phrase for phrase in near.matched if phrase.casefold() not in known]
    is_far = _is_far(story, text, newsletter)
    return Found(
        {"tags": tags[:MOST]},
        sets={"tags": tags[:MOST]},
        ends=State.IRRELEVANT if is_far else None,
        because=_TOO_FAR if is_far else "",
    )


def _is_far(story: Story, text: str, newsletter: Newsletter) -> bool:
    """Whether nothing in it is near what is wanted, and nothing else speaks for it.

    None in another language than the profile ever is, as far as that can be told.
    """
    wanted = profile_.with_topics(newsletter.profile, newsletter.topics)
    profile = profile_.read(wanted, want_all=newsletter.rules.general_interest)
    near = profile.nearness(story.title, text).value
    if near > 0 or strength_of(story_of(story), near, profile.readers) > 0:
        return False
    language = told_language(wanted, newsletter.language)
    return bool(language) and is_in(f"{story.title}\n{text}", language)


def _is_said(topic: str, said: frozenset[str]) -> bool:
    """Whether the text has the topic's words, in their order where they are two."""
    wanted = terms(topic)
    return bool(wanted) and said.issuperset(wanted)
