"""What keeps words of a model's own from readers, wherever they would stand. Pure.

Drafts are held to it sentence by sentence (`leftovers`), and so is what stands beside a
draft: angles, what is new of a told story, names of topics.
"""

import re

from newsletter.drafts.rules.asides import aside, placeholder
from newsletter.standards.furniture import ENGLISH
from newsletter.text import truncate
from newsletter.text.language import (
    is_plainly_foreign,
    language_of,
    other_than,
    primary,
)
from newsletter.text.words import length_in_words

# Where text is shown as it stands: HTML, entities and Markdown in a subject or a heading.
_MARKUP = re.compile(
    r"</?(?:a|b|br|code|div|em|font|h[1-6]|i|img|li|ol|p|script|span|strong|style|sub|sup|u|ul)"
    r"\b[^<>]{0,80}>"
    r"|&(?:[a-z]{2,8}|#\d{2,5}|#x[0-9a-f]{2,5});"
    r"|\*\*(?=\S)[^*]+\*\*|\{\{[^{}]*\}\}",
    re.IGNORECASE,
)
# What stands for a character that was lost on the way.
_LOST = "\N{REPLACEMENT CHARACTER}"
# Fewer words may be names.
_FEWEST_WORDS = 5


def markup(text: str) -> str:
    """Markup that would be shown as it stands."""
    found = _MARKUP.search(text)
    return found.group() if found else ""


def is_broken(text: str) -> bool:
    """Whether a character of it was lost: readers see a box or a question mark."""
    return _LOST in text


def foreign(text: str, language: str) -> str:
    """The language that a line is plainly in, where its readers (BCP 47) read another.

    English may stand anywhere: so rules write.
    """
    if length_in_words(text) < _FEWEST_WORDS or not language:
        return ""
    if primary(language) != ENGLISH:
        return other_than(text, language)
    told = language_of(text) if is_plainly_foreign(text) else ENGLISH
    return "" if told == ENGLISH else told


def fault_of(text: str, language: str = "") -> str:
    """What keeps a line from readers of that language, for who mends it; "" if nothing."""
    if found := placeholder(text):
        return f"“{found}” is a placeholder; write what belongs there"
    if aside(text):
        return f"“{truncate.at_word(text, 80)}” speaks of the writing; say what readers want"
    if found := markup(text):
        return f"{found!r} would be shown to readers; write plain words"
    if is_broken(text):
        return "a character of it was lost (U+FFFD); write it anew"
    if told := foreign(text, language):
        return f"it is in {told!r}, and readers read {language!r}; write it in theirs"
    return ""
