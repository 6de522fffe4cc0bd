"""Stories on the desk: the queue, one story's history, what may be done and by whom."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from agents.desk.waiting import waiting
from crux.roles import EDITOR, VIEWER
from newsletter.intake import flow
from newsletter.intake.review import ACTS
from newsletter.models import Story, StoryKey, StoryPicture, StoryStep
from newsletter.research.lifecycle import State
from newsletter.tests.support.makers import make_issue, make_newsletter
from newsletter.tests.support.stories import make_held

pytestmark = pytest.mark.django_db
LIST = reverse("admin:newsletter_story_changelist")
FLOW = reverse("admin:newsletter_story_flow")
NOW = timezone.now()


@pytest.fixture
def weekly():
    return make_newsletter(title="Weekly", reviews_stories=True)


def page(story):
    return reverse("admin:newsletter_story_change", args=[story.pk])


def text(answer):
    return " ".join(answer.content.decode().split())


def act(client, name, *stories, **given):
    chosen = {"action": name, "_selected_action": [one.pk for one in stories]}
    return client.post(LIST, {**chosen, **given}, follow=True)


def surely(client, name, *stories, **given):
    """The act, after the page that asks."""
    return act(client, name, *stories, sure="yes", total=len(stories), **given)


def state(story):
    return Story.objects.get(pk=story.pk).state


def test_the_queue_counts_each_state_and_tells_ages(enter, weekly):
    old = make_held(weekly, State.REVIEW)
    make_held(weekly, State.REVIEW)
    make_held(weekly, must_have=True)
    Story.objects.filter(pk=old.pk).update(state_since=NOW - timedelta(days=3))

    shown = text(enter(VIEWER).get(LIST))

    assert '<b>2</b> review</a><span class="quiet">the first for 3 days' in shown
    assert "discovered</span> · must have" in shown
    assert 'name="action"' not in shown


def test_a_storys_page_tells_its_whole_history(enter, weekly):
    story = make_held(weekly, State.FAILED)
    later = NOW + timedelta(hours=1)
    Story.objects.filter(pk=story.pk).update(retry_after=later)
    StoryStep.objects.create(
        story=story,
        step="text",
        attempt=1,
        key=f"{story.pk}:text:1",
        outcome="failed",
        error="it answered 503",
        retry_at=later,
        worker="w",
        seconds=1.5,
        lease_until=NOW,
    )
    make_issue(weekly)

    shown = text(enter(VIEWER).get(page(story)))

    assert f"Retry scheduled for {later:%-d %b %Y, %H:%M:%S} UTC" in shown
    for told in ("it answered 503", "1.50 s", "enriching → failed", "by enrichment"):
        assert told in shown
    assert "found</b> by intake: Maker" in shown
    assert "no issue" in shown


def test_who_may_only_look_does_nothing(enter, weekly):
    story = make_held(weekly, State.REVIEW)
    client = enter(VIEWER)

    assert "Approve" not in text(client.get(page(story)))
    surely(client, "approve", story)

    assert state(story) == State.REVIEW


def test_a_look_changes_nothing(enter, weekly):
    story = make_held(weekly, State.REVIEW)
    client = enter(EDITOR)
    chosen = {
        "action": "approve",
        "_selected_action": story.pk,
        "sure": "yes",
        "total": 1,
    }

    for address in (LIST, page(story), FLOW):
        client.get(address, chosen)

    assert state(story) == State.REVIEW


def test_an_act_counts_and_asks_first(enter, weekly):
    stories = [make_held(weekly, State.REVIEW), make_held(weekly, State.PUBLISHED)]

    asked = text(act(enter(EDITOR), "reject", *stories))

    assert "<strong>Reject: 1 story</strong> (1 of Weekly)." in asked
    assert "1 of those that you chose stay as they are" in asked
    assert state(stories[0]) == State.REVIEW


def test_a_rejection_has_a_reason_and_stands_in_history_and_audit(enter, weekly):
    story, client = make_held(weekly, State.REVIEW), enter(EDITOR)

    refused = text(surely(client, "reject", story, said=" "))
    assert "Write why" in refused
    assert state(story) == State.REVIEW
    surely(client, "reject", story, said="An advertisement.", back="story")

    last = story.moves.last()
    assert (last.after, last.by, last.because) == (
        *("rejected", EDITOR, "An advertisement."),
    )
    assert LogEntry.objects.get().change_message == (
        "Reject: review → rejected. An advertisement."
    )
    assert "An advertisement." in text(client.get(page(story)))


def test_what_changed_since_it_was_asked_is_asked_again(enter, weekly):
    story, client = make_held(weekly, State.REVIEW), enter(EDITOR)

    asked = text(act(client, "approve", story, sure="yes", total=2))

    assert "It was 2 stories when you were asked." in asked
    assert state(story) == State.REVIEW


@pytest.mark.parametrize("name", sorted(ACTS))
def test_every_act_goes_where_the_map_has_a_way_and_leaves_the_rest(
    enter, weekly, name
):
    stories = {origin: make_held(weekly, origin) for origin in State}
    changed = ACTS[name].states
    chosen = [one.pk for one in stories.values()]
    given = {"action": name, "_selected_action": chosen, "sure": "yes", "said": "So."}

    answer = enter(EDITOR).post(LIST, {**given, "total": len(changed)}, follow=True)

    assert f"done for {len(changed)}." in text(answer)
    for origin, story in stories.items():
        assert story.moves.last().after == state(story)
        assert origin in changed or state(story) == origin


def test_a_must_have_is_approved_and_stands_in_the_history(enter, weekly):
    story, client = make_held(weekly, State.REVIEW), enter(EDITOR)
    other = make_held(weekly, State.DISCOVERED)

    surely(client, "must_have", story, other, said="Everybody asks for it.")

    assert (state(story), state(other)) == (State.READY, State.DISCOVERED)
    assert Story.objects.filter(must_have=True).count() == 2
    shown = text(client.get(page(other)))
    assert f'Must have</b> by {EDITOR} <span class="quiet">Everybody asks' in shown
    surely(client, "let_be", story)
    assert Story.objects.get(must_have=True) == other


def test_a_story_goes_on_at_once_and_what_was_found_stays(enter, weekly):
    story = make_held(weekly, State.FAILED)
    for step, outcome in (("score", "done"), ("text", "failed")):
        StoryStep.objects.create(
            story=story,
            step=step,
            attempt=1,
            key=f"{story.pk}:{step}:1",
            outcome=outcome,
            worker="w",
            lease_until=NOW,
            retry_at=NOW + timedelta(hours=1),
        )

    surely(enter(EDITOR), "retry", story, said="It is up again.")

    assert state(story) == State.ENRICHING
    assert story.moves.last().because == "It is up again."
    aside = dict(story.steps.values_list("step", "is_set_aside"))
    assert aside == {"score": False, "text": True}


def test_a_story_is_enriched_again_from_the_step_that_was_chosen(enter, weekly):
    story, client = make_held(weekly, State.READY), enter(EDITOR)
    for step in ("score", "text", "summary", "tags"):
        StoryStep.objects.create(
            story=story,
            step=step,
            attempt=1,
            key=f"{story.pk}:{step}:1",
            outcome="done",
            worker="w",
            lease_until=NOW,
        )

    assert 'value="tags"' in text(act(client, "from_step", story))
    surely(client, "from_step", story, step="summary")

    assert state(story) == State.ENRICHING
    aside = set(story.steps.filter(is_set_aside=True).values_list("step", flat=True))
    assert aside == {"summary"}


def test_what_waits_for_review_waits_for_a_person(weekly):
    make_held(weekly, State.REVIEW)

    words = [one.words for one in waiting()]

    assert "Weekly: 1 story waits to be reviewed." in words


def test_how_stories_get_on(enter, weekly, django_assert_max_num_queries):
    still, retried = make_held(weekly), make_held(weekly, State.FAILED)
    make_held(weekly, State.READY)
    Story.objects.update(state_since=NOW - timedelta(hours=2))
    Story.objects.filter(pk=retried.pk).update(retry_after=NOW + timedelta(hours=1))
    for number, outcome in enumerate(("failed", "done"), 1):
        StoryStep.objects.create(
            story=still,
            step="text",
            attempt=number,
            key=f"{still.pk}:text:{number}",
            outcome=outcome,
            worker="w",
            seconds=number,
            ended_at=NOW,
            lease_until=NOW,
        )
    client = enter(VIEWER)

    with django_assert_max_num_queries(12):
        shown = text(client.get(FLOW))

    assert "Still for over an hour: 1" in shown
    assert "Tried again by itself: 1" in shown
    told = '<td class="number" data-label="Attempts">2</td><td class="number" data-label="Failed">1</td>'
    assert f'{told}<td data-label="Rate of failure">50%' in shown
    assert '<td class="number" data-label="Mean time">2.00 s</td>' in shown


def test_a_page_of_no_story_is_not_there(enter):
    client = enter(VIEWER)

    assert client.get(f"{LIST}99/change/").status_code == 404
    assert client.get(f"{LIST}x/change/").status_code == 404


def test_the_picture_of_a_story_stands_on_its_page_for_who_may_see_it(
    enter, weekly, client
):
    story = make_held(weekly, State.REVIEW)
    kept = StoryPicture.objects.create(
        sha256="a" * 64, jpeg=b"\xff\xd8", width=960, height=504, url=story.url
    )
    Story.objects.filter(pk=story.pk).update(picture=kept, author="Ann Bell")
    address = reverse("admin:newsletter_story_picture", args=[story.pk])
    stranger = client.get(address)
    viewer = enter(VIEWER)

    shown = text(viewer.get(page(story)))
    picture = viewer.get(address)

    assert f'<img src="{address}" width="960" height="504" alt="The picture' in shown
    assert "Ann Bell" in shown
    assert (picture.content, picture["Content-Type"]) == (b"\xff\xd8", "image/jpeg")
    assert stranger.status_code == 302
    other = reverse("admin:newsletter_story_picture", args=[story.pk + 1])
    assert viewer.get(other).status_code == 404


def test_a_duplicate_leads_to_the_story_that_has_its_names(enter, weekly):
    story, other = make_held(weekly), make_held(weekly)
    StoryKey.objects.filter(story=story).delete()
    StoryKey.objects.create(newsletter=weekly, story=other, key=story.story_id)
    Story.objects.filter(pk=story.pk).update(state=State.DUPLICATE)

    shown = text(enter(VIEWER).get(page(story)))

    assert f'<a href="{page(other)}">story {other.pk}</a>' in shown


def test_the_bars_of_states_are_shares_of_all_stories(db):
    newsletter = make_newsletter()
    for state in (State.READY, State.READY, State.REVIEW, State.FAILED):
        make_held(newsletter, state)

    shares = {one.state: one.share for one in flow.look(timezone.now()).states}

    assert (shares[State.READY], shares[State.REVIEW]) == (50, 25)
    assert shares[State.PUBLISHED] == 0
