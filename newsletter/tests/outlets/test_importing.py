"""Lists of outlets in and out of the database, by the command and at the desk."""

import io

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from newsletter.models import Outlet
from newsletter.outlets import importing
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db

LIST = b"""<opml version="2.0"><body><outline text="Garden">
<outline text="Roses" xmlUrl="https://roses.example/rss"/>
<outline text="Roses" xmlUrl="https://old.example/roses"/>
<outline text="Home" xmlUrl="https://192.168.0.1/rss"/>
<outline text="No feed"/></outline></body></opml>"""

ONE_INSIDE = b"""<opml version="2.0"><body>
<outline text="Home" xmlUrl="https://192.168.0.1/rss"/></body></opml>"""


@pytest.fixture(autouse=True)
def no_outlets(db):
    Outlet.objects.all().delete()


@pytest.fixture
def garden():
    return make_newsletter(slug="garden", title="Garden", shared_outlets=False)


def test_a_file_is_added_once_and_each_name_is_free(garden):
    first, second = importing.take_in(garden, LIST), importing.take_in(garden, LIST)

    names = [one.name for one in garden.outlets.all()]
    assert names == ["Roses", "Roses (old.example)"]
    assert [len(first.new), len(second.new), len(second.known)] == [2, 0, 2]
    assert {one.name for one in first.refused} == {"Home", "No feed"}
    assert "never asked" in first.refused[-1].why
    for one in garden.outlets.all():
        one.full_clean()


def test_what_is_shared_already_is_known_where_shared_ones_are_asked(garden):
    Outlet.objects.create(
        name="R", how="feed", url="https://roses.example/rss", terms=["rose"]
    )
    garden.shared_outlets = True

    assert [one.name for one in importing.plan(garden, LIST).known] == ["R"]


def test_a_file_of_one_newsletter_makes_the_same_outlets_of_another(garden):
    importing.take_in(garden, LIST)
    garden.outlets.create(
        name="Papers", how="arxiv", url="https://export.arxiv.org/api/query",
        kind="paper", prior=0.3, terms=["q-bio.PE"], is_active=False,
    )  # fmt: skip
    other = make_newsletter(shared_outlets=False)

    importing.take_in(other, importing.give_out(garden))

    kept = ("name", "how", "url", "kind", "prior", "terms", "is_active")
    assert [*other.outlets.values(*kept)] == [*garden.outlets.values(*kept)]


# --- The command --------------------------------------------------------------------


def run(*args):
    out = io.StringIO()
    call_command("outlets", *map(str, args), stdout=out)
    return out.getvalue()


def test_the_command_tells_first_and_adds_with_commit(garden, tmp_path):
    file = tmp_path / "list.opml"
    file.write_bytes(LIST)

    told = run("import", file, "--newsletter", "garden")
    assert "2 to add, 0 known, 2 refused." in told
    assert "add --commit" in told
    assert not garden.outlets.exists()
    assert "2 added" in run("import", file, "--newsletter", "garden", "--commit")
    run("export", tmp_path / "out.opml", "--newsletter", "garden")
    assert "0 to add, 2 known, 0 refused." in run(
        "import", tmp_path / "out.opml", "--newsletter", "garden"
    )


def test_a_hyphen_is_standard_output(garden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    importing.take_in(garden, LIST)

    told = run("export", "-", "--newsletter", "garden")

    assert told.encode().strip() == importing.give_out(garden).strip()
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("slug", "content", "told"),
    [
        ("nope", LIST, "No newsletter 'nope'; known: garden."),
        ("garden", b"<html/>", "is no OPML"),
        ("garden", None, "No such file"),
        ("garden", ONE_INSIDE, "can be an outlet"),
    ],
)
def test_the_command_says_what_is_wrong(garden, tmp_path, slug, content, told):
    file = tmp_path / "list.opml"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CommandError, match=told):
        run("import", file, "--newsletter", slug)


# --- The desk -----------------------------------------------------------------------


def page_of(newsletter):
    return f"/admin/newsletter/newsletter/{newsletter.pk}/outlets/"


def test_the_desk_shows_what_a_file_would_do_and_then_does_it(garden, admin_client):
    sent = {"file": SimpleUploadedFile("list.opml", LIST)}

    shown = admin_client.post(page_of(garden), sent)

    text = shown.content.decode()
    assert "2 to add, 0 known already, 2 refused" in text
    assert "It has no address of a feed (xmlUrl)." in text
    assert not garden.outlets.exists()
    kept = {"kept": shown.context["file"], "commit": "1"}
    assert admin_client.post(page_of(garden), kept).status_code == 302
    assert garden.outlets.count() == 2
    file = admin_client.get(f"/admin/newsletter/newsletter/{garden.pk}/outlets.opml")
    assert importing.plan(garden, file.content).new == ()


def test_an_outlet_that_was_saved_leads_back_to_those_of_its_newsletter(
    garden, admin_client
):
    sent = {
        "newsletter": garden.pk,
        **{"name": "Roses", "url": "https://roses.example/rss"},
        **{"how": "feed", "kind": "launch", "prior": "0.5", "is_active": "on"},
    }

    added = admin_client.post("/admin/newsletter/outlet/add/", sent)
    row = f"/admin/newsletter/outlet/{garden.outlets.get().pk}/change/"
    changed = admin_client.post(row, sent)
    shared = admin_client.post(row, sent | {"newsletter": ""})

    assert [added.url, changed.url] == [page_of(garden)] * 2
    assert shared.url == "/admin/newsletter/outlet/"


@pytest.mark.parametrize("sent", [{}, {"kept": "@"}, {"kept": "aGk=", "commit": "1"}])
def test_what_is_no_list_is_said_at_the_desk(garden, admin_client, sent):
    answer = admin_client.post(page_of(garden), sent)

    assert answer.status_code == 200
    assert "The file is no OPML" in answer.content.decode()


def test_who_may_only_look_takes_nothing_in(garden, client, django_user_model):
    viewer = django_user_model.objects.create_user("viewer", is_staff=True)
    client.force_login(viewer)
    assert client.get(page_of(garden)).status_code == 403
    grant(viewer, "view_newsletter")

    assert client.get(page_of(garden)).status_code == 200
    assert client.post(page_of(garden), {"kept": "aGk="}).status_code == 403


def grant(user, codename):
    permission = Permission.objects.get(codename=codename)
    user.user_permissions.add(permission)
