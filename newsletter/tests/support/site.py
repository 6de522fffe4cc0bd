"""The public pages of one newsletter, and the words that a reader sees of one."""

from selectolax.lexbor import LexborHTMLParser

PAGES = [
    "/",
    "/search?q=model",
    "/issues/",
    "/about",
    "/feed.xml",
    "/feed.json",
    "/sitemap.xml",
]


def shown(response):
    return " ".join(LexborHTMLParser(response.content).body.text().split())
