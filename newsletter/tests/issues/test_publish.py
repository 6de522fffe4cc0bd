"""Publishing: one issue per session, numbers without gaps, evidence kept."""

import threading
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, connection

from newsletter.drafts.parsing import parse
from newsletter.intake.admission import admit
from newsletter.intake.moving import move
from newsletter.issues import memory
from newsletter.issues.memory import Covered
from newsletter.issues.publish import ToldAlready, Unpublishable, publish
from newsletter.issues.withdrawal import withdraw
from newsletter.models import Citation, Issue
from newsletter.research.lifecycle import State
from newsletter.research.story import Telling
from newsletter.tests.support.makers import (
    MARKDOWN,
    NOW,
    QUOTE,
    make_claim,
    make_newsletter,
    make_source,
    make_story,
)
from newsletter.text.identifiers import sha256_of

pytestmark = pytest.mark.django_db


def published(newsletter, session="newsletter_20250807_090000_aaaaaaaa", **fields):
    values = {
        "subject": "Model A is out, and 1 more",
        "preheader": "Method C",
        "draft": parse(MARKDOWN),
        "citations": (),
        "coverage": (),
        "disclosures": (),
        "is_sample": False,
        "covers_from": date(2025, 7, 31),
        "covers_until": date(2025, 8, 7),
        "now": NOW,
    }
    return publish(newsletter, session_name=session, **{**values, **fields})


def test_an_issue_is_published_with_number_slug_page_and_hash():
    issue = published(make_newsletter(), scorecard={"precision": 1.0})

    assert issue.status == Issue.Status.PUBLISHED
    assert (issue.number, issue.slug) == (1, "2025-08-07-model-a-is-out-and-1-more")
    assert issue.published_at == NOW
    assert issue.draft_sha256 == sha256_of(MARKDOWN)
    assert "<h2" in issue.page_html
    assert issue.scorecard == {"precision": 1.0}


def test_asked_twice_it_gives_the_same_issue_and_makes_nothing():
    newsletter = make_newsletter()
    covered = Covered(make_story("story"))
    first = published(newsletter, citations=[make_claim()], coverage=[covered])

    again = published(newsletter, subject="Other", now=NOW + timedelta(days=1))

    assert again == first
    assert again.subject == first.subject
    assert (again.citations.count(), again.coverage.count()) == (1, 1)


def test_numbers_run_on_per_newsletter():
    one, other = make_newsletter(), make_newsletter()

    numbers = [
        published(newsletter, session).number
        for newsletter, session in [(one, "a"), (other, "b"), (one, "c")]
    ]

    assert numbers == [1, 1, 2]


def test_the_same_subject_on_the_same_day_gets_a_slug_of_its_own():
    newsletter = make_newsletter()

    slugs = [published(newsletter, session).slug for session in "abc"]

    assert slugs[1:] == [f"{slugs[0]}-2", f"{slugs[0]}-3"]


def test_a_long_subject_gives_a_slug_of_whole_words():
    issue = published(make_newsletter(), subject="Extraordinary " * 10)

    assert issue.slug == "2025-08-07" + "-extraordinary" * 4


def test_figures_around_words_of_another_script_stay_apart_in_a_slug():
    issue = published(make_newsletter(), subject="Grok 4.6一个月涨5分")

    assert issue.slug == "2025-08-07-grok-46-5"


def test_letters_without_a_plain_form_are_spelled_out_in_a_slug():
    issue = published(make_newsletter(), subject="Straße für Łódź und Ærø")

    assert issue.slug == "2025-08-07-strasse-fur-lodz-und-aero"


def test_a_subject_without_letters_still_gives_a_slug():
    assert published(make_newsletter(), subject="🚀 …").slug == "2025-08-07-issue"


def test_a_preview_takes_no_number_away():
    newsletter = make_newsletter()
    preview = published(newsletter, "dry", preview=True)

    issue = published(newsletter, "real")

    preview.refresh_from_db()
    assert issue.number == 1
    assert preview.number > 1
    assert (preview.status, preview.published_at) == (Issue.Status.PREVIEW, None)


