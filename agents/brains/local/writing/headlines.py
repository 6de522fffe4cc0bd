"""A story's headline: its own title, or what happened where that only announces. Pure.

The words are those of the title and of the sentences that the item quotes; where none
of them tells it in one plain clause, the title stays.
"""

import re
from collections.abc import Callable, Collection, Sequence

from newsletter.research.summary import sentence_quality
from newsletter.research.summary.rewording import capitalised
from newsletter.text.language import is_english
from newsletter.text.plain import clean
from newsletter.text.words import MONTH

_COLON_GLUED = re.compile(r"(?<=[A-Za-z0-9]):(?=[A-Z][a-z])")
_MOST_CHARACTERS = 90
_FEWEST_CHARACTERS = 20
_MOST_NAME_WORDS = 6


# How a sender presents a text, in the languages that issues have and some others.
_PRESENTED = (
    r"(?:press|news|media) release|for immediate release|breaking(?: news)?|just in|"
    r"exclusive|updated?|"
    r"presse(?:mitteilung|meldung|information|aussendung)|medienmitteilung|eilmeldung|"
    r"exklusiv|aktualisiert|"
    r"communiqué(?: de presse)?|exclusif|exclusivité|mise à jour|"
    r"(?:nota|comunicado) de (?:prensa|imprensa)|última hora|exclusiva|exclusivo|"
    r"actualización|actualizado|atualizado|atualização|"
    r"comunicato(?: stampa)?|ultim['’]ora|aggiornamento|aggiornato|esclusiva|"
    r"persbericht|exclusief|"
    r"プレスリリース|ニュースリリース|速報|独占|更新|新闻稿|快讯"
)
# What a forum or a sender sets around a title: "Show HN: Kettle", "PRESS RELEASE: Kettle 2",
# "【速報】Kettle 2", "Boiling points [pdf]".
_LABELS = re.compile(
    rf"\A(?:(?:(?:Show|Launch|Ask|Tell) HN|{_PRESENTED})\s?(?:[:\uff1a|]|\s[–—-]\s)\s*|"
    rf"[\[(【\uff3b](?:{_PRESENTED})[\])】\uff3d][\s:\uff1a–—-]*)+|"
    rf"\s*[\[(【\uff3b](?:pdf|video|audio|{_PRESENTED})[\])】\uff3d]\Z",
    re.IGNORECASE,
)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」"}


def title_of(title: str) -> str:
    """A title as plain words, without LaTeX, Markdown or the labels of forum and sender.

    It is spaced as prose is, and stands in no quotation marks as a whole.
    """
    shown = _LABELS.sub("", _COLON_GLUED.sub(": ", clean(title))) or title
    inner, closes = shown[1:-1], _QUOTES.get(shown[:1])
    is_quoted = shown[-1:] == closes and not {shown[0], closes} & set(inner)
    return inner if inner and is_quoted else shown


def headline(
    title: str,
    sentences: Sequence[str],
    banned: Collection[str] = (),
    stands: Callable[[str], bool] = lambda _: True,
    publisher: str = "",
) -> str:
    """What stands over the item: the title, unless it only says that there is something.

    `sentences` are those that the item quotes, then others of its source; `stands` tells whether
    a line of them would stand on its evidence.
    """
    whole = title_of(title)
    name = sentence_quality.without_announcing(whole)
    if name != whole and re.search(r"\w:\s+\w|\s[–—]\s", name):
        return _unless(banned, capitalised(name), whole)
    if name == whole and not is_bare(name):
        return whole
    for sentence in (one.strip("“”") for one in sentences):
        for told in (_appositive(name, sentence), _clause(name, sentence)):
            if told and not sentence_quality.has_any(told, banned) and stands(told):
                return told
    # A site's address introduces nothing.
    told = name if "." in publisher else f"{publisher} introduces {name}"
    is_said = (
        publisher
        and name != whole
        and not name[:1].islower()
        and len(told) <= _MOST_CHARACTERS
        and is_english(whole)
    )
    return _unless(banned, told, whole) if is_said and stands(told) else whole


def _unless(banned: Collection[str], told: str, whole: str) -> str:
    return whole if sentence_quality.has_any(told, banned) else told


# Scripts that are written without blanks.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_NAME_WORDS = frozenset(["for", "of", "the", "and", "in", "on", "a", "with", "to"])


