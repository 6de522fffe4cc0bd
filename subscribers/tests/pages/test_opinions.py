from datetime import timedelta

import pytest
from django.utils import timezone

from newsletter.issues import lessons
from newsletter.models import Coverage, Issue, Lesson, StoryVote
from newsletter.tests.support.makers import MARKDOWN
from subscribers import tasks
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
LAUNCH = "https://a.example/news"
MORE = {"story": "1", "wish": "more"}
A_DAY = timedelta(days=1)


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


def test_who_came_from_a_letter_may_have_its_topic_told_less_in_theirs(client, issue):
    issue.newsletter.topics = ["models", "<b>"]
    issue.newsletter.save()
    reader = make_reader(issue.newsletter)
    page = page_of(issue, reader)

    offered = client.post(page, {"story": "1", "wish": "less"}).content.decode()
    assert 'name="topic" value="models">Less of models</button>' in offered
    assert client.get(page, {"topic": "models", "wish": "less"}).status_code == 200
    reader.refresh_from_db()
    assert reader.less_of == []
    saved = client.post(page, {"topic": "models", "wish": "less"}).content.decode()

    reader.refresh_from_db()
    assert reader.less_of == ["models"]
    assert "models is told less in your letters" in saved
    again = client.post(page, {"story": "1", "wish": "less"}).content.decode()
    assert "Less of models" not in again
    client.post(page, {"topic": "models", "wish": "more"})
    reader.refresh_from_db()
    assert (reader.first, reader.less_of) == (["models"], [])


@pytest.mark.parametrize(
    "posted", [{"topic": "unknown", "wish": "less"}, {"topic": "models", "wish": "x"}]
)
def test_a_topic_that_is_none_changes_nothing(client, issue, posted):
    issue.newsletter.topics = ["models"]
    issue.newsletter.save()
    reader = make_reader(issue.newsletter)

    assert client.post(page_of(issue, reader), posted).status_code == 400

    reader.refresh_from_db()
    assert (reader.first, reader.less_of) == ([], [])


def test_from_the_issues_page_nobodys_letters_are_changed(client, issue):
    issue.newsletter.topics = ["models"]
    issue.newsletter.save()
    page = f"/opinions/{issue.pk}"

    said = client.post(page, {"story": "1", "wish": "less"}).content.decode()

    assert "Less of models" not in said
    assert client.post(page, {"topic": "models", "wish": "less"}).status_code == 400


def test_who_left_is_told_that_nothing_was_saved(client, issue):
    issue.newsletter.topics = ["models"]
    issue.newsletter.save()
    reader = make_reader(issue.newsletter, status="unsubscribed")

    said = client.post(page_of(issue, reader), {"topic": "models", "wish": "less"})

    assert "Nothing was saved" in said.content.decode()


@pytest.mark.parametrize(("status", "counted"), [("paused", 1), ("unsubscribed", 0)])
def test_who_has_left_is_not_counted(client, issue, status, counted):
    page = page_of(issue, make_reader(issue.newsletter, status=status))

    said = client.post(page, {"story": "1", "wish": "more"}).content.decode()

    assert StoryVote.objects.count() == counted
    assert ("Nothing was counted" in said) is not bool(counted)


def test_the_page_shows_what_was_chosen_and_leads_to_the_story(client, issue):
    page = page_of(issue, make_reader(issue.newsletter))
    assert 'aria-pressed="true"' not in client.get(page).content.decode()

    client.post(page, {"story": "1", "wish": "less"})

    shown = client.get(page).content.decode()
    assert 'value="less" aria-pressed="true"' in shown
    assert 'value="more" aria-pressed="false"' in shown
    assert '#shipped-1">Model A is out</a>' in shown


def test_on_the_issues_page_nobody_sees_what_another_chose(client, issue):
    page = f"/opinions/{issue.pk}"

    said = client.post(page, {"story": "1", "wish": "more"}).content.decode()

    assert 'value="more" aria-pressed="true"' in said
    assert StoryVote.objects.get().is_public
    assert 'aria-pressed="true"' not in client.get(page).content.decode()


@pytest.mark.parametrize("is_public", [False, True])
def test_a_reader_takes_back_what_they_asked_for(client, issue, is_public):
    reader = make_reader(issue.newsletter)
    page = f"/opinions/{issue.pk}" if is_public else page_of(issue, reader)
    told = client.post(page, {"story": "1", "wish": "less"}).content.decode()
    client.get(page, {"story": "1", "wish": "back"})
    assert StoryVote.objects.count() == 1

    said = client.post(page, {"story": "1", "wish": "back"}).content.decode()

    assert 'value="back"' in told
    assert "Taken back: nothing of yours counts for “Model A is out”." in said
    assert 'value="back"' not in said
    assert not StoryVote.objects.exists()
    assert lessons.counting(issue.newsletter, timezone.localdate() + A_DAY) == []


def test_nobody_takes_back_what_another_asked_for(client, issue):
    client.post(page_of(issue, make_reader(issue.newsletter)), MORE)

    other = make_reader(issue.newsletter, "other@example.com")
    client.post(page_of(issue, other), {"story": "1", "wish": "back"})

    assert StoryVote.objects.count() == 1
    assert Lesson.objects.get().weight > 0
