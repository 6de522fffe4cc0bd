"""The stories that the sample's earlier issue told."""

from newsletter.research.sample.library import earlier
from newsletter.research.story import Kind, Story
from newsletter.text.identifiers import story_id


def earlier_stories() -> tuple[Story, ...]:
    """Launches before papers, in the order in which the issue told them."""
    issue = earlier()
    launches = (
        Story(
            id=story_id(post.url),
            kind=Kind.LAUNCH,
            title=post.title,
            url=post.url,
            publisher=post.publisher,
            published=post.published.date(),
        )
        for post in issue.posts
    )
    papers = (
        Story(
            id=f"arxiv:{paper.id}",
            kind=Kind.PAPER,
            title=paper.title,
            url=f"https://arxiv.org/abs/{paper.id}",
            publisher="arXiv",
            published=paper.listed,
        )
        for paper in issue.papers
    )
    return (*launches, *papers)
