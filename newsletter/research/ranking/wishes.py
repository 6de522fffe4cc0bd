"""What a profile's prose asks for: what is wanted, what is not, and which words say neither. Pure.

A wish is a line; "No celebrity gossip." is a sentence that takes something away.
"""

import re
from collections.abc import Sequence

from newsletter.text.language import without_subject
from newsletter.text.similarity import stem, terms

# Who reads, and that they want it: no subject. "Readers want news of bees."
_OF_READERS_WORDS = """
    reader readers subscribers audience people everyone anyone ordinary want wants wanted
    interested interests know news latest newsletter against am everything anything something thing
    things decide decides decided happen happens happened found
    leser leserinnen wollen möchten interessieren lecteurs lectrices veulent cherchent
    suivent aiment lectores quieren buscan interesa siguen lettori vogliono seguono
    leitores querem seguem lezers willen volgen"""
_OF_READERS = frozenset(map(stem, _OF_READERS_WORDS.split()))
_VERBS = (
    "want|follow|love|like|enjoy|need|look for|care about|changes?|affects?|matters?"
)
# The same where only its place tells: "war" is a subject, "I follow war" says so, and
# "love songs", "health care" and "dark matter" are three.
_SAID_OF_READERS = re.compile(
    r"\b(?:i am|i['’]m|we are|(?:readers|subscribers) are)\s+(?:an?\s+)?"
    rf"\w+(?:\s+and\s+\w+)?\s+(?:who|and)\s+(?=(?:{_VERBS})\b)|"
    rf"\b(?:i|we|they|you|who|that|readers|people|subscribers)\s+(?:{_VERBS})\b|"
    # What was built, what is planned: of whatever it is.
    r"\bwhat\s+(?:was|were|is|are|gets?)\s+\w+",
    re.IGNORECASE,
)

# From here to the next heading all is less wanted.
_LESS_OF = re.compile(r"(?:#+\s*|[-*]\s+)?less of\b", re.IGNORECASE)
# So begins a sentence of what is not wanted; not "No. 1", "No Man's Sky", "Not only".
_NONE_OF = re.compile(
    r"(?:#+\s*|[-*•]\s+)?(?:"
    r"(?:[Nn]o|NO|[Nn]ot|[Ww]ithout|[Nn]ever|[Nn]othing|[Aa]void|[Ss]kip)"
    r"(?!\s+(?:only|just|matter|less|longer)\b)(?=\s*:|\s*$|\s+[\da-zà-ÿ])|"
    r"(?:[Ii]|[Ww]e|[Tt]hey|[Rr]eaders)?\s*(?:do not|don['’]t) want\b|"
    r"(?:[Kk]ein(?:e|en|er|em)?|[Nn]ichts|[Oo]hne|[Ww]eniger|[Pp]as d(?:e\b|es\b|u\b|['’])|"
    r"[Ss]ans|[Rr]ien sur|[Mm]oins de|[Nn]ada de|[Ss]in|[Mm]enos|[Ss]enza|[Nn]iente|"
    r"[Ss]em|[Gg]een|[Zz]onder)(?<=['’]|\w)(?=\W|(?<=['’])\w)"
    r")(?:\s+(?:about|on|of|über|de|von)\b)?:?"
)
# "Not wanted", "Not interested in".
_NOT_WANTED = re.compile(r"\s*(?:wanted|interested in|for (?:us|me|them))\b:?", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")


def halves(text: str) -> tuple[list[str], list[str]]:
    """The lines that say what is wanted, and those, up to a heading, of what is not."""
    wanted: list[str] = []
    unwanted: list[str] = []
    is_wanted = True
    for line in text.splitlines():
        is_wanted = is_wanted or line.startswith("#")
        kept: list[str] = []
        for sentence in _SENTENCE_END.split(line.strip()):
            taken, ends = _taken_away(sentence)
            is_wanted = is_wanted and not ends
            if taken is None and is_wanted:
                kept.append(sentence)
            else:
                unwanted.append(sentence if taken is None else taken)
        if kept:
            wanted.append(" ".join(kept))
    return wanted, unwanted


def _taken_away(sentence: str) -> tuple[str | None, bool]:
    """What a sentence says is not wanted, if it does; and whether what follows is not."""
    if less := _LESS_OF.match(sentence):
        return sentence[less.end() :], True
    if not (none := _NONE_OF.match(sentence)):
        return None, False
    rest = sentence[none.end() :]
    if more := _NOT_WANTED.match(rest):
        rest = rest[more.end() :]
    return rest, sentence.startswith("#") or not rest.strip(" .:")


def subjects_of(lines: Sequence[str]) -> list[str]:
    """The terms of some lines that name a subject."""
    quiet = _OF_READERS | without_subject("\n".join(lines))
    said = (_SAID_OF_READERS.sub(",", line) for line in lines)
    return [
        term for line in said for term in terms(line) if quiet.isdisjoint(term.split())
    ]
