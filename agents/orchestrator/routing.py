"""Routing: which agents a request in words is for, by rules, and why. Pure.

Words and capabilities decide, then the conversation so far. What would change something
outside is found first: it is no agent's, it goes to a person.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents.events.requesting import MOST_CALLS
from agents.registry.schemas import Platform
from newsletter.text.words import words_of

_ACTS = {
    "send": r"send|mail|e-?mail|deliver|forward|resend|sende|verschicke?|schicke?|maile|"
    r"(?:r?envoie|expédie)[rsz]?|envoyer|envoyez",
    "publish": r"publish|release|go live|veröffentliche|publie[rsz]?",
    "delete": r"delete|erase|remove|drop|wipe|purge|lösche|entferne|"
    r"(?:supprime|efface)[rsz]?",
    "change": r"(?:un)?subscribe|add|invite|approve|reject|cancel|revoke|switch off|"
    r"disable|enable|trage .{1,40} ein|(?:dés)?inscri[ts]|(?:dés)?abonne[rsz]?|"
    r"ajoute[rsz]?",
}
_OPENS = (
    r"(?:^|[.!?;:,\n]\s*|\b(?:and|then|now|please|just|also|to|must|should|und|dann|bitte|"
    r"et|puis|maintenant)\s+|\b(?:can|could|would|will) you (?:please )?)"
)
_ACT = {
    act: re.compile(rf"{_OPENS}(?:{verbs})\b", re.IGNORECASE)
    for act, verbs in _ACTS.items()
}
_CLAUSES = re.compile(
    r"\s*(?:;|\n+|,?\s+(?:(?:and|und|et)\s+)?(?:then|dann|puis)\s+|"
    r",?\s+(?:and|und|et)\s+|(?<=[.!?])\s+)\s*"
)
_QUESTION = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|did|does|do|is|are|was|were|has|"
    r"have|tell me|explain|was|wer|wen|wem|wann|wo|warum|wie|wieviel|welche[rsn]?|gibt es|"
    r"qui|que|quoi|quel(?:le)?s?|quand|où|pourquoi|comment|combien|est-ce)\b|"
    r"^\W*qu['’]|\?\s*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^\W*(?:shorter|longer|again|more|less|make it|try|another|what about|and\b|rewrite|"
    r"kürzer|länger|noch einmal)",
    re.IGNORECASE,
)
_PLATFORMS = {
    "linkedin": Platform.LINKEDIN,
    "substack": Platform.SUBSTACK,
    "twitter": Platform.X,
    "tweet": Platform.X,
    "x": Platform.X,
    "mastodon": Platform.MASTODON,
    "toot": Platform.MASTODON,
    "bluesky": Platform.BLUESKY,
    "skeet": Platform.BLUESKY,
}


@dataclass(frozen=True, slots=True)
class Agent:
    """What routing knows of an agent."""

    id: str
    purpose: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """What one agent is asked: its words of the request, and why they are its."""

    agent: str
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Route:
    """Who does a request, in order; nobody where the user is to be asked back."""

    parts: tuple[Part, ...] = ()
    # What it would change outside, and in whose words: for a person to approve.
    acts: Mapping[str, str] = field(default_factory=dict)


def route(text: str, agents: Sequence[Agent], last_agent: str = "") -> Route:
    """Who does a request; `last_agent` answered in this conversation last."""
    acts = _acts(text)
    parts: list[Part] = []
    for clause in _CLAUSES.split(text.strip()):
        if not clause.strip() or _acts(clause):
            continue
        part = _whose(clause, agents, parts[-1].agent if parts else last_agent)
        if part and parts and _goes_with(part, parts[-1]):
            joined = f"{parts[-1].words} {part.words}"
            parts[-1] = Part(part.agent, joined, parts[-1].why)
        elif part:
            parts.append(part)
        elif parts and _is_another_post(clause, parts[-1]):
            parts.append(Part(parts[-1].agent, clause, "it names another platform"))
        elif parts:
            last = parts[-1]
            parts[-1] = Part(last.agent, f"{last.words} {clause}", last.why)
    return Route(tuple(parts[:MOST_CALLS]), acts)


def _goes_with(part: Part, before: Part) -> bool:
    """Whether it is of the same task: a post for another platform is another."""
    return part.agent == before.agent and not _is_another_post(part.words, before)


def _is_another_post(words: str, before: Part) -> bool:
    named, known = platform_in(words), platform_in(before.words)
    return before.agent == "nova" and bool(named and known) and named != known


def platform_in(text: str) -> Platform | None:
    """The platform that a request names."""
    named = (_PLATFORMS.get(word) for word in words_of(text))
    return next((one for one in named if one), None)


def number_after(word: str, text: str) -> int | None:
    """The number that follows a word: `issue 12`."""
    found = re.search(rf"\b{word}\s+(?:no\.?\s*|#)?(\d{{1,5}})\b", text, re.IGNORECASE)
    return int(found[1]) if found and int(found[1]) else None


def _acts(text: str) -> dict[str, str]:
    """What a text asks to be changed outside; a question about it asks for nothing."""
    found: dict[str, str] = {}
    for sentence in re.split(r"(?<=[.!?])\s+|\n+|;", text):
        is_question = _QUESTION.search(sentence) and not re.search(
            r"\b(?:can|could|would|will) you\b", sentence, re.IGNORECASE
        )
        for act, asks in _ACT.items():
            if not is_question and asks.search(sentence):
                found.setdefault(act, sentence.strip()[:500])
    return found


def _whose(clause: str, agents: Sequence[Agent], last_agent: str) -> Part | None:
    said = set(words_of(clause))
    known = {one.id for one in agents}
    if _GOES_ON.match(clause) and last_agent in known:
        return Part(last_agent, clause, f"it goes on from what {last_agent} said")
    hits = {one.id: said & one.words for one in agents}
    if "nova" in known and hits.get("nova"):
        named = ", ".join(sorted(hits["nova"]))
        return Part("nova", clause, f"it names: {named}")
    if "ask" in known and _QUESTION.search(clause):
        return Part("ask", clause, "it is a question")
    best = max(hits, key=lambda one: len(hits[one]), default="")
    if best and len(hits[best]) > 1:
        return Part(best, clause, f"it names: {', '.join(sorted(hits[best]))}")
    return None
