"""Mastodon, Bluesky, Reddit and YouTube: what people link to, and what is left out."""

import json
from datetime import date

import pytest

from newsletter.research.outlets.answers import Reply, as_json
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.kinds import bluesky, mastodon, reddit, youtube
from newsletter.research.outlets.registry import KINDS, fault_of
from newsletter.research.outlets.spec import OutletSpec
from newsletter.tests.support.serving import visit

DAY = date(2025, 8, 5)
PAGE = "https://lab.test/kettle"


def found(kind, url: str, answers, terms=()) -> list:
    spec = OutletSpec("Readers", kind.KIND.name, url, kind=None, terms=terms)
    return visit(answers, lambda fetcher: kind.search(spec, DAY, DAY, fetcher))


@pytest.mark.parametrize(
    ("how", "url"),
    [
        ("mastodon", "https://mastodon.social/@someone"),
        ("mastodon", "https://mastodon.social/@someone@other.test"),
        ("bluesky", "https://bsky.app/profile/did:plc:abc234"),
        ("reddit", "https://www.reddit.com/r/LocalLLaMA/"),
        ("npm", "https://www.npmjs.com/package/ai"),
        ("pypi", "https://pypi.org/project/vllm"),
    ],
)
def test_an_address_in_the_form_of_its_kind_is_taken(how, url):
    assert fault_of(how, url) == ""


@pytest.mark.parametrize(
    ("how", "url"),
    [
        ("mastodon", "https://mastodon.social/about"),
        ("bluesky", "https://bsky.app/search?q=llm"),
        ("reddit", "https://www.reddit.com/user/someone"),
        ("reddit", "https://old.reddit.com/r/LocalLLaMA"),
        ("youtube", "https://www.youtube.com/@someone"),
        ("npm", "https://registry.npmjs.org/ai"),
        ("pypi", "https://pypi.org/simple/vllm"),
    ],
)
def test_an_address_in_another_form_is_refused_with_the_right_one(how, url):
    prefix = KINDS[how].example.split("/")[2].removeprefix("mastodon.social")

    assert fault_of(how, url).startswith("Give https://")
    assert prefix in fault_of(how, url)


# --- Mastodon -----------------------------------------------------------------

TAG = "https://social.test/tags/LLM"
TIMELINE = "https://social.test/api/v1/timelines/tag/LLM"


def status(number: int = 1, **changes) -> dict:
    """As https://docs.joinmastodon.org/entities/Status/ shows one."""
    card = {
        "url": PAGE,
        "title": "A kettle for LLMs",
        "description": "It boils & sings.",
        "language": "en",
        "type": "link",
        "author_name": "",
        "provider_name": "Kettle Lab",
        "html": "",
        "image": None,
        "published_at": None,
    }
    return {
        "id": str(114_000 + number),
        "created_at": "2025-08-05T10:11:12.345Z",
        "in_reply_to_id": None,
        "sensitive": False,
        "spoiler_text": "",
        "visibility": "public",
        "language": "en",
        "uri": f"https://social.test/users/someone/statuses/{114_000 + number}",
        "url": f"https://social.test/@someone/{114_000 + number}",
        "replies_count": 1,
        "reblogs_count": 7,
        "favourites_count": 9,
        "content": "<p>Look!</p>",
        "reblog": None,
        "account": {"id": "11", "acct": "someone", "noindex": False},
        "media_attachments": [],
        "tags": [{"name": "llm", "url": TAG}],
        "card": card | changes.pop("card", {}),
    } | changes


def test_a_post_tells_the_page_that_it_links_to():
    [story] = found(mastodon, TAG, {TIMELINE: as_json([status()])})

    assert (story.title, story.url) == ("A kettle for LLMs", PAGE)
    assert (story.publisher, story.summary) == ("Kettle Lab", "It boils & sings.")
    assert story.signals == {"mastodon_boosts": 7.0}
    assert [telling.url for telling in story.also] == [status()["url"]]
    assert story.published == DAY


