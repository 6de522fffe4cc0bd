"""The lines of an issue that rest on no passage of their own. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Draft,
    is_correction,
    is_view,
    sentences,
    update_in,
)
from newsletter.verification.claims.own import IsCited, is_own, places_to_build


class Kind(StrEnum):
    """What a line is held to."""

    ISSUE = "issue"  # all items of the issue, and the log
    VIEW = "view"  # the item that it ends
    HEADING = "heading"  # for a judge: grounding holds it to the pages under it
    BUILD = "build"  # what is linked there, and the items; advice is free
    TOPIC = "topic"  # the stories under it


@dataclass(frozen=True, slots=True)
class Around:
    """What goes around a draft in a list of letters."""

    subject: str = ""
    preheader: str = ""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A line of our own; `where` is the item, the heading, or `lead`, `subject`, …"""

    text: str
    where: str
    kind: Kind = Kind.ISSUE
    links: tuple[str, ...] = ()


def own_lines(draft: Draft, around: Around, is_cited: IsCited) -> Iterator[OwnLine]:
    """Every line of our own, in order; corrections are held word for word elsewhere."""
    for where, text in (
        ("title", draft.title),
        ("subject", around.subject),
        ("preheader", around.preheader),
    ):
        if text.strip():
            yield OwnLine(text, where)
    builds = places_to_build(draft)
    items = {item.name for item in draft.items}
    for said in sentences(draft):
        if not is_own(said, builds, is_cited) or is_correction(said.text):
            continue
        if update_in(said.text):  # held to its story's text, by the mandate
            continue
        yield OwnLine(
            said.text,
            said.where,
            _kind(said.where, said.text, builds, items),
            said.links,
        )
    for section in draft.of_kind(SectionKind.TOPIC):
        yield OwnLine(section.heading, section.heading, Kind.TOPIC)
    for section in draft.of_kind(SectionKind.BUILD):
        for item in section.items:
            yield OwnLine(item.title, item.name, Kind.BUILD)


def _kind(where: str, text: str, builds: frozenset[str], items: set[str]) -> Kind:
    if where in builds:
        return Kind.BUILD
    return Kind.VIEW if where in items and is_view(text) else Kind.ISSUE


# --- Advice -----------------------------------------------------------------------------

_ADVISES = re.compile(
    r"\b(?:you|your|yours|yourself)\b|(?:\A|[.;:,]\s|\band\s|\bthen\s|\bfirst\s)(?:then |first |now )?"
    r"(?:add|ask|begin|build|change|check|choose|clone|compare|connect|copy|count|cut|do|"
    r"download|drop|expect|export|feed|fetch|fine-tune|follow|get|give|go|hold|index|install|"
    r"keep|leave|let|limit|load|log|look|make|measure|move|note|open|pick|plan|plot|point|"
    r"pull|put|read|record|repeat|replace|run|save|score|send|set|skip|start|stop|store|"
    r"swap|take|test|time|train|treat|try|turn|use|wait|wire|write)\b",
    re.IGNORECASE,
)


# Whom advice speaks to in other languages; small letters would be other words.
_READER = re.compile(
    r"\b(?:Sie|Ihr(?:e[mnrs]?)?|[Dd]u|[Dd]eine?[mnrs]?|[Vv]ous|[Vv]otre|[Vv]os|[Uu]sted(?:es)?|"
    r"[Tt]us?|[Vv]ocês?|[Vv]oi|[Vv]ostr[aeio]|[Tt]uo[i]?|[Tt]ua|[Jj]ouw|[Uu]w|[Jj]ij|[Jj]e|"
    r"[Dd]ig|[Dd]eg|[Dd]in[ae]?|[Dd]itt|[Ww]asz\w*|[Ww]am|[Tt]wój|[Tt]woj\w+)\b"
    # "Scrivete", "Skriv", "Napiszcie", where a sentence begins.
    r"|(?:\A|[.;:]\s)(?:Scrivete|Provate|Scaricate|Costruite|Misurate|Confrontate|Usate|Aspettate|"
    r"Cominciate|Prendete|Leggete|Scegliete|Fate|"
    r"Schrijf|Probeer|Bouw|Draai|Meet|Vergelijk|Gebruik|Wacht|Maak|Kies|Bewaar|"
    r"Skriv|Testa|Prova|Bygg?|Hämta|Hent|Kjør|Kør|Kör|Mål|Mät|Jämför|Sammenlign|Använd|Bru[gk]|"
    r"Vent|Vänta|Börja|Begynd?|Prøv|Läs|Læs|Les)\b"
    r"|\b(?!w?reszcie)[^\W\d_]{2,}(?:jcie|szcie|rzcie|dźcie|ńcie)\b"
)


def advises(text: str) -> bool:
    """Whether it tells a reader what to do: how often and how long is then no fact."""
    return bool(_ADVISES.search(text) or _READER.search(text))
