import pytest
from django.test import Client
from django.utils import timezone

from newsletter.issues.letter import Ways, letter_html, letter_text
from newsletter.models import Issue, Newsletter

pytestmark = pytest.mark.django_db
WAYS = Ways(
    web="https://a.b/c/", preferences="https://a.b/p", unsubscribe="https://a.b/u"
)
ADDRESS = "The Weekly\n12 Long Lane\nLeeds"


@pytest.fixture
def issue():
    newsletter = Newsletter.objects.create(slug="w", title="The Weekly", profile="All")
    return Issue.objects.create(
        newsletter=newsletter,
        number=1,
        slug="one",
        subject="One",
        session_name="newsletter_20250807_000000_00000001",
        markdown="# One\n\n## What shipped\n\n### 1. A parser\n\nIt parses.\n",
        draft_sha256="0" * 64,
        published_at=timezone.now(),
    )


def test_who_publishes_stands_in_every_letter_and_page(issue, settings):
    settings.POSTAL_ADDRESS, settings.IMPRINT_URL = ADDRESS, "https://a.b/imprint"

    text, html = letter_text(issue, WAYS), letter_html(issue, WAYS)
    pages = [Client().get(page).content.decode() for page in ("/", "/subscribe")]

    assert text.endswith(
        "\n".join(["", *ADDRESS.split("\n"), "", "Imprint:", "https://a.b/imprint", ""])
    )
    for shown in (html, *pages):
        assert "The Weekly, 12 Long Lane, Leeds" in shown
        assert 'href="https://a.b/imprint"' in shown


def test_without_the_settings_nothing_is_said(issue):
    text, html = letter_text(issue, WAYS), letter_html(issue, WAYS)
    page = Client().get("/subscribe").content.decode()

    for shown in (text, html, page):
        assert "mprint" not in shown
        assert "<address>" not in shown


@pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("de", "ltr")])
def test_letters_and_pages_run_the_way_of_their_language(issue, language, direction):
    issue.newsletter.language = language
    issue.newsletter.save()

    html = letter_html(issue, WAYS)
    page = Client().get("/").content.decode()

    for shown in (html, page):
        assert f'lang="{language}" dir="{direction}"' in shown
        other = {"rtl": "ltr", "ltr": "rtl"}[direction]
        assert f'dir="{other}"' not in shown
