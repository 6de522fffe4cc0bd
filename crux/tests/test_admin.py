"""The desk as a whole: every page opens for who may see it, and for nobody else."""

import html
import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.urls import URLPattern, get_resolver, reverse

from agents.engine import log, steering
from agents.events.schema import Kind
from agents.models import (
    Agent,
    AgentEvent,
    Budget,
    Journal,
    RetryPolicy,
    Session,
    StepRun,
)
from agents.tests.support import newsroom
from crux import urls
from crux.roles import VIEWER, fill_groups
from crux.tests.support.desk import changelist, page_of
from newsletter.models import Newsletter, Outlet
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db

# Which pages the desk has is known once the addresses are: here, before any is asked for.
assert urls.urlpatterns
_LINKS = re.compile(r'<a\b[^>]*\shref="(/admin/[^"]*)"')
_ACTIONS = re.compile(r'<form\b[^>]*\saction="(/admin/[^"]*)"')
# What stands for many alike in an address.
_KEYS = re.compile(
    r"/(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|newsletter_\d{8}_\d{6}_\w+)(?=/|$)"
)
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)


# --- Every page opens ---------------------------------------------------------------


def test_every_list_can_be_looked_at_searched_and_sorted(admin_client, finished):
    for model, desk in admin.site._registry.items():
        asked = {"q": "parser"} if desk.search_fields else {}
        for query in ({}, {**asked, "o": "1"}):
            answer = admin_client.get(changelist(model), query)
            assert answer.status_code == 200, (model, query)


def test_every_row_can_be_opened(admin_client, finished):
    rows = {model: model._default_manager.first() for model in MODELS}

    for row in filter(None, rows.values()):
        assert admin_client.get(page_of(row)).status_code == 200, row

    there = {model._meta.label for model, row in rows.items() if row is not None}
    assert there >= {
        *("agents.Session", "agents.AgentEvent", "agents.StepRun", "agents.Journal"),
        *("newsletter.Newsletter", "newsletter.Issue", "newsletter.Citation"),
        *("newsletter.Source", "newsletter.Coverage", "newsletter.Outlet"),
        *("subscribers.Subscriber", "subscribers.Delivery", "subscribers.Dispatch"),
    }


@pytest.fixture
def viewer(client):
    """The browser of one who may look and change nothing."""
    fill_groups()
    operator = User.objects.create_user("vera", is_staff=True)
    operator.groups.add(Group.objects.get(name=VIEWER))
    client.force_login(operator)
    return client


def test_every_row_can_be_opened_by_who_may_only_look(viewer, finished):
    for model in MODELS:
        row = model.objects.first()
        if row is not None and model not in (Group, User):
            assert viewer.get(page_of(row)).status_code in (200, 403), model


def test_nothing_that_who_may_only_look_is_shown_leads_to_a_refusal(viewer, finished):
    steering.pause(newsroom.begin(finished.newsletter), by="ana")
    kept = Outlet.objects.filter(newsletter=None).first().pk
    Outlet.objects.exclude(pk=kept).delete()
    left, seen, refused = [reverse("admin:index")], set(), []
    while left:
        address = left.pop()
        page = viewer.get(address)
        refused += [address] * (page.status_code == 403)
        if page.streaming or page.status_code != 200:
            continue
        text = page.content.decode()
        for act in set(_ACTIONS.findall(text)) - {reverse("admin:logout")}:
            refused += [act] * (viewer.post(act).status_code == 403)
        for link in map(html.unescape, _LINKS.findall(text)):
            shape = _KEYS.sub("/*", link.partition("?")[0])
            if shape not in seen and not shape.endswith("/history/"):
                seen.add(shape)
                left.append(link.partition("#")[0])

    assert refused == []
    assert len(seen) > 60


def test_what_is_to_be_done_is_not_asked_of_who_may_only_look(
    viewer, finished, admin_client
):
    steering.pause(session := newsroom.begin(finished.newsletter), by="ana")
    advice = "No further step begins until you let it go on."

    theirs, ours = (
        one.get(page_of(session)).content.decode() for one in (viewer, admin_client)
    )

    assert f">For an Editor or an Owner: {advice}<" in theirs
    assert f">{advice}<" in ours
    assert ">Nothing to do.<" in viewer.get(page_of(finished)).content.decode()


