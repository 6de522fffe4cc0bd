"""A story's picture has a public address where an issue told the story, and no other."""

import pytest
from django.utils import timezone

from newsletter.issues.memory import Covered, remember
from newsletter.models import Story, StoryKey, StoryPicture
from newsletter.tests.support.makers import make_issue, make_newsletter, make_story

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
