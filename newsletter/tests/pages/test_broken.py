"""Pages that could not be made: what is said, in which language, and by which status."""

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import resolve

from newsletter.pages import views
from newsletter.pages.broken import SetWrongly, broken
from newsletter.tests.support.makers import make_newsletter


def answer(error, path="/", **headers):
    request = RequestFactory().get(path, headers=headers)
    request.resolver_match = resolve(path)
    try:
        raise error
    except Exception:
        return broken(request)


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (ValueError(), 500, "Something broke"),
        (OperationalError(), 503, "Away for a moment"),
        (SetWrongly("set it right"), 503, "Nothing was changed"),
    ],
)
def test_a_broken_page_has_the_sites_style_and_says_what_to_do(error, status, said):
    told = answer(error)

    page = told.content.decode()
    assert told.status_code == status
    assert f"<h1>{said}</h1>" in page
    assert 'rel="stylesheet"' in page
    assert "minute" in page
    assert told.has_header("Retry-After") is (status == 503)
    assert told["Cache-Control"] == "no-store"


def test_it_speaks_the_browsers_language_to_readers_and_english_at_the_desk():
    german = {"accept_language": "de-AT,de;q=0.8"}

    assert '<html lang="de"' in answer(ValueError(), **german).content.decode()
    assert (
        "Something broke" in answer(ValueError(), "/admin/", **german).content.decode()
    )


def test_what_is_set_wrongly_is_for_the_desk_alone_to_know():
    error = SetWrongly("set it right")

    assert "set it right" in answer(error, "/admin/").content.decode()
    assert "set it right" not in answer(error).content.decode()


@pytest.mark.django_db
def test_a_database_that_is_away_is_no_fault_of_the_page(monkeypatch):
    make_newsletter()

    def away(*_, **__):
        raise OperationalError("connection refused")

    monkeypatch.setattr(views, "render", away)
    told = Client(raise_request_exception=False).get("/about")

    assert told.status_code == 503
    assert "Away for a moment" in told.content.decode()