@pytest.mark.parametrize("fields", [{}, {"rubric": {"fewest_stories": 4}}])
def test_who_may_only_look_sees_what_a_newsletter_is_set_to(viewer, fields):
    newsletter = make_newsletter(title="To Look At", language="pt-BR", **fields)

    shown = viewer.get(page_of(newsletter)).content.decode()

    assert "To Look At" in shown
    assert "pt-BR" in shown
    assert ("fewest_stories" in shown) is bool(fields)
    assert 'name="_save"' not in shown


def test_the_first_page_opens_on_an_empty_database(admin_client):
    page = admin_client.get("/admin/").content.decode()

    assert "No worker has looked around yet" in page
    assert "There is no newsletter yet." in page
    assert reverse("admin:newsletter_newsletter_add") in page


@pytest.mark.parametrize("name", ["admin:index", "admin:agents_session_changelist"])
def test_whoever_is_not_logged_in_is_asked_to(client, name):
    answer = client.get(reverse(name))

    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")


def test_no_list_is_for_those_who_are_not_logged_in(client):
    for model in MODELS:
        assert client.get(changelist(model)).status_code == 302, model


def test_no_list_is_for_staff_without_the_right_to_see_it(client, finished):
    client.force_login(User.objects.create_user("staff", is_staff=True))

    for model in MODELS:
        assert client.get(changelist(model)).status_code == 403, model
    told = client.get(changelist(MODELS[0])).content.decode()
    assert "This is not yours to do" in told
    page = client.get("/admin/").content.decode()
    assert "What needs you" not in page
    assert "The last sessions" not in page


