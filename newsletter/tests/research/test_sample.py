import asyncio
import errno
import json
import re
import socket
import time
from collections import Counter
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from newsletter.drafts.parsing import parse
from newsletter.research.outlets.base import is_web
from newsletter.research.sample import catalogue, library, server, week
from newsletter.research.sample.banner import BANNER
from newsletter.research.sample.catalogue import outlets as sample_outlets
from newsletter.text.sentences import dangles, split
from newsletter.web.fetch import Fault, Fetcher, Limits, Page

POSTS = [post for post in library.posts() if not post.planted]
QUICK = Limits(total_seconds=0.5, retries=0)


def fetch(url: str, *, method: str = "GET", limits: Limits = QUICK) -> Page:
    async def go() -> Page:
        async with Fetcher(routes=routes, limits=limits) as fetcher:
            return await fetcher.get(url, method=method)

    with week.serve() as routes:
        return asyncio.run(go())


def test_it_holds_about_77_documents():
    submissions = [item for item in library.submissions() if not item.planted]
    invented = [post for post in library.posts() if is_invented(post)]

    assert len(library.papers()) == 24
    assert len(POSTS) == 14
    assert len([release for release in library.releases() if not release.planted]) == 4
    assert len(submissions) == 6
    assert len(invented) == 29


def is_invented(post):
    return urlsplit(post.url).hostname.endswith(".example")


def test_what_is_invented_is_planted_and_of_the_week():
    invented = [post for post in library.posts() if is_invented(post)]

    for post in invented:
        assert week.SINCE <= post.published.date() <= week.SAMPLE_DATE
        assert not any(dangles(one.text) for one in split("\n".join(post.text)))
    why = Counter(post.planted for post in invented)
    assert why["one item in two spellings, British and American"] == 2
    assert why["one press release under five names"] == 5
    assert "" not in why


def test_a_podcast_has_no_text_and_a_report_is_a_pdf():
    [episode] = [post for post in library.posts() if not post.text]
    [report] = [post for post in library.posts() if post.url.endswith(".pdf")]
    bundled = catalogue.build()
    answers = [
        bundled.answer(urlsplit(one.url).netloc, urlsplit(one.url).path)
        for one in (episode, report)
    ]

    assert b"<p>" not in answers[0].body
    assert answers[1].content_type == "application/pdf"
    assert answers[1].body.startswith(b"%PDF-1.4")
    assert report.title.encode() in answers[1].body


@pytest.mark.parametrize("post", POSTS, ids=lambda post: post.title)
def test_a_post_is_retold_in_120_to_200_words(post):
    words = " ".join(post.text).split()

    assert 120 <= len(words) <= 200


@pytest.mark.parametrize("post", POSTS, ids=lambda post: post.title)
def test_each_sentence_of_a_post_can_be_quoted_alone(post):
    sentences = split("\n".join(post.text))

    assert len(sentences) >= 6
    for sentence in sentences:
        assert not dangles(sentence.text)
        assert len(sentence.text.split()) <= 50


def test_documents_are_of_the_sample_s_week():
    days = [paper.listed for paper in library.papers()]
    days += [post.published.date() for post in POSTS]
    days += [release.published.date() for release in library.releases()]
    days += [item.created.date() for item in library.submissions()]

    assert all(week.SINCE <= day <= week.SAMPLE_DATE for day in days)
    assert week.SINCE + timedelta(days=7) == week.SAMPLE_DATE


def test_addresses_and_ids_are_unique():
    urls = [post.url for post in library.posts() + library.earlier().posts]
    urls += [release.url for release in library.releases()]
    ids = [paper.id for paper in library.papers() + library.earlier().papers]

    assert len(set(urls)) == len(urls)
    assert len(set(ids)) == len(ids)
    assert all(is_web(url) for url in urls)


def test_every_feed_of_a_post_is_an_outlet_of_the_table():
    names = {spec.name for spec in sample_outlets()}

    assert {post.outlet for post in library.posts()} <= names
    assert {release.repository for release in library.releases()} <= names
    assert {catalogue.NO_FEED, catalogue.REFUSING} <= names


def test_data_files_stay_small():
    files = library.DATA.glob("*.json")

    assert sum(file.stat().st_size for file in files) < 150_000


def test_the_server_starts_and_ends_within_a_fraction_of_a_second():
    catalogue.build()
    began = time.perf_counter()

    with week.serve():
        pass

    assert time.perf_counter() - began < 0.5


def test_every_route_leads_to_this_machine():
    hosts = [
        "openai.com",
        "replicate.com",
        "refused.example",
        "nobody.test",
        "10.0.0.1",
    ]

    with week.serve() as routes:
        addresses = {routes[host][0] for host in hosts} | {
            routes.get(host)[0] for host in hosts
        }

    assert addresses == {"127.0.0.1"}


def test_no_host_is_without_a_route():
    with week.serve() as routes:
        assert "nobody.test" in routes
        assert set(routes) == {"replicate.com", "refused.example"}
        assert len(routes) == 2


def test_a_host_outside_the_sample_is_refused_in_words():
    page = fetch("https://nobody.test/some/page")

    assert page.status == 502
    assert "not in the bundled sample" in page.text


def test_a_page_outside_the_sample_is_not_found():
    assert fetch("https://openai.com/index/nothing/").status == 404


GONE = "https://blog.google/technology/google-labs/jules-now-available/"
ITS_FEED = "https://blog.google/technology/ai/rss/"


