"""Do two texts of an outlet begin with the same sentences, as one report under two titles? Pure."""

import re
from functools import lru_cache

from newsletter.research.same_event import report_of
from newsletter.research.story import Kind, Story
from newsletter.text.sentences import split
from newsletter.text.spelling import count_words

_READ_CHARACTERS, _READ_SENTENCES = 2_500, 5
# Shorter sentences are in many texts: "It was a close call."
_FEWEST_WORDS = 8
# What stands over all texts of an outlet has hardly a word of their titles.
_OF_A_TITLE = 2  # words
_VIDEO = re.compile(r"https?://(?:(?:www|m)\.youtube\.com|youtu\.be)/")


def begin_alike(one: Story, other: Story) -> bool:
    """Do the first two long sentences of one stand at the beginning of the other?

    Of launches of one publisher alone, and about what both titles say: what it writes over all its texts
    is not. Never of videos: what stands below them is the channel's, whatever they show.
    """
    if one.publisher != other.publisher or Kind.PAPER in (one.kind, other.kind):
        return False
    if _VIDEO.match(one.url):
        return False
    mine, theirs = _beginning(one.summary), _beginning(other.summary)
    for first, rest in ((mine, theirs), (theirs, mine)):
        shared = first[:2]
        if len(shared) == 2 and set(shared) <= set(rest):
            said = report_of("", " ".join(shared)).words
            return all(
                len(report_of(title, "").headed & said) >= _OF_A_TITLE
                for title in (one.title, other.title)
            )
    return False


@lru_cache(maxsize=4_096)
def _beginning(text: str) -> tuple[str, ...]:
    said = [
        " ".join(one.text.split()).casefold() for one in split(text[:_READ_CHARACTERS])
    ]
    long = [one for one in said if count_words(one) >= _FEWEST_WORDS]
    return tuple(long[:_READ_SENTENCES])