def is_bare(name: str) -> bool:
    """A name alone, such as "Claude Opus 4.1" or "v0.12.0": no word says what became."""
    words = name.split()
    return (
        not _UNSPACED.search(name)  # there nobody can tell a name from a clause
        and len(words) <= _MOST_NAME_WORDS
        and all(
            not word.islower() or word in _NAME_WORDS or any(map(str.isdigit, word))
            for word in words
        )
        and (len(words) == 1 or sentence_quality.names_a_thing(name))
    )


_DAY = rf"(?:\d{{1,2}} {MONTH}|{MONTH} \d{{1,2}})(?:,? \d{{4}})?"
_WHEN = re.compile(
    rf",? (?:on {_DAY}|today|yesterday|this week|now)(?=[ ,.;:—–]|\Z)", re.IGNORECASE
)
_TODAY = re.compile(r"\A(?:Today|Now|Starting today|As of today),? ", re.IGNORECASE)
# Where a clause ends, or what follows may be left out.
_CLAUSE_END = re.compile(
    r"[;:—–(]|\s-\s|[.!?]\Z|"
    r", (?:which|with|and|that|so|but|while|where|available|designed|built|including|"
    r"plus|licensed|released|optimi[sz]ed|based|using|up|down|compared|twice|about|"
    r"its|an?|the|from|for|as|at|in|on|to|by)\b(?! [\w-]+(?:, [\w-]+)* (?:and|or) )"
)
_SUPERLATIVE = re.compile(
    r"\b(?:most|best|first|only|fastest|strongest|smartest|largest|leading|world|ever|"
    r"powerful|our|my|we|us|I|one of)\b|\b(?:may|might|could|plans?|soon|will|hopes?)\b",
    re.IGNORECASE,
)
# A verb behind a name, so that the clause is one.
_HAPPENS = re.compile(
    r"\b(?:is|are|was|were|has|have|can|made|cut|ran|gave|brought|let)\b|"
    r"(?:[A-Z0-9][\w.-]*|teams|developers) (?:now |also )?[a-z]+(?:s|ed)\b"
)


def _appositive(name: str, sentence: str) -> str:
    """`Sift: a search API made for agents`, where a sentence says what it is."""
    found = re.search(
        rf"\b{re.escape(name)}(?:\s\([^)]*\))?"
        rf"(?:\s(?:is|are)\s|(?:,? (?:on {_DAY}|today|this week))?, )"
        r"(?P<what>an?\s.+)",
        sentence,
        re.IGNORECASE,
    )
    if not found:
        return ""
    what = _cut(found["what"], f"{name}: ")
    is_said = len(what.split()) >= 3 and not _SUPERLATIVE.search(what)
    return f"{capitalised(name)}: {what}" if is_said else ""


def _clause(name: str, sentence: str) -> str:
    """`OpenAI made GPT-5 available in its API`: the sentence's own first clause."""
    said = _WHEN.sub("", _TODAY.sub("", sentence.strip("\"' ")))
    clause = _cut(said)
    if name[:1].islower():  # no name, but what it is: "peat-free compost"
        name = clause
    versions = [word for word in name.split() if word[:1].isdigit()]
    is_about = all(version in clause for version in versions) and any(
        re.search(rf"(?<!\w){re.escape(word)}", clause)
        for word in name.split()
        if not word.islower() or any(map(str.isdigit, word)) or len(name.split()) == 1
    )
    is_told = (
        is_about
        and len(clause) >= _FEWEST_CHARACTERS
        and bool(_HAPPENS.search(clause))
        and not _SUPERLATIVE.search(clause)
        and not clause[:1].isdigit()
        and clause.count("“") == clause.count("”")
    )
    return capitalised(clause) if is_told else ""


def _cut(text: str, before: str = "") -> str:
    """Up to where the clause ends; nothing where that is too long, or in a list."""
    end = _CLAUSE_END.search(text)
    clause = (text[: end.start()] if end else text).rstrip(" .,!?")
    room = _MOST_CHARACTERS - len(before)
    while len(clause) > room:
        shorter = re.split(r",? (?:that|which|for|with|from|to|in|on|by|and)\b", clause)
        if len(shorter) < 2:
            return ""
        clause = clause[: len(clause) - len(shorter[-1])].rstrip()
        clause = re.sub(
            r",? (?:that|which|for|with|from|to|in|on|by|and)\Z", "", clause
        )
    is_whole = clause == text.rstrip(" .,!?")
    return "" if ", " in clause and not is_whole else clause
