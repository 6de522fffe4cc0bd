from datetime import timedelta

import pytest
from django.utils import timezone

from newsletter.models import Coverage, Issue, Lesson, StoryVote
from newsletter.tests.support.makers import MARKDOWN
from subscribers import tasks
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
LAUNCH = "https://a.example/news"


@pytest.fixture
def issue():
    issue = make_issue(
        markdown=MARKDOWN,
        status=Issue.Status.PUBLISHED,
        published_at=timezone.now(),
    )
    Coverage.objects.create(
        issue=issue, story_id=LAUNCH, title="Model A", url=LAUNCH, kind="launch"
    )
    return issue


def page_of(issue, reader):
    return f"/opinion/{tokens.make(Purpose.OPINION, reader.pk)}/{issue.pk}"


def test_to_look_counts_nothing_and_to_press_does(client, issue):
    page = page_of(issue, make_reader(issue.newsletter))

    shown = client.get(page).content.decode()
    assert "Model A is out" in shown
    assert not StoryVote.objects.exists()
    said = client.post(page, {"story": "1", "wish": "more"}).content.decode()

    assert "Counted: more like “Model A is out”." in said
    assert Lesson.objects.get().is_wanted


def test_a_reader_is_named_nowhere_and_not_by_the_same_mark_twice(client, issue):
    other = "https://arxiv.org/abs/2508.01234"
    Coverage.objects.create(
        issue=issue, story_id="arxiv:2508.01234", title="C", url=other, kind="paper"
    )
    page = page_of(issue, make_reader(issue.newsletter))

    for story in ("1", "2", "2"):
        client.post(page, {"story": story, "wish": "less"})

    voters = StoryVote.objects.values_list("voter", flat=True)
    assert len(voters) == len(set(voters)) == 2


def test_a_link_of_another_purpose_or_newsletter_opens_nothing(client, issue):
    reader = make_reader(issue.newsletter)
    stranger = make_reader(make_newsletter(slug="another"))
    wrong = f"/opinion/{tokens.make(Purpose.PREFERENCES, reader.pk)}/{issue.pk}"

    assert client.post(wrong, {"story": "1", "wish": "more"}).status_code == 404
    assert client.post(page_of(issue, stranger), {"story": "1"}).status_code == 404
    assert not StoryVote.objects.exists()


def test_what_is_no_button_is_refused(client, issue):
    page = page_of(issue, make_reader(issue.newsletter))

    for posted in ({}, {"story": "9", "wish": "more"}, {"story": "1", "wish": "x"}):
        assert client.post(page, posted).status_code == 400


def test_from_the_issues_page_one_machine_counts_once(client, issue):
    page = f"/opinions/{issue.pk}"

    for _ in range(2):
        client.post(page, {"story": "1", "wish": "more"})
    forged = client.post(
        page, {"story": "1", "wish": "less"}, headers={"Sec-Fetch-Site": "cross-site"}
    )

    assert forged.status_code == 403
    assert StoryVote.objects.get().wants_more


def test_an_issue_that_is_old_or_a_sample_takes_no_votes(client, issue):
    Issue.objects.update(is_sample=True)

    assert client.get(f"/opinions/{issue.pk}").status_code == 404
    assert client.get("/opinions/999").status_code == 404


def test_the_timetable_forgets_who_voted_when_voting_has_ended(client, issue):
    client.post(f"/opinions/{issue.pk}", {"story": "1", "wish": "more"})
    tasks.tend()
    assert StoryVote.objects.get().voter

    Issue.objects.update(published_at=timezone.now() - timedelta(days=31))
    tasks.tend()

    assert StoryVote.objects.get().voter is None
