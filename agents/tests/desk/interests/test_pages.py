"""Interests on the desk: written, refused by line, and on record with old and new."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from agents.desk.interests import keeping
from newsletter.models import StoredInterests
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db

GARDEN = "language: de\ntopics: [{topic: Rosen, weight: 3}, Kompost]\n"


@pytest.fixture
def garden():
    return keeping.keep("garden", GARDEN, keeping.read(GARDEN)).row


def change(row):
    return reverse("admin:newsletter_storedinterests_change", args=[row.pk])


def test_a_new_one_begins_with_the_example(admin_client):
    page = admin_client.get(reverse("admin:newsletter_storedinterests_add"))

    assert "# Who reads" in page.content.decode()


def test_each_fault_is_told_with_its_line_and_nothing_is_lost(admin_client, garden):
    wrong = GARDEN + "tone: wity\nlenght: short\n"

    page = admin_client.post(change(garden), {"name": "garden", "text": wrong})

    seen = page.content.decode()
    assert "line 3: tone: no tone wity (the nearest is witty)" in seen
    assert "line 4: no key lenght (the nearest is length)" in seen
    assert "lenght: short" in seen
    garden.refresh_from_db()
    assert garden.text == GARDEN


def test_a_change_is_on_record_there_and_with_each_newsletter_that_follows(
    admin_client, garden
):
    newsletter = make_newsletter(language="en")
    newsletter.interests = garden
    newsletter.full_clean()
    newsletter.save()
    text = GARDEN.replace("de", "fr").replace("3", "5")

    admin_client.post(change(garden), {"name": "garden", "text": text})

    said = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert any("language: de → fr" in one and "(weight 5)" in one for one in said)
    assert any(one.startswith("Interests garden: language: de → fr") for one in said)
    newsletter.refresh_from_db()
    assert newsletter.language == "fr"
    garden.refresh_from_db()
    assert garden.said.language == "fr"


def test_one_that_a_newsletter_goes_by_is_not_deleted(admin_client, garden):
    newsletter = make_newsletter()
    newsletter.interests = garden
    newsletter.save()
    page = reverse("admin:newsletter_storedinterests_delete", args=[garden.pk])

    admin_client.post(page, {"post": "yes"})

    assert StoredInterests.objects.filter(pk=garden.pk).exists()


def test_a_newsletter_that_is_given_interests_takes_what_they_say(admin_client, garden):
    newsletter = make_newsletter(profile="agents", topics=["parsers"])
    page = reverse("admin:newsletter_newsletter_change", args=[newsletter.pk])
    form = admin_client.get(page).context["adminform"].form
    posted = {
        name: value
        for name in form.fields
        if (value := form.get_initial_for_field(form.fields[name], name))
        not in (None, False, "")
    }
    lines = {
        "topics": "parsers",
        "rubric_banned": "\n".join(posted["rubric_banned"]),
        "interests": garden.pk,
    }
    management = {
        "budget-TOTAL_FORMS": 0, "budget-INITIAL_FORMS": 0,
    }  # fmt: skip

    answer = admin_client.post(page, posted | lines | management)

    assert answer.status_code == 302, answer.context["errors"]
    newsletter.refresh_from_db()
    assert (newsletter.topics, newsletter.language) == (["Rosen", "Kompost"], "de")
    seen = admin_client.get(page).content.decode()
    assert "Taken from garden." in seen
