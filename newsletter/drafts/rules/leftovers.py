"""Rules about what is left of the writing, and meant for no reader: placeholders, chain of
thought, markup where none is read, a sentence said twice. Pure.
"""

import re
from collections.abc import Iterator

from newsletter.drafts.draft import Violation, is_ours, is_view
from newsletter.drafts.rules.asides import aside, placeholder
from newsletter.drafts.rules.case import Case, outside_quotes, without_name
from newsletter.drafts.rules.unfit import is_broken, markup
from newsletter.text import truncate
from newsletter.text.words import folded, length_in_words

# "Subject: …", "Story 1": the name of a place instead of what belongs there.
_LABEL = re.compile(
    r"(?:subject(?: line)?|preheader|headline|heading|title)\s?: "
    r"|(?:(?:story|item|headline|heading)(?: title)?(?: \d{1,2})?|title)\W*\Z",
    re.IGNORECASE,
)
_FEWEST = 5  # words


def placeholders(case: Case) -> Iterator[Violation]:
    """No “[insert link]” and no “TODO:” that somebody meant to fill in."""
    for where, text in (*_lines(case), *_own_sentences(case)):
        if found := placeholder(text):
            message = f"“{found}” is a placeholder; write what belongs there."
            yield Violation("placeholder", where, message)
    for where, text in _lines(case):
        if label := _LABEL.match(text):
            named = label.group().strip()
            message = f"“{named}” names the place; write what belongs there."
            yield Violation("placeholder", where, message)


def asides(case: Case) -> Iterator[Violation]:
    """Nothing is said to whoever asked for the draft: readers did not."""
    for where, text in (*_lines(case), *_own_sentences(case)):
        if aside(text):
            start = truncate.at_word(text, 80)
            message = f"“{start}” speaks of the writing; leave it out."
            yield Violation("aside", where, message)


def markup_in_lines(case: Case) -> Iterator[Violation]:
    """Lines are plain words; an escaped tag in a sentence is one that its source has."""
    shown = [(where, markup(text)) for where, text in _lines(case)]
    for sentence in case.sentences:
        found = markup(outside_quotes(sentence.text))
        if not any(found in one.quote for one in case.citations_of(sentence)):
            shown.append((sentence.where, found))
    for where, found in shown:
        if found:
            message = f"{found!r} would be shown to readers; write plain words."
            yield Violation("markup", where, message)


def lost_characters(case: Case) -> Iterator[Violation]:
    """No character was lost on the way, but in a source's own words."""
    quoted = " ".join(citation.quote for citation in case.citations)
    titles = [(item.name, item.title) for item in case.draft.items]
    own = [one for one in _lines(case) if one not in titles]
    for where, text in (*own, *_own_sentences(case)):
        if is_broken(text) and not is_broken(quoted):
            start = truncate.at_word(text, 80)
            message = f"“{start}” lost a character (U+FFFD); write it anew."
            yield Violation("lost", where, message)


def told_twice_in_the_list(case: Case) -> Iterator[Violation]:
    """The preheader goes on where the subject ends: beside it, it would say it again."""
    if case.preheader and folded(case.preheader) == folded(case.subject):
        message = "The preheader is the subject once more; go on where that ends."
        yield Violation("preheader", "preheader", message)


def repeated(case: Case) -> Iterator[Violation]:
    """No sentence of our own is said twice, of two stories neither.

    Two sources may say the same, two sections that they are short, and of two works what
    leads to each: that it is on GitHub.
    """
    seen: set[tuple[str, str]] = set()
    for sentence in case.sentences:
        own = outside_quotes(sentence.text)
        is_borrowed = bool(sentence.links) or case.is_quotation(sentence)
        if is_borrowed or length_in_words(own) < _FEWEST:
            continue
        is_of_its_section = is_ours(own) and not is_view(own)
        said = (sentence.where if is_of_its_section else "", folded(own))
        if said in seen:
            start = truncate.at_word(sentence.text, 80)
            message = f"“{start}” stands there twice; say it once."
            yield Violation("repeated", sentence.where, message)
        seen.add(said)


def _lines(case: Case) -> Iterator[tuple[str, str]]:
    """What stands alone in a line of its own, less the newsletter's name: no quotation."""
    yield "title", case.title
    yield "subject", without_name(case.subject, case.newsletter)
    yield "preheader", case.preheader
    for section in case.draft.sections:
        yield section.heading, section.heading
        for item in section.items:
            yield item.name, item.title


def _own_sentences(case: Case) -> Iterator[tuple[str, str]]:
    for sentence in case.sentences:
        if not case.is_quotation(sentence):
            yield sentence.where, outside_quotes(sentence.text)
