"""What a brief says of its sections and of itself, in the newsletter's own language. Pure.

Beside what every issue says (`newsletter.standards.furniture`): names of sections, why one
is short, what to try. English where a language is not known here.
"""

from dataclasses import dataclass, replace

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, furniture_of, primary


@dataclass(frozen=True, slots=True)
class BriefWords:
    """The words of one language.

    Sentences are templates; several are a noun with its number, in each form that it has
    in the language. Of `only` and `none` the first is of launches, the second of papers.
    """

    shipped: str  # the headings of launches, papers, and those with their links alone
    worth: str
    also: str
    reading: str  # the heading of lines below the launches: essays, guides, opinions
    build: str
    launch: tuple[str, ...]
    paper: tuple[str, ...]
    count: str  # the lead's second sentence
    only: tuple[str, str]
    none: tuple[str, str]
    no_news: str
    shut: str
    deeper: str  # how a paragraph begins that names links to go on with
    no_further: str
    from_feed: str
    attempt: str
    project: str


_BY_LANGUAGE = by_language(BriefWords, "brief")
_ALL = tuple(_BY_LANGUAGE.values())
# Folded, in any of the languages: what sections of one kind are called.
SHIPPED = tuple(each.shipped.casefold() for each in _ALL)
WORTH = tuple(each.worth.casefold() for each in _ALL)
BUILD = tuple(each.build.casefold() for each in _ALL)
DEEPER = tuple(each.deeper for each in _ALL)
NO_FURTHER = frozenset(each.no_further for each in _ALL)


def brief_words_of(language: str) -> BriefWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])


def news_words_of(language: str) -> BriefWords:
    """The words of a brief on a subject that ships nothing: news and stories, no launches."""
    words, furniture = brief_words_of(language), furniture_of(language)
    return replace(
        words,
        shipped=furniture.news,
        launch=furniture.story,
        only=("", words.only[1]),
        none=(words.no_news, words.none[1]),
    )


def headings_of(language: str) -> tuple[str, ...]:
    """What sections of any shape are called, in one order for every language."""
    words, furniture = brief_words_of(language), furniture_of(language)
    return (
        words.shipped, words.worth, words.also, words.reading, words.build,
        furniture.about, furniture.brief, furniture.news, furniture.research,
    )  # fmt: skip
