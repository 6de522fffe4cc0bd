"""How lists of the desk show their rows: on a phone, and where there is none."""

import re

import pytest
from django.contrib import admin
from django.urls import reverse

from agents.models import Document
from agents.templatetags.lists import NOTHING_YET
from crux.tests.support.desk import changelist, page_of
from newsletter.models import Outlet
from newsletter.tests.support.makers import make_cited_issue, make_newsletter

pytestmark = pytest.mark.django_db
# The one who looks at these has an account, and the groups are there from the start.
NEVER_EMPTY = {"auth.user", "auth.group"}


def test_each_empty_list_says_what_will_stand_in_it():
    reverse("admin:index")  # only then is the admin complete

    registered = {model._meta.label_lower for model in admin.site._registry}

    assert registered - NEVER_EMPTY == set(NOTHING_YET)


def test_an_empty_list_says_how_something_comes_there(admin_client):
    page = admin_client.get(changelist(Document)).content.decode()

    assert NOTHING_YET["agents.document"].replace("'", "&#x27;") in page


def test_a_filter_that_nothing_passes_is_no_empty_list(admin_client):
    Outlet.objects.create(name="A", url="https://a.example/feed")

    page = admin_client.get(f"{changelist(Outlet)}?q=zebra").content.decode()

    assert 'None is like that. <a href="?">Show all</a>' in page


def test_each_cell_bears_its_columns_name_for_a_phone(admin_client):
    Outlet.objects.create(name="A", url="https://a.example/feed")

    page = admin_client.get(changelist(Outlet)).content.decode()

    row = page[page.index("<tbody>") : page.index("</tbody>")]
    assert 'data-label="Is active"' in row
    assert re.search(r'<td data-label="Newsletter" class="blank ', row)
    assert re.search(r'<td data-label="Address" class="field-url', row)
    assert "data-label" not in row[: row.index("</th>")]


def test_each_row_below_a_form_names_its_cells_for_a_phone(admin_client):
    issue = make_cited_issue(make_newsletter())

    page = admin_client.get(page_of(issue)).content.decode()

    assert '<td data-label="Claim" class="field-claim">' in page
    assert '<p class="none">None.</p>' in page  # of corrections
