"""What the models refuse, and what the database refuses whoever writes to it."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from newsletter.models import BadTimezone, Citation, Coverage, Issue, Newsletter, Outlet
from newsletter.standards.rubric import BadRubric
from newsletter.tests.support.makers import make_issue, make_newsletter, make_source

pytestmark = pytest.mark.django_db


def faults(row):
    """What a form would say, by field."""
    try:
        row.full_clean()
    except ValidationError as error:
        return error.message_dict
    return {}


# --- What a form says ---------------------------------------------------------------


def test_a_newsletter_with_defaults_is_whole():
    assert faults(make_newsletter()) == {}


def test_a_rubric_that_is_none_is_told_beside_its_field():
    newsletter = make_newsletter(rubric={"launches": 4})

    [told] = faults(newsletter)["rubric"]
    assert told.startswith("The rubric was not understood: no key 'launches'; known:")
    with pytest.raises(BadRubric):
        _ = newsletter.rules


@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "/etc/localtime", "../UTC", "Europe", "Europe/Berlin/"]
)
def test_an_unknown_timezone_is_told_by_its_name(zone):
    newsletter = make_newsletter(timezone=zone)

    [told] = faults(newsletter)["timezone"]
    assert told.startswith(f"No timezone {zone!r}; give a place")
    with pytest.raises(BadTimezone):
        _ = newsletter.zone


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/Argentina/Ushuaia"])
def test_a_known_timezone_is_taken(zone):
    newsletter = make_newsletter(timezone=zone)

    assert faults(newsletter) == {}
    assert newsletter.zone.key == zone


@pytest.mark.parametrize("language", ["klingon", "german", "deutsch"])
def test_a_language_that_research_cannot_tell_is_refused(language):
    [told] = faults(make_newsletter(language=language))["language"]

    assert told.startswith(f"No language {language!r}; research can tell ar, bg, ")


@pytest.mark.parametrize("language", ["en", "de", "pt-BR", "zh-Hant"])
def test_a_language_that_research_can_tell_is_taken(language):
    assert faults(make_newsletter(language=language)) == {}


@pytest.mark.parametrize("topics", ["agents", {"agents": 1}, ["agents", 3]])
def test_topics_that_are_no_words_are_refused(topics):
    [told] = faults(make_newsletter(topics=topics))["topics"]

    assert told.startswith(f"topics is {topics!r}, not a list of words")


def test_terms_of_an_outlet_that_are_one_word_are_not_read_as_letters():
    outlet = Outlet(name="A", how="feed", url="https://a.example/rss", terms="agents")

    assert faults(outlet) == {
        "terms": [
            'terms is \'agents\', not a list of words such as ["agents", "parsers"].'
        ]
    }
    outlet.terms = ["agents"]
    assert faults(outlet) == {}


def test_a_term_of_an_outlet_without_a_word_is_refused():
    outlet = Outlet(name="A", how="feed", url="https://a.example/rss", terms=["c++"])
    assert faults(outlet) == {}

    outlet.terms = ["c++", "++"]

    why = "The term '++' holds no word, so no title has it."
    assert faults(outlet) == {"terms": [why]}


def test_all_faults_of_a_newsletter_are_told_at_once():
    newsletter = make_newsletter(timezone="", rubric=[], topics="x", weekday=7)

    assert set(faults(newsletter)) == {"timezone", "rubric", "topics", "weekday"}


# --- What the database refuses ------------------------------------------------------


@pytest.mark.both_engines
def test_two_newsletters_cannot_share_a_slug():
    make_newsletter(slug="weekly")

    with pytest.raises(IntegrityError), transaction.atomic():
        make_newsletter(slug="weekly")


@pytest.mark.both_engines
@pytest.mark.parametrize("field", ["number", "slug", "session_name"])
def test_two_issues_of_a_newsletter_cannot_share(field):
    issue = make_issue(number=1)
    same = {"number": 2, field: getattr(issue, field)}

    with pytest.raises(IntegrityError), transaction.atomic():
        make_issue(issue.newsletter, **same)

    assert Issue.objects.count() == 1


def test_issues_of_two_newsletters_may_share_number_and_slug():
    issue = make_issue(number=1)

    make_issue(make_newsletter(), number=1, slug=issue.slug)

    assert Issue.objects.filter(number=1, slug=issue.slug).count() == 2


@pytest.mark.both_engines
def test_a_text_of_an_address_is_kept_once_and_its_next_text_beside_it():
    source = make_source("One text.")

    with pytest.raises(IntegrityError), transaction.atomic():
        make_source("One text.", url=source.url)

    assert make_source("Another text.", url=source.url).pk != source.pk


@pytest.mark.both_engines
def test_one_place_in_an_issue_holds_one_citation():
    issue = make_issue()
    row = {"issue": issue, "claim": "c", "quote": "q", "url": "https://a.example/"}
    Citation.objects.create(position=1, **row)

    with pytest.raises(IntegrityError), transaction.atomic():
        Citation.objects.create(position=1, **row)

    Citation.objects.create(position=2, **row)


@pytest.mark.both_engines
def test_an_issue_covers_a_story_once():
    issue = make_issue()
    row = {"story_id": "s", "title": "A story", "url": "https://a.example/"}
    Coverage.objects.create(issue=issue, **row)

    with pytest.raises(IntegrityError), transaction.atomic():
        Coverage.objects.create(issue=issue, **row)

    Coverage.objects.create(issue=make_issue(), **row)


def test_a_newsletter_with_issues_and_a_source_that_is_cited_stay():
    issue, source = make_issue(), make_source()
    Citation.objects.create(
        issue=issue, source=source, position=1, claim="c", quote="q", url=source.url
    )

    with pytest.raises(ProtectedError):
        issue.newsletter.delete()
    with pytest.raises(ProtectedError):
        source.delete()

    assert Newsletter.objects.exists()


def test_what_rows_are_called_is_what_an_operator_looks_for():
    issue, source = make_issue(number=3), make_source(title="")
    citation = Citation(claim="x" * 100)

    assert str(issue) == "Crux Weekly 3: Model A is out, and 1 more"
    assert str(source) == source.url
    assert str(citation) == "x" * 80
    assert str(Coverage(title="A story")) == "A story"
    assert str(Outlet(name="Lab")) == "Lab"
