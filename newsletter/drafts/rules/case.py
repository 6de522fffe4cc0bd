"""What every rule is given: the draft taken apart, and small questions about it. Pure."""

import re
from collections import Counter
from dataclasses import dataclass, field

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Draft, Item, is_ours
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.rubric import Rubric
from newsletter.text.words import Matching, words_of

# A sentence is a quotation if so much of it stands in its citation's quote.
VERBATIM_SHARE = 0.85

# Where an issue's languages have quotation marks; an inch (27") opens none.
QUOTED = re.compile(
    r"„[^“”„]*[“”]|“[^“”]*[“”]|«[^«»]*»|»[^«»]*«|「[^「」]*」|『[^『』]*』"
    r"|(?<![\w\"])\"(?=\S)[^\"]*\"(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Case:
    """One draft before the critic."""

    draft: Draft
    sentences: tuple[DraftSentence, ...]
    subject: str
    citations: tuple[CitedClaim, ...]
    rubric: Rubric
    newsletter: str = ""
    preheader: str = ""
    _cited: Matching = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cited = Matching(citation.claim for citation in self.citations)
        object.__setattr__(self, "_cited", cited)

    @property
    def title(self) -> str:
        """The draft's own title: what its newsletter is called is no writer's choice."""
        return without_name(self.draft.title, self.newsletter)

    def said_in(self, item: Item) -> tuple[DraftSentence, ...]:
        """The sentences of one item."""
        return tuple(s for s in self.sentences if s.where == item.name)

    def claims(self) -> tuple[DraftSentence, ...]:
        """The sentences that state facts: of lead, stories, notes and the rest, not ours.

        What to build on a laptop is advice, and what a launch section has instead of
        stories is about the issue.
        """
        places = {item.name for _, item in self.draft.told} | {"lead", "note"}
        places |= {one.heading for one in self.draft.of_kind(SectionKind.TOPIC)}
        for section in self.draft.of_kind(SectionKind.OTHER):
            places |= {section.heading, *(item.name for item in section.items)}
        return tuple(
            sentence
            for sentence in self.sentences
            if sentence.where in places and not is_ours(sentence.text)
        )

    def citations_of(self, sentence: DraftSentence) -> tuple[CitedClaim, ...]:
        """What the sentence is said to rest on."""
        return tuple(self.citations[n] for n in self._cited.places(sentence.text))

    def is_quotation(self, sentence: DraftSentence) -> bool:
        """Does the sentence give a source's own words, with or without marks?

        Whose they are, in brackets behind it, counts for nothing.
        """
        return self._is_verbatim(sentence, sentence.said)

    def is_nothing_else(self, sentence: DraftSentence) -> bool:
        """Does it, with whose they are? Only such a sentence is counted as quoted."""
        return self._is_verbatim(sentence, sentence.text)

    def _is_verbatim(self, sentence: DraftSentence, text: str) -> bool:
        words = Counter(words_of(text))
        return any(
            (words & Counter(words_of(citation.quote))).total()
            >= VERBATIM_SHARE * words.total()
            for citation in self.citations_of(sentence)
        )

    def only_quotes(self, item: Item) -> bool:
        """Is the item told in its sources' own sentences alone, marked as such or not?

        The words of a link that only says where they are from are nobody's.
        """
        told = quoted = 0
        for one in self.said_in(item):
            if not is_ours(one.text):
                words = Counter(words_of(one.text))
                words -= Counter(words_of(" ".join(one.anchors)))
                texts = [" ".join(quotes_in(one.text))]
                texts += [citation.quote for citation in self.citations_of(one)]
                told += words.total()
                quoted += max((words & Counter(words_of(t))).total() for t in texts)
        return quoted >= VERBATIM_SHARE * told


def without_name(text: str, newsletter: str) -> str:
    """The text less the newsletter's name."""
    name = " ".join(newsletter.split())
    if not name:
        return text
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", text).lstrip(" ,;:–-")


def outside_quotes(text: str) -> str:
    """The text without what stands in quotation marks."""
    return QUOTED.sub("“”", text)


def quotes_in(text: str) -> list[str]:
    """What stands in quotation marks."""
    return [quoted[1:-1] for quoted in QUOTED.findall(text)]
