"""Errata: what was wrong in a published issue, and what is right, written by an operator.

An erratum is a correction that nobody can look up on the web: only a person settles it.
The next issue tells it as one sentence of its own, so it has to be one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from newsletter.drafts.critique import review
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import Block
from newsletter.drafts.links import LinkKind, extract
from newsletter.drafts.parsing import blocks_of, parse
from newsletter.drafts.prose import split
from newsletter.issues.page import places
from newsletter.models import Correction, Issue
from newsletter.models.signals import correction_found
from newsletter.standards.correction_words import correction_words_of
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.outcomes import Reason
from newsletter.standards.rubric import BadRubric
from newsletter.text import truncate
from newsletter.text.identifiers import sha256_of

MOST_CHARACTERS = 300
_TITLE_LENGTH = 120
_MAY_STAND = frozenset(
    {"text", "text_special", "em_open", "em_close", "strong_open", "strong_close"}
    | {"s_open", "s_close", "code_inline", "link_open", "link_close"}
)
_NOT_SHOWN = {"html_inline": "HTML", "image": "an image", "footnote_ref": "a footnote"}
_SCHEMES = ("https://", "http://")
# What the critic would hold against the sentence in the next issue.
_WORDING = frozenset({"banned", "latex", "hype", "shouting", "markup"})
_HEADING = "How this issue was made"


class Refused(ValueError):
    """The erratum cannot be told; `faults` say why, by field ("" for all of it)."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = dict(faults)


