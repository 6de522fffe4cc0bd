"""Why a story was picked, for readers: one line of their profile, or one fact. Pure.

Each is borne out by the story's own title, text, addresses or signals. That it shows
figures is no reason here: nobody knows yet which of its sentences will be told.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from newsletter.research.ranking.profile import Claim, Nearness, read
from newsletter.research.ranking.strength import (
    HACKER_NEWS,
    HUGGING_FACE,
    LEARNED,
    NEAR,
    NEAR_BY_ITSELF,
    OTHER_OUTLETS,
    is_patch,
)
from newsletter.research.story import Kind, Story
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.reason_words import ReasonWords, reason_words_of
from newsletter.text.similarity import stem
from newsletter.text.truncate import at_word
from newsletter.text.words import folded

# Below this the words that match are there by chance.
_TELLING_NEARNESS = 2.0
# Below this what was learned moved a story too little to be a reason.
_TELLING_LESSON = 1.0
# A vote or two says nothing.
_SOME_VOTES = 10
_TRUSTED = 0.6
# One more outlet may have read the first.
_SEVERAL = 2
_MOST_LINES, _MOST_NAMED, _MOST_WORDS = 5, 3, 2
_TITLE_CHARACTERS = 80
# A repository, or its release; an issue or a discussion of it is not its code.
_CODE = re.compile(
    r"https://github\.com/(?P<name>[\w.-]+/[\w.-]+)(?:/(?:releases|tree|blob)\b.*)?/?$"
)
# A name and its number; "2.5 billion" and "6.2 points" are no versions.
_VERSION = re.compile(
    r"(?:\b[A-Z][\w.]*[ -]|\bv)(?P<number>\d{1,2}(?:\.\d{1,3}){1,2})"
    r"(?![\w.,]?\w|\s?[%×]|\s+(?i:[mb]illion|trillion|percent|points?|times|hours?|seconds?|"
    r"minutes?|years?|gallons?|magnitude)\b)"
)
_FIRST = re.compile(r"[1-9]\d*\.0(?:\.0)?")
# "Platform Engineering 2.0 Mitigates Risks" tells of no release.
_MORE = re.compile(r"\s(?!(?i:is|has|released|launched|out|adds|brings)\b)\w")
# Letters of scripts that put no blanks between words, or one word of the others.
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff"
_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:\+\+|#)?")


def whys(
    stories: Iterable[Story], wanted: str, language: str, *, want_all: bool = False
) -> list[str]:
    """Why each is picked for readers who want that, in their language; no two for the same."""
    readers = read(wanted, want_all=want_all)
    found = (
        reasons_for(one, readers.nearness(one.title, one.summary), language)
        for one in stories
    )
    return distinct(found, language)


def reasons_for(
    story: Story, near: Nearness, language: str = ENGLISH
) -> tuple[str, ...]:
    """Every reason there is, each a clause, in the order in which they convince."""
    return tuple(_reasons(story, near, language))


def _reasons(story: Story, near: Nearness, language: str) -> Iterator[str]:
    words = reason_words_of(language)
    if story.learned and story.signals.get(LEARNED, 0) >= _TELLING_LESSON:
        yield words.learned.format(words=furniture_of(language).listed(story.learned))
    claims = near.claims[:_MOST_LINES] if near.value >= _TELLING_NEARNESS else ()
    for claim in claims:
        yield _asked(claim, words)
    yield from _signs(story, language)
    for claim in claims:
        if folded(claim.line) != folded(claim.phrase):
            phrase = words.quoted.format(text=claim.phrase)
            yield words.speaks.format(asked=_asked(claim, words), phrase=phrase)
    yield from _facts(story, near, words)
    yield from _last(story, claims, near, language)


def _asked(claim: Claim, words: ReasonWords) -> str:
    return words.asked.format(line=words.quoted.format(text=claim.line))


def _signs(story: Story, language: str) -> Iterator[str]:
    """What others made of it."""
    words, furniture = reason_words_of(language), furniture_of(language)
    form = ",.0f" if furniture.is_english else ".0f"
    if (points := story.signals.get(HACKER_NEWS, 0)) >= _SOME_VOTES:
        yield words.points.format(number=format(points, form))
    if (upvotes := story.signals.get(HUGGING_FACE, 0)) >= _SOME_VOTES:
        yield words.upvotes.format(number=format(upvotes, form))
    if tellers := _tellers(story):
        yield words.also.format(names=furniture.listed(tellers[:_MOST_NAMED]))


def _tellers(story: Story) -> list[str]:
    """Who else told it, each once."""
    others = (one.publisher for one in story.also if not _CODE.fullmatch(one.url))
    return [one for one in dict.fromkeys(others) if one and one != story.publisher]


def _facts(story: Story, near: Nearness, words: ReasonWords) -> Iterator[str]:
    """What it is, by its addresses, its title and who published it."""
    addresses = (story.url, *(telling.url for telling in story.also))
    if code := next(filter(None, map(_CODE.fullmatch, addresses)), None):
        yield words.code.format(name=code["name"])
    if story.kind is not Kind.LAUNCH or near.is_far:
        return
    if version := _VERSION.search(story.title):
        number = version["number"]
        told = words.version.format(number=number)
        is_release = not _MORE.match(story.title, version.end("number"))
        is_first = _FIRST.fullmatch(number) and not is_patch(story.title) and is_release
        yield words.first.format(version=told) if is_first else told
    if story.prior >= _TRUSTED:
        yield words.ranks.format(publisher=story.publisher)


def _last(
    story: Story, claims: Sequence[Claim], near: Nearness, language: str
) -> Iterator[str]:
    """What there is of any story: words of the profile, or that it has few of them."""
    words, furniture = reason_words_of(language), furniture_of(language)
    others = story.signals.get(OTHER_OUTLETS, 0)
    told = words.told.format(publisher=story.publisher)
    if story.published:
        day = furniture.day(story.published)
        told = words.told_on.format(publisher=story.publisher, day=day)
    if near.want_all and others >= _SEVERAL:
        yield words.others.format(told=told, number=f"{others:.0f}")
    same = [word for word in near.words if word not in near.forms]
    for wanted, words_told in ((same, words.shared), (near.words, words.akin)):
        if shared := _shared(story.title, wanted):
            quoted = [words.quoted.format(text=word) for word in shared]
            yield words_told.format(words=furniture.listed(quoted))
            break
    else:
        if not claims:
            is_wanted = near.want_all or _is_meant(story)
            yield told if is_wanted else words.little.format(told=told)
    title = words.quoted.format(text=at_word(story.title, _TITLE_CHARACTERS))
    if claims:
        yield words.shown.format(asked=_asked(claims[0], words), title=title)
    yield words.titled.format(told=told, title=title)


def _is_meant(story: Story) -> bool:
    """Whether it is near to the profile though it shares no word with it."""
    return story.signals.get(NEAR, 0.0) >= NEAR_BY_ITSELF


def _shared(text: str, wanted: Sequence[str]) -> list[str]:
    """The words of a text that are wanted, as they stand there, the weightiest first."""
    ranks = {word: rank for rank, word in enumerate(wanted)}
    found: dict[int, str] = {}
    for word in _WORD.findall(text):
        for rank, part in _wanted_in(word, ranks):
            found.setdefault(rank, part)
    parts = dict.fromkeys(found[rank] for rank in sorted(found))
    return list(parts)[:_MOST_WORDS]


def _wanted_in(word: str, ranks: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """A word with its rank, if it is wanted; of letters without blanks the runs that are."""
    if not _RUN.match(word):
        if (stemmed := stem(word.lower())) in ranks:
            yield ranks[stemmed], word
        return
    pairs = [ranks.get(word[at : at + 2]) for at in range(len(word) - 1)]
    start = 0
    for at, rank in enumerate((*pairs, None)):
        if rank is None:
            if known := [one for one in pairs[start:at] if one is not None]:
                yield min(known), word[start : at + 1]
            start = at + 1


def distinct(reasons: Iterable[Sequence[str]], language: str = ENGLISH) -> list[str]:
    """For each story its best reason that no story before it was picked for.

    Where all of them were, two together tell it from the others.
    """
    both = reason_words_of(language).both
    best: list[str] = []
    taken: set[str] = set()
    for mine in reasons:
        pairs = (both.format(one=a, other=b) for a, b in combinations(mine, 2))
        free = (one for one in chain(mine, pairs) if one not in taken)
        best.append(next(free, mine[0]))
        taken.add(best[-1])
    return best
