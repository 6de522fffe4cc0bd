"""The pages of the sample's documents, as publishers make them. Pure."""

from datetime import datetime
from html import escape

from newsletter.research.documents import Paper, Post, Release, Submission
from newsletter.research.outlets.answers import Reply, iso, paragraphs
from newsletter.research.sample.library import Behaviour


def post_reply(post: Post, padding_bytes: int = 0) -> Reply:
    """What is answered where a post stands: a page, or a PDF where its address says so."""
    if post.url.endswith(".pdf"):
        return Reply(content_type="application/pdf", body=pdf(post))
    return Reply(body=post_page(post, padding_bytes))


def pdf(post: Post) -> bytes:
    """One sheet with the title (PDF 1.4, ISO 32000-1); its text is in the feed."""
    title = post.title.translate(str.maketrans("()\\", "   ")).encode("ascii")
    shown = b"BT /F1 12 Tf 40 780 Td (%b) Tj ET" % title
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(shown), shown),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    body, places = b"%PDF-1.4\n", list[int]()
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj%b endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(body)
    return body + b"xref\n0 6\n0000000000 65535 f \n" + table + trailer


def post_page(post: Post, padding_bytes: int = 0) -> bytes:
    return _page(
        post.title,
        paragraphs(post.text),
        publisher=post.publisher,
        published=post.published,
        padding_bytes=padding_bytes,
    )


def release_page(release: Release) -> bytes:
    return _page(
        f"Release {release.title} · {release.repository}",
        paragraphs(release.text),
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
        paragraphs(behaviour.text) + (hidden if behaviour.hidden else ""),
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
        dated = f'<meta property="article:published_time" content="{iso(published)}"/>'
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
