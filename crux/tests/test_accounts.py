"""Operators' accounts: guessing is slowed, passwords are reset by letter, groups stand."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from crux.roles import EDITOR, OWNER, VIEWER, fill_groups

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"


@pytest.fixture
def operator():
    return User.objects.create_user(
        "ada", "ada@crux.dev", PASSWORD, is_staff=True, is_superuser=True
    )


def log_in(client, password, ip="203.0.113.7"):
    return client.post(
        reverse("admin:login"),
        {"username": "ada", "password": password},
        REMOTE_ADDR=ip,
    )


def test_who_guesses_passwords_waits_and_others_do_not(client, operator):
    answers = [log_in(client, f"guess {n}").status_code for n in range(8)]

    assert answers[0] == 200
    assert answers[-1] == 429
    assert log_in(client, PASSWORD).status_code == 429
    assert log_in(client, PASSWORD, ip="198.51.100.9").status_code == 302


def test_a_right_password_forgets_the_wrong_ones(client, operator):
    for _ in range(2):
        for n in range(7):
            log_in(client, f"guess {n}")
        assert log_in(client, PASSWORD).status_code == 302


def test_a_new_password_comes_by_letter_and_leads_to_this_site(
    client, operator, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    settings.BASE_URL = "https://news.crux.dev"
    host = {"HTTP_HOST": "localhost"}

    client.post(reverse("admin_password_reset"), {"email": operator.email}, **host)

    (letter,) = Path(tmp_path / "letters" / "alerts").iterdir()
    [link] = re.findall(
        r"https://news\.crux\.dev(/admin/reset/\S+)", letter.read_text()
    )
    page = client.get(link, follow=True)
    new = {"new_password1": "another-long-one", "new_password2": "another-long-one"}
    client.post(page.redirect_chain[-1][0], new)
    operator.refresh_from_db()
    assert operator.check_password("another-long-one")


def test_an_address_of_nobody_is_answered_the_same(client, tmp_path, settings):
    settings.VAR_DIR = tmp_path

    answer = client.post(reverse("admin_password_reset"), {"email": "x@y.dev"})

    assert answer.status_code == 302
    assert not (tmp_path / "letters").exists()


def test_each_group_may_what_it_is_for():
    fill_groups()
    may = {
        group.name: {permission.codename for permission in group.permissions.all()}
        for group in Group.objects.all()
    }

    assert set(may) == {VIEWER, EDITOR, OWNER}
    assert all(name.startswith("view_") for name in may[VIEWER])
    assert {"change_session", "change_newsletter", "change_issue"} <= may[EDITOR]
    assert not {"delete_newsletter", "add_user", "change_suppression"} & may[EDITOR]
    assert {"add_user", "change_suppression"} <= may[OWNER]
    assert may[VIEWER] < may[EDITOR] < may[OWNER]


def test_what_a_person_gave_a_group_stays():
    fill_groups()
    own, group = Group.objects.get(name=OWNER), Group.objects.get(name=VIEWER)
    extra = own.permissions.get(codename="change_session")
    group.permissions.add(extra)

    fill_groups()

    assert extra in group.permissions.all()


@pytest.mark.django_db
def test_the_ready_groups_are_there_once_the_database_is_migrated():
    editor = Group.objects.get(name=EDITOR)

    assert editor.permissions.filter(codename="change_session").exists()
    assert Group.objects.filter(name__in=(VIEWER, OWNER)).count() == 2
