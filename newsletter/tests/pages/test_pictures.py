"""A story's picture has a public address where an issue told the story, and no other."""

from datetime import timedelta

import pytest
from django.utils import timezone

from newsletter.drafts.parsing import parse
from newsletter.intake.enrichment.pruning import KEPT_FOR, prune_pictures
from newsletter.issues.memory import Covered, remember
from newsletter.issues.page import page_html, places
from newsletter.models import Story, StoryKey, StoryPicture
from newsletter.tests.support.makers import (
    MARKDOWN,
    make_issue,
    make_newsletter,
    make_story,
)

pytestmark = pytest.mark.django_db


def keep(newsletter, name):
    told = make_story(name)
    picture = StoryPicture.objects.create(
        sha256=name * 8, jpeg=b"\xff\xd8 a picture", width=9, height=9, url=told.url
    )
    row = Story.objects.create(
        newsletter=newsletter, story_id=told.url, url=told.url, picture=picture
    )
    StoryKey.objects.create(newsletter=newsletter, story=row, key=told.url)
    return told


def test_a_picture_is_shown_by_the_issue_that_told_its_story(client):
    issue = make_issue(make_newsletter())
    told = keep(issue.newsletter, "kettle")
    keep(issue.newsletter, "pot")
    remember(issue, [Covered(told)])
    folder = f"/issues/{issue.slug}/pictures"

    shown = client.get(f"{folder}/{'kettle' * 8}.jpg")

    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert shown.content == b"\xff\xd8 a picture"
    assert client.get(f"{folder}/{'pot' * 8}.jpg").status_code == 404
    issue.withdrawn_at = timezone.now()
    issue.save()
    assert client.get(f"{folder}/{'kettle' * 8}.jpg").status_code == 410


def make_told(**wishes):
    html = page_html(parse(MARKDOWN), [])
    issue = make_issue(make_newsletter(**wishes), page_html=html)
    return issue, tell_with_picture(issue)


def tell_with_picture(issue):
    """A story as the issue's first item tells it, with a picture that intake kept."""
    _, item = next(places(issue.draft))
    said = [one for block in item.paragraphs for one in block.sentences()]
    told = make_story("model", url=next(url for one in said for url in one.links))
    picture = StoryPicture.objects.create(
        sha256="a" * 64, jpeg=b"\xff\xd8", width=960, height=504, url=told.url
    )
    row = Story.objects.create(
        newsletter=issue.newsletter,
        story_id=told.id,
        url=told.url,
        title='A "kettle" <b>',
        publisher="Maker",
        picture=picture,
    )
    StoryKey.objects.create(newsletter=issue.newsletter, story=row, key=told.id)
    remember(issue, [Covered(told)])
    return row


def test_a_newsletter_that_wants_pictures_shows_each_once_below_its_heading(client):
    issue, _ = make_told(shows_pictures=True)

    page = client.get(f"/issues/{issue.slug}/").content.decode()

    shown = f'<img src="/issues/{issue.slug}/pictures/{"a" * 64}.jpg" width="960"'
    assert page.count(shown) == page.count("<img") == 1
    assert page.index("</h3>") < page.index(shown) < page.index("</article>")
    assert 'alt="The picture that goes with “A &quot;kettle&quot; &lt;b&gt;”"' in page
    assert "Picture: Maker" in page


def test_without_its_wish_a_newsletter_shows_no_picture(client):
    issue, _ = make_told()

    assert b"<img" not in client.get(f"/issues/{issue.slug}/").content


def end(row, *, days, state="rejected"):
    Story.objects.filter(pk=row.pk).update(state=state)
    since = timezone.now() - timedelta(days=days)
    Story.objects.filter(pk=row.pk).update(state_since=since)


def test_pictures_of_what_ended_long_ago_untold_are_pruned():
    issue, told = make_told()
    old, young = [
        Story.objects.get(url=keep(issue.newsletter, name).url)
        for name in ("pot", "pan")
    ]
    StoryPicture.objects.update(kept_at=timezone.now() - timedelta(days=200))
    for row in (told, old):
        end(row, days=KEPT_FOR.days + 1)
    end(young, days=KEPT_FOR.days - 1)

    assert prune_pictures(timezone.now()) == 1

    left = Story.objects.filter(picture__isnull=False)
    assert set(left) == {told, young}
    assert StoryPicture.objects.count() == 2
    assert prune_pictures(timezone.now()) == 0
