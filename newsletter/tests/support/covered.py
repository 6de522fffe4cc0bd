"""A story and a told one, which have nothing in common as they are made."""

from newsletter.research.coverage.memory import Memory
from newsletter.research.coverage.traits import CoveredStory
from newsletter.research.story import Kind, Story


def make_story(**changes):
    given = {
        "id": "https://lab.example/blog/kettle",
        "kind": Kind.LAUNCH,
        "title": "Introducing Kettle: a runtime for patient agents",
        "url": "https://lab.example/blog/kettle",
        "publisher": "Lab",
    }
    return Story(**{**given, **changes})


def make_covered(**changes):
    given = {
        "story_id": "https://other.example/post",
        "title": "Something else entirely, told elsewhere",
        "url": "https://other.example/post",
    }
    return CoveredStory(**{**given, **changes})


def other_posts(number=400):
    """Stories of other things, by which one can say which words are rare."""
    return [
        make_story(
            id=f"https://post{n}.example/",
            url=f"https://post{n}.example/",
            title=f"Post {n}",
            summary="It happened as it does each week.",
        )
        for n in range(number)
    ]


def told_again(story, covered):
    """The told story that this one certainly tells again, or None."""
    match = Memory(covered).find(story)
    return match.covered if match and match.is_certain else None
