from datetime import date, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.utils import timezone

from newsletter.issues import lessons, withdrawal
from newsletter.models import Coverage, Forgetting, Issue, Lesson, StoryVote
from newsletter.tests.support.makers import (
    MARKDOWN,
    NOW,
    make_issue,
    make_newsletter,
    make_story,
)

pytestmark = pytest.mark.django_db
TODAY = date(2025, 8, 7)
TOMORROW = TODAY + timedelta(days=1)
HOUR = timedelta(hours=1)
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


def test_what_the_topics_name_is_learned_against_by_people_alone(newsletter, told):
    newsletter.topics = ["tomatoes"]
    picked = make_story("a", title="Harbour bridge opens")
    passed = [make_story(f"p{n}", title=f"Tomato frost {n}") for n in range(20)]
    lessons.keep_picks(newsletter, [picked], passed, TODAY)

    weights = lessons.learned(newsletter, TOMORROW).weights
    assert weights["frost"] < 0 <= weights.get("tomato", 0)

    lessons.mark(told, wants_more=False, on=TODAY)
    assert lessons.learned(newsletter, TOMORROW).weights["tomato"] < 0


@pytest.mark.parametrize("wants_more", [True, False])
def test_the_operators_mark_moves_stories_like_it(newsletter, told, wants_more):
    lessons.mark(told, wants_more=wants_more, on=TODAY)

    assert (value(newsletter) > 0) is wants_more


def test_what_was_told_speaks_no_more_for_what_people_want_less_of(newsletter, told):
    picked = make_story(LAUNCH, title=told.title, url=LAUNCH)
    passed = [make_story(f"p{n}", title=f"Harbour bridge {n}") for n in range(300)]
    lessons.keep_picks(newsletter, [picked], passed, TODAY)
    assert value(newsletter) > 0

    lessons.vote(told, "a" * 64, wants_more=False, now=NOW)

    assert value(newsletter) < 0


def test_one_vote_does_not_undo_a_hundred(newsletter, told):
    for number in range(100):
        lessons.vote(told, f"r{number}", wants_more=False, now=NOW)
    again = Coverage.objects.create(
        issue=told.issue, story_id="again", title=told.title, url="https://b.example"
    )
    hundred = value(newsletter)
    lessons.vote(again, "a" * 64, wants_more=True, now=NOW)

    assert hundred < value(newsletter) < hundred / 3
    assert Lesson.objects.first().weight < 1


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


def test_a_click_after_forgetting_brings_no_vote_from_before_back(newsletter, told):
    for voter in "abc":
        lessons.vote(told, voter * 64, wants_more=False, now=NOW)
    Forgetting.objects.create(newsletter=newsletter, at=NOW + HOUR, by="ada")

    lessons.vote(told, "d" * 64, wants_more=True, now=NOW + 2 * HOUR)

    lesson = Lesson.objects.get()
    assert (lesson.is_wanted, lesson.weight) == (True, 0.25)
    lessons.vote(told, "a" * 64, wants_more=True, now=NOW + 3 * HOUR)
    lesson.refresh_from_db()
    assert lesson.weight == 0.4


def test_an_issue_that_was_taken_down_teaches_nothing_until_it_is_put_back(
    newsletter, told
):
    picked = make_story(LAUNCH, title=told.title, url=LAUNCH)
    lessons.keep_picks(newsletter, [picked], [], TODAY)
    lessons.vote(told, "a" * 64, wants_more=True, now=NOW)
    assert value(newsletter) > 0

    withdrawal.withdraw(told.issue, "All of it was wrong.", NOW)
    assert lessons.learned(newsletter, TOMORROW).sha256 == ""
    lessons.mark(told, wants_more=False, on=TODAY)
    assert value(newsletter) < 0

    withdrawal.put_back(told.issue)
    counted = [one.origin for one in lessons.counting(newsletter, TOMORROW)]
    assert sorted(counted) == ["operator", "readers"]


def test_what_another_issue_tells_too_still_counts(newsletter, told):
    lessons.keep_picks(newsletter, [make_story(LAUNCH, url=LAUNCH)], [], TODAY)
    again = Coverage.objects.create(
        issue=make_issue(newsletter), story_id=LAUNCH, title="T", url=LAUNCH
    )

    withdrawal.withdraw(told.issue, "Wrong.", NOW)

    assert not again.issue.withdrawn_at
    assert lessons.counting(newsletter, TOMORROW)