@pytest.mark.parametrize(
    "changes",
    [
        {"reblogs_count": 2},
        {"visibility": "unlisted"},
        {"created_at": "2025-08-04T23:59:59.000Z"},
        {"account": {"id": "11", "noindex": True}},
        {"card": {"url": "javascript:alert(1)"}},
        {"card": {"title": "Gardening"}},
        {"card": {"title": ""}},
        {"created_at": "never"},
        {"sensitive": True},
        {"spoiler_text": "not for work"},
        {"card": {"title": "Just a moment..."}},
        {"card": {"title": "403 Forbidden"}},
        {"card": {"title": "Attention Required! | Cloudflare"}},
        {"card": {"title": "Page not found"}},
        {"card": {"url": "https://media.tenor.com/x/llms.gif"}},
        {"card": {"url": "https://lab.test/llms.png"}},
        {"card": {"url": "https://social.test/@other/114000"}},
        {"card": {"url": "https://far.test/@other/114000123"}},
        {"card": {"url": "https://bsky.app/profile/a.test/post/1"}},
    ],
)
def test_a_post_that_is_not_for_us_is_left_out(changes):
    answers = {TIMELINE: as_json([status(**changes), status() | {"card": None}])}

    assert found(mastodon, TAG, answers, terms=("llms",)) == []


def test_a_page_that_is_older_than_the_post_keeps_its_day():
    dated = status(card={"published_at": "2019-01-02T00:00:00.000Z"})

    assert found(mastodon, TAG, {TIMELINE: as_json([dated])})[0].published.year == 2019


def test_a_timeline_is_read_page_by_page_until_the_days_are_over():
    asked = []

    def answer(query):
        asked.append(query.get("max_id"))
        day = "2025-08-05" if len(asked) < 3 else "2025-08-04"
        page = range(40 * len(asked), 40 * len(asked) + 40)
        return as_json([status(n, created_at=f"{day}T10:00:00Z") for n in page])

    stories = found(mastodon, TAG, {TIMELINE: answer})

    assert asked == [None, "114079", "114119"]
    assert len(stories) == 80


def test_a_timeline_without_end_is_not_read_to_it():
    asked = []

    def answer(query):
        asked.append(query)
        page = range(40 * len(asked), 40 * len(asked) + 40)
        return as_json([status(n) for n in page])

    found(mastodon, TAG, {TIMELINE: answer})

    assert len(asked) == 5


def test_an_account_is_looked_up_and_needs_no_boosts():
    asked = []

    def answer(query):
        asked.append(query)
        return as_json([status(reblogs_count=0)])

    home = "https://social.test/api/v1/accounts"
    answers = {f"{home}/lookup": as_json({"id": "11"}), f"{home}/11/statuses": answer}

    assert len(found(mastodon, "https://social.test/@someone", answers)) == 1
    assert asked == [
        {"limit": "40", "exclude_replies": "true", "exclude_reblogs": "true"}
    ]


def test_a_server_that_wants_a_key_is_reported():
    closed = Reply(401, "application/json", b'{"error": "This method requires a user"}')

    with pytest.raises(OutletFailed, match="it answered 401"):
        found(mastodon, TAG, {TIMELINE: closed})


def second_page_refused(first):
    def answer(query):
        return Reply(429) if {"max_id", "cursor"} & query.keys() else as_json(first)

    return answer


def test_what_a_timeline_told_is_kept_where_its_next_page_is_refused():
    answers = {TIMELINE: second_page_refused([status(n) for n in range(40)])}

    with pytest.raises(OutletFailed, match="it answered 429") as failed:
        found(mastodon, TAG, answers)

    assert len(failed.value.stories) == 40


def test_a_page_with_a_post_in_another_form_is_a_full_page():
    def answer(query):
        if "max_id" in query:
            return as_json([status(99)])
        return as_json([*(status(n) for n in range(39)), {"id": None}])

    assert len(found(mastodon, TAG, {TIMELINE: answer})) == 40


def test_what_a_card_writes_as_html_is_read_so():
    post = status(
        card={"title": "Q&amp;A: kettles &#8211; R&#x26;D", "description": "&lt;3"}
    )

    [story] = found(mastodon, TAG, {TIMELINE: as_json([post])})

    assert (story.title, story.summary) == ("Q&A: kettles – R&D", "<3")


# --- Bluesky ------------------------------------------------------------------

PROFILE = "https://bsky.app/profile/kettle.test"


def item(**changes) -> dict:
    """As app.bsky.feed.getAuthorFeed answers one."""
    card = {"uri": PAGE, "title": "A kettle", "description": "It boils.", "thumb": "x"}
    post = {
        "uri": "at://did:plc:abc/app.bsky.feed.post/3kxyz",
        "cid": "bafy",
        "author": {"did": "did:plc:abc", "handle": "kettle.test", "labels": []},
        "record": {"$type": "app.bsky.feed.post", "createdAt": "2025-08-05T09:00:00Z"},
        "embed": {"$type": "app.bsky.embed.external#view", "external": card},
        "replyCount": 1,
        "repostCount": 2,
        "likeCount": 30,
        "indexedAt": "2025-08-05T10:00:00.000Z",
        "labels": [],
    }
    outer = {"reason": changes.pop("reason")} if "reason" in changes else {}
    return {"post": post | changes} | outer