class Place(NamedTuple):
    """An item of an issue, by the name of its heading on the page."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Erratum:
    """What was wrong and what is right, each a line of Markdown; `place` is an anchor."""

    wrong: str
    right: str
    place: str = ""

    def markdown(self, language: str = ENGLISH) -> str:
        """As readers are told it, without the name of the item."""
        wrong, right = map(_quotable, (self.wrong, self.right))
        return correction_words_of(language).wrong.format(wrong=wrong, right=right)

    @property
    def sha256(self) -> str:
        """The same words about the same place are the same erratum, in any language."""
        return sha256_of(f"{self.place}\n{self.markdown()}")


def places_of(issue: Issue) -> list[Place]:
    """The items that an erratum can be about."""
    return [Place(anchor, item.title) for anchor, item in places(issue.draft)]


def preview(issue: Issue, erratum: Erratum) -> Correction:
    """The correction as it would be written; raises Refused."""
    if issue.status != Issue.Status.PUBLISHED or issue.withdrawn_at:
        raise Refused({"": "The issue is on no public page: nobody was told anything."})
    titles = dict(places_of(issue))
    faults = dict(_faults(erratum, titles))
    if faults:
        raise Refused(faults)
    language = issue.newsletter.language
    words, markdown = correction_words_of(language), erratum.markdown(language)
    item = truncate.at_word(titles.get(erratum.place, ""), _TITLE_LENGTH)
    sentence = text = _text(markdown)
    if item:
        sentence = words.in_item.format(item=_quotable(item), text=text)
    if not _is_one(sentence):
        sentence = text  # a title that ends a sentence is left to the page
    if fault := _in_next_issue(issue, in_next_issue(issue, sentence)):
        raise Refused({"": fault})
    return Correction(
        issue=issue,
        reason=Reason.ERRATUM,
        sentence=sentence,
        place=erratum.place,
        item=item,
        markdown=markdown,
        said_sha256=erratum.sha256,
    )


def in_next_issue(issue: Issue, sentence: str) -> str:
    """How the next issue tells it, without markup."""
    since = correction_words_of(issue.newsletter.language).since
    return f"{since.format(number=issue.number)}{sentence}"


def write(issue: Issue, erratum: Erratum, now: datetime) -> tuple[Correction, bool]:
    """The correction, and whether it is told from now on; it was before if not.

    Raises Refused.
    """
    told = preview(issue, erratum)
    with transaction.atomic():
        row, is_told = _written(issue, told, now)
        if is_told:
            correction_found.send(Correction, correction=row)
    return row, is_told


def _written(issue: Issue, told: Correction, now: datetime) -> tuple[Correction, bool]:
    row, is_new = Correction.objects.get_or_create(
        issue=issue,
        url="",
        reason=Reason.ERRATUM,
        said_sha256=told.said_sha256,
        defaults={
            "sentence": told.sentence,
            "place": told.place,
            "item": told.item,
            "markdown": told.markdown,
            "noticed_at": now,
        },
    )
    if is_new:
        return row, True
    withdrawn = Correction.objects.filter(pk=row.pk, settled_at__isnull=False)
    is_again = bool(withdrawn.update(noticed_at=now, settled_at=None, told_in=None))
    row.refresh_from_db()
    return row, is_again


def withdraw(correction: Correction, now: datetime) -> bool:
    """Tell an erratum no more: it was a mistake itself. False where it stood no more."""
    standing = Correction.objects.standing().filter(
        pk=correction.pk, reason=Reason.ERRATUM
    )
    return bool(standing.update(settled_at=now))


def _faults(erratum: Erratum, titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if erratum.place and erratum.place not in titles:
        yield "place", f"The issue has no item {erratum.place!r}."
    for name, told in (("wrong", "was wrong"), ("right", "is right")):
        if fault := _fault(getattr(erratum, name), told):
            yield name, fault
    if _folded(erratum.wrong) == _folded(erratum.right):
        yield "right", "It is the same as what was wrong."


def _fault(markdown: str, told: str) -> str:
    """Why a line cannot stand in an erratum; "" where it can."""
    text = markdown.strip()
    if not text:
        return f"Say what {told}."
    if len(text) > MOST_CHARACTERS:
        return f"It has {len(text)} characters; write {MOST_CHARACTERS} at most."
    inline = _line_of(text)
    if inline is None:
        return "Write one line of text: no list, heading, table or second paragraph."
    for token in inline.tokens[0].children or []:
        if token.type not in _MAY_STAND:
            what = _NOT_SHOWN.get(token.type, "a break in the line")
            return f"It holds {what}; write words, and links as [words](address)."
    for link in extract(text):
        if not link.url.startswith(_SCHEMES):
            return f"{link.url!r} is no address on the web (http or https)."
        if link.kind in (LinkKind.BARE, LinkKind.AUTOLINK):
            return "Write a link as [words](address): the next issue tells the words."
    if not _is_one(f"“{inline.text}” was wrong."):
        return (
            "Write one sentence, without a full stop inside: the next issue tells it."
        )
    return ""


def _line_of(markdown: str) -> Block | None:
    """The words of a text that is one paragraph on one line."""
    blocks = blocks_of(markdown)
    if len(blocks) != 1 or "\n" in markdown:
        return None
    tokens = blocks[0].tokens
    if tokens[0].type != "paragraph_open":
        return None
    return Block(markdown, (tokens[1],))


def _quotable(markdown: str) -> str:
    """Without the full stop, and without the marks that would end our own quotation."""
    text = " ".join(markdown.split())
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1]
    return text.replace("“", "‘").replace("”", "’")


def _text(markdown: str) -> str:
    return " ".join(block.text for block in blocks_of(markdown))


def _is_one(text: str) -> bool:
    return len(split(text)) == 1


def _folded(text: str) -> str:
    return _text(_quotable(text)).casefold()


def _in_next_issue(issue: Issue, told: str) -> str:
    """What the rules would hold against it there; no draft could mend it then."""
    draft = parse(f"# Title\n\nThis issue.\n\n## {_HEADING}\n\n{escape(told)}\n")
    try:
        rubric = issue.newsletter.rules
    except BadRubric:  # no session begins before that is mended
        return ""
    for broken in review(draft, "", (), rubric):
        if broken.code in _WORDING and broken.where == _HEADING:
            return f"The next issue could not tell it: {broken.message}"
    return ""