def test_a_preview_takes_no_slug_away():
    newsletter = make_newsletter()
    plain = "2025-08-07-model-a-is-out-and-1-more"
    first = published(newsletter, "rehearsal", preview=True)
    second = published(newsletter, "approved", preview=True)
    assert [first.slug, second.slug] == [plain, f"{plain}-2"]
    assert [first.number_told, second.number_told] == [1, 1]

    out = published(newsletter, "approved")
    again = published(newsletter, "next")

    first.refresh_from_db()
    assert (out.slug, again.slug) == (plain, f"{plain}-2")
    assert first.slug == f"{plain}-3"
    assert (first.number, out.number, again.number) == (3, 1, 2)
    assert (first.number_told, again.number_told) == (3, 2)


def test_a_preview_can_be_published_later():
    newsletter = make_newsletter()
    preview = published(newsletter, "dry", preview=True)
    published(newsletter, "real")

    issue = published(newsletter, "dry", now=NOW + timedelta(days=1))

    assert issue.pk == preview.pk
    assert (issue.number, issue.status) == (2, Issue.Status.PUBLISHED)


@pytest.mark.parametrize("name", ["subject", "preheader"])
def test_a_preview_whose_subject_was_changed_goes_out_with_the_new_one(name):
    newsletter = make_newsletter()
    preview = published(newsletter, "dry", preview=True)

    issue = published(newsletter, "dry", **{name: "Another, by hand"})

    assert issue.pk == preview.pk
    preview.refresh_from_db()
    assert getattr(preview, name) == "Another, by hand"


def test_a_draft_without_items_is_not_published():
    with pytest.raises(Unpublishable, match="no item"):
        published(
            make_newsletter(), draft=parse("# Title\n\nA lead, and nothing else.")
        )

    assert not Issue.objects.exists()


def test_each_citation_is_tied_to_the_text_that_holds_its_quote():
    source = make_source()
    issue = published(make_newsletter(), citations=[make_claim(source)])

    citation = issue.citations.get()
    assert citation.source == source
    assert (citation.quote, citation.match) == (QUOTE, "exact")


def test_quotes_are_found_across_kinds_of_spaces_and_marks():
    source = make_source("It’s\u00a0“small” – and\nquick.")
    claim = make_claim(source, quote='It\'s "small" - and quick.')

    issue = published(make_newsletter(), citations=[claim])

    assert issue.citations.get().match == "exact"


def test_a_quote_that_the_source_does_not_hold_is_told():
    source = make_source("Something else.")

    issue = published(make_newsletter(), citations=[make_claim(source), make_claim()])

    found = {(c.source_id, c.match) for c in issue.citations.all()}
    assert found == {(source.pk, "none"), (None, "none")}


def test_of_two_sources_with_one_text_the_one_at_the_cited_address_is_taken():
    make_source(url="https://a.example/one")
    source = make_source(url="https://a.example/two")
    claim = make_claim(source, url="https://a.example/two/?utm_source=x")

    issue = published(
        make_newsletter(), citations=[claim], outcomes={"https://a.example/two": "ok"}
    )

    assert issue.citations.get().source == source
    assert issue.citations.get().outcome == "ok"


def test_citations_are_numbered_as_a_reader_meets_them():
    late = make_claim(claim="The authors introduce Method C", quote="late")
    lost = make_claim(claim="This claim stands nowhere.", quote="lost")

    issue = published(make_newsletter(), citations=[lost, late, make_claim()])

    quotes = issue.citations.values_list("position", "quote")
    assert list(quotes) == [(1, QUOTE), (2, "late"), (3, "lost")]
    assert 'href="sources#c2"' in issue.page_html


def test_a_story_named_twice_is_covered_once():
    covered = Covered(make_story("story"))

    issue = published(make_newsletter(), coverage=[covered, covered])

    assert issue.coverage.get().story_id == "story"