def test_a_post_on_bluesky_tells_the_page_that_it_links_to():
    [story] = found(bluesky, PROFILE, {bluesky.LISTING: as_json({"feed": [item()]})})

    assert (story.title, story.url, story.publisher) == ("A kettle", PAGE, "lab.test")
    assert story.signals == {"bluesky_likes": 30.0}
    assert story.also[0].url == "https://bsky.app/profile/kettle.test/post/3kxyz"


def test_a_link_beside_a_quoted_post_counts_as_one():
    card = item()["post"]["embed"]
    quoting = item(
        embed={"$type": "app.bsky.embed.recordWithMedia#view", "media": card}
    )

    assert found(bluesky, PROFILE, {bluesky.LISTING: as_json({"feed": [quoting]})})


@pytest.mark.parametrize(
    "changes",
    [
        {"reason": {"$type": "app.bsky.feed.defs#reasonRepost"}},
        {"embed": {"$type": "app.bsky.embed.images#view", "images": []}},
        {"embed": None},
        {"indexedAt": "2025-08-04T10:00:00Z"},
        {"author": {"handle": "kettle.test",
                    "labels": [{"val": "!no-unauthenticated"}]}},
        {"labels": [{"src": "did:plc:abc", "val": "porn"}]},
        {"embed": {"external": {"uri": "https://media.tenor.com/a/b.gif?hh=1", "title": "a cat"}}},
        {"embed": {"external": {"uri": "https://bsky.app/profile/a.test/post/1", "title": "A"}}},
        {"embed": {"external": {"uri": "https://go.bsky.app/a1", "title": "A starter pack"}}},
        {"embed": {"external": {"uri": PAGE, "title": "Just a moment..."}}},
    ],
)  # fmt: skip
def test_a_post_on_bluesky_that_is_not_for_us_is_left_out(changes):
    answer = as_json({"feed": [item(**changes)]})

    assert found(bluesky, PROFILE, {bluesky.LISTING: answer}) == []


def test_bluesky_is_read_on_until_the_days_are_over():
    asked = []

    def answer(query):
        asked.append((query["actor"], query.get("cursor")))
        day = "2025-08-05" if len(asked) < 2 else "2025-08-01"
        return as_json({"feed": [item(indexedAt=f"{day}T10:00:00Z")], "cursor": "c1"})

    found(bluesky, PROFILE, {bluesky.LISTING: answer})

    assert asked == [("kettle.test", None), ("kettle.test", "c1")]


def test_what_bluesky_told_is_kept_where_its_next_page_is_refused():
    answers = {bluesky.LISTING: second_page_refused({"feed": [item()], "cursor": "c1"})}

    with pytest.raises(OutletFailed, match="it answered 429") as failed:
        found(bluesky, PROFILE, answers)

    assert len(failed.value.stories) == 1


@pytest.mark.parametrize("cursor", [{"cursor": None}, {"cursor": ""}, {}])
def test_the_last_page_of_bluesky_names_no_next_one(cursor):
    answer = as_json({"feed": [item()]} | cursor)

    assert len(found(bluesky, PROFILE, {bluesky.LISTING: answer})) == 1


def test_a_link_in_the_text_of_a_post_counts_where_it_shows_no_page():
    said = "Our kettle “Bö” boils in a minute. It sings, too: lab.test/kettle"
    start = len(said.encode()) - len("lab.test/kettle")
    link = {"$type": "app.bsky.richtext.facet#link", "uri": PAGE}
    tag = {"$type": "app.bsky.richtext.facet#tag", "tag": "kettles"}
    facets = [
        {"index": {"byteStart": 0, "byteEnd": 3}, "features": [tag]},
        {
            "index": {"byteStart": start, "byteEnd": len(said.encode())},
            "features": [link],
        },
    ]
    record = {"createdAt": "2025-08-05T09:00:00Z", "text": said, "facets": facets}
    answer = as_json({"feed": [item(embed=None, record=record)]})

    [story] = found(bluesky, PROFILE, {bluesky.LISTING: answer})

    assert (story.title, story.url) == ("Our kettle “Bö” boils in a minute.", PAGE)
    assert "lab.test" not in story.summary


# --- Reddit, YouTube ----------------------------------------------------------

COMMUNITY = "https://www.reddit.com/r/LocalLLaMA"
SAID = "https://www.reddit.com/r/LocalLLaMA/comments/1abc/kettle/"


