"""Whether what was read of a page is the page's, or a wall's, a soft 404's. Pure.

What a reader would see there decides, not all that its HTML holds: a paywall's words beside
an article that stands there whole keep nobody out.
"""

from newsletter.text.spelling import count_words
from newsletter.web.metadata import glance
from newsletter.web.page import Page
from newsletter.web.stand_ins import soft404
from newsletter.web.stand_ins.signs import Seen, wall

# Of fewer words than an article has all counts that its page shows.
_FEWEST_WORDS = 25


def stood_in(page: Page, text: str) -> str:
    """What stands in the place of a page of which a text was read; "" if nothing does."""
    seen = glance(page)
    is_article = count_words(text) >= _FEWEST_WORDS
    shown = Seen(page, seen, text if is_article else None)
    if met := wall(shown):
        return f"it shows what stands before it: {met.name}"
    sign = soft404.find(page.url, page, seen, shown)
    return f"it answers 200, but {sign.reason}" if sign and sign.is_sure else ""
