"""Does a page tell that something happened these days? Essays, guides and lists do not. Pure.

A logistic regression over 20 signs of its title, its beginning and its address. The
weights are those of 1,410 real pages that were read and labelled; docs/measured/selection.md has
by whom, and how often they are right on pages of other sites. Where a text is not
English only what any language shows is weighed.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking.strength import SHIPS
from newsletter.research.story import Kind, Story
from newsletter.research.summary import (
    announcing,
    explaining,
    saying,
    sentence_quality,
    telling,
)
from newsletter.research.summary.candidates import centrality, of_a_story
from newsletter.research.summary.telling import Weights
from newsletter.text.language import is_english
from newsletter.text.plain import clean
from newsletter.text.similarity import STOP_WORDS, terms, vector, words
from newsletter.text.words import MONTH, length_in_words

_ENGLISH = Weights(
    -1.00,
    {
        "teases": -0.99,
        "announced": 4.09,
        "does": 1.15,
        "done": 0.43,
        "ships": 0.90,
        "thing": 0.49,
        "guides": -0.92,
        "muses": -0.55,
        "no_title": -3.16,
        "ours": -1.24,
        "colon": -1.17,
        "length": 1.13,
        "news": 1.06,
        "i": -0.59,
        "said": 4.48,
        "when": 0.93,
        "brings": 1.65,
        "questions": -4.57,
        "small_words": -3.36,
        "newsroom": 1.56,
    },
)
_ANYWHERE = Weights(
    -0.59,
    {
        "length": 0.33,
        "news": 0.44,
        "questions": -1.96,
        "figures": 0.41,
        "newsroom": 0.51,
        "source": 2.33,
    },
)

# What is read of a page: its beginning tells what kind of page it is.
_READ_CHARACTERS, _READ_SENTENCES = 6_000, 14
_OPENING = 5  # sentences


def news_in(story: Story) -> float | None:
    """How likely a launch's page is news; None of what was not read, and of papers."""
    is_read = story.kind is Kind.LAUNCH and bool(story.source_sha256)
    if not is_read or story.is_from_feed:
        return None
    return chance_of_news(clean(story.title), story.summary, story.url)


# Of random pages six in ten are less likely news: most essays, guides and lists, and about a
# quarter of the pages of news.
_LEAST_NEWS = 0.5


def is_no_news(story: Story) -> bool:
    """Whether a launch's page most likely is an essay, a guide, a list, an offer.

    What must be told is told as news.
    """
    chance = news_in(story)
    return chance is not None and chance < _LEAST_NEWS and not story.must_have


@lru_cache(maxsize=512)
def chance_of_news(title: str, text: str, url: str) -> float:
    """How likely a page mainly tells that something happened, from 0 to 1.

    `title` as it is shown, `text` its own words or those of its feed. What says that it
    is paid for, an offer, a broadcast, an entry of a register, and what is one of a series under a
    title of its day, are none, however their texts read; what explains, or says itself that it is none, hardly is.
    """
    in_english = is_english(f"{title} {text[:2_000]}")
    if (
        _PAID.search(title)
        or is_never_news(title, url)
        or (in_english and _is_of_a_series(title))
    ):
        return 0.0
    weights = _ENGLISH if in_english else _ANYWHERE
    chance = weights.chance(_signs(title, text[:_READ_CHARACTERS], url))
    explains = explaining.explains(title, text, in_english=in_english)
    return min(chance, _MOST_OF_AN_EXPLANATION) if explains else chance


# Of 21,208 real titles 187 begin so, all of one register; who reports on a vulnerability
# writes no colon there.
_ENTRY = re.compile(r"\A\W*CVE-\d{4}-\d{3,9}:\s")
# Of 126 pages under such titles nine were news.
_MOST_OF_AN_EXPLANATION = 0.2


def is_never_news(title: str, url: str) -> bool:
    """Whether a page offers, is there to be watched, or is an entry of a register."""
    return is_offer(title) or is_broadcast(title, url) or bool(_ENTRY.match(title))


def is_offer(title: str) -> bool:
    """Whether a title offers something for sale, and its price is what it tells."""
    return bool(_OFFERS.search(title))