def test_a_story_that_scores_high_is_gone_but_its_feed_tells_it():
    assert fetch(GONE).status == 404
    assert "The free plan of Jules allows 15 tasks a day" in fetch(ITS_FEED).text


def test_the_same_question_has_the_same_answer_after_a_restart():
    assert fetch(GONE).body == fetch(GONE).body
    assert fetch(ITS_FEED).body == fetch(ITS_FEED).body


def test_what_is_gone_for_good_says_so():
    assert fetch("https://gone.example/withdrawn-model").status == 410


def test_a_redirect_loop_is_found():
    assert fetch("https://loop.example/a").fault is Fault.LOOP


@pytest.mark.parametrize(
    "url", ["https://refused.example/report", "https://replicate.com/blog/rss"]
)
def test_a_refusing_host_refuses_the_connection(url):
    assert fetch(url).fault is Fault.CONNECT


def test_a_slow_page_is_slower_than_the_time_allowed():
    assert fetch("https://slow.example/report").fault is Fault.TIMEOUT


def test_closing_the_sample_does_not_wait_for_a_slow_answer():
    began = time.perf_counter()

    fetch("https://slow.example/report", limits=Limits(total_seconds=0.1, retries=0))

    assert time.perf_counter() - began < 3


def test_a_soft_404_answers_200_and_says_not_found():
    page = fetch("https://soft.example/agents-guide")

    assert page.status == 200
    assert "Page not found" in page.text


def test_an_arxiv_id_that_does_not_exist_is_unknown_to_page_and_interface():
    page = fetch("https://arxiv.org/abs/2508.99999")
    answer = fetch("https://export.arxiv.org/api/query?id_list=2508.99999,2508.02694v2")

    assert page.status == 404
    assert "2508.99999" not in answer.text
    assert "Efficient Agents" in answer.text


def test_head_is_refused_where_get_is_answered():
    url = "https://openai.com/index/introducing-gpt-oss/"

    assert fetch(url, method="HEAD").status == 403
    assert fetch(url).status == 200


@pytest.mark.parametrize(
    ("url", "target"),
    [
        (
            "https://hf.co/blog/welcome-openai-gpt-oss",
            "https://huggingface.co/blog/welcome-openai-gpt-oss",
        ),
        ("https://cursor.com/cli", "https://cursor.com/blog/cli"),
    ],
)
def test_a_moved_page_is_found_where_it_moved_to(url, target):
    page = fetch(url)

    assert page.status == 200
    assert page.final_url == target
    assert [hop.status for hop in page.chain] == [301]


def test_an_address_with_tracking_parameters_leads_to_its_page():
    [post] = [post for post in library.posts() if "utm_" in post.feed_url]

    assert fetch(post.feed_url).status == 200


def test_one_page_is_larger_than_most_are_read():
    page = fetch(
        "https://blog.google/products/gemini/gemini-2-5-deep-think/",
        limits=Limits(max_bytes=512_000),
    )

    assert page.truncated
    assert len(page.body) == 512_000


def test_one_post_is_worded_differently_in_its_feed_than_on_its_page():
    [post] = [post for post in library.posts() if post.feed_text]
    page = fetch(post.url)

    assert not any(sentence in page.text for sentence in post.feed_text)


def test_hacker_news_answers_within_the_bounds_that_are_asked_for():
    page = fetch(
        "https://hn.algolia.com/api/v1/search_by_date"
        "?numericFilters=created_at_i>=1754352000,created_at_i<1754438400,points>=500"
    )

    found = json.loads(page.body)["hits"]
    assert {hit["objectID"] for hit in found} == {"44798166", "44800185", "44800730"}


def test_hugging_face_lists_the_papers_of_the_day_that_is_asked_for():
    page = fetch("https://huggingface.co/api/daily_papers?date=2025-08-05")

    listed = [entry["paper"]["id"] for entry in json.loads(page.body)]
    assert listed == ["2508.01191", "2508.02193"]


def test_arxiv_answers_page_by_page():
    question = "https://export.arxiv.org/api/query?search_query=cat:cs.AI&max_results=3"

    first, second = fetch(question), fetch(f"{question}&start=3")

    assert first.text.count("<entry>") == second.text.count("<entry>") == 3
    assert "<opensearch:totalResults>11<" in first.text
    assert first.text != second.text


def test_the_banner_says_what_the_sample_is_not():
    assert "not this week’s news" in str(BANNER)
    assert "retold in our own words" in str(BANNER)
    assert "not the web" in str(BANNER)


def test_the_earlier_issue_keeps_the_agreed_structure():
    draft = parse(week.EARLIER_ISSUE.markdown)

    assert [section.kind for section in draft.sections] == ["launches", "papers"]
    assert [len(section.items) for section in draft.sections] == [2, 1]
    assert not draft.problems


def test_every_link_of_the_earlier_issue_can_be_read_in_the_sample():
    urls = set(re.findall(r"\]\((https://[^)]+)\)", week.EARLIER_ISSUE.markdown))

    assert len(urls) == 3
    assert all(fetch(url).status == 200 for url in urls)


def test_a_machine_that_cannot_talk_to_itself_is_known(monkeypatch):
    assert server.is_possible()

    monkeypatch.setattr(socket.socket, "connect_ex", lambda *_: errno.ENETUNREACH)

    assert not server.is_possible()