def simple_paths(patterns, prefix=""):
    """Every address of the site that takes no argument."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            if not re.search(r"[<(^]", path):
                yield f"/{path}"
        elif not path.startswith(("admin", "webhooks")):
            yield from simple_paths(pattern.url_patterns, path)


def test_no_public_page_tells_who_reads(client, finished):
    paths = [
        *simple_paths(get_resolver().url_patterns),
        f"/runs/{finished.name}/",
        "/healthz",
        "/readyz",
    ]
    assert "/runs/" in paths
    assert "/feed.json" in paths

    for path in paths:
        answer = client.get(path, follow=True)
        assert newsroom.READER not in answer.content.decode(), path


# --- What is only ever added to -----------------------------------------------------


@pytest.mark.parametrize("model", [AgentEvent, Session, StepRun, Journal])
def test_the_record_cannot_be_added_to_changed_or_deleted(
    admin_client, finished, model
):
    row, before = model.objects.first(), model.objects.count()
    page = page_of(row)

    for act in (
        changelist(model) + "add/",
        page.replace("/change/", "/delete/"),
    ):
        assert admin_client.get(act).status_code == 403
        assert admin_client.post(act, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(changelist(model), chosen)
    admin_client.post(page, {"event_type": "email_sent", "status": "finished"})

    assert model.objects.count() == before
    assert log.breach(finished) == ""
    assert type(row).objects.filter(pk=row.pk).values().get() == (
        model.objects.filter(pk=row.pk).values().get()
    )


def test_an_event_is_shown_in_words_and_as_it_was_written(admin_client, finished):
    event = finished.events.get(event_type=Kind.EMAIL_SENT)

    page = admin_client.get(page_of(event)).content.decode()

    assert "issue 1 published; 1 of 1 letters accepted (file)" in page
    assert "&quot;recipients&quot;: 1" in page


# --- What an operator may set -------------------------------------------------------


def test_an_agents_ids_may_be_set_and_the_agent_is_not_deleted(admin_client, finished):
    agent = Agent.objects.get(slug="writer")
    told = {"slug": "writer", "remote_id": "agent_01abc", "remote_version": 3}

    answer = admin_client.post(page_of(agent), {**told, "is_active": "on"})

    agent.refresh_from_db()
    assert answer.status_code == 302
    assert (agent.remote_id, agent.remote_version) == ("agent_01abc", 3)
    assert (
        admin_client.get(f"/admin/agents/agent/{agent.pk}/delete/").status_code == 403
    )


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"step": "writter"}, "Select a valid choice. writter is not one of"),
        ({"multiplier": "-1"}, "greater than or equal to 1"),
        ({"attempts": "-1"}, "greater than or equal to 0"),
    ],
)
def test_a_retry_policy_is_for_a_step_there_is(admin_client, fields, told):
    answer = admin_client.post(
        "/admin/agents/retrypolicy/add/", {"step": "writer", **fields}
    )

    assert told in answer.content.decode()
    assert not RetryPolicy.objects.exists()


def test_a_retry_policy_may_be_set(admin_client):
    admin_client.post(
        "/admin/agents/retrypolicy/add/", {"step": "writer", "attempts": "5"}
    )

    assert RetryPolicy.objects.get().attempts == 5


def form_of(newsletter, **fields):
    """The newsletter's form as a browser would send it."""
    form = admin.site._registry[Newsletter].get_form(None)(instance=newsletter)
    sent = {
        name: "" if form[name].value() is None else form[name].value()
        for name in form.fields
    }
    sent |= {"budget-TOTAL_FORMS": "0", "budget-INITIAL_FORMS": "0"}
    return {**sent, **fields}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"timezone": "Mars/Olympus"}, "Mars/Olympus is not one of the available"),
        ({"workflow": "nope"}, "nope is not one of the available choices"),
        ({"language": "klingon"}, "klingon is not one of the available choices"),
        (
            {"sender_address": "not an address"},
            "&#x27;not an address&#x27; is no address",
        ),
        ({"rubric_published_launches": "100000"}, "less than or equal to 20"),
        ({"rubric_relevance_floor": "0"}, "greater than or equal to 1"),
        ({"rubric_fewest_stories": "9"}, "is more than the 7 stories"),
        ({"rubric_launch_words_least": "400"}, "least 400 is more than most 150"),
        ({"rubric_link_policy_gone": "maybe"}, "maybe is not one of the available"),
        ({"rubric_link_policy_most_unproven_share": "2"}, "less than or equal to 1"),
    ],
)
def test_a_newsletter_that_could_not_run_is_refused_in_one_sentence(
    admin_client, fields, told
):
    newsletter = make_newsletter()

    answer = admin_client.post(page_of(newsletter), form_of(newsletter, **fields))

    assert told in answer.content.decode()
    assert answer.content.decode().count('class="errorlist"') == 1
    newsletter.refresh_from_db()
    assert (newsletter.rubric, newsletter.timezone) == ({}, "UTC")


def test_a_language_with_a_country_stays_what_it_was(admin_client):
    newsletter = make_newsletter(language="pt-BR")

    sent = form_of(newsletter)

    assert admin_client.post(page_of(newsletter), sent).status_code == 302


@pytest.mark.parametrize(
    ("status", "kept"), [("preview", "next"), ("published", "first")]
)
def test_what_letters_lead_to_keeps_its_name(admin_client, status, kept):
    newsletter = make_newsletter(slug="first")
    make_issue(newsletter, status=status)
    sent = form_of(newsletter, slug="next", title="Renamed")

    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    newsletter.refresh_from_db()
    assert (newsletter.slug, newsletter.title) == (kept, "Renamed")
    told = admin_client.get(page_of(newsletter)).content.decode()
    assert ("letters of issues lead to them" in told) is (kept == "first")


def test_a_newsletter_leads_to_where_its_readers_subscribe(admin_client, client):
    _, second = make_newsletter(), make_newsletter()

    page = admin_client.get(page_of(second)).content.decode()

    home = f"/n/{second.slug}/"
    assert f'href="{home}" class="viewsitelink"' in page
    assert "subscribe" in client.get(home).content.decode()


def test_each_language_is_chosen_by_its_name(admin_client):
    page = admin_client.get(reverse("admin:newsletter_newsletter_add"))

    for code, name in (("de", "German"), ("ja", "Japanese"), ("zh", "Chinese")):
        assert f'<option value="{code}">{name}</option>' in page.content.decode()


