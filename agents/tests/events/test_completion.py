import pytest

from agents.events.completion import Learned
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story

PAGE = {
    "url": "https://lab.example/post?utm_source=x",
    "final_url": "https://lab.example/post",
    "title": "A post",
    "published": "2025-08-05T10:00:00+00:00",
    "sha256": "a" * 64,
    "text": "Text. " * 2000,
}


def searched(*stories):
    learned = Learned()
    search(learned, 10, 40, *stories)
    return learned


def search(learned, days, considered, *stories, tool="search_sources"):
    answer = {
        "considered": considered,
        "stories": [story.model_dump(mode="json") for story in stories],
        "sources": [{"name": "Feed", "url": "https://lab.example/feed"}],
    }
    learned.learn(tool, {"kind": "launch", "days": days}, answer)


def test_a_story_is_given_by_its_id_and_told_in_full():
    story = make_story(1)

    data = searched(story).complete(
        Kind.LAUNCHES_RESEARCHED, {"launches": [{"id": story.id}]}
    )

    assert data["launches"] == [story.model_dump(mode="json")]
    assert (data["considered"], data["window_days"]) == (40, 10)
    assert data["sources"][0]["name"] == "Feed"


@pytest.mark.parametrize(
    ("chosen", "found"),
    [((1,), (20, 7)), ((1, 2), (40, 10)), ((), (40, 10)), ((3,), (40, 10))],
)
@pytest.mark.parametrize("is_wider_first", [False, True])
def test_a_look_back_is_told_where_a_chosen_story_came_of_it(
    chosen, found, is_wider_first
):
    """Story 1 is of the week, 2 is older, and no search showed 3."""
    week, older, learned = make_story(1), make_story(2), Learned()
    looks = [(7, 20, week), ("10.0", 40, week, older)]
    for look in reversed(looks) if is_wider_first else looks:
        search(learned, *look)
    named = [{"id": make_story(number).id} for number in chosen]

    data = learned.complete(Kind.LAUNCHES_RESEARCHED, {"launches": named})

    assert (data["considered"], data["window_days"]) == found


def test_searches_by_several_tools_are_told_together():
    learned = searched(make_story(1))
    search(learned, 7, 3, make_story(2), tool="search_arxiv")
    search(learned, 31, 9, make_story(3), tool="search_arxiv")
    named = [{"id": make_story(number).id} for number in (1, 2)]

    data = learned.complete(Kind.STORIES_SCOUTED, {"stories": named})

    assert (data["considered"], data["window_days"]) == (43, 10)


def test_what_the_agent_says_itself_stands():
    story = make_story(1)
    given = {"id": story.id, "title": "A better title"}

    data = searched(story).complete(Kind.LAUNCHES_RESEARCHED, {"launches": [given]})

    assert data["launches"][0]["title"] == "A better title"


def test_a_story_that_was_only_read_is_made_from_its_page():
    learned = Learned()
    learned.learn("fetch_page", {}, {"pages": [PAGE, {"url": "x", "fault": "dns"}]})
    given = {"url": PAGE["url"], "publisher": "Lab"}

    [story] = learned.complete(Kind.LAUNCHES_RESEARCHED, {"launches": [given]})[
        "launches"
    ]

    assert story["title"] == "A post"
    assert story["published"] == "2025-08-05"
    assert story["source_sha256"] == "a" * 64
    assert len(story["summary"]) == 6000


def test_a_citation_gets_the_hash_of_the_text_that_was_shown():
    story = make_story(1)
    learned = searched(story)
    cited = {"claim": "c", "quote": "q", "url": f"{story.url}#part"}

    data = learned.complete(Kind.DRAFT_WRITTEN, {"citations": [cited]})

    assert data["citations"][0]["source_sha256"] == story.source_sha256


def test_what_no_tool_told_is_left_to_the_schema():
    given = {"launches": [{"id": "x"}, "nonsense"], "considered": 3}

    assert Learned().complete(Kind.LAUNCHES_RESEARCHED, given) == given
    assert Learned().complete(Kind.LAUNCHES_RESEARCHED, {"launches": "all"}) == {
        "launches": "all"
    }


def test_a_story_whose_page_was_read_brings_the_pages_text():
    """The search's summary may be empty; what research read reaches the others."""
    story = make_story(1, summary="", source_sha256="")
    learned = searched(story)
    page = {**PAGE, "url": f"{story.url}/", "final_url": story.url}
    learned.learn("fetch_page", {}, {"pages": [page]})

    data = learned.complete(Kind.LAUNCHES_RESEARCHED, {"launches": [{"id": story.id}]})

    assert data["launches"][0]["summary"].startswith("Text. ")
    assert data["launches"][0]["source_sha256"] == PAGE["sha256"]


def test_a_story_is_of_the_day_of_its_page_where_that_is_far_older():
    story = make_story(1)
    learned = searched(story)
    page = {**PAGE, "url": story.url, "final_url": story.url, "published": "2025-02-17"}
    learned.learn("fetch_page", {}, {"pages": [page]})

    data = learned.complete(Kind.LAUNCHES_RESEARCHED, {"launches": [{"id": story.id}]})

    assert data["launches"][0]["published"] == "2025-02-17"


def test_a_page_that_tells_less_than_the_search_changes_nothing():
    story = make_story(1)
    learned = searched(story)
    page = {**PAGE, "url": story.url, "final_url": story.url, "text": "Cookies?"}
    learned.learn("fetch_page", {}, {"pages": [page]})

    data = learned.complete(Kind.LAUNCHES_RESEARCHED, {"launches": [{"id": story.id}]})

    assert data["launches"] == [story.model_dump(mode="json")]


@pytest.mark.parametrize("named", ["{id}/", "{url}", "{url}/", "{url}?utm_source=x"])
def test_a_story_may_be_named_by_its_address_or_with_a_slash(named):
    story = make_story(1, id="story:1")
    name = named.format(id=story.id, url=story.url)
    chosen = {"selected_launches": [{"story_id": name}], "rejected_items": []}

    data = searched(story).complete(Kind.ITEMS_EVALUATED, chosen)

    assert data["selected_launches"] == [{"story_id": "story:1"}]


def test_a_quote_is_cited_from_the_text_that_holds_it():
    """The address was read twice, and the newer text has other words."""
    story = make_story(1)
    learned = searched(story)
    page = {**PAGE, "url": story.url, "final_url": story.url}
    learned.learn("fetch_page", {}, {"pages": [page]})
    cited = {"claim": "c", "quote": story.summary[:40], "url": story.url}

    data = learned.complete(Kind.DRAFT_WRITTEN, {"citations": [cited]})

    assert data["citations"][0]["source_sha256"] == story.source_sha256
