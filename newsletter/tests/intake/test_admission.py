"""What outlets tell becomes stories, each of them once."""

import threading

import pytest
from django.db import connection

from newsletter.intake.admission import Admitted, admit
from newsletter.models import Story, StoryTelling
from newsletter.research.story import Kind, Telling
from newsletter.research.story import Story as Found
from newsletter.tests.support.makers import make_newsletter
from newsletter.text.identifiers import story_id

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def found(url="https://maker.example/parser", title="A parser", also=()):
    return Found(
        id=story_id(url),
        kind=Kind.LAUNCH,
        title=title,
        url=url,
        publisher="maker.example",
        also=tuple(Telling(publisher="other", url=one) for one in also),
    )


def test_what_is_new_is_discovered():
    newsletter = make_newsletter()

    assert admit(newsletter, "Maker", [found()]) == Admitted(new=1)

    story = Story.objects.get()
    assert (story.state, story.moved_by) == ("discovered", "intake: Maker")
    assert story.tellings.get().outlet == "Maker"


def test_an_answer_that_is_told_again_adds_nothing():
    newsletter = make_newsletter()
    admit(newsletter, "Maker", [found()])

    assert admit(newsletter, "Maker", [found()]) == Admitted()

    assert StoryTelling.objects.count() == 1


def test_another_outlet_tells_the_same_story():
    newsletter = make_newsletter()
    admit(newsletter, "Maker", [found()])
    again = found("https://maker.example/parser?utm_source=news", "The parser is here")

    assert admit(newsletter, "News", [again]) == Admitted(told_again=1)

    assert Story.objects.get().tellings.count() == 2


def test_a_story_is_found_by_each_address_that_it_was_told_under():
    newsletter = make_newsletter()
    abstract = "https://arxiv.org/abs/2508.01234"
    admit(newsletter, "arXiv", [found(abstract, also=["https://maker.example/post"])])

    admit(newsletter, "Maker", [found("https://maker.example/post")])
    admit(newsletter, "News", [found("https://huggingface.co/papers/2508.01234")])

    assert Story.objects.get().story_id == "arxiv:2508.01234"


def test_two_tellings_in_one_answer_are_one_story():
    newsletter = make_newsletter()

    assert admit(newsletter, "Maker", [found(), found()]) == Admitted(new=1)


def test_another_newsletter_has_a_story_of_its_own():
    for slug in ("one", "two"):
        admit(make_newsletter(slug=slug), "Maker", [found()])

    assert Story.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_that_find_it_at_once_make_one_story():
    newsletter = make_newsletter()
    together = threading.Barrier(4)

    def work(outlet):
        together.wait()
        admit(newsletter, outlet, [found(f"https://a.example/{n}") for n in range(20)])
        connection.close()

    workers = [threading.Thread(target=work, args=(f"Outlet {n}",)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert Story.objects.count() == 20
    assert StoryTelling.objects.count() == 80
