"""Pictures of stories on an issue's page: ours alone, with their size, beside their item."""

from django.utils.html import format_html
from django.utils.translation import gettext

from newsletter.issues.page import places
from newsletter.models import CoverageKey, Issue, Story, StoryKey
from newsletter.pages.paths import Place
from newsletter.text.identifiers import canonical

_END = "</h3>"


def with_pictures(place: Place, issue: Issue, article: str) -> str:
    """The article with the picture of each item below its heading, where there is one.

    Only where the newsletter wants them, and of an issue that is out: a picture has an
    address from then on. Each picture is shown once.
    """
    if not place.newsletter.shows_pictures or issue.status != Issue.Status.PUBLISHED:
        return article
    told = _by_address(issue)
    seen: set[int] = set()
    for anchor, item in places(issue.draft):
        links = [
            canonical(url)
            for block in item.paragraphs
            for said in block.sentences()
            for url in said.links
        ]
        story = next((told[url] for url in links if url in told), None)
        start = article.find(f'<h3 id="{anchor}">')
        if story is None or story.picture_id in seen or start < 0:
            continue
        seen.add(story.picture_id or 0)
        end = article.index(_END, start) + len(_END)
        article = f"{article[:end]}\n{_figure(place, issue, story)}{article[end:]}"
    return article


def _by_address(issue: Issue) -> dict[str, Story]:
    """The stories with a picture that the issue told, by the address it told them from."""
    works = CoverageKey.objects.filter(
        coverage__issue=issue, sort=CoverageKey.Sort.WORK
    )
    addresses = dict(works.values_list("key", "coverage__url"))
    keys = StoryKey.objects.filter(
        newsletter=issue.newsletter_id,
        key__in=addresses,
        story__picture__isnull=False,
    ).select_related("story__picture")
    # The picture itself is not needed to show where it is.
    return {
        canonical(addresses[row.key]): row.story
        for row in keys.defer("story__picture__jpeg")
    }


def _figure(place: Place, issue: Issue, story: Story) -> str:
    picture = story.picture
    if picture is None:
        return ""
    return format_html(
        '<figure class="picture"><img src="{}pictures/{}.jpg" width="{}" height="{}" '
        'alt="{}" loading="lazy" decoding="async">'
        "<figcaption>{}</figcaption></figure>",
        place.issue(issue),
        picture.sha256,
        picture.width,
        picture.height,
        gettext("The picture that goes with “%(title)s”") % {"title": story.title},
        gettext("Picture: %(publisher)s") % {"publisher": story.publisher},
    )
