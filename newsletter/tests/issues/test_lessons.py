from datetime import date, timedelta

import pytest
from django.contrib.auth import get_user_model

from newsletter.issues import lessons
from newsletter.models import Coverage, Forgetting, Issue, Lesson, StoryVote
from newsletter.tests.support.makers import MARKDOWN, NOW, make_newsletter, make_story

pytestmark = pytest.mark.django_db
TODAY = date(2025, 8, 7)
TOMORROW = TODAY + timedelta(days=1)
LAUNCH = "https://a.example/news"


@pytest.fixture
def newsletter():
    return make_newsletter()


@pytest.fixture
def told(newsletter):
    """A published issue's launch."""
    issue = Issue.objects.create(
        newsletter=newsletter,
        number=1,
        slug="one",
        session_name="newsletter_20250807_090000_000000aa",
        status=Issue.Status.PUBLISHED,
        subject="Model A",
        markdown=MARKDOWN,
        draft_sha256="0" * 64,
        published_at=NOW,
    )
    return Coverage.objects.create(
        issue=issue,
        story_id=LAUNCH,
        title="Tomatoes in raised beds",
        url=LAUNCH,
        kind="launch",
    )


def value(newsletter, on=TOMORROW):
    return lessons.learned(newsletter, on).of("Tomatoes", "Tomatoes in beds.").value


def test_a_new_newsletter_has_learned_nothing(newsletter):
    assert lessons.learned(newsletter, TODAY).sha256 == ""


def test_what_an_issue_told_is_wanted_from_the_next_day_on(newsletter):
    story = make_story("a", title="Tomatoes in raised beds")

    for _ in range(2):
        lessons.keep_picks(newsletter, [story], [make_story("b")], TODAY)

    assert newsletter.lessons.count() == 2
    assert value(newsletter, TODAY) == 0 < value(newsletter)


def test_a_story_that_was_told_in_the_end_is_not_passed_over(newsletter):
    story = make_story("a", title="Tomatoes in raised beds")
    lessons.keep_passed(newsletter, [story], TODAY)

    lessons.keep_picks(newsletter, [story], [], TODAY)

    assert [one.is_wanted for one in lessons.examples(newsletter, TOMORROW)] == [True]


@pytest.mark.parametrize("wants_more", [True, False])
def test_the_operators_mark_moves_stories_like_it(newsletter, told, wants_more):
    lessons.mark(told, wants_more=wants_more, on=TODAY)

    assert (value(newsletter) > 0) is wants_more


def test_one_reader_counts_once_and_may_change_their_mind(newsletter, told):
    for wish in (True, True, False):
        lessons.vote(told, "a" * 64, wants_more=wish, now=NOW)

    assert StoryVote.objects.count() == 1
    assert value(newsletter) < 0


def test_readers_who_disagree_teach_nothing(newsletter, told):
    lessons.vote(told, "a" * 64, wants_more=True, now=NOW)
    lessons.vote(told, "b" * 64, wants_more=False, now=NOW)

    assert Lesson.objects.get().weight == 0
    assert value(newsletter) == 0


def test_who_voted_is_forgotten_when_voting_ends_and_the_numbers_stay(told):
    lessons.vote(told, "a" * 64, wants_more=True, now=NOW)

    lessons.forget_voters(NOW + lessons.VOTING + timedelta(days=1))

    assert StoryVote.objects.get().voter is None
    assert not lessons.is_open(told.issue, NOW + lessons.VOTING)
    assert lessons.is_open(told.issue, NOW)


def test_what_was_forgotten_counts_no_more_and_what_comes_after_does(newsletter, told):
    lessons.mark(told, wants_more=True, on=TODAY)
    Forgetting.objects.create(newsletter=newsletter, by="ada")

    assert value(newsletter) == 0
    lessons.mark(told, wants_more=True, on=TODAY)
    assert value(newsletter) > 0


def test_the_stories_of_an_issue_are_found_by_their_links(told):
    [found] = lessons.stories_of(told.issue)

    assert (found.number, found.coverage) == (1, told)


@pytest.fixture
def desk(client):
    ada = get_user_model().objects.create_superuser("ada", password="x")
    client.force_login(ada)
    return client


def test_the_desk_shows_what_was_learned_and_takes_marks(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    assert "Nothing yet: the profile alone decides." in desk.get(page).content.decode()

    desk.post(page, {"story": told.pk, "wish": "more"})

    shown = desk.get(page).content.decode()
    assert "1 × operator, wanted" in shown
    assert "raised bed" in shown


def test_one_button_forgets_and_it_is_on_record(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    lessons.mark(told, wants_more=True, on=TODAY)

    desk.get(page, {"forget": "1"})
    assert not Forgetting.objects.exists()
    desk.post(page, {"forget": "1"})

    assert Forgetting.objects.get().by == "ada"
    assert "Nothing yet" in desk.get(page).content.decode()
