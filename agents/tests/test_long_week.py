"""The made-up week of many stories: no two of them are one."""

from itertools import chain, combinations

from agents.testing.long_week import _more
from agents.tests.support.scripted_hands import make_story
from agents.tools.digest.downloading import without_copies
from newsletter.research.same_event import of_stories, tell_one_event
from newsletter.research.story import Kind


def test_no_two_stories_of_a_long_week_tell_one_event_or_share_their_text():
    texts = ("A parser reads scans. ", "An engine starts in a second. ")
    own = tuple(
        make_story(
            number, title=text, url=f"https://{number}.example/", summary=text * 20
        )
        for number, text in enumerate(texts)
    )

    week = [*chain.from_iterable(_more(own, kind, 40) for kind in Kind)]

    among = of_stories(week)
    others = [one for one in week if one.title not in texts]
    assert len(others) == 76
    assert not any(tell_one_event(*two, among) for two in combinations(others, 2))
    assert without_copies(others)[1] == []
    launches = [*_more(own, Kind.LAUNCH, 2)]
    assert not tell_one_event(*launches, among)
