"""The sample's documents in the forms that publishers give them. Pure."""

import json
from collections.abc import Iterable
from datetime import datetime
from email.utils import format_datetime
from html import escape

from newsletter.research.sample.library import (
    Behaviour,
    Paper,
    Post,
    Release,
    Submission,
)

_ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
_ARXIV = (
    f'{_ATOM} xmlns:arxiv="http://arxiv.org/schemas/atom" '
    'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"'
)


def rss(title: str, posts: Iterable[Post], *, with_text: bool = True) -> bytes:
    """A publisher's feed; some carry titles only."""
    items = "".join(_rss_item(post, with_text=with_text) for post in posts)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
        f"<channel><title>{escape(title)}</title>{items}</channel></rss>"
    ).encode()


def _rss_item(post: Post, *, with_text: bool) -> str:
    text = post.feed_text or post.text
    body = ""
    if with_text:
        body = (
            f"<description>{escape(_paragraphs(text[:1]))}</description>"
            f"<content:encoded><![CDATA[{_paragraphs(text)}]]></content:encoded>"
        )
    return (
        f"<item><title>{escape(post.title)}</title>"
        f"<link>{escape(post.feed_url or post.url)}</link>"
        f'<guid isPermaLink="false">{escape(post.url)}</guid>'
        f"<pubDate>{format_datetime(post.published)}</pubDate>{body}</item>"
    )


def releases_atom(repository: str, releases: Iterable[Release]) -> bytes:
    """What github.com/<repository>/releases.atom answers."""
    entries = "".join(
        f"<entry><id>tag:github.com,2008:Repository/0/{escape(release.tag)}</id>"
        f"<updated>{_iso(release.published)}</updated>"
        f'<link rel="alternate" type="text/html" href="{escape(release.url)}"/>'
        f"<title>{escape(release.title)}</title>"
        f'<content type="html">{escape(_paragraphs(release.text))}</content></entry>'
        for release in releases
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><feed {_ATOM}>'
        f"<title>Release notes from {escape(repository)}</title>{entries}</feed>"
    ).encode()


def arxiv_atom(papers: Iterable[Paper], total: int, start: int) -> bytes:
    """What arXiv's query interface answers."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{paper.id}v1</id>"
        f"<updated>{paper.listed}T04:00:00Z</updated>"
        f"<published>{paper.listed}T04:00:00Z</published>"
        f"<title>{escape(paper.title)}</title>"
        f"<summary>{escape(paper.abstract)}</summary>"
        f'<link href="http://arxiv.org/abs/{paper.id}v1" rel="alternate"/>'
        f'<arxiv:primary_category term="{paper.category}"/>'
        f'<category term="{paper.category}"/></entry>'
        for paper in papers
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><feed {_ARXIV}>'
        "<title>ArXiv Query</title>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults>"
        f"<opensearch:startIndex>{start}</opensearch:startIndex>{entries}</feed>"
    ).encode()


def hackernews_json(submissions: Iterable[Submission]) -> bytes:
    """What Algolia's index of Hacker News answers."""
    hits = [
        {
            "objectID": item.id,
            "title": item.title,
            "url": item.url,
            "points": item.points,
            "num_comments": item.comments,
            "created_at": _iso(item.created),
            "created_at_i": int(item.created.timestamp()),
            "_tags": ["story"],
        }
        for item in submissions
    ]
    answer = {"hits": hits, "nbHits": len(hits), "page": 0, "nbPages": 1}
    return json.dumps(answer).encode()


def daily_papers_json(papers: Iterable[Paper]) -> bytes:
    """What Hugging Face's list of daily papers answers for one day."""
    listed = [
        {
            "paper": {
                "id": paper.id,
                "title": paper.title,
                "summary": paper.abstract,
                "publishedAt": f"{paper.listed}T00:00:00.000Z",
                "upvotes": paper.upvotes,
            },
            "publishedAt": f"{paper.listed}T00:00:00.000Z",
            "title": paper.title,
        }
        for paper in papers
    ]
    return json.dumps(listed).encode()


def post_page(post: Post, padding_bytes: int = 0) -> bytes:
    return _page(
        post.title,
        _paragraphs(post.text),
        publisher=post.publisher,
        published=post.published,
        padding_bytes=padding_bytes,
    )


def release_page(release: Release) -> bytes:
    return _page(
        f"Release {release.title} · {release.repository}",
        _paragraphs(release.text),
        publisher="GitHub",
        published=release.published,
    )


def discussion_page(item: Submission) -> bytes:
    """What news.ycombinator.com/item?id=<id> answers; its comments are not bundled."""
    link = f'<p><a href="{escape(item.url)}">{escape(item.title)}</a></p>'
    return _page(f"{item.title} | Hacker News", link, published=item.created)


def abstract_page(paper: Paper) -> bytes:
    """What arxiv.org/abs/<id> answers."""
    return (
        '<!DOCTYPE html><html lang="en"><head>'
        f"<title>[{paper.id}] {escape(paper.title)}</title>"
        f'<meta name="citation_title" content="{escape(paper.title)}"/>'
        f'<meta name="citation_date" content="{paper.listed:%Y/%m/%d}"/>'
        f'<meta name="citation_arxiv_id" content="{paper.id}"/>'
        '</head><body><div id="abs">'
        f'<h1 class="title"><span class="descriptor">Title:</span>{escape(paper.title)}'
        '</h1><blockquote class="abstract"><span class="descriptor">Abstract:</span>'
        f"{escape(paper.abstract)}</blockquote></div></body></html>"
    ).encode()


def planted_page(behaviour: Behaviour) -> bytes:
    hidden = f'<div style="display:none">{escape(behaviour.hidden)}</div>'
    return _page(
        behaviour.title or "Not found",
        _paragraphs(behaviour.text) + (hidden if behaviour.hidden else ""),
        language=behaviour.language,
    )


def _page(
    title: str,
    body: str,
    *,
    publisher: str = "",
    published: datetime | None = None,
    language: str = "en",
    padding_bytes: int = 0,
) -> bytes:
    dated = ""
    if published:
        dated = f'<meta property="article:published_time" content="{_iso(published)}"/>'
    padding = f"<!--{'x' * padding_bytes}-->" if padding_bytes else ""
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"/>'
        f"<title>{escape(title)}</title>"
        f'<meta property="og:title" content="{escape(title)}"/>'
        f'<meta property="og:site_name" content="{escape(publisher)}"/>{dated}</head>'
        '<body><nav><a href="/">Home</a> <a href="/blog">Blog</a></nav>'
        f"<main><article><h1>{escape(title)}</h1>{body}</article></main>"
        f"{padding}<footer>Bundled sample of Crux.</footer></body></html>"
    ).encode()


def _paragraphs(text: Iterable[str]) -> str:
    return "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text)


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