def test_a_failure_leaves_nothing_behind(monkeypatch):
    def refuse(*arguments):
        raise IntegrityError

    monkeypatch.setattr(Citation.objects, "bulk_create", refuse)

    with pytest.raises(IntegrityError):
        published(make_newsletter(), citations=[make_claim()])

    assert not Issue.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_sessions_that_publish_at_once_get_different_numbers():
    newsletter = make_newsletter()
    barrier = threading.Barrier(4)
    errors = []

    def run(session):
        try:
            barrier.wait(10)
            published(newsletter, session)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    # Two of the four ask for the same session.
    threads = [threading.Thread(target=run, args=(name,)) for name in "abca"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert errors == []
    assert sorted(newsletter.issues.values_list("number", flat=True)) == [1, 2, 3]


def covered(*ids):
    return [Covered(make_story(name)) for name in ids]


def test_an_issue_of_stories_that_another_one_told_is_not_published():
    newsletter = make_newsletter()
    first = published(newsletter, session="a", coverage=covered("one", "two", "three"))

    with pytest.raises(ToldAlready, match=r"Issue 1 of 7 August 2025 told the same"):
        published(newsletter, session="b", coverage=covered("two", "one"))

    assert list(newsletter.issues.all()) == [first]


def test_the_same_stories_may_be_told_by_another_newsletter_or_rehearsed():
    newsletter = make_newsletter()
    published(newsletter, session="a", coverage=covered("one"))

    published(make_newsletter(), session="b", coverage=covered("one"))
    published(newsletter, session="c", coverage=covered("one"), preview=True)

    with pytest.raises(ToldAlready):
        published(newsletter, session="c", coverage=covered("one"))


def test_a_session_that_asks_again_gets_its_issue():
    newsletter = make_newsletter()
    first = published(newsletter, session="a", coverage=covered("one"))

    assert published(newsletter, session="a", coverage=covered("one")) == first


def test_one_story_that_was_told_keeps_an_issue_from_readers():
    newsletter = make_newsletter()
    published(newsletter, session="a", coverage=covered("one"))

    with pytest.raises(
        ToldAlready, match="Issue 1 of 7 August 2025 told “one” already"
    ):
        published(newsletter, session="b", coverage=covered("one", "new"))


def test_a_told_story_is_told_again_with_what_is_new_in_it():
    newsletter = make_newsletter()
    published(newsletter, session="a", coverage=covered("one"))
    update = Covered(make_story("one"), what_is_new="Its price fell by half.")

    issue = published(newsletter, session="b", coverage=[update])

    [thread] = newsletter.threads.all()
    told = thread.told.order_by("pk").values_list("issue__number", "what_is_new")
    assert list(told) == [(1, ""), (issue.number, "Its price fell by half.")]


def test_versions_of_one_product_are_one_thread():
    newsletter = make_newsletter()
    titles = ("Kettle 1.4 is out", "Ladle 3 is out", "Kettle 1.5: twice as fast")

    for number, title in enumerate(titles):
        told = [Covered(make_story(f"s{number}", title=title))]
        published(newsletter, session=title, coverage=told)

    [thread] = newsletter.threads.all()
    assert (thread.slug, thread.title, thread.told.count()) == ("kettle", "Kettle", 2)


def test_of_each_thread_the_newest_tellings_on_their_pages_are_found_at_once(
    django_assert_num_queries,
):
    newsletter = make_newsletter()
    issues = [
        published(
            newsletter,
            session=f"{name} 1.{number}",
            coverage=[
                Covered(
                    make_story(f"{name}{number}", title=f"{name} 1.{number} is out now")
                )
            ],
        )
        for number in range(4)
        for name in ("Kettle", "Ladle")
    ]
    withdraw(issues[6], "It was wrong.", NOW)  # Kettle 1.3
    threads = memory.newest_threads(newsletter, 2)

    with django_assert_num_queries(1):
        told = memory.newest_tellings(threads, 2)

    assert {
        thread.title: [row.title for row in told[thread.pk]] for thread in threads
    } == {
        "Ladle": ["Ladle 1.3 is out now", "Ladle 1.2 is out now"],
        "Kettle": ["Kettle 1.2 is out now", "Kettle 1.1 is out now"],
    }


def test_what_is_held_against_a_product_is_no_part_of_its_thread():
    newsletter = make_newsletter()
    titles = (
        "Kettle 1.4 is out",
        "An open pot just beat the new Kettle 1.5 at tea",
        "Pot 2, Kettle 1.6 and Ladle 3 boil the same soup",
    )
    for number, title in enumerate(titles):
        told = [Covered(make_story(f"s{number}", title=title))]
        issue = published(newsletter, session=title, coverage=told)
        assert issue.coverage.get().earlier is None

    assert not newsletter.threads.exists()


def test_a_rehearsal_begins_no_thread():
    newsletter = make_newsletter()
    for number, is_preview in ((4, False), (5, True)):
        told = [Covered(make_story(f"s{number}", title=f"Kettle 1.{number} is out"))]
        published(newsletter, session=str(number), coverage=told, preview=is_preview)

    assert not newsletter.threads.exists()
    published(newsletter, session="5", coverage=told)
    assert newsletter.threads.get().told.count() == 2


# --- Stories that intake holds ------------------------------------------------------


def held(newsletter, *found):
    admit(newsletter, "Maker", found)


def states(newsletter):
    rows = newsletter.stories.order_by("pk").values_list("title", "state")
    return dict(rows)


def test_what_an_issue_tells_is_published_and_what_it_leaves_is_not():
    newsletter = make_newsletter()
    story = make_story("told").model_copy(update={"id": "https://told.example/news"})
    held(newsletter, story, make_story("left"))
    move(newsletter.stories.get(title="told"), State.REJECTED, by="ann")
    also = story.model_copy(
        update={
            "id": "known-otherwise",
            "also": (Telling(publisher="", url=story.url),),
        }
    )

    issue = published(newsletter, coverage=[Covered(also)])
    published(newsletter, coverage=[Covered(also)])

    assert states(newsletter) == {"told": "published", "left": "discovered"}
    last = newsletter.stories.get(title="told").moves.last()
    assert (last.by, last.because) == ("publication", f"Issue 1: {issue.subject}")
    withdraw(issue, "A mistake.", NOW)
    assert states(newsletter)["told"] == "published"


def test_who_tells_the_same_is_published_only_where_the_issue_links_it(admin_client):
    newsletter = make_newsletter()
    linked, unlinked = "https://a.example/news", "https://b.example/news"
    told = make_story("told")
    heard = make_story("heard", url=linked).model_copy(update={"id": linked})
    beside = make_story("beside", url=unlinked).model_copy(update={"id": unlinked})
    held(newsletter, told, heard, beside)
    row = newsletter.stories.get(title="beside")
    for after in (State.ENRICHING, State.ENRICHED, State.REVIEW):
        move(row, after, by="ann")
        row.refresh_from_db()
    also = tuple(Telling(publisher="", url=one.url) for one in (heard, beside))

    published(newsletter, coverage=[Covered(told.model_copy(update={"also": also}))])

    assert states(newsletter) == {
        "told": "published",
        "heard": "published",
        "beside": "duplicate",
    }
    page = admin_client.get(
        f"/admin/newsletter/story/{row.pk}/change/"
    ).content.decode()
    assert "Issue 1 tells it as another outlet does" in page
    assert f"story {newsletter.stories.get(title='told').pk}</a>" in page


def test_what_goes_on_with_a_told_story_updates_it():
    newsletter = make_newsletter()
    first = make_story("first", title="Parser Pro 3.1 is out")
    held(newsletter, first)
    published(newsletter, coverage=[Covered(first)])
    later = Covered(first, what_is_new="It is free now.")

    published(newsletter, "another", subject="More", coverage=[later])

    assert states(newsletter) == {first.title: "updated"}
    [*_, told] = newsletter.stories.get().moves.values_list("after", "because")
    assert told == ("updated", "Issue 2: More (what is new)")


@pytest.mark.parametrize("how", [{"preview": True}, {"is_sample": True}])
def test_a_preview_and_a_sample_move_no_story(how):
    newsletter = make_newsletter()
    held(newsletter, make_story("told"))

    published(newsletter, coverage=[Covered(make_story("told"))], **how)

    assert states(newsletter) == {"told": "discovered"}


def test_a_preview_that_is_published_moves_its_stories():
    newsletter = make_newsletter()
    held(newsletter, make_story("told"))
    told = [Covered(make_story("told"))]
    published(newsletter, coverage=told, preview=True)

    published(newsletter, coverage=told)

    assert states(newsletter) == {"told": "published"}
