"""Many tellings, one story: what is the same, and what only looks like it."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.outlets.merge import MOST_ALSO, merge
from newsletter.research.ranking.select import is_same_story
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.identifiers import story_id

DAY = date(2025, 8, 5)
A_DAY = timedelta(days=1)


def make_story(title: str, host: str = "lab.test", **changes) -> Story:
    slug = "-".join(title.lower().split())
    url = changes.pop("url", f"https://{host}/{slug}")
    fields = {
        "id": story_id(url),
        "kind": Kind.LAUNCH,
        "title": title,
        "url": url,
        "publisher": host,
        "published": DAY,
        "prior": 0.5,
    }
    return Story(**(fields | changes))


def merged_titles(*titles: str) -> list[str]:
    stories = [
        make_story(title, f"host{n}.test", prior=0.9 - n / 10)
        for n, title in enumerate(titles)
    ]
    return sorted(story.title for story in merge(stories))


def test_the_same_address_is_one_story_with_the_best_of_both():
    feed = make_story("The model", prior=0.9, summary="Its text.", published=None)
    news = make_story("Look at this", url=feed.url, prior=0.4, signals={"points": 9.0})

    [story] = merge([news, feed])

    assert (story.title, story.publisher) == ("The model", "lab.test")
    assert story.summary == "Its text."
    assert story.published == DAY
    assert story.signals == {"points": 9.0}
    assert story.prior == 0.9


@pytest.mark.parametrize("own_prior", [0.5, 0.7])
def test_a_paper_has_the_title_of_arxiv_before_that_of_a_list(own_prior):
    url = "https://arxiv.org/abs/2508.01234"
    common = {"url": url, "kind": Kind.PAPER, "summary": "A."}
    listed = make_story(
        "Pan: fast fryin", prior=0.6, signals={"huggingface_upvotes": 9.0}, **common
    )
    own = make_story("Pan: Fast Frying", prior=own_prior, **common)

    [paper] = merge([listed, own])

    assert paper.title == "Pan: Fast Frying"
    assert paper.signals == listed.signals


def test_a_face_without_text_takes_it_from_another_telling_of_its_address():
    face = make_story("The model", prior=0.9)
    other = make_story("Model", url=face.url, prior=0.4, summary="Its text.")

    assert merge([face, other])[0].summary == "Its text."


def test_a_face_without_text_does_not_take_another_publisher_s_words():
    face = make_story("Claude Opus 4.1", "anthropic.test", prior=0.9)
    other = make_story("Claude Opus 4.1 is out", "blog.test", summary="My view.")

    [story] = merge([face, other])

    assert story.summary == ""


def test_the_greatest_of_a_signal_counts():
    one = make_story("The model", signals={"points": 9.0})
    two = one.model_copy(update={"signals": {"points": 40.0, "votes": 1.0}})

    assert merge([one, two])[0].signals == {"points": 40.0, "votes": 1.0}


def test_every_other_address_is_told_once():
    face = make_story("Genie 3", "lab.test", prior=0.9)
    discussion = Telling(publisher="News", url="https://news.test/item?id=1")
    news = make_story("Genie 3 is here", "blog.test", also=(discussion,))

    [story] = merge([face, news, news])

    assert [telling.url for telling in story.also] == [news.url, discussion.url]


def test_no_more_than_a_dozen_other_tellings_are_kept():
    face = make_story("Genie 3", prior=0.9)
    others = [
        make_story(f"Genie 3 seen by {n}", f"h{n}.test") for n in "abcdefghijklmno"
    ]

    [story] = merge([face, *others])

    assert len(story.also) == MOST_ALSO


@pytest.mark.parametrize(
    ("name", "telling"),
    [
        ("Introducing gpt-oss", "Welcome GPT OSS, the new model family from OpenAI!"),
        ("Introducing gpt-oss", "vLLM Now Supports gpt-oss"),
        ("Introducing gpt-oss", "v4.55.0: New openai GPT OSS model!"),
        ("GPT-5", "GPT-5 for Developers"),
        ("Claude Opus 4.1", "Anthropic releases Claude Opus 4.1"),
        ("Cursor CLI", "Cursor Agent CLI"),
        ("Introducing Claude Opus 4.1", "Claude Opus 4.1 now available"),
        (
            "Jules, our asynchronous coding agent, is out of beta",
            "Jules our asynchronous coding agent is out of public beta",
        ),
    ],
)
def test_a_name_is_recognised_in_another_title(name, telling):
    assert len(merged_titles(name, telling)) == 1
    assert len(merged_titles(telling, name)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Claude Opus 4.1", "Claude Opus 4"),
        ("GPT-5", "GPT-4.1"),
        ("Gemini 2.5 Deep Think", "Gemini 2.5 Flash Image"),
        ("tool v1.2.0", "tool v1.2.1"),
        ("Agents", "Agents in production: a guide"),
        ("Claude Code", "Automate security reviews with Claude Code"),
        ("New models", "New models for coding agents"),
        ("Qwen-Image", "Image generation at home"),
        ("Release notes", "Release notes"),
    ],
)
def test_what_only_looks_alike_stays_apart(one, other):
    assert len(merged_titles(one, other)) == 2


def test_a_comparison_of_two_products_joins_neither():
    titles = (
        "Introducing GPT-5",
        "Claude Opus 4.1",
        "GPT-5 and Claude Opus 4.1 compared",
    )

    assert merged_titles(*titles) == sorted(titles)


def test_a_short_title_that_names_nothing_is_in_no_other():
    told = [
        "Olympic roundup",
        "Roundup of Olympic gold medals from Friday",
        "What an Olympic swimmer eats before a roundup of heats",
        "Rain delays an Olympic regatta",
        "Olympic village opens its doors to cooks",
    ]

    assert len(merge(map(make_story, told))) == len(told)


def test_the_same_name_months_later_is_another_story():
    face = make_story("Genie 3", prior=0.9)
    later = make_story("Genie 3 for all", "b.test", published=DAY + timedelta(days=8))

    assert len(merge([face, later])) == 2


COLUMN = "Weekly kettle notes"
BOILS = (
    "The kettle now boils a litre of water within a minute, whistles in three tones, and "
    "tells its owner by telephone when tea is ready. A lid that locks costs ten euros."
)
SWEEPS = (
    "Our brooms sweep corners that no brush had reached before: bristles of two lengths "
    "bend around table legs. Shops in Lisbon and Porto sell them from Monday morning."
)


@pytest.mark.parametrize(
    ("changes", "others", "stories"),
    [
        ({"summary": BOILS}, {"summary": SWEEPS}, 2),
        ({"summary": BOILS}, {"summary": BOILS, "published": DAY + A_DAY}, 1),
        ({"summary": BOILS}, {"summary": f"{BOILS} {SWEEPS}"}, 1),
        ({}, {"published": DAY + A_DAY}, 2),
        ({"summary": "News."}, {"summary": "News.", "published": DAY + A_DAY}, 2),
        ({}, {}, 1),
        ({}, {"published": None}, 1),
        ({"summary": BOILS}, {"summary": SWEEPS, "publisher": "other.test"}, 1),
    ],
)
def test_one_title_of_an_outlet_may_stand_over_two_stories(changes, others, stories):
    first = make_story(COLUMN, url="https://lab.test/1", **changes)
    second = make_story(COLUMN, url="https://lab.test/2", **others)

    assert len(merge([first, second])) == stories
    assert is_same_story(first, second) is (stories == 1)


def test_papers_are_joined_by_their_id_alone():
    papers = [
        make_story(f"Agents that plan {n}", url=f"https://arxiv.org/abs/2508.0000{n}")
        for n in (1, 2)
    ]
    papers = [paper.model_copy(update={"kind": Kind.PAPER}) for paper in papers]

    assert len(merge(papers + papers)) == 2


TITLES = st.lists(
    st.sampled_from(["introducing", "gpt", "oss", "5", "claude", "opus", "4", "cli"]),
    min_size=1,
    max_size=5,
).map(" ".join)
STORIES = st.lists(
    st.builds(
        lambda title, host, prior, days: make_story(
            title,
            f"{host}.test",
            prior=prior,
            published=None if days is None else DAY + timedelta(days=days),
        ),
        TITLES,
        st.sampled_from("abc"),
        st.sampled_from([0.1, 0.5, 0.9]),
        st.sampled_from([None, 0, 1, 20]),
    ),
    max_size=8,
)


@given(STORIES, st.randoms(use_true_random=False))
def test_the_order_of_the_tellings_does_not_matter(stories, random):
    shuffled = list(stories)
    random.shuffle(shuffled)

    names = [(story.id, story.title) for story in merge(stories)]

    assert sorted(id_ for id_, _ in names) == [story.id for story in merge(shuffled)]


@given(STORIES)
def test_no_telling_is_lost_and_none_is_told_twice(stories):
    merged = merge(stories)
    told = [story.url for story in merged]
    told += [telling.url for story in merged for telling in story.also]

    assert sorted(told) == sorted({story.url for story in stories})


@given(STORIES)
def test_merging_again_changes_no_address(stories):
    once = merge(stories)

    assert {story.url for story in merge(once)} <= {story.url for story in once}