def submission(
    link: str, title: str = "A kettle for everyone", said: str = ""
) -> Reply:
    """As reddit.com/r/<name>/top/.rss answers one."""
    text = said + (
        "&lt;table&gt;&lt;tr&gt;&lt;td&gt; &amp;#32; submitted by &amp;#32; "
        '&lt;a href="https://www.reddit.com/user/someone"&gt; /u/someone &lt;/a&gt; '
        f'&lt;br/&gt; &lt;span&gt;&lt;a href="{link}"&gt;[link]&lt;/a&gt;&lt;/span&gt; '
        f'&lt;span&gt;&lt;a href="{SAID}"&gt;[comments]&lt;/a&gt;&lt;/span&gt;'
        "&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;"
    )
    body = (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:media="http://search.yahoo.com/mrss/"><title>top</title><entry><author>'
        "<name>/u/someone</name></author><category term='LocalLLaMA'/>"
        f'<content type="html">{text}</content><id>t3_1abc</id>'
        f'<media:thumbnail url="x"/><link href="{SAID}" />'
        "<updated>2025-08-05T17:00:00+00:00</updated>"
        "<published>2025-08-05T17:00:00+00:00</published>"
        f"<title>{title}</title></entry></feed>"
    )
    return Reply(content_type="application/atom+xml; charset=UTF-8", body=body.encode())


def test_a_submission_tells_the_page_that_it_links_to():
    [story] = found(reddit, COMMUNITY, {f"{COMMUNITY}/top/.rss": submission(PAGE)})

    assert (story.title, story.url) == ("A kettle for everyone", PAGE)
    assert (story.publisher, story.summary) == ("lab.test", "")
    assert story.also[0].url == SAID


@pytest.mark.parametrize(
    "title", ["[deleted by user]", "[removed]", "[ Removed by moderator ]"]
)
def test_what_was_taken_down_at_reddit_is_no_story(title):
    answers = {f"{COMMUNITY}/top/.rss": submission(PAGE, title)}

    assert found(reddit, COMMUNITY, answers) == []


def test_a_link_that_an_author_calls_link_is_not_what_was_submitted():
    said = '&lt;p&gt;&lt;a href="https://ad.test/x"&gt;[link]&lt;/a&gt;&lt;/p&gt;'
    answers = {f"{COMMUNITY}/top/.rss": submission(PAGE, said=said)}

    assert [story.url for story in found(reddit, COMMUNITY, answers)] == [PAGE]


@pytest.mark.parametrize(
    "link",
    [SAID, "https://i.redd.it/a.png", "https://www.reddit.com/gallery/1", "",
     "https://imgur.com/a/x", "https://i.imgur.com/x.jpeg", "https://lab.test/x.webp"],
)  # fmt: skip
def test_what_reddit_itself_holds_is_no_story(link):
    assert found(reddit, COMMUNITY, {f"{COMMUNITY}/top/.rss": submission(link)}) == []


def video(link: str) -> Reply:
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" '
        'xmlns:media="http://search.yahoo.com/mrss/" '
        'xmlns="http://www.w3.org/2005/Atom"><entry><id>yt:video:abc</id>'
        "<yt:videoId>abc</yt:videoId><title>Our kettle</title>"
        f'<link rel="alternate" href="{link}"/><author><name>Lab</name></author>'
        "<published>2025-08-05T15:00:00+00:00</published>"
        "<updated>2025-09-01T00:00:00+00:00</updated><media:group>"
        "<media:title>Our kettle</media:title>"
        '<media:content url="https://www.youtube.com/v/abc" width="640"/>'
        "<media:description>It boils.\n\nMore at lab.test</media:description>"
        '<media:community><media:statistics views="9"/></media:community>'
        "</media:group></entry></feed>"
    )
    return Reply(content_type="text/xml; charset=UTF-8", body=body.encode())


@pytest.mark.parametrize(
    ("path", "titles"), [("watch?v=abc", ["Our kettle"]), ("shorts/abc", [])]
)
def test_a_channel_tells_its_videos_and_no_shorts(path, titles):
    feed = "https://www.youtube.com/feeds/videos.xml"
    answers = {feed: video(f"https://www.youtube.com/{path}")}

    stories = found(youtube, youtube.KIND.example, answers)

    assert [story.title for story in stories] == titles
    assert all(story.summary == "It boils.\nMore at lab.test" for story in stories)


def test_an_answer_of_nested_lists_is_a_failure():
    body = json.dumps([[]]).encode()

    with pytest.raises(OutletFailed, match="not in the known form"):
        found(mastodon, TAG, {TIMELINE: Reply(body=body)})