@pytest.mark.parametrize(
    ("readers", "public", "weight"),
    [
        (0, 50, 1 / 4),
        (0, 1, 1 / 4),
        (10, 0, 10 / 13),
        (10, 50, 5 / 18),
        (10, 2, 8 / 15),
    ],
)
def test_the_issues_page_never_outweighs_the_subscribers(told, readers, public, weight):
    for number in range(readers):
        lessons.vote(told, f"r{number}", wants_more=False, now=NOW)
    for number in range(public):
        lessons.vote(told, f"m{number}", wants_more=True, now=NOW, is_public=True)

    lesson = Lesson.objects.get()
    assert lesson.is_wanted is not bool(readers)
    assert lesson.weight == pytest.approx(weight)


def test_a_mark_can_be_taken_back(newsletter, told):
    lessons.mark(told, wants_more=True, on=TODAY)

    assert lessons.take_back(newsletter, LAUNCH)
    assert not lessons.take_back(newsletter, LAUNCH)
    assert value(newsletter) == 0


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


def test_the_desk_takes_one_mark_back_and_counts_what_counts(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    lessons.vote(told, "a" * 64, wants_more=True, now=timezone.now())
    lessons.vote(told, "b" * 64, wants_more=False, now=timezone.now())
    lessons.mark(told, wants_more=False, on=timezone.localdate())
    shown = desk.get(page).content.decode()
    assert "× readers" not in shown
    assert "1 × operator, not wanted" in shown
    assert 'value="less" aria-pressed="true"' in shown

    button = {"take_back": newsletter.lessons.get(origin="operator").pk}
    desk.post(page, button)

    shown = desk.get(page).content.decode()
    assert f"Took back the mark of “{told.title}”." in shown
    assert "None that counts." in shown
    # Again, on a page that another had open.
    again = desk.post(page, button, follow=True)
    assert "That mark was taken back already." in again.content.decode()
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    "posted",
    [
        {"wish": "more"},
        {"story": "x", "wish": "more"},
        {"story": "mine"},
        {"story": "mine", "wish": "x"},
        {"take_back": "x"},
        {"take_back": "9" * 5000},
    ],
)
def test_what_is_no_button_of_the_desk_teaches_nothing(desk, newsletter, told, posted):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    given = {name: told.pk if one == "mine" else one for name, one in posted.items()}

    assert desk.post(page, given).status_code == 404
    assert not newsletter.lessons.exists()


def test_one_button_forgets_and_it_is_on_record(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    lessons.mark(told, wants_more=True, on=timezone.localdate())

    desk.get(page, {"forget": "1"})
    asked = desk.post(page, {"forget": "1"}).content.decode()
    assert "Forget 1 lesson of" in asked
    assert f"More like “{told.title}”" in asked
    assert not Forgetting.objects.exists()
    desk.post(page, {"forget": "1", "sure": "yes"})

    assert Forgetting.objects.get().by == "ada"
    assert "Nothing yet" in desk.get(page).content.decode()


def brigade(told, number=12):
    """Strangers who ask for less of a story, from its issue's page."""
    for voter in range(number):
        lessons.vote(
            told, f"s{voter}", wants_more=False, now=timezone.now(), is_public=True
        )


def test_the_votes_on_one_story_are_set_aside_and_counted_again(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    tomorrow = timezone.localdate() + timedelta(days=1)
    brigade(told)
    lesson = newsletter.lessons.get(origin="readers")
    voted = value(newsletter, tomorrow)
    assert voted < 0
    shown = desk.get(page).content.decode()
    assert (
        f"Less like “{told.title}”: 0 for more, 12 for less, 12 of them from" in shown
    )

    desk.get(page, {"set_aside": lesson.pk})
    assert value(newsletter, tomorrow) == voted

    desk.post(page, {"set_aside": lesson.pk})
    lessons.vote(told, "late", wants_more=False, now=timezone.now())
    assert value(newsletter, tomorrow) == 0
    assert "set aside: it counts nothing" in desk.get(page).content.decode()

    desk.post(page, {"count_again": lesson.pk})
    assert value(newsletter, tomorrow) < 0
    told_so = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert told_so == [
        f"Set aside what readers asked for of “{told.title}”.",
        f"Counts what readers asked for of “{told.title}” again.",
    ]


def test_a_mark_of_ones_own_is_not_set_aside_as_votes_are(desk, newsletter, told):
    page = f"/admin/newsletter/newsletter/{newsletter.pk}/learned/"
    lessons.mark(told, wants_more=True, on=timezone.localdate())

    answer = desk.post(page, {"set_aside": newsletter.lessons.get().pk})

    assert answer.status_code == 404
