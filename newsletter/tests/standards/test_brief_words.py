"""What an issue says of itself, in every language that has words here."""

import string
from dataclasses import fields

import pytest

from newsletter.drafts.contract import BRIEF, SectionKind
from newsletter.drafts.draft import is_deeper, is_ours
from newsletter.drafts.parsing import parse
from newsletter.standards.brief_words import BriefWords, brief_words_of
from newsletter.standards.furniture import furniture_of, languages

ENGLISH = brief_words_of("en")


def names_in(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("language", languages())
def test_each_language_has_all_words_and_the_same_places_in_them(language):
    words = brief_words_of(language)

    assert (words is ENGLISH) is (language == "en")
    for field in fields(BriefWords):
        told, as_told = getattr(words, field.name), getattr(ENGLISH, field.name)
        told = [told] if isinstance(told, str) else told
        as_told = [as_told] if isinstance(as_told, str) else as_told
        assert all(told)
        if field.name in ("launch", "paper"):  # as many forms as the language has
            as_told = as_told[-1:] * len(told)
        assert [*map(names_in, told)] == [*map(names_in, as_told)], field.name


@pytest.mark.parametrize("language", languages())
def test_its_headings_are_known_and_its_sentences_are_ours(language):
    words, about = brief_words_of(language), furniture_of(language).about
    headings = [words.shipped, words.worth, words.build, words.also, about]
    kinds = [BRIEF.kind_of(heading) for heading in headings]

    assert kinds == [
        SectionKind.LAUNCHES,
        SectionKind.PAPERS,
        SectionKind.BUILD,
        SectionKind.OTHER,
        SectionKind.OTHER,
    ]
    said = (*words.only, *words.none, words.shut, words.count, words.no_further)
    assert [one for one in said if not is_ours(one)] == []


@pytest.mark.parametrize("language", languages())
def test_where_to_go_on_is_known(language):
    deeper = f"**{brief_words_of(language).deeper}** [A page](https://a.example/)."
    draft = parse(
        f"# A\n\nB.\n\n## What shipped\n\n### 1. C\n\nD.\n\n{deeper}\n", BRIEF
    )

    [item] = draft.items
    assert [is_deeper(one) for one in item.paragraphs] == [False, True]