# Of 42,625 real addresses 1,409 are so, of 24 outlets: of 64 that were read all but one lead
# to something to watch or to hear. "/audio/" and "/tv/" are of loudspeakers, too.
_TO_WATCH = re.compile(
    r"/(?:replay[\w-]*|podcasts?|[ée]missions?|episodes?|videos?|wideo|mediathek|"
    r"sendung(?:en)?)/",
    re.IGNORECASE,
)
_PODCAST = re.compile(
    r"\bpodcast(?:,? (?:#|no\.?|ep(?:isode|\.)?)\s?\d|\s?[:|])|\s[–—-] podcast\W*\Z",
    re.IGNORECASE,
)


def is_broadcast(title: str, url: str) -> bool:
    """Whether a page is there to be watched or heard, and its text only announces that."""
    path = url.partition("?")[0]
    return bool(_TO_WATCH.search(path) or _PODCAST.search(title))


# Of 21,208 real titles seven say so, and none of 70,110 others.
_PAID_WORDS = (
    r"(?:sponsor(?:ed)?|promoted|paid)(?: (?:post|content|article))?|advert(?:isement|orial)|"
    r"anzeige|partner content|contenido patrocinado|patrocinado|广告|推广"
)
_PAID = re.compile(
    rf"\A\W?[\[(【](?:{_PAID_WORDS})[\])】]|\A(?:{_PAID_WORDS})\s?[:|]\s|"
    rf"[\[(【](?:{_PAID_WORDS})[\])】]\s*\Z",
    re.IGNORECASE,
)
# What a shop says of a price: "$350 off", "49% off", "up to $804 savings", "new $369 low".
# Who saves billions buys nothing, and what is 40% off its peak is not on sale.
_PRICE = r"[$€£₹]\s?\d[\d,.]*(?!\s?(?:[mb]n?|k|million|billion|trillion|crore|lakh)\b)(?![\d,.])"
_OFFERS = re.compile(
    rf"{_PRICE}\+?\s(?:off|(?:20\d\d )?lows?|(?:exclusive )?savings)\b|"
    rf"\bnew \d[\d,.]*\d lows?\b|\bsavings from {_PRICE}|\bflash sale\b|"
    rf"{_PRICE} in (?:[\w-]+ ){{1,3}}sale\b|\bdeals?: {_PRICE}|"
    r"\b(?:best|daily) (?:[\w.'’-]+ ){0,6}deals?:|"
    r"\d\s?% (?:off(?! (?:its|their|the|a|an|all-time|record)\b)|savings)\b|"
    rf"\bsav(?:e|es|ings?)\s(?:up to\s|of\s)?(?:{_PRICE}|\d+\s?%(?! of\b))",
    re.IGNORECASE,
)
_DATED = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {MONTH}|{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?:,? 20\d\d)?|\d{1,2}/\d{1,2}/(?:20)?\d\d|20\d\d-\d\d-\d\d"
)
# "13th July – Threat report", "Reading list 07/18/26", "Kettles (5 May 2026)".
_BY_ITS_DAY = re.compile(
    rf"\A\W*(?:{_DATED})\b(?P<behind>.+)\Z|(?P<before>\A.+)\b(?:{_DATED})\W*\Z",
    re.IGNORECASE,
)
_MOST_OF_A_SERIES = 5  # words besides the day


def _is_of_a_series(title: str) -> bool:
    """Is the day what tells it from others of its name?"""
    found = _BY_ITS_DAY.search(title)
    named = (found["behind"] or found["before"]) if found else ""
    return 0 < len(words(named)) <= _MOST_OF_A_SERIES and not _UNTIL.search(named)


# "Price rises from January 5", "Vale closed until May 3": a day is part of what is said.
_UNTIL = re.compile(
    r"\b(?:on|from|by|until|till|since|starts?|starting|begins?|beginning|opens?|before|"
    r"after|through|to|due)\W*\Z",
    re.IGNORECASE,
)


def _signs(title: str, text: str, url: str) -> Mapping[str, float]:
    told = [clean(one.text) for one in of_a_story(text, title)[:_READ_SENTENCES]]
    return {
        **_signs_of_title(title),
        **_signs_of_text(told, title),
        "newsroom": float(bool(_NEWSROOM.search(url))),
    }