def test_a_newsletter_that_can_run_is_saved(admin_client):
    newsletter = make_newsletter()
    sent = form_of(
        newsletter,
        rubric_published_launches="3",
        rubric_launch_words_least="40",
        rubric_link_policy_gone="warn",
        rubric_banned="revolutionär*\n\n  wow ",
        topics="agents\nlocal  models\nagents",
        timezone="Asia/Tokyo",
    )

    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    newsletter.refresh_from_db()
    assert newsletter.rubric == {
        "published_launches": 3,
        "launch_words": {"least": 40, "most": 150},
        "link_policy": {"gone": "warn"},
        "banned": ["revolutionär*", "wow"],
    }
    assert newsletter.rules.published_launches == 3
    assert newsletter.topics == ["agents", "local models"]
    assert newsletter.zone.key == "Asia/Tokyo"


STORED = {
    "published_papers": 0,
    "launch_words": {"least": 30, "most": 60},
    "banned": [],
    "link_policy": {"gone": "warn", "most_links": None, "most_unproven_share": 0.25},
    "researched_launches": 40,
    "general_interest": True,
    "deeper_links": True,
}


def test_a_stored_rubric_goes_through_the_form_as_it_is(admin_client):
    newsletter = make_newsletter(rubric=STORED)
    before = newsletter.rules

    sent = form_of(newsletter)
    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    newsletter.refresh_from_db()
    assert newsletter.rules == before


def test_an_unknown_key_is_told_and_left_out_by_hand(admin_client):
    newsletter = make_newsletter(rubric={"launches": 4, "published_papers": 1})

    page = admin_client.post(page_of(newsletter), form_of(newsletter)).content.decode()
    assert "There is no key &#x27;launches&#x27;: leave it out." in page
    assert "launches: 4. No session begins with it." in page
    sent = form_of(newsletter, rubric_unknown="on")
    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    newsletter.refresh_from_db()
    assert newsletter.rubric == {"published_papers": 1}


def test_a_title_and_a_profile_are_enough_for_a_newsletter(admin_client):
    sent = form_of(Newsletter(title="Garden", slug="garden", profile="Roses."))

    answer = admin_client.post("/admin/newsletter/newsletter/add/", sent, follow=True)

    garden = Newsletter.objects.get()
    assert (garden.shared_outlets, garden.rubric) == (False, {})
    text = answer.content.decode()
    assert "Next: give it outlets" in text
    assert "Look at a rehearsal now" in text


@pytest.mark.parametrize(
    ("profile", "is_told"),
    [("AI", True), ("Wine and cheese.", True), ("Wine, cheese and bread.", False)],
)
def test_a_profile_that_nothing_is_near_to_is_told(admin_client, profile, is_told):
    newsletter = make_newsletter(profile=profile)

    page = admin_client.post(page_of(newsletter), form_of(newsletter), follow=True)

    told = "a session may find nothing near it" in page.content.decode()
    assert told is is_told


def test_topics_stand_in_for_a_profile_of_one_word(admin_client):
    newsletter = make_newsletter(profile="Wine", topics=["cheese", "sourdough bread"])

    page = admin_client.post(page_of(newsletter), form_of(newsletter), follow=True)

    assert "may find nothing near it" not in page.content.decode()


def test_who_asks_the_shared_outlets_is_not_sent_for_others(admin_client):
    garden = Newsletter(
        title="Garden", slug="garden", profile="Roses.", shared_outlets=True
    )

    answer = admin_client.post(
        "/admin/newsletter/newsletter/add/", form_of(garden), follow=True
    )

    text = answer.content.decode()
    assert "Next: look at a rehearsal. It asks the shared outlets" in text
    assert "give it outlets" not in text


def test_a_newsletters_budget_is_set_on_its_page_and_on_record(admin_client):
    newsletter = make_newsletter()
    budget = {
        "budget-TOTAL_FORMS": "1",
        "budget-0-newsletter": newsletter.pk,
        "budget-0-session_dollars": "2.50",
    }

    sent = form_of(newsletter, **budget)
    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    assert str(Budget.objects.get().session_dollars) == "2.50"
    assert LogEntry.objects.filter(change_message__contains="2.50").exists()
