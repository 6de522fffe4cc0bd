"""The tone that a newsletter begins with keeps what it asks of others."""

import re

from newsletter.drafts.rules.case import quotes_in
from newsletter.standards.rubric import BANNED
from newsletter.standards.tone import MOST_CHARACTERS, default_tone


def test_the_tone_to_begin_with_is_a_paragraph_with_sentences_that_sound_so():
    good, bad = default_tone().split("It never sounds like this:")

    assert len(default_tone()) <= MOST_CHARACTERS
    assert len(quotes_in(good)) == 3
    assert len(quotes_in(bad)) == 1


def test_only_what_it_must_not_sound_like_has_a_banned_word():
    words = re.compile("|".join(map(re.escape, BANNED)), re.IGNORECASE)

    good, bad = default_tone().split("It never sounds like this:")

    assert not words.search(good)
    assert words.search(bad)
