"""What in a title says nothing of what happened: "Introducing X", "X is here", "Why …?". Pure."""

import re
from functools import lru_cache

_WE_ARE = r"(?:we(?:['’]re| are) (?:now )?)?"
_BRINGING = "introducing|announcing|presenting|previewing|launching|releasing|unveiling"
_BEFORE = re.compile(
    rf"\A(?:(?:{_WE_ARE}(?:{_BRINGING}|open[- ]sourcing)|meet|welcome|présentation d[eu]"
    r"|voici|découvrez|wir stellen vor|wir präsentieren"
    r"|presentamos|presentiamo|apresentamos|推出|发布)"
    r"(?:[:,]?\s+|(?<=[推出发布]))(?:the\s+|our\s+(?:new\s+|latest\s+)?)?"
    r"(?:(?:general\s+)?availability\s+of\s+)?|"
    r"(?:new|neu|nouveau(?:té)?|nouvelle|nuevo|nueva|novità|nieuw|novo|novidade|新登場|新発売)"
    r"\s?[:\uff1a]\s*)(?=\S)",
    re.IGNORECASE,
)
_NOW = r"(?:(?:finally|now|officially|jetzt|nun|endlich|ab sofort|enfin|désormais|ya|ora)\s+)*"
_BEHIND = re.compile(
    rf"\s+(?:(?:is|are|has|have)\s+(?:been\s+)?{_NOW}"
    r"(?:here|out|live|landed|arrived)"
    rf"|(?:(?:is|are|has|have)\s+(?:been\s+)?)?{_NOW}"
    r"(?:released|launched|(?:generally )?available)"
    rf"|(?:(?:ist|sind)\s+)?{_NOW}(?:da|erschienen|veröffentlicht|verfügbar|erhältlich)"
    rf"|(?:(?:est|sont)\s+)?{_NOW}(?:là|(?:arrivé|sorti)e?s?|disponibles?)"
    rf"|{_NOW}(?:(?:está|están|estão)\s+)?(?:aquí|aqui|disponibles?|disponíve(?:l|is))"
    rf"|(?:(?:è|sono)\s+)?{_NOW}(?:disponibil[ei]|arrivat[oaie]|uscit[oaie])"
    r"|(?:is|zijn)\s+(?:er|uit|beschikbaar)"
    r")[.! ]*\Z|"
    r"\s*[がを、は]?\s*(?:本日)?(?:発売|公開|リリース|登場|提供開始)"
    r"(?:開始|されました|しました|される|された|した|へ)?[。\uff01!]?\Z|"
    r"\s*(?:正式)?(?:发布|上线)[。\uff01!]?\Z",
    re.IGNORECASE,
)


def without_announcing(title: str) -> str:
    """The title without "Introducing", or "is here"."""
    left = _BEFORE.sub("", title, count=1)
    return (_BEHIND.sub("", left) or left).strip()


def is_announced(title: str) -> bool:
    """Whether the title begins with what only announces: "Introducing X", "Meet X"."""
    return bool(_BEFORE.match(title))


_BROUGHT = re.compile(rf"{_WE_ARE}(?:{_BRINGING})\b", re.IGNORECASE)


def is_introduced(title: str) -> bool:
    """Whether the title says that its publisher brings it: "Introducing X"."""
    return bool(_BROUGHT.match(title))


# Of 400 real titles that were read 53 are such; 81 % of them did not say what happened,
# of the others 21 %.
_TEASES = re.compile(
    r"[?\uff1f]|\A\W{0,2}(?:how|why|what|when|where|who|which|here['’]s)\b|\byou(?:r|['’]\w{1,3})?\b",
    re.IGNORECASE,
)


def teases(title: str) -> bool:
    """Whether a title asks, explains or speaks to its reader: it does not say what happened."""
    return bool(_TEASES.search(title))


@lru_cache(maxsize=256)
def name_of(title: str) -> str:
    """What a title names, without what announces it and without its subtitle."""
    return re.split(r":\s|\s[–—]\s", without_announcing(title), maxsplit=1)[0].strip()