_NEWSROOM = re.compile(
    r"/(?:news|press|releases?|announcements?|changelog)", re.IGNORECASE
)
# Who does something, as headlines put it.
DOES = re.compile(
    r"\b(?:say|launch|announce|raise|sue|ban|win|hit|get|acquire|buy|cut|add|find|reveal|"
    r"confirm|release|unveil|introduce|bring|open|close|drop|lose|fire|hire|join|leave|"
    r"file|ask|order|block|approve|reject|delay|expand|land|agree|settle|accuse|warn|urge|"
    r"sign|pay|sell|move|make|give|become|let|ship|debut|partner|charge|claim|admit|beat|"
    r"break|fall|rise|gain|test|start|end|stop|kill|hack|leak|discover|detect|recall|"
    r"update|allow|back|call|come|take|use|offer|face|plan|want|seek|set|push|turn|see|"
    r"show|report|quit|invest|fund)e?s\b",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b[a-z]+ed\b", re.IGNORECASE)
_GUIDES = re.compile(
    r"\b(?:how to|guide|tutorial|tips?|best|review|reviewed|hands-on|deals?|% off|coupon|"
    r"promo|sale|percent off|prime day|discount(?:s|ed)?|buying|vs\.?|what to know|everything you|explained|cheat ?sheet|tested|"
    r"worth)\b",
    re.IGNORECASE,
)
_MUSES = re.compile(
    r"\b(?:essay|opinion|column|interview|history|lessons?|case (?:for|against)|the art of|"
    r"the rise|the end of|the future|myth|inside|meet the|what if|thoughts|notes on|"
    r"reflections|problem with|should|must|needs? to|matters|think|believe|feel|love|hate|"
    r"wrong)\b",
    re.IGNORECASE,
)
# "Kettle / kettle-2", a repository; "Boiling points (2021)", as forums mark what is old.
_NO_TITLE = re.compile(r"\A[\w.-]+ ?/ ?[\w.-]+\b|\((?:19|20)\d\d\)\s*\Z")
_OURS = re.compile(r"\b(?:I|I['’]m|[Mm]y|[Ww]e|[Oo]ur)\b")
_COLON = re.compile(r":\s|\uff1a")


def _signs_of_title(title: str) -> Mapping[str, float]:
    return {
        "teases": float(announcing.teases(title)),
        "announced": float(announcing.is_announced(title)),
        "does": float(bool(DOES.search(title))),
        "done": float(bool(_DONE.search(title))),
        "ships": float(bool(SHIPS.search(title))),
        "thing": float(sentence_quality.names_a_thing(title)),
        "guides": float(bool(_GUIDES.search(title))),
        "muses": float(bool(_MUSES.search(title))),
        "ours": float(bool(_OURS.search(title))),
        "no_title": float(bool(_NO_TITLE.search(title))),
        "colon": float(bool(_COLON.search(title))),
        "length": min(_LONG_TITLE, length_in_words(title)) / 10,
    }


_LONG_TITLE = 20  # words
_SAID = re.compile(
    r"\b(?:said|says|told|according to|announced|confirmed|reported|wrote|spokesperson|"
    r"statement)\b",
    re.IGNORECASE,
)
# "We are happily launching", "is now available", "has released".
_BRINGS = re.compile(
    r"\b[Ww]e(?:['’](?:re|ve)| are| have|)\s+(?:\w+\s+){0,4}?(?:introduc|launch|releas|"
    r"announc|open-sourc|shipp?|unveil|rolling out|bring|mak|expand|add)(?:e|es|ed|ing)\b|"
    r"\b(?:is|are) (?:now|today) (?:\w+ )?(?:available|open|live)\b|"
    r"\b(?:has|have) (?:released|launched|announced|introduced|unveiled|open-sourced)\b"
)


def _signs_of_text(told: Sequence[str], title: str) -> Mapping[str, float]:
    vectors = [vector(terms(one), field.shipped()) for one in told]
    worth = telling.read(told, title, vectors, centrality(vectors))
    said, opening = " ".join(told), " ".join(told[:_OPENING])
    every = words(said)
    sentences, length = max(1, len(told)), max(1, len(every))
    return {
        "news": max((one.news for one in worth), default=0.0),
        "i": min(3.0, 50 * len(telling.FIRST_PERSON.findall(said)) / length),
        "said": len(_SAID.findall(said)) / sentences,
        "when": float(bool(telling.WHEN.search(opening))),
        "brings": float(bool(_BRINGS.search(opening))),
        "questions": sum(one.endswith(("?", "\uff1f")) for one in told) / sentences,
        "small_words": sum(word in STOP_WORDS for word in every) / length,
        "figures": sum(any(map(str.isdigit, one)) for one in told) / sentences,
        "source": saying.gives_its_source(opening),
    }
