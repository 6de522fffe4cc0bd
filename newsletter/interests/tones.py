"""The manners of writing that have a name, and the paragraph that each stands for."""

from pathlib import Path

_MANNERS = Path(__file__).with_name("manners")
NAMED = {
    name: (_MANNERS / f"{name}.md").read_text(encoding="utf-8").strip()
    for name in ("witty", "professional", "casual", "academic")
}


def paragraph(tone: str) -> str:
    """What a tone stands for; one in words of its own is its own paragraph."""
    return NAMED.get(tone, tone)
